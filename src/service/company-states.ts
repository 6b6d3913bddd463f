import * as boardChanges from '../store/board-changes.ts';
import type { Database } from '../store/database.ts';
import { CommitCache } from './commit-cache.ts';

/**
 * The revision increases with every change of data that the company's API shows, but not with changes of other
 * companies or of the sync history. The generation increases when all people are replaced.
 */
type CompanyState = { revision: number; generation: number };

const UNKNOWN: CompanyState = { revision: 0, generation: 0 };

/** Caches the revision and generation of companies. */
export class CompanyStates {
  readonly #states: CommitCache<number, CompanyState>;

  constructor(db: Database) {
    this.#states = new CommitCache(db);
  }

  /** The company's state in the current snapshot; zeros for an unknown company. */
  of(companyId: number): CompanyState {
    return (
      this.#states.get(companyId, (db) => db.one(boardChanges.state, { companyId })) ?? UNKNOWN
    );
  }
}
