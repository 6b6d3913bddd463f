import * as boardChanges from '../../store/boards/board-changes.ts';
import type { Awaitable, Reads } from '../../store/database.ts';
import { CommitCache } from '../commit-cache.ts';

/** The state of a company in a snapshot. */
export type CompanyState = {
  /**
   * Increases with every change of data that the company's API shows, but not with changes of other companies or of the sync
   * history.
   */
  revision: number;
  /** Increases when all people are replaced. */
  generation: number;
  /** See `epochOf`. */
  epoch: string;
};

/**
 * Within an epoch a revision means one state of a company, and a number of an employee one person. Another begins when the
 * people are replaced, and when the connection was lost, because the next one may lead to a server that lacks commits.
 */
export const epochOf = (connectionEpoch: number, companyId: number, generation: number): string =>
  `${connectionEpoch} ${companyId} ${generation}`;

/** Caches the states of companies. */
export class CompanyStates {
  readonly #states: CommitCache<number, CompanyState>;

  constructor(db: Reads) {
    this.#states = new CommitCache(db);
  }

  /** The company's state in the current snapshot; zeros for an unknown company. */
  of(companyId: number): Awaitable<CompanyState> {
    return this.#states.get(companyId, (db) => {
      const row = db.one(boardChanges.state, { companyId });
      const stateOf = ({ revision, generation } = UNKNOWN) => ({
        ...{ revision, generation, epoch: epochOf(db.connectionEpoch(), companyId, generation) },
      });
      return row instanceof Promise ? row.then(stateOf) : stateOf(row);
    });
  }
}

const UNKNOWN = { revision: 0, generation: 0 };
