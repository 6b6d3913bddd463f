import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createCommandLine } from './command-line.ts';

const MESSAGE = 'You found the loose guard before anybody was near it.';

async function setUp(t: TestContext) {
  const line = createCommandLine<{ id: string; allowance_left: number; employee_id: string }>(t);
  const { json } = line;
  await json('company', 'create', '--name', 'Acme');
  for (const name of ['Ann', 'Ben']) {
    await json('employee', 'add', '--email', `${name}@acme.example`, '--name', name);
  }
  await json('kudos', 'values', 'set', 'safety', '--name', 'Safety before speed');
  const give = (...words: string[]) => [
    ...['kudos', 'give', 'ann@acme.example', 'ben@acme.example', '--value', 'safety'],
    ...['--message', MESSAGE, ...words],
  ];
  return { ...line, give };
}

test('thanks are switched on, given, listed and removed', async (t) => {
  const { run, json, give } = await setUp(t);
  assert.deepEqual(await run(give()), {
    code: 1,
    stdout: '',
    stderr:
      'engaged: Thanks are not switched on. Switch them on with: engaged kudos settings --on\n',
  });
  const { stdout } = await run(['kudos', 'settings', '--on', '--budget', '500']);
  assert.equal(
    stdout,
    `Thanks are on
  allowance  100 points a month
  budget     500 points a month
  coins      1 for a point
  receiver   0 XP
  giver      5 XP, for 3 thanks a week
  message    20 to 1000 characters
  seen by    company
`,
  );
  const { id, allowance_left } = await json(...give('--points', '25', '--once', 'a'));
  assert.equal(allowance_left, 75);
  assert.equal((await json(...give('--points', '25', '--once', 'a'))).id, id);
  const listed = await run(['kudos', 'list']);
  assert.match(listed.stdout, /2026-11-21 09:30 UTC +shown +Ann +Ben +25 +safety/);
  assert.equal(
    (await run(['kudos', 'budget', '--csv'])).stdout,
    '\uFEFFmonth,points,posts,givers,budget,left\r\n2026-11,25,1,1,500,475\r\n',
  );
  assert.equal(
    (await run(['kudos', 'report', 'givers'])).stdout,
    'NAME  DEPARTMENT  POINTS  THANKS\nAnn                   25       1\n',
  );
  assert.equal(
    (await run(['kudos', 'remove', id, '--reason', 'A mistake'])).stdout,
    'Removed. Points, coins and XP went back.\n',
  );
  assert.deepEqual(await json<{ data: { state: string }[] }>('kudos', 'list', '--reported'), {
    data: [],
  });
  const { data } = await json<{ data: { state: string; decisions: object[] }[] }>('kudos', 'list');
  assert.deepEqual(
    data.map(({ state, decisions }) => [state, decisions.length]),
    [['removed', 1]],
  );
});

test('a department has an allowance of its own, and people take parts', async (t) => {
  const { run, json } = await setUp(t);
  await json('department', 'create', '--name', 'Sales');
  const settings = async (...words: string[]) =>
    (await json<{ departments: object[] }>('kudos', 'settings', ...words)).departments.length;
  assert.equal(await settings('--department', 'Sales', '--allowance', '40'), 1);
  assert.equal(await settings(), 1);
  assert.equal(await settings('--department', 'Sales', '--no-allowance'), 0);
  for (const words of [['--department', 'Sales'], ['--no-allowance'], ['--on', '--off']]) {
    assert.equal((await run(['kudos', 'settings', ...words])).code, 2, words.join(' '));
  }
  const { stdout } = await run(['kudos', 'part', 'ann@acme.example', 'observer']);
  assert.match(stdout, /does not take part\.$/m);
  assert.equal((await run(['kudos', 'part', 'ann@acme.example', 'boss'])).code, 1);
  assert.equal((await run(['kudos', 'values', 'set', 'safety', '--retire'])).code, 0);
  assert.match((await run(['kudos', 'values', 'list'])).stdout, /not used any more/);
});
