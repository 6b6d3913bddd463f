import * as boardChanges from '../store/board-changes.ts';
import type { Database } from '../store/database.ts';

/**
 * The revision grows with every change of anything that a company's API shows, but not with changes of other
 * companies and notes in the history. The generation grows when all people are replaced by others.
 */
export type CompanyState = { revision: number; generation: number };

/** Tells at which revision and generation companies stand. */
export class CompanyRevisions {
  readonly #db: Database;
  readonly #known = new Map<number, CompanyState>();
  #dataVersion = -1;

  constructor(db: Database) {
    this.#db = db;
  }

  /** The company's in the state of the data that is read now; zeros for a company there is not. */
  of(companyId: number): CompanyState {
    const dataVersion = this.#db.dataVersion();
    if (dataVersion !== this.#dataVersion) {
      this.#known.clear();
      this.#dataVersion = dataVersion;
    }
    let state = this.#known.get(companyId);
    if (state === undefined) {
      state = this.#db.one(boardChanges.state, { companyId }) ?? { revision: 0, generation: 0 };
      this.#known.set(companyId, state);
    }
    return state;
  }
}
