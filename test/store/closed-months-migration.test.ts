import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { collectStandings, type Standing } from '../../src/domain/standings/standing.ts';
import {
  type Block,
  packStandings,
  StandingsBlock,
  withoutRank,
} from '../../src/domain/standings/standings-blocks.ts';
import { eachStanding, forgetPerson } from '../../src/service/months/standings.ts';
import { checkStandings } from '../../src/service/operations/doctor/standings.ts';
import type { Database } from '../../src/store/database.ts';
import * as closedMonths from '../../src/store/months/closed-months.ts';
import type { Shape } from '../../src/store/query.ts';
import { migrationFiles } from '../../src/store/sql-files.ts';
import { migrate } from '../../src/store/sqlite/migrate.ts';
import { createEmptyDatabase, tempFolder } from './temp-files.ts';

const idOf = (n: number) => `01997a3c-8f2e-7000-9c6d-00000000000${n}`;

const rowsOf = <R extends Shape>(db: Database, sql: string, row: R) =>
  db.all({ name: `test/${sql}`, sql, cardinality: 'many', params: {}, row }, {});

/** Everybody of a month in rank order, in departments 0 to 3. */
const standingsOf = (people: number, month: number): Standing[] =>
  Array.from({ length: people }, (_, at) => ({
    number: people - at,
    xp: (people - at) * month,
    level: 1 + (at % 9),
    departmentNumber: at % 4,
  }));

/** Blocks in which the person at a rank was erased. */
function blocksOf(standings: Standing[], erasedRank: number | null): Block[] {
  const people = standings.length;
  const blocks = [...packStandings(collectStandings(standings, people), people)];
  const erased = erasedRank === null ? undefined : standings[erasedRank - 1];
  if (!erased || erasedRank === null) return blocks;
  return blocks.map((block) => {
    const { list, first, data } = block;
    const holds = (position: number) => first <= position && position < first + 1_000;
    if (list === 'standings' && holds(erasedRank)) {
      return { ...block, data: new StandingsBlock(data, first).withoutPersonAt(erasedRank) };
    }
    return list === 'ranks' && holds(erased.number)
      ? { ...block, data: withoutRank(data, first, erased.number) }
      : block;
  });
}

/** Company, month, version, when it was reopened, people, and the rank of somebody who was erased. */
const MONTHS = [
  [1, 24_310, 1, 50, 2_345, 7],
  [1, 24_310, 2, 60, 2_345, null],
  [1, 24_310, 3, null, 2_400, 1_001],
  [1, 24_311, 1, null, 0, null],
  [1, 24_312, 1, 70, 3, 3],
  [2, 24_310, 1, null, 1_000, 1_000],
] as const;

test('closed months of an older file are kept as they were, with all versions and without erased people', (t) => {
  const db = createEmptyDatabase(join(tempFolder(t), 'a.db'));
  t.after(() => db.close());
  migrate(db, migrationFiles.slice(0, 16));
  db.execute(`
    insert into companies (company_id, id, name, name_key, mode, next_entry, created_at)
    values (1, '${idOf(1)}', 'A', 'a', 'live', 40, 0), (2, '${idOf(2)}', 'B', 'b', 'live', 1, 0)`);
  const expected = MONTHS.map(([companyId, month, version, reopenedAt, people, erasedRank]) => {
    const standings = standingsOf(people, month);
    const key = `${companyId}, ${month}, ${version}`;
    db.execute(`insert into closed_months values (${key}, 40, ${reopenedAt}, ${people})`);
    for (const { list, departmentNumber, first, data } of blocksOf(standings, erasedRank)) {
      const hex = Buffer.from(data).toString('hex');
      db.execute(
        `insert into closed_month_blocks values (${key}, '${list}', ${departmentNumber}, ${first}, x'${hex}')`,
      );
    }
    const places = standings.map((standing, at) => ({ rank: at + 1, ...standing }));
    return {
      version: { companyId, month, version, closedAt: 40, reopenedAt, people },
      places: places.filter(({ rank }) => rank !== erasedRank),
    };
  });
  const content = {
    key: 'text',
    list: 'text',
    department: 'integer',
    first: 'integer',
    data: 'text',
  } as const;
  const blocks = (table: string) =>
    rowsOf(
      db,
      `select m.company_id || ' ' || m.month || ' ' || m.version as key, b.list, b.department_number as department,
         b.first, hex(b.data) as data
       from ${table} order by 1, 2, 3, 4`,
      content,
    );
  const before = blocks(
    'closed_months m join closed_month_blocks b using (company_id, month, version)',
  );
  assert.equal(before.length, 36);

  migrate(db);

  assert.deepEqual(
    blocks('closed_months m join standings_blocks b using (company_id, standings)'),
    before,
  );
  const kept = [1, 2].flatMap((companyId) =>
    db
      .all(closedMonths.list, { companyId })
      .toSorted((a, b) => a.month - b.month || a.version - b.version)
      .map((row) => ({ companyId, ...row })),
  );
  assert.deepEqual(
    kept.map(({ standings: _, ...row }) => row),
    expected.map(({ version }) => version),
  );
  assert.deepEqual(
    kept.map(({ standings }) => standings),
    [40, 41, 42, 43, 44, 1],
  );
  assert.deepEqual(
    rowsOf(db, 'select next_entry as next from companies order by company_id', { next: 'integer' }),
    [{ next: 45 }, { next: 2 }],
  );
  for (const [at, row] of kept.entries()) {
    assert.deepEqual([...eachStanding(db, row)], expected[at]?.places);
  }
  assert.equal(checkStandings(db).level, 'ok');
  // Somebody who is erased now leaves every version.
  forgetPerson(db, 1, 2);
  for (const [at, row] of kept.entries()) {
    const places = expected[at]?.places.filter(({ number }) => row.companyId === 2 || number !== 2);
    assert.deepEqual([...eachStanding(db, row)], places);
  }
  assert.equal(checkStandings(db).level, 'ok');
});
