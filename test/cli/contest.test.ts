import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCommandLine, NOW } from './command-line.ts';

type Contest = {
  id: string;
  name: string;
  state: string;
  counts: string;
  reasons: string[];
  badges: string[];
  ties: string;
  leaders: { name: string }[];
};

const END = Date.UTC(2026, 11, 25);

async function createAcme(t: Parameters<typeof createCommandLine>[0]) {
  const line = createCommandLine<Contest>(t);
  const { json } = line;
  await json('company', 'create', '--name', 'Acme');
  await json('department', 'create', '--name', 'Sales');
  await json(...['employee', 'add', '--email', 'ada@acme.example', '--name', 'Ada']);
  const bo = ['--email', 'bo@acme.example', '--name', 'Bo', '--department', 'Sales'];
  await json('employee', 'add', ...bo, '--external-id', 'B-1');
  const badge = ['--name', 'Winner', '--category', 'social', '--rarity', 'rare'];
  await json('badge', 'define', 'winner', ...badge);
  const contest = await json(
    ...['contest', 'create', '--name', 'Advent', '--first-day', '2026-11-20'],
    ...['--last-day', '2026-12-24', '--prize', '1=badge:winner', '--prize', '1-3=coins:1000'],
  );
  await json('xp', 'award', 'ada@acme.example', '5');
  await json('xp', 'award', 'B-1', '9');
  return { ...line, contest };
}

test('a contest is created, listed, shown, changed and closed', async (t) => {
  const { run, contest } = await createAcme(t);
  const print = async (now: number, ...argv: string[]) => {
    const { code, stdout, stderr } = await run(argv, { now });
    assert.deepEqual([code, stderr], [0, '']);
    return stdout;
  };
  assert.equal(
    await print(NOW, 'contest', 'list'),
    `ID                                    NAME    DAYS, UTC                 STATE    PEOPLE     PRIZES                          RANKED
${contest.id}  Advent  2026-11-20 to 2026-12-24  running  everybody  1=badge:winner, 1-3=coins:1000
`,
  );
  const shown = `Advent  ${contest.id}
  state    running
  days     2026-11-20 to 2026-12-24
  people   everybody
  counts   people by XP
  prizes   1=badge:winner, 1-3=coins:1000
  same XP  people share a place, and all who share it win

RANK  NAME  EXTERNAL_ID  DEPARTMENT  XP  PRIZES
   1  Bo    B-1          Sales        9  badge winner, 1,000 coins
   2  Ada                             5  1,000 coins
`;
  assert.equal(await print(NOW, 'contest', 'show', 'advent'), shown);
  const sales = ['leaderboard', '--contest', contest.id, '--department', 'Sales'];
  assert.equal(
    await print(NOW, ...sales),
    `RANK  NAME  EXTERNAL_ID  DEPARTMENT  LEVEL  XP
   1  Bo    B-1          Sales           1   9
`,
  );
  assert.match(
    await print(NOW, 'contest', 'change', 'advent', '--prize', '2=badge:winner'),
    /prizes {3}2=badge:winner\n {2}same XP {2}people share a place, and all who share it win\n$/,
  );
  assert.equal(
    await print(END, 'contest', 'close', 'advent'),
    'Closed Advent with 2 people and 1 prize.\n',
  );
  assert.equal(
    await print(END, 'contest', 'show', 'advent', '--top', '1'),
    `Advent  ${contest.id}
  state    closed
  days     2026-11-20 to 2026-12-24
  people   everybody
  counts   people by XP
  prizes   2=badge:winner
  same XP  people share a place, and all who share it win
  closed   2026-12-25T00:00:00.000Z
  ranked   2

RANK  NAME  EXTERNAL_ID  DEPARTMENT  XP  PRIZES
   1  Bo    B-1          Sales        9
`,
  );
  assert.match(await print(END, 'badge', 'list'), /winner.* 1$/m);
});

test('a command for a contest that names none, several or nothing to change says so', async (t) => {
  const { run, json } = await createAcme(t);
  const fails = async (...argv: string[]) => {
    const { code, stderr } = await run(['contest', ...argv], { now: NOW });
    return [code, stderr.replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, 'ID')];
  };
  assert.deepEqual(await fails('show', 'x'), [
    1,
    'engaged: Contest not found. See: engaged contest list\n',
  ]);
  assert.deepEqual(await fails('change', 'Advent'), [
    2,
    'engaged: Say what to change. See: engaged contest change --help\n',
  ]);
  assert.deepEqual(await fails('close', 'Advent'), [
    1,
    'engaged: This contest has not ended yet\n',
  ]);
  const days = ['--first-day', '2026-11-20', '--last-day', '2026-12-24'];
  await json('contest', 'create', '--name', 'ADVENT', ...days);
  assert.deepEqual(await fails('cancel', 'Advent'), [
    1,
    'engaged: Several contests match. Name one by its id: ID, ID\n',
  ]);
});

test('a contest of departments says what counts, and ranks them with what each person of them wins', async (t) => {
  const { run, json } = await createAcme(t);
  await json('department', 'create', '--name', 'Field');
  for (const at of [1, 2, 3, 4, 5]) {
    await json('employee', 'add', '--email', `f${at}@acme.example`, '--department', 'Field');
  }
  await json('xp', 'award', 'f1@acme.example', '7', '--reason', 'Safety walk');
  await json('xp', 'award', 'f2@acme.example', '7', '--reason', 'Other');
  const contest = await json(
    ...['contest', 'create', '--name', 'Safety', '--first-day', '2026-11-20'],
    ...['--last-day', '2026-12-24', '--counts', 'participation', '--reason', 'Safety walk'],
    ...['--prize', '1=coins:10'],
  );
  assert.deepEqual(
    [contest.counts, contest.reasons, contest.badges, contest.ties],
    ['participation', ['Safety walk'], [], 'shared'],
  );
  const { stdout } = await run(['contest', 'show', 'Safety'], { now: NOW });
  assert.equal(
    stdout,
    `Safety  ${contest.id}
  state    running
  days     2026-11-20 to 2026-12-24
  people   everybody
  counts   departments by the share of their people who gained XP: Safety walk
  prizes   1=coins:10
  same XP  people share a place, and all who share it win

RANK  DEPARTMENT    PEOPLE  TOOK PART  SHARE  PER HEAD  PRIZES
   1  Sales, Field       6          1    17%       1.2  10 coins
`,
  );
  const refused = await run(['contest', 'change', 'Safety', '--badge', 'winner'], { now: NOW });
  assert.deepEqual(
    [refused.code, refused.stderr],
    [1, 'engaged: badges must be left out where XP counts\n'],
  );
});
