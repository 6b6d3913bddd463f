import { setTimeout as sleep } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { PERIODS, type Period } from '../../src/domain/period.ts';
import { fetchJson } from './fixed-response.ts';
import type { SeededCompany } from './seed.ts';

type Line = { rank: number; employee_id: string; xp: number };
type Page = { data: Line[]; pagination: { next_cursor: string | null } };

/** The allowed delay of a leaderboard according to the API contract. */
const LATEST_MS = 31_000;

/**
 * Compares every row of every period's leaderboard with a ranking computed independently from the ledger.
 * Returns undefined if all agree, if necessary after the allowed delay, else a description of the first
 * difference.
 */
export async function boardDifferences(
  port: number,
  file: string,
  company: SeededCompany,
): Promise<string | undefined> {
  const first = await firstDifference(port, file, company);
  if (!first) return undefined;
  await sleep(LATEST_MS);
  return firstDifference(port, file, company);
}

async function firstDifference(
  port: number,
  file: string,
  company: SeededCompany,
): Promise<string | undefined> {
  const rankings = rankFromLedger(file, company.companyId, Date.now());
  let request = 0;
  for (const period of PERIODS) {
    const expected = rankings[period];
    let cursor: string | null = '';
    let at = 0;
    while (cursor !== null) {
      const key = company.keys[request++ % company.keys.length] ?? '';
      const path = `/v1/leaderboard?period=${period}&limit=100&cursor=${encodeURIComponent(cursor)}`;
      const page: Page = await fetchJson<Page>(port, { path, key });
      for (const { rank, employee_id, xp } of page.data) {
        const row = expected[at++];
        if (row?.id !== employee_id || row.xp !== xp || rank !== at) {
          const shown = JSON.stringify({ rank, employee_id, xp });
          return `${period}, line ${at}: ${shown} instead of ${JSON.stringify(row)}`;
        }
      }
      cursor = page.pagination.next_cursor;
    }
    if (at !== expected.length) return `${period}: ${at} lines instead of ${expected.length}`;
  }
  return undefined;
}

type Person = { number: number; id: string };
type Entry = { number: number; amount: number; at: number };

/** Shares nothing with the product but the names of the periods. */
function rankFromLedger(
  file: string,
  companyId: number,
  now: number,
): Record<Period, { id: string; xp: number }[]> {
  const db = new Sqlite(file, { readonly: true });
  try {
    return db.transaction(() => {
      const people = db
        .prepare<[number], Person>(
          'select number, id from employees where company_id = ? and deactivated_at is null order by number',
        )
        .all(companyId);
      const today = new Date(now);
      const starting = (back: number) =>
        Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - back, 1);
      const since: Record<Period, number> = {
        all_time: 0,
        this_month: starting(0),
        last_3_months: starting(2),
        last_year: starting(11),
      };
      const sums = PERIODS.map((period) => ({
        since: since[period],
        xp: new Map<number, number>(),
      }));
      const entries = db.prepare<[number], Entry>(
        'select employee_number as number, amount, counts_at as at from xp_ledger where company_id = ?',
      );
      for (const { number, amount, at } of entries.iterate(companyId)) {
        for (const sum of sums) {
          if (at >= sum.since) sum.xp.set(number, (sum.xp.get(number) ?? 0) + amount);
        }
      }
      const ranked = PERIODS.map((period, i): [Period, { id: string; xp: number }[]] => [
        period,
        people
          .map(({ id, number }) => ({ id, xp: sums[i]?.xp.get(number) ?? 0 }))
          // The sort is stable, and the people are in join order.
          .sort((a, b) => b.xp - a.xp),
      ]);
      return Object.fromEntries(ranked) as Record<Period, { id: string; xp: number }[]>;
    })();
  } finally {
    db.close();
  }
}
