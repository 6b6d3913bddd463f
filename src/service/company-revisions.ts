import * as boardChanges from '../store/board-changes.ts';
import type { Database } from '../store/database.ts';

/**
 * Tells at which revision companies stand. Every change of anything that a company's API shows begins a new
 * one; changes of other companies, and notes in the history, do not.
 */
export class CompanyRevisions {
  readonly #db: Database;
  readonly #known = new Map<number, number>();
  #dataVersion = -1;

  constructor(db: Database) {
    this.#db = db;
  }

  /** The company's revision in the state of the data that is read now; 0 for a company there is not. */
  of(companyId: number): number {
    const dataVersion = this.#db.dataVersion();
    if (dataVersion !== this.#dataVersion) {
      this.#known.clear();
      this.#dataVersion = dataVersion;
    }
    let revision = this.#known.get(companyId);
    if (revision === undefined) {
      revision = this.#db.one(boardChanges.state, { companyId })?.revision ?? 0;
      this.#known.set(companyId, revision);
    }
    return revision;
  }
}
