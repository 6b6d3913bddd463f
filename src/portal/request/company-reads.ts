import { CommitCache } from '../../service/commit-cache.ts';
import { listTree } from '../../service/departments/departments.ts';
import type { Database } from '../../store/database.ts';
import { findBlockedRun, findPending } from '../pages/home/waiting.ts';

type Tree = Readonly<ReturnType<typeof listTree>>;
type Waiting = Readonly<Record<string, number>>;

/** Companies whose departments are kept, up to 1,000 of each. */
const TREES = 16;

/** What most pages of a company show, read once until anything is committed. */
export class CompanyReads {
  readonly #trees: CommitCache<number, Tree, Database>;
  readonly #waiting: CommitCache<number, Waiting, Database>;

  constructor(db: Database) {
    this.#trees = new CommitCache(db, TREES);
    this.#waiting = new CommitCache(db);
  }

  /** All departments, each followed by those below it. */
  tree(companyId: number): Tree {
    return this.#trees.get(companyId, (db) => listTree(db, companyId));
  }

  /** What waits for a decision, by the path of the page that has it. */
  waiting(companyId: number): Waiting {
    return this.#waiting.get(companyId, (db) => ({
      '/syncs': findBlockedRun(db, companyId) ? 1 : 0,
      '/redemptions': findPending(db, companyId)?.count ?? 0,
    }));
  }
}
