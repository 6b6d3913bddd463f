import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createCommandLine } from './command-line.ts';

type Imported = {
  rows: number;
  awarded: number;
  already_there: number;
  errors: { line: number; code: string; message: string }[];
};

/** A command line with Ada (E-1, 100 XP) and Bob (E-2) on record, and a hand to write files beside it. */
async function adaAndBob(t: TestContext) {
  const line = createCommandLine(t);
  const { folder, run, json } = line;
  await json('company', 'create', '--name', 'Acme');
  for (const [id, name] of [
    ['E-1', 'Ada'],
    ['E-2', 'Bob'],
  ] as const) {
    const email = `${name.toLowerCase()}@acme.example`;
    await json('employee', 'add', '--email', email, '--external-id', id, '--name', name);
  }
  const file = (name: string, ...lines: string[]) => {
    writeFileSync(join(folder, name), `${lines.join('\n')}\n`);
    return name;
  };
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const xpOf = async (person: string) =>
    (await json<{ xp: number }>('employee', 'show', person)).xp;
  const importJson = async (argv: readonly string[], stdin?: string): Promise<Imported> => {
    const world = stdin === undefined ? {} : { stdin };
    return JSON.parse((await run(['xp', 'import', ...argv, '--json'], world)).stdout);
  };
  return { ...line, run, json, file, read, xpOf, importJson };
}

test('a file is imported once, with a summary', async (t) => {
  const { run, file, xpOf } = await adaAndBob(t);
  const name = file(
    'awards.csv',
    'employee;amount;at;reason;coins',
    'E-1;50;2026-09-30;"Talk; long";5',
    'BOB@acme.example;10;;;',
  );
  assert.deepEqual(await run(['xp', 'import', name]), {
    code: 0,
    stdout: [
      'awards.csv into Acme: 2 rows',
      '',
      '  awarded        2  60 XP and 5 coins to 2 people',
      '  already there  0',
      '  rejected       0',
      '',
    ].join('\n'),
    stderr: '',
  });
  const again = await run(['xp', 'import', name], { now: Date.UTC(2026, 11, 24) });
  assert.equal(again.code, 0);
  assert.match(again.stdout, /awarded +0\n +already there +2\n/);
  assert.match(again.stdout, /pass --batch NAME\.\n$/);
  assert.deepEqual([await xpOf('E-1'), await xpOf('E-2')], [50, 10]);
  const batch = await run(['xp', 'import', name, '--batch', 'christmas']);
  assert.match(batch.stdout, /awarded +2 /);
});

test('NDJSON is read from standard input, and means the same as the equivalent CSV', async (t) => {
  const { importJson, file, xpOf } = await adaAndBob(t);
  const rows = [
    { employee: 'E-1', amount: 50, at: '2026-09-30', reason: null },
    { employee: 'ada@acme.example', amount: '7', coins: 2, once: 'k' },
  ];
  const stdin = `\ufeff${rows.map((row) => JSON.stringify(row)).join('\r\n')}\n\n`;
  assert.equal((await importJson(['-'], stdin)).awarded, 2);
  assert.equal((await importJson(['-'], stdin)).already_there, 2);
  const csv = file('same.csv', 'Amount,Employee,At', '50,E-1,2026-09-30T00:00Z');
  assert.equal((await importJson([csv])).already_there, 1);
  assert.equal(await xpOf('E-1'), 57);
});

test('numbers in NDJSON are read exactly as written', async (t) => {
  const { run, importJson } = await adaAndBob(t);
  await run(['employee', 'update', 'E-2', '--external-id', '9007199254740992']);
  const stdin = [
    '{"employee":9007199254740993,"amount":1}',
    '{"employee":9007199254740992,"amount":1}',
    '{"employee":"E-1","amount":1.0}',
    '{"employee":"E-1","amount":1e1}',
  ].join('\n');
  const { awarded, errors } = await importJson(['-'], stdin);
  assert.equal(awarded, 1);
  assert.deepEqual(
    errors.map(({ line, code }) => [line, code]),
    [
      [1, 'unknown_employee'],
      [3, 'validation_failed'],
      [4, 'validation_failed'],
    ],
  );
});

test('rejected rows end with 3, and can be corrected in their file and imported', async (t) => {
  const { run, file, read, folder, importJson, xpOf } = await adaAndBob(t);
  const name = file(
    'awards.csv',
    'employee,amount,reason',
    'E-1,5,ok',
    '',
    'E-9,5,=cmd()',
    'E-2,"1,000",',
  );
  const argv = [name, '--rejects', 'rejected.csv'];
  const { code, stdout } = await run(['xp', 'import', ...argv]);
  assert.equal(code, 3);
  assert.match(stdout, /2 rows rejected:\n/);
  assert.match(stdout, /unknown_employee {2}1\n {4}employee does not match any person: line 4\n/);
  const message = 'amount must be a whole number from -1000000000 to 1000000000';
  assert.equal(
    read('rejected.csv'),
    [
      '\ufeffemployee,amount,reason,line,code,message',
      "E-9,5,'=cmd(),4,unknown_employee,employee does not match any person",
      `E-2,"1,000",,5,validation_failed,${message}`,
      '',
    ].join('\r\n'),
  );
  const mended = read('rejected.csv').replace('E-9', 'E-2').replace('"1,000"', '1000');
  writeFileSync(join(folder, 'mended.csv'), mended);
  assert.equal((await importJson(['mended.csv'])).awarded, 2);
  assert.deepEqual([await xpOf('E-1'), await xpOf('E-2')], [5, 1_005]);
  const right = file('awards.csv', 'employee,amount,reason', 'E-2,5,=cmd()');
  assert.equal((await importJson([right, ...argv.slice(1)])).already_there, 1);
  assert.equal(existsSync(join(folder, 'rejected.csv')), false);
});

test('columns are found by their names in several languages and printed; columns about the person are ignored', async (t) => {
  const { run, file, xpOf } = await adaAndBob(t);
  const name = file(
    'punkte.csv',
    'Personalnummer;Vorname;Nachname;Abteilung;Punkte;Datum;Begründung;Münzen',
    'E-1;Ada;Lark;Sales;50;2026-09-30;Vortrag;5',
  );
  assert.deepEqual(await run(['xp', 'import', name]), {
    code: 0,
    stdout: [
      'punkte.csv into Acme: 1 row',
      '',
      'Columns:',
      '  employee  "Personalnummer"',
      '  amount    "Punkte"',
      '  at        "Datum"',
      '  reason    "Begründung"',
      '  coins     "Münzen"',
      'Ignored: "Vorname", "Nachname", "Abteilung".',
      '',
      '  awarded        1  50 XP and 5 coins to 1 person',
      '  already there  0',
      '  rejected       0',
      '',
    ].join('\n'),
    stderr: '',
  });
  for (const [header, row] of [
    ['Employee ID,Work Email,Points,Date', 'E-2,x@acme.example,1,2026-09-01'],
    ['Employee,Email,XP', 'Bob,bob@acme.example,1'],
    ['matricule,nombre de points,motif', 'E-2,1,Atelier'],
    ['Correo electrónico,Puntos,Fecha,Motivo', 'bob@acme.example,1,2026-09-02,Taller'],
    ['Matricola,Punti,Data', 'E-2,1,2026-09-03'],
    ['Personeelsnummer,Punten,Datum,Reden', 'E-2,1,2026-09-04,x'],
    ['Matrícula,Pontos,Data', 'E-2,1,2026-09-05'],
    ['Numer pracownika,Liczba punktów,Data,Powód', 'E-2,1,2026-09-06,x'],
  ] as const) {
    const { code, stdout, stderr } = await run(['xp', 'import', file('one.csv', header, row)]);
    assert.deepEqual([code, stderr], [0, ''], `${header}: ${stdout}`);
  }
  assert.equal(await xpOf('E-2'), 8);
});

test('--map names a column that is not known, or chooses one of several', async (t) => {
  const { run, file } = await adaAndBob(t);
  const two = file('two.csv', 'Employee ID,Points,XP,Manager', 'E-1,5,50,Bob');
  const rule =
    'The first line must name the columns: employee, amount, and where wanted at, reason, coins, once.';
  for (const [words, code, message] of [
    [
      [two],
      1,
      'Several columns could be amount: "Points", "XP". Choose one, for example --map amount=Points.',
    ],
    [
      [two, '--map', 'amount=XP'],
      1,
      `${rule} Rename or remove "Manager", or say what it is with --map.`,
    ],
    [
      [file('lacks.csv', 'Employee ID,Kudos given', 'E-1,5')],
      1,
      `${rule} It lacks amount. Say which column it is, for example --map 'amount=Kudos given'.`,
    ],
    [
      [two, '--map', 'amount=Score'],
      2,
      '--map names the column "Score", which the file does not have. Its columns are "Employee ID", "Points", "XP", "Manager".',
    ],
    [
      [two, '--map', 'score=XP'],
      2,
      '--map knows no field "score". The fields are employee, amount, at, reason, coins, once.',
    ],
    [
      [file('rows.csv', 'ada@acme.example,5'), '--map', 'amount=Points'],
      1,
      'The first line does not look like column names. Put a header line on top, for example external_id,email,first_name,last_name.',
    ],
    [
      [file('x.ndjson', '{"employee":"E-1","amount":5}'), '--map', 'amount=Points'],
      2,
      '--map is for files with a header. In NDJSON, name the fields themselves.',
    ],
  ] as const) {
    assert.deepEqual(await run(['xp', 'import', ...words]), {
      code,
      stdout: '',
      stderr: `engaged: ${message}\n`,
    });
  }
  const argv = ['xp', 'import', two, '--map', 'amount=XP', '--map', 'reason=manager', '--json'];
  assert.deepEqual(JSON.parse((await run(argv)).stdout), {
    ...{ rows: 1, awarded: 1, already_there: 0, xp: 50, coins: 0, people: 1, badges_awarded: 0 },
    ...{
      errors: [],
      target: 'Acme',
      dry_run: false,
      encoding: 'utf-8',
      sheet: null,
      rejects_file: null,
    },
    columns: { employee: 'Employee ID', amount: 'XP', reason: 'Manager' },
    ignored_columns: ['Points'],
  });
});

test('a dry run prints what the import then does, and changes nothing', async (t) => {
  const { run, file, json, xpOf } = await adaAndBob(t);
  await json('badge', 'define', 'x', '--name', 'X', '--category', 'skill', '--rarity', 'rare');
  await json('badge', 'rule', 'x', '--xp', '8');
  const name = file('awards.csv', 'employee,amount', 'E-1,5', 'E-1,5', 'nobody,5');
  const [dry, real] = [
    await run(['xp', 'import', name, '--dry-run']),
    await run(['xp', 'import', name]),
  ];
  assert.equal(dry.stdout, `Dry run: nothing was changed.\n${real.stdout}`);
  assert.match(real.stdout, /badges +1 {2}awarded by their XP rules/);
  assert.equal(await xpOf('E-1'), 10);
});

test('an unusable file is rejected without printing its values', async (t) => {
  const { run, file, xpOf } = await adaAndBob(t);
  const files: [string[], RegExp][] = [
    [[''], /file is empty/],
    [['employee,amount'], /has no rows/],
    [
      ['E-1,5', 'E-2,5'],
      /first line must name the columns: employee, amount, and where wanted at,/,
    ],
    [['employee,reason', 'E-1,secret'], /It lacks amount/],
    [['employee,amount,dtae', 'E-1,5,2026'], /Rename or remove "dtae"/],
    [
      ['employee,amount,Amount', 'E-1,5,6'],
      /Several columns could be amount: "amount", "Amount"\./,
    ],
    [['employee,amount', 'E-1,5,6'], /line 2 has 3/],
    [['[{"employee":"E-1","amount":5}]'], /JSON array/],
    [['{"employee":"E-1","amount":5}', '{"employee":"E-1","amo'], /not: line 2/],
    [['{"employee":"E-1","amount":5,"ammount":6}'], /not: line 1/],
    [
      ['{"employee":"E-1","amount":[5]}', 'null', '{"employee":"E-1","amount":true}'],
      /line 1, 2, 3/,
    ],
  ];
  for (const [lines, message] of files) {
    const { code, stdout, stderr } = await run(['xp', 'import', file('bad', ...lines)]);
    assert.deepEqual([code, stdout], [1, ''], lines[0]);
    assert.match(stderr, message);
    assert.doesNotMatch(stderr, /E-1|secret/);
  }
  assert.equal(await xpOf('E-1'), 0);
});

test('another encoding is reported, and a file with invalid bytes is rejected', async (t) => {
  const { run, file, folder } = await adaAndBob(t);
  const bytes = Buffer.from('employee,amount,reason\nE-1,5,Zo_\n');
  bytes[bytes.indexOf('_')] = 0xeb;
  writeFileSync(join(folder, 'awards.csv'), bytes);
  const assumed = await run(['xp', 'import', 'awards.csv', '--dry-run']);
  assert.match(
    assumed.stdout,
    /\nRead as Windows-1252\. If accents look wrong, name the encoding with --encoding\.\n\n/,
  );
  const named = await run(['xp', 'import', 'awards.csv', '--encoding', 'windows-1252']);
  assert.match(named.stdout, /\nRead as Windows-1252\.\n\n/);
  const broken = Buffer.concat([bytes, Buffer.from('E-2,5,Zoë\n')]);
  writeFileSync(join(folder, 'broken.csv'), broken);
  const list = await run(['xp', 'import', 'broken.csv']);
  assert.equal(list.code, 1);
  assert.match(list.stderr, /UTF-8 with broken characters: see line 2 \(byte 0xEB at offset 31\)/);
  await run([...'badge define x --name X --category skill --rarity rare'.split(' ')]);
  const badge = ['badge', 'award-many', 'x', '--file'];
  assert.equal((await run([...badge, 'broken.csv'])).code, 1);
  const utf16 = file('people.txt', 'E-1');
  writeFileSync(join(folder, utf16), Buffer.from('\uFEFFE-1\r\n', 'utf16le'));
  const awarded = await run([...badge, utf16]);
  assert.match(awarded.stdout, /\nRead as UTF-16LE\.\n\n {2}awarded +1\n/);
});

test('an explanation answers the question why somebody has their XP', async (t) => {
  const { run, json } = await adaAndBob(t);
  await json('xp', 'award', 'E-1', '350', '--at', '2026-10-31T23:59:59.999Z', '--reason', 'Talk');
  await json('xp', 'award', 'E-1', '20', '--at', '2026-11-01');
  await json('xp', 'award', 'E-2', '20');
  const { employee_id: id } = await json<{ employee_id: string }>('employee', 'show', 'E-1');
  const { code, stdout } = await run(['xp', 'explain', 'E-1', '--period', 'this_month']);
  assert.equal(code, 0);
  assert.equal(
    stdout,
    [
      `XP of Ada (${id}), this_month`,
      '',
      'XP counts that was earned from 2026-11-01T00:00:00.000Z',
      '                        before 2026-12-01T00:00:00.000Z (UTC), as of 2026-11-21T09:30:00.000Z.',
      '',
      'COUNTS FOR                RECORDED                  AMOUNT  SUM  REASON',
      '2026-11-01T00:00:00.000Z  2026-11-21T09:30:00.000Z      20   20',
      '',
      'XP     20 XP from 1 entry in this window; outside it 1 entry with 350 XP.',
      'Level  3, from 370 XP of all time: level 3 begins at 300 XP, level 4 at 600 XP, 230 XP to go.',
      'Rank   1 of 2 active people, with 20 XP.',
      '       below: 2. Bob with 20 XP',
      'Tie    Bob has the same XP; Ada joined first (both on 2026-11-21T09:30:00.000Z, in this order) and ranks first.',
      '',
    ].join('\n'),
  );
});

test('an explanation of a deactivated employee says that they do not rank', async (t) => {
  const { run, json } = await adaAndBob(t);
  await json('xp', 'award', 'E-1', '5');
  await json('employee', 'deactivate', 'E-1', '--reason', 'Left');
  const { stdout } = await run(['xp', 'explain', 'E-1']);
  assert.match(stdout, /\nRank {3}none: deactivated since 2026-11-21T09:30:00\.000Z\. /);
  const explained = await json<{ standing: unknown; xp: number; entries: unknown[] }>(
    ...['xp', 'explain', 'E-1'],
  );
  assert.deepEqual([explained.standing, explained.xp, explained.entries.length], [null, 5, 1]);
});

test('a long explanation shows the newest entries and counts the others', async (t) => {
  const { run, file, importJson } = await adaAndBob(t);
  const rows = Array.from({ length: 60 }, (_, i) => `E-1,${i + 1},2026-11-01T00:${i}:00Z`);
  const padded = rows.map((row) => row.replace(/00:(\d):/, '00:0$1:'));
  await importJson([file('many.csv', 'employee,amount,at', ...padded)]);
  const { stdout } = await run(['xp', 'explain', 'E-1']);
  assert.match(stdout, /\n20 entries before these, 210 XP together \(--json has all\)\n/);
  assert.equal(stdout.match(/^2026-11-01/gm)?.length, 40);
  assert.match(stdout, / 60 {2}1830\n/);
});
