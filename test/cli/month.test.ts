import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCommandLine, NOW } from './command-line.ts';

type Month = { month: string; version: number; people: number; closed_at: string };
type Row = { rank: number; name: string; xp: number };
type Listed<T> = { data: T[] };

async function createCompany(t: Parameters<typeof createCommandLine>[0]) {
  const line = createCommandLine(t);
  const { json, run } = line;
  await json('company', 'create', '--name', 'Acme');
  await json('department', 'create', '--name', 'Sales');
  for (const [name, department, xp] of [
    ['Ada', 'Sales', '40'],
    ['Bo', undefined, '90'],
    ['=Cy', 'Sales', '10'],
  ] as const) {
    const { employee_id } = await json<{ employee_id: string }>(
      ...['employee', 'add', '--email', `${name.replace('=', '')}@acme.example`, '--name', name],
      ...(department ? ['--department', department] : []),
    );
    await json('xp', 'award', employee_id, xp, '--at', '2026-10-31T23:59:59.999Z');
  }
  return {
    ...line,
    ranks: async (...argv: string[]) =>
      (await json<Listed<Row>>('leaderboard', ...argv)).data.map(({ rank, name, xp }) => [
        ...[rank, name, xp],
      ]),
    text: async (...argv: string[]) => {
      const { code, stdout, stderr } = await run(argv);
      return code === 0 ? stdout : `${code} ${stderr}`;
    },
  };
}

test('a month is closed, listed, shown, compared and reopened', async (t) => {
  const { json, text, ranks } = await createCompany(t);
  assert.equal(await text('month', 'list'), 'No month is closed yet.\n');
  assert.equal(
    await text('month', 'close', '2026-10'),
    'Closed 2026-10, version 1, with 3 people; reconstructed: departments and activity are those of now.\n',
  );
  assert.equal(
    await text('month', 'close', '2026-10'),
    '1 engaged: This month is closed. To close it again: engaged month reopen 2026-10\n',
  );
  assert.equal(
    await text('month', 'close', '2026-11'),
    '1 engaged: This month has not ended yet\n',
  );
  assert.equal(
    await text('month', 'close', 'october'),
    '1 engaged: month must be a month such as 2026-10\n',
  );
  await json('xp', 'award', 'ada@acme.example', '70', '--at', '2026-10-02');
  assert.deepEqual(await ranks('--month', '2026-10'), [
    [1, 'Bo', 90],
    [2, 'Ada', 40],
    [3, '=Cy', 10],
  ]);
  assert.equal(
    await text('month', 'compare', '2026-10'),
    `RANK  NOW  EXTERNAL_ID  NAME  XP  XP NOW  LATE
   2    1               Ada   40     110    70
`,
  );
  assert.equal(
    await text('month', 'reopen', '2026-10'),
    'Reopened 2026-10. Version 1 stays on record. To close it now: engaged month close 2026-10\n',
  );
  assert.equal(await text('month', 'compare', '2026-10'), '1 engaged: This month is not closed\n');
  assert.equal(
    await text('leaderboard', '--month', '2026-10'),
    '1 engaged: This month is not closed\n',
  );
  const { version, people } = await json<Month>('month', 'close', '2026-10');
  assert.deepEqual([version, people], [2, 3]);
  assert.deepEqual((await ranks('--month', '2026-10'))[0], [1, 'Ada', 110]);
  assert.deepEqual((await ranks('--month', '2026-10', '--month-version', '1'))[0], [1, 'Bo', 90]);
  assert.equal(
    await text('month', 'list'),
    `MONTH    VERSION  CLOSED, UTC       PEOPLE  NOTE
2026-10        2  2026-11-21 09:30       3  reconstructed
2026-10        1  2026-11-21 09:30       3  reconstructed, reopened 2026-11-21 09:30 UTC
`,
  );
  assert.equal(
    await text('month', 'show', '2026-10'),
    `2026-10, closed
MONTH    VERSION  CLOSED, UTC       PEOPLE  NOTE
2026-10        2  2026-11-21 09:30       3  reconstructed
2026-10        1  2026-11-21 09:30       3  reconstructed, reopened 2026-11-21 09:30 UTC

RANK  NAME  EXTERNAL_ID  DEPARTMENT  LEVEL   XP
   1  Ada                Sales           2  110
   2  Bo                                 1   90
   3  =Cy                Sales           1   10
`,
  );
  assert.equal(await text('month', 'show', '2026-09'), '1 engaged: This month is not closed\n');
  const { data } = await json<Listed<{ action: string; target: { id: string } }>>(
    ...['audit', 'list', '--action', 'month'],
  );
  assert.deepEqual(
    data.map(({ action, target }) => [action, target.id]),
    [
      ['month.close', '2026-10'],
      ['month.reopen', '2026-10'],
      ['month.close', '2026-10'],
    ],
  );
});

test('several months are reopened together or not at all', async (t) => {
  const { json, text } = await createCompany(t);
  await json('xp', 'award', 'ada@acme.example', '7', '--at', '2026-08-02');
  for (const month of ['2026-08', '2026-10']) await text('month', 'close', month);
  const versions = async () =>
    (await json<Listed<Month & { reopened_at: string | null }>>('month', 'list')).data.map(
      ({ month, version, reopened_at }) => [month, version, reopened_at !== null],
    );
  assert.equal(
    await text('month', 'reopen', '2026-08', '2026-09', '2026-10'),
    '1 engaged: This month is not closed\n',
  );
  assert.deepEqual(await versions(), [
    ['2026-10', 1, false],
    ['2026-08', 1, false],
  ]);
  assert.equal(
    await text('month', 'reopen', '2026-08', '2026-10', '2026-08'),
    `Reopened 2026-08. Version 1 stays on record. To close it now: engaged month close 2026-08
Reopened 2026-10. Version 1 stays on record. To close it now: engaged month close 2026-10
`,
  );
  assert.deepEqual(await versions(), [
    ['2026-10', 1, true],
    ['2026-08', 1, true],
  ]);
});

test('a month before anybody joined is closed only if somebody has XP in it', async (t) => {
  const line = createCommandLine(t);
  await line.json('company', 'create', '--name', 'Acme');
  const close = async (month: string) => {
    const { stdout, stderr } = await line.run(['month', 'close', month]);
    return stdout + stderr;
  };
  assert.equal(await close('2026-10'), 'engaged: This company has no people yet\n');
  await line.json('employee', 'add', '--email', 'ada@acme.example');
  for (const month of ['2006-10', '2026-10']) {
    assert.equal(
      await close(month),
      'engaged: Nothing is on record for this month. The first person joined in 2026-11\n',
    );
  }
  await line.json('xp', 'award', 'ada@acme.example', '7', '--at', '2026-10-31T23:59:59Z');
  assert.equal(
    await close('2026-10'),
    'Closed 2026-10, version 1, with 1 person; reconstructed: departments and activity are those of now.\n',
  );
});

test('a leaderboard is printed for any period, department or number of people, also as CSV', async (t) => {
  const { text, ranks } = await createCompany(t);
  assert.deepEqual(await ranks(), [
    [1, 'Bo', 90],
    [2, 'Ada', 40],
    [3, '=Cy', 10],
  ]);
  assert.deepEqual(await ranks('--period', 'this_month', '--top', '1'), [[1, 'Ada', 0]]);
  assert.deepEqual(await ranks('--period', 'last_3_months', '--department', 'sales'), [
    [2, 'Ada', 40],
    [3, '=Cy', 10],
  ]);
  await text('month', 'close', '2026-10');
  assert.deepEqual(await ranks('--month', '2026-10', '--department', 'Sales', '--top', '1'), [
    [2, 'Ada', 40],
  ]);
  const csv = await text('leaderboard', '--month', '2026-10', '--csv');
  assert.match(
    csv,
    /^\uFEFFrank,employee_id,external_id,name,department_id,department_external_id,department_name,level,xp\r/,
  );
  assert.match(csv, /,'=Cy,/);
  assert.equal(
    await text('leaderboard', '--month-version', '1'),
    '2 engaged: --month-version needs --month\n',
  );
  assert.match(
    await text('leaderboard', '--month', '2026-10', '--period', 'all_time'),
    /^2 .*--month and --period exclude each other/,
  );
  assert.match(await text('leaderboard', '--department', 'Space'), /^1 engaged: .*not found/i);
});

test('the sandbox has standings of its own', async (t) => {
  const { json, ranks } = await createCompany(t);
  const { data } = await json<Listed<Month>>('month', 'list', '--test');
  assert.deepEqual(data[0], {
    month: '2026-10',
    closed_at: '2026-11-04T00:00:00.000Z',
    version: 1,
    people: 24,
    reconstructed: false,
    reopened_at: null,
  });
  assert.equal((await ranks('--month', '2026-10', '--test', '--top', '2')).length, 2);
  assert.ok(data.every(({ closed_at }) => Date.parse(closed_at) < NOW));
});
