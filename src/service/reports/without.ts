import { DAY_MS } from '../../domain/duration.ts';
import { GroupTree } from '../../domain/group-tree.ts';
import type { Database } from '../../store/database.ts';
import * as departments from '../../store/departments/departments.ts';
import * as store from '../../store/reports/report-details.ts';

/** After so many days without XP, coins or a badge somebody has received nothing. */
const DAYS = 90;

export type WithoutRequest = {
  companyId: number;
  now: number;
  /** With those below it; null for everybody. */
  departmentNumber: number | null;
  /** The number of the last person of the page before, and the most people of a page. */
  after: number;
  count: number;
};

/** Active people who have been there for the last 90 days and received nothing in them, in the order of joining, and how many. */
export function listWithout(db: Database, request: WithoutRequest) {
  const { companyId, now, departmentNumber, after, count } = request;
  return db.read(() => {
    const within =
      departmentNumber === null
        ? null
        : new GroupTree(db.all(departments.listOnRecord, { companyId })).within(departmentNumber);
    const everybody = within === null ? 1 : 0;
    const asked = { companyId, since: now - DAYS * DAY_MS, everybody } as const;
    const who = { ...asked, departments: within ?? [] };
    return {
      total: db.one(store.countWithout, who)?.count ?? 0,
      people: db.all(store.listWithout, { ...who, after, count }),
    };
  });
}
