import * as boardChanges from '../../store/boards/board-changes.ts';
import type { Awaitable, Database, Reads } from '../../store/database.ts';
import { one, type Reading } from '../../store/reading.ts';
import { CommitCache } from '../commit-cache.ts';

/** The state of a company in a snapshot. */
export type CompanyState = {
  /**
   * Increases with every change of data that the company's API shows, but not with changes of other companies or of the sync
   * history.
   */
  revision: number;
  /**
   * Within it a revision means one state of the company, and a number of an employee one person. Another one begins when the
   * people are replaced, and when the connection was lost, because the next one may lead to a server that lacks commits.
   */
  epoch: string;
};

/** Reads the state of a company. One that is unknown has an epoch of its own. */
export function* readState(
  db: Pick<Reads, 'connectionEpoch'>,
  companyId: number,
): Reading<CompanyState> {
  const row = yield* one(boardChanges.state, { companyId });
  const { revision = 0, generation = 0 } = row ?? {};
  return { revision, epoch: `${db.connectionEpoch()} ${companyId} ${generation}` };
}

/** What of an epoch outlives its connection, and is the same on every other one: the company with its people. */
export const peopleOf = (epoch: string): string => epoch.slice(epoch.indexOf(' ') + 1);

/** Whether a company still has the people of an epoch, which may be another connection's. */
export const hasPeopleOf = (db: Database, companyId: number, epoch: string): boolean =>
  peopleOf(db.do(readState(db, companyId)).epoch) === peopleOf(epoch);

/** Caches the states of companies. */
export class CompanyStates {
  readonly #states: CommitCache<number, CompanyState>;

  constructor(db: Reads) {
    this.#states = new CommitCache(db);
  }

  /** The company's state in the current snapshot. */
  of(companyId: number): Awaitable<CompanyState> {
    return this.#states.get(companyId, (db) => db.do(readState(db, companyId)));
  }
}
