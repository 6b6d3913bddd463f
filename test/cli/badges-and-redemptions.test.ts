import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createCommandLine } from './command-line.ts';

/** A command line with a badge, an item, and three people: a has 100 XP, and each 100 coins. */
async function setUpShopAndBadge(t: TestContext) {
  const line = createCommandLine(t);
  const { json } = line;
  await json('company', 'create', '--name', 'Acme');
  for (const name of ['a', 'b', 'c']) {
    await json('employee', 'add', '--email', `${name}@acme.example`, '--external-id', name);
    await json('coins', 'grant', name, '100');
  }
  await json('xp', 'award', 'a', '100');
  const kind = ['--name', 'Veteran', '--category', 'milestone', '--rarity', 'rare'];
  await json('badge', 'define', 'veteran', ...kind);
  const { id: item } = await json<{ id: string }>(
    ...['shop', 'add', '--name', 'Mug', '--category', 'merch', '--price', '80', '--stock', '2'],
    ...['--description', 'For coffee', '--image-url', 'https://acme.example/mug.png'],
  );
  return { ...line, item };
}

test('a badge is awarded to a list of people from a file or from standard input', async (t) => {
  const { folder, run, json } = await setUpShopAndBadge(t);
  writeFileSync(join(folder, 'people.txt'), 'a\nB@acme.example\n\nnobody\n');
  const many = ['badge', 'award-many', 'veteran', '--file'];
  const dry = await run([...many, 'people.txt', '--dry-run']);
  const real = await run([...many, 'people.txt']);
  assert.equal(dry.stdout, `Dry run: nothing was changed.\n${real.stdout}`);
  assert.deepEqual(real, {
    code: 3,
    stdout: [
      'Veteran to people.txt: 3 rows',
      '',
      '  awarded       2',
      '  held already  0',
      '  rejected      1',
      '',
      '1 row rejected:',
      '  unknown_employee  1',
      '    employee does not match any person: line 4',
      '',
      'Use --rejects FILE to save these rows, fix them and import them again.',
      '',
    ].join('\n'),
    stderr: '',
  });
  const csv = 'employee,at\nc,2026-01-31\na,\n';
  const { stdout } = await run([...many, '-', '--json'], { stdin: csv });
  const { awarded, already_held } = JSON.parse(stdout);
  assert.deepEqual([awarded, already_held], [1, 1]);
  const { data } = await json<{ data: { holders: number }[] }>('badge', 'list');
  assert.equal(data[0]?.holders, 3);
});

test('a badge rule is tried in a dry run, set, and awards from then on', async (t) => {
  const { run, json } = await setUpShopAndBadge(t);
  const rule = ['badge', 'rule', 'veteran'];
  assert.equal(
    (await run([...rule, '--xp', '100', '--dry-run'])).stdout,
    'Dry run: nothing was changed.\nVeteran is awarded at 100 XP. 1 person has been awarded it now.\n',
  );
  assert.match((await run([...rule, '--xp', '100'])).stdout, /^Veteran is awarded at 100 XP\. 1 /);
  assert.match(
    (await run(['xp', 'award', 'b', '100'])).stdout,
    /They also received the badge veteran\.\n$/,
  );
  assert.match((await run(['badge', 'apply-rules'])).stdout, /veteran +100 +0\n/);
  assert.match((await run([...rule, '--none'])).stdout, /no longer has a rule/);
  for (const wrong of [[], ['--xp', '1', '--none'], ['--xp', '0']]) {
    assert.equal((await run([...rule, ...wrong])).code, 2);
  }
  const { data } = await json<{ data: unknown[] }>('badge', 'apply-rules');
  assert.deepEqual(data, []);
});

test('a redemption is approved, fulfilled and refunded, and each step is reported', async (t) => {
  const { run, json, item } = await setUpShopAndBadge(t);
  type Receipt = { id: string; employee_id: string; status: string };
  const { id, employee_id } = await json<Receipt>('shop', 'redeem', 'a', item);
  const step = (verb: string) => run(['shop', verb, id]);
  assert.equal((await step('fulfil')).code, 1);
  assert.equal((await step('approve')).stdout, `Mug for ${employee_id} is approved.\n`);
  assert.equal((await step('fulfil')).stdout, `Mug for ${employee_id} is fulfilled.\n`);
  assert.equal(
    (await step('refund')).stdout,
    `Mug for ${employee_id} is refunded. 80 coins went back, they have 100 now; the stock is 2.\n`,
  );
  assert.equal(
    (await step('decline')).stderr,
    'engaged: The redemption cannot become declined: it is refunded, and stays so\n',
  );
  assert.equal((await step('refund')).stderr, 'engaged: The redemption is refunded already\n');
});

test('a redemption is declined with a reason, which stays with it', async (t) => {
  const { run, json, item } = await setUpShopAndBadge(t);
  const { id } = await json<{ id: string }>('shop', 'redeem', 'a', item);
  assert.equal((await run(['shop', 'approve', id, '--reason', 'Because'])).code, 2);
  assert.equal((await run(['shop', 'decline', id, '--reason', 'x'.repeat(501)])).code, 1);
  await json('shop', 'decline', id, '--reason', 'Out of stock');
  const { data } = await json<{ data: unknown[] }>('shop', 'redemptions', 'list');
  assert.deepEqual(
    data.map((one) => (one as { reason: string }).reason),
    ['Out of stock'],
  );
});

test('redemptions are listed by status', async (t) => {
  const { run, json, item } = await setUpShopAndBadge(t);
  type Redemption = { id: string; status: string };
  const first = await json<Redemption>('shop', 'redeem', 'a', item);
  const second = await json<Redemption>('shop', 'redeem', 'b', item);
  await json('shop', 'approve', second.id);
  const list = async (...filter: string[]) => {
    const argv = ['shop', 'redemptions', 'list', ...filter];
    const { data } = await json<{ data: Redemption[] }>(...argv);
    return data.map(({ id, status }) => [id, status]);
  };
  assert.deepEqual(await list(), [
    [first.id, 'pending'],
    [second.id, 'approved'],
  ]);
  assert.deepEqual(await list('--status', 'pending'), [[first.id, 'pending']]);
  assert.deepEqual(await list('--status', 'refunded'), []);
  assert.equal((await run(['shop', 'redemptions', 'list', '--status', 'lost'])).code, 2);
});
