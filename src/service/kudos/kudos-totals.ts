import { allowanceIn, mostToOne, warnedFrom } from '../../domain/kudos.ts';
import { formatMonth, type Month, monthOf } from '../../domain/period.ts';
import type { Database } from '../../store/database.ts';
import * as store from '../../store/kudos/kudos-totals.ts';
import type { CompanyWrite } from '../company/company-write.ts';
import { allowanceOfDepartment, kudosSettings } from './kudos-settings.ts';

// The sums of a month: what each giver has spent, to whom, what the company has spent, and for which values. Whatever is
// taken back in its month is taken from them; later they stay as they are, because that allowance is over.

type Counted = {
  month: Month;
  giverNumber: number;
  /** Those of the receivers. */
  numbers: readonly number[];
  /** For each of them. */
  points: number;
  valueCode: string;
};

/** Adds thanks to the sums of their month. */
export function countKudos(
  { db, companyId }: Pick<CompanyWrite, 'db' | 'companyId'>,
  post: Counted,
): void {
  const { month, giverNumber, numbers, valueCode } = post;
  const key = { companyId, month };
  const points = post.points * numbers.length;
  db.run(store.addSpent, { ...key, giverNumber, points, posts: 1 });
  db.run(store.addPairs, { ...key, giverNumber, numbers, points: post.points });
  db.run(store.addMonth, { ...key, giverNumber, points });
  db.run(store.addValue, { ...key, valueCode });
}

/** Takes them from the sums again, where their month is that of the write. */
export function uncountKudos({ db, companyId, now }: CompanyWrite, post: Counted): void {
  const { month, giverNumber, numbers, valueCode } = post;
  if (month !== monthOf(now)) return;
  const key = { companyId, month };
  const points = post.points * numbers.length;
  db.run(store.takeSpent, { ...key, giverNumber, points, posts: 1 });
  db.run(store.takePairs, { ...key, giverNumber, numbers, points: post.points });
  db.run(store.takeMonth, { ...key, giverNumber, points });
  db.run(store.takeValue, { ...key, valueCode });
}

/** What a company gave in a month. */
export type KudosMonth = {
  /** `2026-11`, in UTC. */
  month: string;
  posts: number;
  /** People who gave. */
  givers: number;
  points: number;
};

const NOTHING = { posts: 0, givers: 0, points: 0 };

/** What was given in the month of a moment. */
export function kudosOfMonth(db: Database, companyId: number, now: number): KudosMonth {
  const month = monthOf(now);
  const { posts, givers, points } = db.one(store.findMonth, { companyId, month }) ?? NOTHING;
  return { month: formatMonth(month), posts, givers, points };
}

/** How much of the budget a month has taken. */
export type KudosBudget = KudosMonth & {
  /** Of now; null is unlimited. */
  budget: number | null;
  /** Of the month that goes on; null where it is unlimited, or for an earlier month. */
  left: number | null;
};

/** This month and those before it in which anything was given, newest first. @param count the most months */
export function kudosBudget(
  db: Database,
  companyId: number,
  now: number,
  count = 24,
): KudosBudget[] {
  const { budget } = kudosSettings(db, companyId);
  const current = kudosOfMonth(db, companyId, now);
  const rows = db.all(store.listMonths, { companyId, count });
  const earlier = rows
    .map(({ month, posts, givers, points }) => ({
      ...{ month: formatMonth(month), posts, givers, points },
    }))
    .filter(({ month }) => month < current.month);
  const left = budget === null ? null : Math.max(0, budget - current.points);
  return [
    { ...current, budget, left },
    ...earlier.map((month) => ({ ...month, budget, left: null })),
  ];
}

/** Every value, with how many thanks of a month were for it. Those that are not used any more are left out where none were. */
export const kudosByValue = (db: Database, companyId: number, month: Month) =>
  db
    .all(store.listValues, { companyId, month })
    .filter(({ isActive, posts }) => isActive === 1 || posts > 0)
    .map(({ code, name, posts }) => ({ code, name, posts }));

/** Somebody who gave in a month. */
export type KudosGiver = {
  employee_id: string;
  external_id: string | null;
  name: string | null;
  department: string | null;
  /** That they gave to others. */
  points: number;
  posts: number;
};

/** Who gave most in a month, of those who are active. What people receive is never ranked. */
export const listKudosGivers = (
  db: Database,
  companyId: number,
  month: Month,
  count = 1_000,
): KudosGiver[] =>
  db
    .all(store.listGivers, { companyId, month, count })
    .map(({ employeeId, externalId, departmentName, ...row }) => ({
      ...{ employee_id: employeeId, external_id: externalId, name: row.name },
      ...{ department: departmentName, points: row.points, posts: row.posts },
    }));

/** What one of two people gave the other, and in all. */
type Side = {
  employee_id: string;
  name: string | null;
  points: number;
  posts: number;
  points_in_all: number;
};

/** Two people and what each gave the other. */
export type KudosPair = { first: Side; second: Side };

/** Two people each of whom gave the other at least half of their points, in at least so many thanks. */
const LEAST_POSTS = 3;

/** Pairs who mostly thank each other in a month, those with most points first, for HR. */
export const listKudosPairs = (
  db: Database,
  companyId: number,
  month: Month,
  count = 1_000,
): KudosPair[] =>
  db.all(store.listPairs, { companyId, month, least: LEAST_POSTS, count }).map((row) => ({
    first: {
      ...{ employee_id: row.firstId, name: row.firstName, points: row.firstPoints },
      ...{ posts: row.firstPosts, points_in_all: row.firstTotal },
    },
    second: {
      ...{ employee_id: row.secondId, name: row.secondName, points: row.secondPoints },
      ...{ posts: row.secondPosts, points_in_all: row.secondTotal },
    },
  }));

/** Somebody who gives one person so much that it is said to them, or that they can give no more. */
export type KudosToOne = {
  giver: { employee_id: string; name: string | null };
  receiver: { employee_id: string; name: string | null };
  /** Of the allowance of the giver this month. */
  points: number;
  posts: number;
  allowance: number;
  /** The most points that can go to one person. */
  most: number;
};

/** Who gives one person much of the allowance this month, of the thousand who gave one person most, most points first. */
export function listKudosToOne(db: Database, companyId: number, now: number): KudosToOne[] {
  const settings = kudosSettings(db, companyId);
  const wholes = new Map<number | null, number>();
  const wholeOf = (department: number | null): number => {
    const whole =
      wholes.get(department) ?? allowanceOfDepartment(db, companyId, department, settings);
    wholes.set(department, whole);
    return whole;
  };
  return db
    .all(store.listToOne, { companyId, month: monthOf(now), count: 1_000 })
    .flatMap((row) => {
      const allowance = allowanceIn(wholeOf(row.departmentNumber), row.firstDay, now);
      if (row.points < warnedFrom(allowance)) return [];
      return {
        giver: { employee_id: row.giverId, name: row.giverName },
        receiver: { employee_id: row.receiverId, name: row.receiverName },
        ...{ points: row.points, posts: row.posts, allowance, most: mostToOne(allowance) },
      };
    });
}
