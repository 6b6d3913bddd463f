import { LRUCache } from 'lru-cache';
import { CommitCache } from '../../service/commit-cache.ts';
import type { CompanyState } from '../../service/company/company-states.ts';
import { findBlockedRun, findPending, findReported } from '../../service/company/waiting.ts';
import { listTree } from '../../service/departments/departments.ts';
import { kudosSettings } from '../../service/kudos/kudos-settings.ts';
import { logoOf } from '../../service/pictures/pictures.ts';
import type { Database } from '../../store/database.ts';

type Tree = Readonly<ReturnType<typeof listTree>>;
type Waiting = Readonly<Record<string, number>>;

/** Companies whose departments are kept, up to 1,000 of each. */
const TREES = 16;

/** Parts of reports that are kept, each of at most a thousand small rows. */
const REPORTS = 100;

/** What most pages of a company show, read once until anything is committed, and what takes long to read. */
export class CompanyReads {
  readonly #trees: CommitCache<number, Tree, Database>;
  readonly #waiting: CommitCache<number, Waiting, Database>;
  readonly #logos: CommitCache<number, { logo: string | null }, Database>;
  readonly #thanks: CommitCache<number, { isOn: boolean }, Database>;

  readonly #reports = new LRUCache<string, Promise<object>>({ max: REPORTS });

  constructor(db: Database) {
    this.#trees = new CommitCache(db, TREES);
    this.#waiting = new CommitCache(db);
    this.#logos = new CommitCache(db);
    this.#thanks = new CommitCache(db);
  }

  /** The path of a company's logo; null without one. */
  logo(companyId: number): string | null {
    return this.#logos.get(companyId, (db) => ({ logo: logoOf(db, companyId) })).logo;
  }

  /** Whether people of a company thank each other. */
  hasThanks(companyId: number): boolean {
    return this.#thanks.get(companyId, (db) => ({ isOn: kudosSettings(db, companyId).on })).isOn;
  }

  /** All departments, each followed by those below it. */
  tree(companyId: number): Tree {
    return this.#trees.get(companyId, (db) => listTree(db, companyId));
  }

  /**
   * Part of a report, kept until the company changes.
   *
   * @param request all that it depends on, besides the company
   */
  report<T extends object>(
    { epoch, revision }: CompanyState,
    name: string,
    request: object,
    read: () => Promise<T>,
  ): Promise<T> {
    const key = JSON.stringify([epoch, revision, name, request]);
    const kept = this.#reports.get(key) as Promise<T> | undefined;
    if (kept) return kept;
    const reading = read();
    this.#reports.set(key, reading);
    reading.catch(() => this.#reports.delete(key));
    return reading;
  }

  /** What waits for a decision, by the path of the page that has it. */
  waiting(companyId: number): Waiting {
    return this.#waiting.get(companyId, (db) => ({
      '/syncs': findBlockedRun(db, companyId) ? 1 : 0,
      '/redemptions': findPending(db, companyId)?.count ?? 0,
      '/recognition': findReported(db, companyId)?.count ?? 0,
    }));
  }
}
