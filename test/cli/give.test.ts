import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createCommandLine } from './command-line.ts';

const TERMINAL = { columns: 120 };

type Given = {
  gift_id: string | null;
  people: number;
  xp: number;
  coins: number;
  badges: number;
  levels: number;
  skipped: { line: number; code: string; message: string }[];
  repeated: string | null;
  dry_run: boolean;
};

/** Ada and Bob in Sales, Cem in no department, and a list of Ada, Bob and somebody unknown. */
async function createTeam(t: TestContext) {
  const line = createCommandLine(t);
  const { run, json, folder } = line;
  await json('company', 'create', '--name', 'Acme');
  await json('department', 'create', '--name', 'Sales');
  for (const [name, ...department] of [
    ['ada', '--department', 'Sales'],
    ['bob', '--department', 'Sales'],
    ['cem'],
  ]) {
    await json(
      'employee',
      'add',
      '--email',
      `${name}@acme.example`,
      '--name',
      `${name}`,
      ...department,
    );
  }
  const rows = ['Work email;Punkte;Grund', 'ada@acme.example;40;Day 2', 'bob@acme.example;;Day 2'];
  writeFileSync(join(folder, 'few.csv'), `${rows.join('\n')}\n`);
  writeFileSync(join(folder, 'list.csv'), `${[...rows, 'no@acme.example;5;Day 2'].join('\n')}\n`);
  const give = async (...words: string[]): Promise<Given> =>
    JSON.parse((await run(['give', ...words, '--json'])).stdout);
  const totals = async (name: string) => {
    const { xp, coins } = await json<{ xp: number; coins: number }>(
      ...(['employee', 'show', `${name}@acme.example`] as const),
    );
    return [xp, coins];
  };
  return { ...line, give, totals };
}

const idIn = (text: string): string => /[0-9a-f-]{36}/.exec(text)?.[0] ?? '';

test('give says what a list gives and to whom not, asks, and gives', async (t) => {
  const { run, totals } = await createTeam(t);
  const words = ['give', 'list.csv', '--xp', '70', '--coins', '5'];
  const sum = '110 XP and 10 coins to 2 people';
  const nothing = (what: string) =>
    [
      `1 row ${what} nothing:`,
      '  unknown_employee  1',
      '    employee does not match any person: line 4',
    ].join('\n');
  assert.deepEqual(await run([...words, '--dry-run']), {
    code: 3,
    stdout: `Dry run: nothing was changed.\nThis would give ${sum}.\n${nothing('would give')}\n`,
    stderr: '',
  });
  assert.deepEqual(await run(words), {
    code: 2,
    stdout: '',
    stderr: `engaged: This would give ${sum} of Acme. Nothing was given. Look at it with --dry-run, and confirm it with --yes\n`,
  });
  const refused = await run(words, { ...TERMINAL, stdin: 'no\n' });
  assert.equal(refused.code, 1);
  assert.ok(
    refused.stderr.startsWith(
      `This gives ${sum} of Acme.\n${nothing('will give')} Type "yes" to go on: `,
    ),
    refused.stderr,
  );
  assert.deepEqual(await totals('ada'), [0, 0]);
  const given = await run(words, { ...TERMINAL, stdin: 'yes\n' });
  assert.equal(given.code, 3);
  assert.equal(
    given.stdout.replace(idIn(given.stdout), 'ID'),
    `Gave ${sum}.\n${nothing('gave')}\nTo take it back: engaged given undo ID\n`,
  );
  assert.deepEqual(
    [await totals('ada'), await totals('bob')],
    [
      [40, 5],
      [70, 5],
    ],
  );
});

test('give --json prints the gift, and the second time which one it repeats', async (t) => {
  const { give, run } = await createTeam(t);
  const first = await give('few.csv', '--xp', '60', '--yes');
  const id = first.gift_id;
  assert.deepEqual(first, {
    ...{ gift_id: id, people: 2, xp: 100, coins: 0, badges: 0, levels: 0, skipped: [] },
    ...{ coins_for_xp: 0, repeated: null, dry_run: false },
  });
  const second = await give('few.csv', '--xp', '60', '--yes');
  assert.deepEqual([second.gift_id, second.people, second.repeated], [null, 0, id]);
  assert.deepEqual(
    second.skipped.map(({ line, code, message }) => [line, code, message]),
    [2, 3].map((line) => [line, 'already_given', 'the person got the same before']),
  );
  const text = await run(['give', 'few.csv', '--xp', '60', '--yes']);
  assert.equal(text.code, 0);
  assert.ok(
    text.stdout.startsWith(`Nothing was given: this repeats ${id}. To give once more: --again\n`),
  );
  assert.equal((await give('few.csv', '--xp', '60', '--again', '--yes')).people, 2);
});

test('give takes a department or everybody, who get the same once within ten minutes', async (t) => {
  const { give, run, totals } = await createTeam(t);
  const sales = ['--department', 'sales', '--coins', '3', '--yes'];
  const { gift_id, people } = await give(...sales);
  assert.equal(people, 2);
  const again = await run(['give', ...sales]);
  assert.equal(
    again.stdout,
    [
      `Nothing was given: this repeats ${gift_id}. To give once more: --again`,
      '2 people got nothing: the person got the same before',
      '',
    ].join('\n'),
  );
  assert.equal((await give('--everybody', '--coins', '3', '--yes')).people, 3);
  assert.deepEqual(
    [await totals('ada'), await totals('cem')],
    [
      [0, 6],
      [0, 3],
    ],
  );
});

test('give asks for a large amount again, which is the answer to its question too', async (t) => {
  const { run, totals } = await createTeam(t);
  const words = ['give', '--department', 'Sales', '--xp', '20000'];
  const refused = await run([...words, '--yes']);
  assert.deepEqual([refused.code, refused.stdout], [2, '']);
  assert.match(refused.stderr, /Nothing was changed\. If it is right: --repeat-amount 20000\n$/);
  assert.deepEqual(await totals('ada'), [0, 0]);
  assert.equal((await run(words, { ...TERMINAL, stdin: '20000\n' })).code, 0);
  const repeated = ['--again', '--repeat-amount', '20000'];
  assert.equal((await run([...words, ...repeated])).code, 2);
  assert.equal((await run([...words, ...repeated, '--yes'])).code, 0);
  assert.deepEqual(await totals('ada'), [40_000, 0]);
});

test('give refuses what it cannot do before it opens anything', async (t) => {
  const { run } = await createTeam(t);
  for (const [code, words, message] of [
    [2, [], 'Say to whom, in one way: a file, --department or --everybody'],
    [2, ['few.csv', '--everybody'], 'Say to whom, in one way: a file, --department or --everybody'],
    [
      1,
      ['--everybody'],
      'There is nothing to give: say how much XP, how many coins or which badge',
    ],
    [1, ['--everybody', '--badge', 'x'], 'Badge not found. See: engaged badge list'],
    [1, ['--everybody', '--xp', '1', '--at', '2027-01-01'], 'at must not be in the future'],
  ] as const) {
    assert.deepEqual(await run(['give', ...words, '--yes']), {
      ...{ code, stdout: '', stderr: `engaged: ${message}\n` },
    });
  }
});

test('given lists, shows and undoes, and names who has spent the coins', async (t) => {
  const { give, run, json, totals } = await createTeam(t);
  assert.equal(
    (await run(['given', 'list'])).stdout,
    'Nothing was given to many yet. See: engaged give --help\n',
  );
  const { gift_id } = await give('few.csv', '--coins', '5', '--yes');
  const id = gift_id ?? '';
  await json('coins', 'grant', 'ada@acme.example', '-2');
  const { data } = await json<{ data: object[] }>('given', 'list');
  const gift = {
    ...{ id, state: 'given', origin: 'list', subject: 'few.csv', reason: 'Day 2' },
    ...{ given_at: '2026-11-21T09:30:00.000Z', given_by: 'command line (test)', lines: 2 },
    ...{ people: 2, xp: 40, coins: 10, badges: 0, levels: 0, undone_at: null, undone_by: null },
    coins_for_xp: 0,
  };
  assert.deepEqual(data, [gift]);
  const shown = await json<{ rows: { name: string; state: string }[] }>('given', 'show', id);
  assert.deepEqual(
    shown.rows.map(({ name, state }) => [name, state]),
    [
      ['ada', 'given'],
      ['bob', 'given'],
    ],
  );
  const dry = await run(['given', 'undo', id, '--dry-run']);
  const refused =
    /^1 person has spent the coins and keeps everything:\n {2}ada {2}[0-9a-f-]{36}\n$/m;
  assert.match(
    dry.stdout,
    /^Dry run: nothing was changed\.\nThis would be undone for 1 person\.\n/,
  );
  assert.match(dry.stdout, refused);
  const undone = await run(['given', 'undo', id]);
  assert.match(undone.stdout, /^Undone for 1 person\.\n/);
  assert.match(undone.stdout, refused);
  assert.match((await run(['given', 'undo', id])).stdout, /^Was undone before for 1 person\.\n/);
  assert.deepEqual(
    [await totals('ada'), await totals('bob')],
    [
      [40, 3],
      [0, 0],
    ],
  );
  const text = (await run(['given', 'show', id])).stdout;
  assert.match(text, /^Day 2 {2}[0-9a-f-]{36}\n {2}state {3}undone\n/);
  assert.match(text, /ada .* kept +coins spent/);
  assert.equal(
    (await run(['given', 'undo', 'x'])).stderr,
    'engaged: Gift not found. See: engaged given list\n',
  );
});
