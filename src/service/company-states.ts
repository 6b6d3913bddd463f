import * as boardChanges from '../store/board-changes.ts';
import type { Database } from '../store/database.ts';
import { CommitCache } from './commit-cache.ts';

/**
 * The revision grows with every change of anything that a company's API shows, but not with changes of other
 * companies and entries in the sync history. The generation grows when all people are replaced by others.
 */
export type CompanyState = { revision: number; generation: number };

const UNKNOWN: CompanyState = { revision: 0, generation: 0 };

/** Tells the revision and generation of companies. */
export class CompanyStates {
  readonly #states: CommitCache<number, CompanyState>;

  constructor(db: Database) {
    this.#states = new CommitCache(db);
  }

  /** The company's in the state of the data that is read now; zeros for an unknown company. */
  of(companyId: number): CompanyState {
    return (
      this.#states.get(companyId, (db) => db.one(boardChanges.state, { companyId })) ?? UNKNOWN
    );
  }
}
