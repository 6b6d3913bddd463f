import * as boardChanges from '../store/board-changes.ts';
import type { Database } from '../store/database.ts';
import { CommitCache } from './commit-cache.ts';

/**
 * Tells the revision of companies. Every change of anything that a company's API shows begins a new one; changes
 * of other companies, and entries in the sync history, do not.
 */
export class CompanyRevisions {
  readonly #revisions: CommitCache<number, number>;

  constructor(db: Database) {
    this.#revisions = new CommitCache(db);
  }

  /** The company's revision in the state of the data that is read now; 0 for an unknown company. */
  of(companyId: number): number {
    const read = (db: Database) => db.one(boardChanges.state, { companyId })?.revision;
    return this.#revisions.get(companyId, read) ?? 0;
  }
}
