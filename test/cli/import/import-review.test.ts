import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { type CommandEnvironment, createCommandLine } from '../command-line.ts';
import { people, writeRoster } from './roster-file.ts';

type Listed = { data: { external_id: string; name: string; email: string; state: string }[] };

async function acme(t: TestContext, rows: readonly string[]) {
  const { run, json, folder } = createCommandLine(t);
  await json('company', 'create', '--name', 'Acme');
  const write = (name: string, lines: readonly string[]) =>
    writeFileSync(
      join(folder, name),
      `${['external_id,email,first_name,last_name', ...lines].join('\n')}\n`,
    );
  write('staff.csv', rows);
  await json('import', 'staff.csv');
  const state = async () =>
    (await json<Listed>('employee', 'list')).data.map(
      (one) => `${one.external_id},${one.email},${one.name},${one.state}`,
    );
  /** What an import prints below its counts, and its exit code. */
  const below = async (words: readonly string[], world?: CommandEnvironment) => {
    const { code, stdout, stderr } = await run(['import', ...words], world);
    return { code, stderr, text: stdout.split('\n').slice(6).join('\n').trim().split('\n') };
  };
  return { run, json, folder, write, state, below };
}

const STAFF = [
  '1001,ada@acme.example,Ada,Lark',
  '1002,bo@acme.example,Bo,Ng',
  '1003,cy@acme.example,Cy,Moss',
  '1004,di@acme.example,Di,Roe',
];

test('a marriage is reported with the command that applies it, and that command applies it', async (t) => {
  const { run, json, write, state } = await acme(t, STAFF);
  write('next.csv', ['1001,ada.wren@acme.example,Ada,Wren', ...STAFF.slice(1)]);
  const before = await state();
  const told = await run(['import', 'next.csv']);
  assert.deepEqual(told, {
    code: 0,
    stdout: [
      'next.csv into Acme: 4 rows',
      '',
      '  created      0',
      '  updated      0',
      '  unchanged    4',
      '  failed       0',
      '',
      '1 person has another name or email on record. An import does not change them:',
      '  line 2  Ada Lark (1001): name and email',
      'To apply the names and emails of the file:',
      '  engaged import next.csv --update-profiles',
      '',
    ].join('\n'),
    stderr: '',
  });
  assert.deepEqual(await state(), before);
  const shown = await run(['sync', 'show', 'latest']);
  assert.deepEqual(
    shown.stdout
      .split('\n')
      .slice(-4)
      .map((line) => line.split(/ {2,}/)),
    [
      ['Other name or email on record (1)'],
      ['LINE', 'EXTERNAL_ID', 'NAME', 'DIFFERENT', 'WHY'],
      ['2', '1001', 'Ada Lark', 'name, email', 'not requested'],
      [''],
    ],
  );
  const applied = await run(['import', 'next.csv', '--update-profiles']);
  assert.deepEqual(applied, {
    code: 0,
    stdout: [
      'next.csv into Acme: 4 rows',
      '',
      '  created      0',
      '  updated      1',
      '  unchanged    3',
      '  failed       0',
      '  profiles     1 updated',
      '',
    ].join('\n'),
    stderr: '',
  });
  assert.equal((await state())[0], '1001,ada.wren@acme.example,Ada Wren,active');
  const run2 = await json<{ people: { fields: object }[] }>('sync', 'show', 'latest');
  assert.deepEqual(run2.people[0]?.fields, {
    name: { before: 'Ada Lark', after: 'Ada Wren' },
    email: { before: 'ada@acme.example', after: 'ada.wren@acme.example' },
  });
  await json('sync', 'revert', 'latest');
  assert.deepEqual(await state(), before);
});

test('ten differences are listed in text and all of them with --json; admins are told with the reason', async (t) => {
  const { json, folder, below } = await acme(t, STAFF);
  writeRoster(folder, 'many.csv', people(1, 12));
  await json('import', 'many.csv');
  const changed = people(1, 12).map((line) => line.replace('Family', 'Kin'));
  writeRoster(folder, 'many.csv', changed);
  const { text } = await below(['many.csv']);
  assert.deepEqual(text.slice(-14), [
    '12 people have another name or email on record. An import does not change them:',
    ...Array.from(
      { length: 10 },
      (_, n) =>
        `  line ${n + 2}  Given${n + 1} Family${n + 1} (${String(n + 1).padStart(4, '0')}): name`,
    ),
    '  and 2 others',
    'To apply the names and emails of the file:',
    '  engaged import many.csv --update-profiles',
  ]);
  const { profiles } = await json<{ profiles: { differing: number; listed: object[] } }>(
    ...['import', 'many.csv', '--dry-run'],
  );
  assert.deepEqual([profiles.differing, profiles.listed.length], [12, 12]);
  await json('employee', 'role', '0001', '--admin');
  const applied = await below(['many.csv', '--update-profiles']);
  assert.equal(applied.code, 0);
  assert.deepEqual(applied.text.slice(-2), [
    '1 person has another name or email on record, which was not changed:',
    '  line 2  Given1 Family1 (0001): name; an admin, or holds a role',
  ]);
});

test('swapped emails, a changed id, a rehire and swapped ids come with the commands that resolve them', async (t) => {
  const { run, json, write, below, state } = await acme(t, [
    ...STAFF,
    '1005,eve@acme.example,Eve,Yu',
    '1006,flo@acme.example,Flo,Zed',
    '1007,gus@acme.example,Gus,Orr',
  ]);
  await json('employee', 'deactivate', '1004', '--reason', 'Left');
  write('six.csv', [
    ...STAFF.slice(0, 3),
    '1005,eve@acme.example,Eve,Yu',
    '1006,flo@acme.example,Flo,Zed',
  ]);
  await json('import', 'six.csv', '--deactivate-missing');
  write('next.csv', [
    '1001,bo@acme.example,Ada,Lark',
    '1002,ada@acme.example,Bo,Ng',
    '2003,cy@acme.example,Cy,Moss',
    '2004,di@acme.example,Di,Roe',
    '1005,flo@acme.example,Flo,Zed',
    '1006,eve@acme.example,Eve,Yu',
    '2007,gus@acme.example,Gus,Orr',
  ]);
  const { code, text } = await below(['next.csv']);
  assert.equal(code, 3);
  const { data } = await json<{ data: { employee_id: string; external_id: string }[] }>(
    ...['employee', 'list'],
  );
  const idOf = (id: string) => data.find((one) => one.external_id === id)?.employee_id;
  assert.deepEqual(text, [
    'Kept although they are not in the file, because their address stands in it with another external_id: 1 person',
    '  Cy Moss (1003)',
    '',
    '7 rows failed:',
    '  external_id_mismatch  7',
    '    email belongs to an employee with a different external_id: lines 2, 3, 4, 5, 6 and 2 more',
    '',
    '7 rows have the email of a person with another external_id:',
    '  line 2, external_id 1001: Bo Ng (1002)',
    '    If the email has passed from one person to the other, apply the emails of the file:',
    '      engaged import next.csv --update-profiles',
    '  line 3, external_id 1002: Ada Lark (1001)',
    '  line 4, external_id 2003: Cy Moss (1003)',
    '    If this is the same person with a new id, give them the new id:',
    '      engaged employee update 1003 --external-id 2003',
    '  line 5, external_id 2004: Di Roe (1004), deactivated',
    '    If this is the same person, rehired with a new id, reactivate them and give them the new id:',
    '      engaged employee reactivate 1004',
    '      engaged employee update 1004 --external-id 2004',
    '  line 6, external_id 1005: Flo Zed (1006)',
    '    If the two people have swapped their ids, swap them on record:',
    `      engaged employee update ${idOf('1005')} --no-external-id`,
    '      engaged employee update 1006 --external-id 1005',
    `      engaged employee update ${idOf('1005')} --external-id 1006`,
    '  and 2 more',
    '',
    'Use --rejects FILE to save these rows, fix them and import them again.',
  ]);
  const lines = [
    ...['employee update 1003 --external-id 2003', 'employee reactivate 1004'],
    'employee update 1004 --external-id 2004',
    `employee update ${idOf('1005')} --no-external-id`,
    'employee update 1006 --external-id 1005',
    `employee update ${idOf('1005')} --external-id 1006`,
    'employee update 1007 --external-id 2007',
    'import next.csv --update-profiles',
  ];
  for (const line of lines) assert.equal((await run(line.split(' '))).code, 0, line);
  assert.deepEqual(await state(), [
    '1001,bo@acme.example,Ada Lark,active',
    '1002,ada@acme.example,Bo Ng,active',
    '2003,cy@acme.example,Cy Moss,active',
    '2004,di@acme.example,Di Roe,active',
    '1006,eve@acme.example,Eve Yu,active',
    '1005,flo@acme.example,Flo Zed,active',
    '2007,gus@acme.example,Gus Orr,active',
  ]);
});

test('an external_id that looks like an option, or drives the terminal, gives a command that works', async (t) => {
  const { run, write, below } = await acme(t, ['-9,ada@acme.example,Ada,Lark', ...STAFF.slice(1)]);
  write('next.csv', ['-8,ada@acme.example,Ada,Lark', ...STAFF.slice(1)]);
  const { text } = await below(['next.csv']);
  const command = text.find((line) => line.includes('employee update')) ?? '';
  assert.match(command, /^ {6}engaged employee update [0-9a-f-]{36} --external-id=-8$/);
  assert.equal((await run(command.trim().split(' ').slice(1))).code, 0);
  assert.equal((await below(['next.csv'])).code, 0);
});

test('batch_aborted comes last, so that the cause is read first', async (t) => {
  const { folder, json, below } = await acme(t, STAFF);
  writeRoster(folder, 'many.csv', people(1, 400));
  await json('import', 'many.csv');
  writeRoster(
    folder,
    'many.csv',
    people(1, 400).map((line) => `N${line}`),
  );
  const { text } = await below(['many.csv']);
  const at = text.indexOf('400 rows failed:');
  assert.deepEqual(text.slice(at, at + 5), [
    '400 rows failed:',
    '  external_id_mismatch  101',
    '    email belongs to an employee with a different external_id: lines 2, 3, 4, 5, 6 and 96 more',
    '  batch_aborted  299',
    '    Not attempted, because too many rows before this one failed: lines 103, 104, 105, 106, 107 and 294 more',
  ]);
});

test('a file whose ids lost their leading zeros is refused as a whole, in a dry run too, and so is the opposite', async (t) => {
  const { run, write, state } = await acme(
    t,
    STAFF.map((line) => `00${line}`),
  );
  const before = await state();
  const moved = (prefix: string) =>
    STAFF.map((line, n) => `${prefix}${line}`.replace('@', `.${n}@`));
  write('stripped.csv', [...moved(''), '77,new@acme.example,New,Face']);
  const refused = {
    code: 1,
    stdout: '',
    stderr:
      "engaged: The file's external_ids have lost their leading zeros: 6 digits on record, 4 in the file. Spreadsheets remove them. Format the column as text, export the file again, and do not save it from a spreadsheet\n",
  };
  assert.deepEqual(await run(['import', 'stripped.csv', '--dry-run']), refused);
  assert.deepEqual(await run(['import', 'stripped.csv', '--deactivate-missing']), refused);
  write('padded.csv', moved('0000'));
  const padded = await run(['import', 'padded.csv']);
  assert.deepEqual(
    [padded.code, padded.stderr],
    [
      1,
      "engaged: The file's external_ids have leading zeros that those on record do not have: 6 digits on record, 8 in the file. Export the column as it was exported before\n",
    ],
  );
  assert.deepEqual(await state(), before);
  // Two numbers that happen to be those of others are no pattern, nor are people who are in the file themselves.
  write('two.csv', [...moved('').slice(0, 2), '5,n5@acme.example,N,F']);
  assert.equal((await run(['import', 'two.csv', '--dry-run'])).code, 0);
  write('both.csv', [...STAFF.map((line) => `00${line}`), ...moved('')]);
  assert.equal((await run(['import', 'both.csv', '--dry-run'])).code, 0);
});

test('--allow-missing-email leaves rows out, protects their people, and lets the others go', async (t) => {
  const { run, write, state, below } = await acme(t, [
    ...STAFF,
    ...['1005,e@acme.example,E,E', '1006,f@acme.example,F,F'],
  ]);
  write('next.csv', [
    ...STAFF.slice(0, 3),
    '1004, ,Di,Roe',
    '1005,e@acme.example,E,E',
    '9999,,No,Body',
  ]);
  const strict = await below(['next.csv', '--deactivate-missing', '--dry-run']);
  assert.equal(strict.code, 3);
  const allowed = await run([
    'import',
    'next.csv',
    '--deactivate-missing',
    '--allow-missing-email',
  ]);
  assert.deepEqual(allowed, {
    code: 0,
    stdout: [
      'next.csv into Acme: 4 rows',
      '2 rows have no email and are not applied: lines 5, 7.',
      'The people on record with these external_ids stay as they are.',
      '',
      '  created      0',
      '  updated      0',
      '  unchanged    4',
      '  failed       0',
      '  deactivated  1',
      '',
      'Deactivated:',
      '  F F (1006)',
      '',
    ].join('\n'),
    stderr: '',
  });
  assert.deepEqual(
    (await state()).map((line) => line.split(',').at(-1)),
    ['active', 'active', 'active', 'active', 'active', 'deactivated'],
  );
  const json = await run(['import', 'next.csv', '--allow-missing-email', '--json']);
  assert.deepEqual(JSON.parse(json.stdout).file.without_email, { rows: 2, lines: [5, 7] });
  write('none.csv', [',,No,Body', '1004,,Di,Roe']);
  const failed = await below(['none.csv', '--deactivate-missing', '--allow-missing-email']);
  assert.equal(failed.code, 3);
  assert.ok(
    failed.text.includes('    external_id must not be empty; email must not be empty: line 2'),
  );
  write('none.csv', ['1004,,Di,Roe']);
  const empty = await run(['import', 'none.csv', '--allow-missing-email']);
  assert.deepEqual([empty.code, empty.stderr], [1, 'engaged: No row of the file has an email.\n']);
});

test('deactivating more than half asks first, and is refused where nobody can be asked', async (t) => {
  const person = (n: number) => `${n},p${n}@acme.example,Given,No ${n}`;
  const numbers = Array.from({ length: 11 }, (_, n) => 1001 + n);
  const { run, write, state } = await acme(t, numbers.map(person));
  write('few.csv', numbers.slice(0, 3).map(person));
  const before = await state();
  const refused = await run(['import', 'few.csv', '--deactivate-missing']);
  assert.deepEqual(refused, {
    code: 2,
    stdout: '',
    stderr:
      'engaged: 8 of 11 people would be deactivated, more than half. Nothing was changed. If they have left: engaged import few.csv --deactivate-missing --max-deactivations 8\n',
  });
  const rehearsed = await run(['import', 'few.csv', '--deactivate-missing', '--dry-run']);
  assert.equal(rehearsed.code, 3);
  const leaving = numbers.slice(3).map((n) => `  Given No ${n} (${n})`);
  assert.deepEqual(rehearsed.stdout.split('\n').slice(9, 21), [
    'Deactivated:',
    ...leaving,
    'This is more than half: 8 of 11 people. The import asks first, and is refused without a terminal.',
    'If these people have left, deactivate them with:',
    '  engaged import few.csv --deactivate-missing --max-deactivations 8',
  ]);
  const terminal = { columns: 120 };
  const no = await run(['import', 'few.csv', '--deactivate-missing'], {
    ...terminal,
    stdin: 'no\n',
  });
  assert.deepEqual([no.code, no.stdout], [1, '']);
  assert.deepEqual(await state(), before);
  const yes = await run(['import', 'few.csv', '--deactivate-missing'], {
    ...terminal,
    stdin: 'yes\n',
  });
  assert.equal(yes.code, 0);
  // The second import shows its progress after the answer.
  const question = [
    ...['8 of 11 people would be deactivated, more than half:', ...leaving],
    'Deactivate them? Type "yes" to go on: ',
  ].join('\n');
  assert.equal(yes.stderr.split(question).length, 2);
  assert.equal((await state()).filter((line) => line.endsWith(',deactivated')).length, 8);
});

test('who has another number in the file, or a role, is kept, named, and no longer asked about once decided', async (t) => {
  const { run, json, write, state } = await acme(t, [...STAFF, '1005,eve@acme.example,Eve,Yu']);
  await json('employee', 'role', '1003', '--admin');
  write('next.csv', [
    '1001,ada@acme.example,Ada,Lark',
    'A-1002,bo@acme.example,Bo,Ng',
    '1005,eve@acme.example,Eve,Yu',
  ]);
  const words = ['import', 'next.csv', '--deactivate-missing'];
  const { code, stdout } = await run(words);
  assert.equal(code, 3);
  const [, missing = ''] = /\n\n(Deactivated:.*?)\n\n1 row failed/s.exec(stdout) ?? [];
  assert.deepEqual(missing.split('\n'), [
    'Deactivated:',
    '  Di Roe (1004)',
    '',
    'Kept although they are not in the file, because their address stands in it with another external_id: 1 person',
    '  Bo Ng (1002)',
    'Kept although they are not in the file, because of a role: 1 person',
    '  Cy Moss (1003)',
    '2 people wait for a decision. Somebody who is to stay as they are:',
    '  engaged employee keep PERSON',
    'Somebody with another external_id, and somebody who has left:',
    '  engaged employee update PERSON --external-id NEW',
    '  engaged employee deactivate PERSON --reason Left',
  ]);
  assert.deepEqual(
    (await state()).filter((line) => line.endsWith('deactivated')),
    ['1004,di@acme.example,Di Roe,deactivated'],
  );
  const shown = await run(['sync', 'show', 'latest']);
  assert.match(
    shown.stdout,
    /\nMissing and kept \(2\)\n.*\n1002 .*the address stands in the file.*\n1003 .*an admin, or holds a role/,
  );
  assert.equal((await run(['employee', 'keep', '1003'])).code, 0);
  const refused = await run(['employee', 'keep', '1001']);
  assert.deepEqual([refused.code, refused.stdout], [1, '']);
  assert.equal((await run(['employee', 'update', '1002', '--external-id', 'A-1002'])).code, 0);
  const again = await run(words);
  assert.equal(again.code, 0);
  assert.match(again.stdout, /because of a role: 1 person\n {2}Cy Moss \(1003\)\n?$/);
  assert.deepEqual(await run([...words, '--quiet']), { code: 0, stdout: '', stderr: '' });
});
