import Sqlite from 'better-sqlite3';
import { walkCursors } from './fixed-response.ts';
import type { Line } from './load.ts';
import type { SeededCompany } from './seed.ts';

/** A read endpoint to measure: one line, or many that differ in what they request. */
export type Read = {
  name: string;
  /** The target as a share of a bare server's requests per second; null if there is none. */
  ofBare: number | null;
  lines: (source: LineSource) => Promise<Line[]>;
};

/** The source of the lines. Cursors come from the server itself, because only it can create them. */
export type LineSource = { port: number; file: string; company: SeededCompany };

/** The number of different lines of a load. */
const MOST_LINES = 20_000;

const everyKey = (paths: readonly string[], { keys }: SeededCompany): Line[] =>
  // The keys allow a million requests a minute, and a fast server gets more than that.
  Array.from({ length: Math.max(paths.length, keys.length) }, (_, i) => ({
    path: paths[i % paths.length] ?? '',
    key: keys[i % keys.length] ?? '',
  }));

const fixed =
  (path: string) =>
  async ({ company }: LineSource): Promise<Line[]> =>
    everyKey([path], company);

const ofPeople =
  (suffix: string) =>
  async ({ file, company }: LineSource): Promise<Line[]> =>
    everyKey(
      randomPeople(file, company).map((id) => `/v1/employees/${id}${suffix}`),
      company,
    );

/** Random pages of a list, with cursors. @param path may have a query */
export const deep =
  (list: string) =>
  async ({ port, company }: LineSource): Promise<Line[]> => {
    const [key = ''] = company.keys;
    const path = list.includes('?') ? `${list}&` : `${list}?`;
    // As many pages of the default size as there are, or evenly spread ones in a large company.
    const limit = Math.min(100, Math.max(25, Math.ceil(company.people / MOST_LINES)));
    const cursors = await walkCursors(port, { path: `${path}limit=${limit}`, key }, MOST_LINES);
    const paths = cursors.map((cursor) => `${path}cursor=${encodeURIComponent(cursor)}`);
    return everyKey(shuffled(paths), company);
  };

/** The read endpoints of the API. */
export const READS: readonly Read[] = [
  { name: 'leaderboard', ofBare: 0.7, lines: fixed('/v1/leaderboard') },
  { name: 'employee', ofBare: 0.75, lines: ofPeople('') },
  { name: 'stats', ofBare: 0.65, lines: ofPeople('/stats') },
  { name: 'status', ofBare: 0.6, lines: fixed('/v1/status') },
  { name: 'employees-deep', ofBare: 0.45, lines: deep('/v1/employees') },
  { name: 'leaderboard-deep', ofBare: 0.45, lines: deep('/v1/leaderboard') },
  { name: 'badges', ofBare: null, lines: ofPeople('/badges') },
  { name: 'departments', ofBare: null, lines: fixed('/v1/departments') },
  { name: 'shop', ofBare: null, lines: fixed('/v1/shop/items') },
  { name: 'by-department', ofBare: null, lines: fixed('/v1/leaderboard/by-department') },
];

/** A mix of all reads, like the systems of a company send. */
export async function mixedLines(source: LineSource): Promise<Line[]> {
  const kinds = await Promise.all(
    READS.filter(({ name }) => name !== 'by-department').map(async ({ lines }) =>
      (await lines(source)).slice(0, 500),
    ),
  );
  return shuffled(kinds.flat());
}

function randomPeople(file: string, { companyId, people }: SeededCompany): string[] {
  const db = new Sqlite(file, { readonly: true });
  try {
    const find = db
      .prepare<[number, number], string>(
        'select id from employees where company_id = ? and number = ? and deactivated_at is null',
      )
      .pluck();
    const count = Math.min(people, MOST_LINES);
    const spread = Array.from({ length: count }, (_, i) => 1 + Math.floor((i * people) / count));
    return shuffled(
      spread.map((number) => find.get(companyId, number)).filter((id) => id !== undefined),
    );
  } finally {
    db.close();
  }
}

/** Shuffles with its own generator, the same in every run. */
export function shuffled<T>(items: readonly T[]): T[] {
  let state = 1;
  const order = items.map((item) => {
    state = (state * 48_271) % 2_147_483_647;
    return { item, at: state };
  });
  return order.sort((a, b) => a.at - b.at).map(({ item }) => item);
}
