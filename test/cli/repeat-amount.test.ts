import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createCommandLine } from './command-line.ts';

const TERMINAL = { columns: 120 };

async function withPerson(t: TestContext) {
  const line = createCommandLine<{ xp: number; coins: number }>(t);
  await line.json('company', 'create', '--name', 'Acme');
  await line.json('employee', 'add', '--email', 'ada@acme.example');
  const totals = async () => {
    const { xp, coins } = await line.json('employee', 'show', 'ada@acme.example');
    return [xp, coins];
  };
  return { ...line, totals };
}

for (const [noun, verb, unit, limit] of [
  ['xp', 'award', 'XP', '10,000'],
  ['coins', 'grant', 'coins', '1,000'],
] as const) {
  test(`${noun} ${verb} asks for a large amount again, and without a terminal wants --repeat-amount`, async (t) => {
    const { run, totals } = await withPerson(t);
    const words = [noun, verb, 'ada@acme.example', '100000'];
    const what = `100,000 ${unit} is more than ${limit} ${unit} in one entry.`;
    assert.deepEqual(await run(words), {
      code: 2,
      stdout: '',
      stderr: `engaged: ${what} Nothing was changed. If it is right: --repeat-amount 100000\n`,
    });
    for (const typed of ['10000\n', 'yes\n', '\n']) {
      const { code, stdout, stderr } = await run(words, { ...TERMINAL, stdin: typed });
      assert.deepEqual([code, stdout], [1, '']);
      assert.ok(stderr.startsWith(`${what} Type the amount again, in digits, to go on: `), stderr);
    }
    assert.equal((await run([...words, '--repeat-amount', '10000'])).code, 2);
    assert.deepEqual(await totals(), [0, 0]);
    assert.equal((await run(words, { ...TERMINAL, stdin: '100000\n' })).code, 0);
    assert.equal((await run([...words, '--repeat-amount', '100000'])).code, 0);
    assert.deepEqual(await totals(), noun === 'xp' ? [200_000, 0] : [0, 200_000]);
  });
}

test('contest create and change ask for the coins of a new prize again, and once for several', async (t) => {
  const { run, json } = await withPerson(t);
  const create = [
    ...['contest', 'create', '--name', 'Cup', '--first-day', '2026-12-01'],
    ...['--last-day', '2099-12-24', '--prize', '1=coins:5000', '--prize', '2-3=coins:1001'],
  ];
  const what =
    '2 amounts are above the limit for one entry, the largest with 5,000 coins (limit 1,000 coins).';
  assert.deepEqual(await run(create), {
    code: 2,
    stdout: '',
    stderr: `engaged: ${what} Nothing was changed. If it is right: --repeat-amount 5000\n`,
  });
  assert.deepEqual(await json('contest', 'list'), { data: [] });
  assert.equal((await run(create, { ...TERMINAL, stdin: '5000\n' })).code, 0);
  const change = ['contest', 'change', 'Cup', '--prize', '1=coins:5000'];
  assert.equal((await run([...change, '--prize', '2=coins:1000'])).code, 0);
  assert.deepEqual(await run([...change, '--prize', '2=coins:10000']), {
    code: 2,
    stdout: '',
    stderr:
      'engaged: 10,000 coins is more than 1,000 coins in one entry. Nothing was changed. If it is right: --repeat-amount 10000\n',
  });
  assert.equal(
    (await run([...change, '--prize', '2=coins:10000', '--repeat-amount', '10000'])).code,
    0,
  );
  assert.equal((await run(['contest', 'change', 'Cup', '--name', 'Grand cup'])).code, 0);
});

test('xp import asks once for all large rows; a dry run and a file from standard input cannot be asked', async (t) => {
  const { run, folder, totals } = await withPerson(t);
  const rows =
    'employee,amount\nada@acme.example,5\nada@acme.example,20000\nada@acme.example,30000\n';
  writeFileSync(join(folder, 'awards.csv'), rows);
  const words = ['xp', 'import', 'awards.csv'];
  const what =
    '2 amounts are above the limit for one entry, the largest with 30,000 XP (limit 10,000 XP).';
  const refusal = `engaged: ${what} Nothing was changed. If it is right: --repeat-amount 30000\n`;
  assert.deepEqual(await run(words), { code: 2, stdout: '', stderr: refusal });
  assert.equal((await run([...words, '--dry-run'])).code, 0);
  const piped = await run(['xp', 'import', '-'], { ...TERMINAL, stdin: rows });
  assert.deepEqual([piped.code, piped.stdout], [2, '']);
  assert.deepEqual(await totals(), [0, 0]);
  const typed = await run(words, { ...TERMINAL, stdin: '30000\n' });
  assert.equal(typed.code, 0);
  assert.ok(typed.stderr.includes(`${what} Type the amount again, in digits, to go on: `));
  assert.deepEqual(await totals(), [50_005, 0]);
  assert.equal((await run(words)).code, 0);
});

test('company update sets above which amounts are asked for again, and company show tells', async (t) => {
  const { run, json } = await withPerson(t);
  const update = ['company', 'update', '--ask-above-xp', '50', '--ask-above-coins', '7'];
  assert.equal((await run(update)).code, 0);
  const { ask_above_xp, ask_above_coins } = await json<Record<string, number>>('company', 'show');
  assert.deepEqual([ask_above_xp, ask_above_coins], [50, 7]);
  assert.match(
    (await run(['company', 'show'])).stdout,
    /\n {2}asks {6}again above 50 XP or 7 coins in one entry by hand\n/,
  );
  assert.equal((await run(['xp', 'award', 'ada@acme.example', '51'])).code, 2);
  assert.equal((await run(['company', 'update', '--ask-above-xp', '0'])).code, 2);
});
