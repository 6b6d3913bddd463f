import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import Sqlite from 'better-sqlite3';
import { createCommandLine } from './command-line.ts';

async function setUpCompany(t: Parameters<typeof createCommandLine>[0]) {
  const line = createCommandLine(t);
  const { json } = line;
  await json('company', 'create', '--name', 'Acme');
  await json('department', 'create', '--name', 'Sales');
  for (let i = 0; i < 6; i++) {
    const email = `p${i}@acme.example`;
    await json('employee', 'add', '--email', email, ...(i < 5 ? ['--department', 'Sales'] : []));
    if (i < 3) await json('xp', 'award', email, '10');
  }
  const text = async (...argv: string[]) => {
    const { code, stdout, stderr } = await line.run(argv);
    return code === 0 ? stdout : `${code} ${stderr}`;
  };
  return { ...line, text };
}

test('a report of participation is printed for people, as JSON and as CSV', async (t) => {
  const { json, text } = await setUpCompany(t);
  const november = {
    ...{ period: '2026-11', active_people: 6, participants: 3, participation: 0.5, signed_in: 0 },
    ...{ redeemed: 0, xp: 30, coins_earned: 0, coins_spent: 0, coins_outstanding: 0, badges: 0 },
    ...{ joined: 6, left: 0 },
  };
  assert.deepEqual(await json('report', 'participation', '--from', '2026-11'), {
    data: [november],
  });
  assert.equal(
    await text('report', 'participation', '--from', '2026-11', '--csv'),
    `\uFEFF${Object.keys(november).join()}\r\n${Object.values(november).join()}\r\n`,
  );
  const shown = await text('report', 'participation', '--from', '2026-W47', '--by', 'week');
  assert.match(shown, /^PERIOD +ACTIVE +TOOK PART +SHARE/);
  assert.match(shown, /\n2026-W47 +6 +3 +50 % +0 +0 +30 /);
});

test('numbers of a department that would tell those of one person are left out', async (t) => {
  const { json } = await setUpCompany(t);
  const { data } = await json<{ data: { active_people: number; xp: number | null }[] }>(
    ...['report', 'participation', '--from', '2026-11', '--department', 'Sales'],
  );
  assert.deepEqual(
    data.map(({ active_people, xp }) => [active_people, xp]),
    [[5, null]],
  );
});

test('doctor finds totals that are wrong, and counts them again', async (t) => {
  const { folder, run } = await setUpCompany(t);
  const sqlite = new Sqlite(join(folder, 'engaged.db'));
  sqlite.exec('update report_totals set participants = participants + 1 where xp > 0');
  sqlite.close();
  const found = await run(['doctor']);
  assert.equal(found.code, 1);
  assert.match(
    found.stdout,
    /^problem {2}reports {6}The totals of reports of 2 companies are wrong, such as those of \d{4}-\d\d$/m,
  );
  const repaired = await run(['doctor', '--repair']);
  assert.match(repaired.stderr, /Counted the totals of reports of 2 companies again/);
  assert.match(repaired.stdout, /^ok {7}reports {6}The totals of reports match what they add up$/m);
  assert.equal(repaired.code, 0);
});

test('a period that is none is refused before any data is opened', async (t) => {
  const { run } = createCommandLine(t);
  const { code, stderr } = await run(['report', 'participation', '--from', 'october']);
  assert.deepEqual([code, stderr], [1, 'engaged: from must be a month such as 2026-10\n']);
});
