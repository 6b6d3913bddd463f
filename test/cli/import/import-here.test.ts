import assert from 'node:assert/strict';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { type CommandEnvironment, createCommandLine } from '../command-line.ts';
import { people, person, writeRoster } from './roster-file.ts';

type Printed = {
  [field: string]: unknown;
  name?: string;
  run_id?: string | null;
  file?: { [field: string]: unknown };
  deactivation_candidates: { external_id: string }[];
};

async function acme(t: TestContext, usual: CommandEnvironment = {}) {
  const terminal = createCommandLine<Printed>(t, usual);
  await terminal.json('company', 'create', '--name', 'Acme');
  const roster = (name: string, lines: readonly string[]) =>
    writeRoster(terminal.folder, name, lines);
  /** Runs an import whatever it ends with, and gives what `--json` prints. */
  const importJson = async (...argv: string[]) => {
    const { code, stdout } = await terminal.run(['import', ...argv, '--json']);
    return { code, printed: JSON.parse(stdout) as Printed };
  };
  return { ...terminal, roster, importJson };
}

test('an import says what it did, and the same file again is unchanged', async (t) => {
  const { run, roster } = await acme(t);
  roster('staff.csv', people(1, 12));
  assert.deepEqual(await run(['import', 'staff.csv']), {
    code: 0,
    stdout: [
      'staff.csv into Acme: 12 rows',
      '',
      '  created      12',
      '  updated       0',
      '  unchanged     0',
      '  failed        0',
      '  departments  3 created',
      '',
    ].join('\n'),
    stderr: '',
  });
  const again = await run(['import', 'staff.csv']);
  assert.equal(again.code, 0);
  assert.match(again.stdout, /created\s+0\n\s+updated\s+0\n\s+unchanged\s+12\n\s+failed\s+0\n$/);
});

test('with --json an import prints the fields of the contract, and what the file adds to them', async (t) => {
  const { roster, importJson } = await acme(t);
  roster('staff.csv', [person(1), '2,nobody,A,B,,', person(3)]);
  const { code, printed } = await importJson('staff.csv', '--where', 'job_title=');
  assert.equal(code, 3);
  assert.deepEqual(printed, {
    created: 0,
    updated: 0,
    unchanged: 0,
    reactivated: 0,
    deactivated: 0,
    departments_created: 0,
    departments_restored: 0,
    deactivation_candidates: [],
    deactivation_candidates_total: 0,
    unlinked_members: 0,
    deactivation_limit: 10,
    deactivation_skipped_reason: null,
    errors: [
      {
        index: 0,
        external_id: '2',
        code: 'validation_failed',
        message: 'email must be an email address',
        line: 3,
      },
    ],
    warnings: [],
    renamed_departments: [],
    department_names: [],
    live_sso_domains: null,
    dry_run: false,
    target: 'Acme',
    requests: null,
    run_id: printed.run_id,
    file: {
      name: 'staff.csv',
      rows: 1,
      skipped: 2,
      left_out: [{ where: 'job_title=', rows: 2 }],
      encoding: 'utf-8',
      sheet: null,
      delimiter: ',',
      skipped_lines: 0,
      extra_lines: [],
      extra_lines_total: 0,
      without_email: { rows: 0, lines: [] },
      columns: {
        external_id: 'external_id',
        email: 'email',
        first_name: 'first_name',
        last_name: 'last_name',
        department_name: 'department_name',
        job_title: 'job_title',
      },
      ignored_columns: [],
      status_columns: [],
      leaving_dates: [],
      days: [],
    },
    profiles: { differing: 0, updated: 0, listed: [] },
    kept: { renumbered: 0, with_role: 0, undecided: 0, people: [] },
    renumbered: null,
    mismatches: [],
    rejects_file: null,
    profile_file: null,
  });
});

// Only what was done has a run that can be looked into.
const withoutWayOn = (stdout: string): string => stdout.replace(/\nTo list them.*/s, '');

test('a dry run prints what the import then prints, ends alike, and changes nothing', async (t) => {
  const { run, roster, json } = await acme(t);
  roster('first.csv', people(1, 30));
  roster('next.csv', [...people(4, 40), person(3, 'Chief'), 'bad,bad,bad,bad,,']);
  roster('leavers.csv', people(5, 40));
  roster('half.csv', people(20, 40));
  const imports = [
    ['first.csv'],
    ['next.csv', '--deactivate-missing', '--rejects', 'rejects.csv'],
    ['leavers.csv', '--deactivate-missing'],
    ['half.csv', '--deactivate-missing'],
    ['half.csv'],
    ['first.csv'],
  ];
  for (const words of imports) {
    const before = await json('company', 'show');
    const rehearsed = await run(['import', ...words, '--dry-run']);
    assert.deepEqual(await json('company', 'show'), before);
    const done = await run(['import', ...words]);
    assert.deepEqual(
      { ...rehearsed, stdout: withoutWayOn(rehearsed.stdout) },
      { ...done, stdout: `Dry run: nothing was changed.\n${withoutWayOn(done.stdout)}` },
    );
  }
});

test('where more people are missing than the limit allows, nobody goes and the way on is told', async (t) => {
  const { run, roster, importJson } = await acme(t);
  roster('staff.csv', people(1, 100));
  await run(['import', 'staff.csv']);
  roster('half staff.csv', people(1, 50));
  const flags = ['half staff.csv', '--where', 'job_title=Clerk', '--deactivate-missing'];
  const refused = await run(['import', ...flags]);
  assert.equal(refused.code, 3);
  const paragraph = refused.stdout.split('\n').slice(8);
  const id = / ([0-9a-f-]{36})$/.exec(paragraph[14] ?? '')?.[1];
  const sentence = [
    'Nobody is deactivated: 50 people with an external_id are not in the file, more than the limit of 20:',
    ...Array.from({ length: 10 }, (_, n) => `  Given${n + 51} Family${n + 51} (00${n + 51})`),
    '  and 40 others',
  ];
  assert.deepEqual(paragraph, [
    '',
    ...sentence,
    'To list them:',
    `  engaged sync show ${id}`,
    'If these people have left, deactivate them with:',
    `  engaged sync approve ${id}`,
    '',
  ]);
  const line = "engaged import 'half staff.csv' --where job_title=Clerk --deactivate-missing";
  const foretold = await run(['import', ...flags, '--dry-run']);
  assert.deepEqual(foretold.stdout.split('\n').slice(9), [
    '',
    ...sentence,
    'To list them (deactivation_candidates):',
    `  ${line} --dry-run --json`,
    'If these people have left, deactivate them with:',
    `  ${line} --max-deactivations 50`,
    '',
  ]);
  const listed = await importJson(...flags, '--dry-run');
  assert.deepEqual(
    listed.printed.deactivation_candidates.map((candidate) => candidate.external_id),
    people(51, 100).map((row) => row.slice(0, 4)),
  );
  const done = await run(['import', ...flags, '--max-deactivations', '50']);
  assert.equal(done.code, 0);
  assert.match(done.stdout, /deactivated\s+50\n\nDeactivated:\n {2}Given51 /);
});

test('rejected rows keep everybody active, and the summary says what to do', async (t) => {
  const { run, roster } = await acme(t);
  roster('staff.csv', people(1, 12));
  await run(['import', 'staff.csv']);
  roster('staff.csv', [...people(1, 10), '0011,not an address,A,B,,']);
  const { code, stdout } = await run(['import', 'staff.csv', '--deactivate-missing']);
  assert.equal(code, 3);
  assert.match(stdout, /Nobody was deactivated because rows were rejected/);
  assert.match(
    stdout,
    /Until then, 1 person with an external_id is not in the file:\n {2}Given12 /,
  );
  assert.match(stdout, /Use --rejects FILE to save these rows/);
});

test('people who are missing or unlinked are counted where nobody asked to deactivate them', async (t) => {
  const { run, roster } = await acme(t);
  roster('staff.csv', people(1, 12));
  await run(['import', 'staff.csv']);
  await run(['employee', 'add', '--email', 'guest@acme.example']);
  roster('staff.csv', people(1, 10));
  const { code, stdout } = await run(['import', 'staff.csv']);
  assert.equal(code, 0);
  assert.match(stdout, /\n2 people with an external_id are not in the file\. --deactivate-missing/);
  assert.match(stdout, /\n1 person without external_id is not in the file; an import never/);
});

test('failed rows are told by code and reason with their first lines, and no value of theirs', async (t) => {
  const { run, roster } = await acme(t);
  roster('staff.csv', [
    person(1),
    ...Array.from({ length: 7 }, (_, i) => `secret${i},secret,Secret,Secret,,`),
    'secret8,,Secret,Secret,,',
    person(2).replace('0002', '0003'),
    person(3),
  ]);
  const { stdout } = await run(['import', 'staff.csv']);
  assert.deepEqual(stdout.split('\n').slice(8), [
    '10 rows failed:',
    '  validation_failed  8',
    '    email must be an email address: lines 3, 4, 5, 6, 7 and 2 more',
    '    email must not be empty: line 10',
    '  duplicate_external_id  2',
    '    Another row has the same external_id: lines 11, 12',
    '',
    'Use --rejects FILE to save these rows, fix them and import them again.',
    '',
  ]);
  assert.doesNotMatch(stdout, /secret/i);
});

test('rejects can be fixed and imported, and are gone when nothing failed any more', async (t) => {
  const { run, roster, folder } = await acme(t);
  roster('staff.csv', [person(1), '0002,two,Given,=2+2,,Clerk', '0003,three,Given,Family,,Clerk']);
  const rejects = join(folder, 'rejects.csv');
  const first = await run(['import', 'staff.csv', '--rejects', 'rejects.csv']);
  assert.equal(first.code, 3);
  assert.ok(first.stdout.includes(`\nThe failed rows are in ${rejects}. Fix them there`));
  assert.equal(statSync(rejects).mode & 0o777, 0o600);
  const mended = join(folder, 'mended.csv');
  writeFileSync(mended, readFileSync(rejects, 'utf8').replace('two', 'two@acme.example'));

  const second = await run(['import', 'mended.csv', '--rejects', 'rejects.csv']);
  assert.equal(second.code, 3);
  assert.match(second.stdout, /2 rows\n\n\s+created\s+1\n/);
  assert.match(readFileSync(rejects, 'utf8'), /0003,three,.*,3,validation_failed,/);
  assert.doesNotMatch(readFileSync(rejects, 'utf8'), /0002/);

  writeFileSync(mended, readFileSync(rejects, 'utf8').replace('three', 'three@acme.example'));
  const third = await run(['import', 'mended.csv', '--rejects', 'rejects.csv']);
  assert.equal(third.code, 0);
  assert.equal(existsSync(rejects), false);
});

test('rejects are written through a link, which stays when no row fails', async (t) => {
  const { run, roster, folder } = await acme(t);
  mkdirSync(join(folder, 'shared'));
  const [link, target] = [join(folder, 'rejects.csv'), join(folder, 'shared', 'rejects.csv')];
  writeFileSync(target, '');
  symlinkSync(join('shared', 'rejects.csv'), link);
  const importInto = async (name: string) =>
    (await run(['import', 'staff.csv', '--rejects', name])).code;
  for (let times = 0; times < 2; times++) {
    roster('staff.csv', [person(1), '0002,two,Given,Family,,Clerk']);
    assert.equal(await importInto('rejects.csv'), 3);
    assert.match(readFileSync(target, 'utf8'), /0002,two,/);
    roster('staff.csv', [person(1)]);
    assert.equal(await importInto('rejects.csv'), 0);
    assert.equal(readFileSync(target, 'utf8'), '');
    assert.ok(lstatSync(link).isSymbolicLink());
  }
  assert.deepEqual(readdirSync(join(folder, 'shared')), ['rejects.csv']);
  symlinkSync('nowhere.csv', join(folder, 'lost.csv'));
  roster('staff.csv', [person(2)]);
  assert.deepEqual(await run(['import', 'staff.csv', '--rejects', 'lost.csv']), {
    code: 1,
    stdout: '',
    stderr: `engaged: ${join(folder, 'lost.csv')} is a link that leads nowhere.\n`,
  });
});

test('rejects are never written over anything else, and that is found before anything is imported', async (t) => {
  const { run, roster, folder, json } = await acme(t);
  roster('staff.csv', ['0001,bad,A,B,,']);
  roster('other.csv', people(1, 2));
  const kept = readFileSync(join(folder, 'other.csv'), 'utf8');
  const before = await json('company', 'show');
  for (const [place, why] of [
    ['staff.csv', /names the file that is imported/],
    ['./other.csv', /exists and holds something else/],
    ['engaged.db', /exists and holds something else/],
    ['.', /exists and holds something else/],
    ['nowhere/rejects.csv', /its folder cannot be written to/],
  ] as const) {
    const { code, stderr } = await run(['import', 'staff.csv', '--rejects', place]);
    assert.equal(code, 2, place);
    assert.match(stderr, why);
  }
  assert.equal(readFileSync(join(folder, 'other.csv'), 'utf8'), kept);
  assert.deepEqual(await json('company', 'show'), before);
});

test('a file of rejects never deactivates those whom it does not name', async (t) => {
  const { run, roster } = await acme(t);
  roster('staff.csv', [...people(1, 5), 'x,bad,A,B,,']);
  await run(['import', 'staff.csv', '--rejects', 'rejects.csv']);
  const { code, stderr } = await run(['import', 'rejects.csv', '--deactivate-missing']);
  assert.equal(code, 2);
  assert.match(stderr, /does not list everybody/);
});

test('--map, --where and --delimiter say how to read a file, and its form is told where it is unusual', async (t) => {
  const { run, folder, json } = await acme(t);
  const lines = ['Kürzel;Mail;Vorname;Nachname;Rest;Aktiv', 'A1;a@acme.example;Ännï;Ö;x,y,z;ja'];
  writeFileSync(
    join(folder, 'staff.csv'),
    Buffer.from([...lines, 'A2;b@acme.example;B;B;;nein'].join('\n'), 'latin1'),
  );
  const { code, stdout } = await run([
    ...['import', 'staff.csv', '--map', 'external_id=Kürzel', '--where', 'Aktiv=ja'],
    ...['--delimiter', ';'],
  ]);
  assert.equal(code, 0);
  assert.match(
    stdout,
    /^staff\.csv into Acme: 1 row\n1 row left out by --where Aktiv=ja\nRead as Windows-1252 with semicolons\. If accents look wrong, name the encoding with --encoding\.\n\n/,
  );
  const shown = await json('employee', 'show', 'A1');
  assert.equal(shown.name, 'Ännï Ö');
});

test('--where "Status!=Terminated" leaves out those who were terminated, and nobody else', async (t) => {
  const { run, folder, json } = await acme(t);
  const lines = [
    'external_id,email,first_name,last_name,Status',
    ...['1,a@acme.example,A,A,Active', '2,b@acme.example,B,B,Terminated'],
    ...['3,c@acme.example,C,C,On leave', '4,d@acme.example,D,D,'],
  ];
  writeFileSync(join(folder, 'staff.csv'), lines.join('\n'));
  const { code, stdout } = await run(['import', 'staff.csv', '--where', 'Status!=Terminated']);
  assert.equal(code, 0);
  assert.match(
    stdout,
    /^staff\.csv into Acme: 3 rows\n1 row left out by --where 'Status!=Terminated'\n\n/,
  );
  const { data } = await json<{ data: { external_id: string }[] }>('employee', 'list');
  assert.deepEqual(
    data.map(({ external_id }) => external_id),
    ['1', '3', '4'],
  );
});

test('a status and leaving dates are told with counts and filters, and no other value of a row', async (t) => {
  const { run, folder, importJson } = await acme(t);
  const lines = [
    'external_id,email,first_name,last_name,Status,Left on,Exit date,Salary',
    '1,a@acme.example,A,A,Active,,,4711',
    '2,b@acme.example,B,B,Active \u202e,,2027-01-31,4712',
    '3,c@acme.example,C,C,,,,4713',
    '4,d@acme.example,D,D,Terminated,,2026-01-31,4714',
  ];
  writeFileSync(join(folder, 'staff.csv'), lines.join('\n'));
  const { code, stdout } = await run(['import', 'staff.csv', '--dry-run']);
  assert.equal(code, 0);
  assert.deepEqual(stdout.split('\n').slice(2, 21), [
    '',
    'Columns:',
    '  external_id  "external_id"',
    '  email        "email"',
    '  first_name   "first_name"',
    '  last_name    "last_name"',
    'Ignored: "Status", "Left on", "Exit date", "Salary".',
    '',
    '"Status" looks like an employment status, and no --where names it:',
    '  Active         1',
    '  Active \\u202e  1',
    '  (empty)        1',
    '  Terminated     1',
    "To leave out people who have left: --where 'Status!=Terminated'",
    '',
    '"Exit date" holds leaving dates: 1 row has one in the past, 1 in the future.',
    "To import only rows without a date: --where 'Exit date='",
    '',
    '  created      4',
  ]);
  const { printed } = await importJson('staff.csv', '--dry-run');
  const { status_columns, leaving_dates, ignored_columns } = printed.file ?? {};
  assert.deepEqual(
    { status_columns, leaving_dates, ignored_columns },
    {
      status_columns: [
        {
          column: 'Status',
          values: [
            { value: 'Active', rows: 1 },
            { value: 'Active \u202e', rows: 1 },
            { value: '', rows: 1 },
            { value: 'Terminated', rows: 1 },
          ],
          more_values: 0,
          where: 'Status!=Terminated',
          note: null,
        },
      ],
      leaving_dates: [{ column: 'Exit date', past: 1, future: 1, where: 'Exit date=' }],
      ignored_columns: ['Status', 'Left on', 'Exit date', 'Salary'],
    },
  );
  const filtered = await run(['import', 'staff.csv', '--where', 'Status=Active|', '--dry-run']);
  assert.deepEqual(filtered.stdout.split('\n').slice(3, 11), [
    '',
    'Columns:',
    '  external_id  "external_id"',
    '  email        "email"',
    '  first_name   "first_name"',
    '  last_name    "last_name"',
    'Ignored: "Left on", "Exit date", "Salary".',
    '',
  ]);
});

test('a rejects file of an export with title lines is imported with the same options', async (t) => {
  const { run, folder } = await acme(t);
  const lines = ['Staff', 'Employee ID;Worker;Work Email', '1;Archer, Ann;a', '2;Bob Baker;b'];
  writeFileSync(join(folder, 'staff.csv'), lines.join('\n'));
  const options = ['--skip-lines', '1', '--rejects', 'rejects.csv'];
  assert.equal((await run(['import', 'staff.csv', ...options])).code, 3);
  const text = readFileSync(join(folder, 'rejects.csv'), 'utf8');
  writeFileSync(
    join(folder, 'mended.csv'),
    text.replace(';a;', ';a@acme.example;').replace(';b;', ';b@acme.example;'),
  );
  const { code, stdout } = await run(['import', 'mended.csv', ...options]);
  assert.equal(code, 0);
  assert.match(stdout, /^mended\.csv into Acme: 2 rows\nRead as UTF-8 with semicolons\.\n/);
});

test('one broken byte among a thousand people refuses the file, and nobody is moved', async (t) => {
  const { run, folder, json } = await acme(t);
  const header = 'external_id,email,first_name,last_name,department_name\n';
  const rows = Array.from(
    { length: 1_000 },
    (_, n) => `${n},p${n}@acme.example,Zoë,Ng,Geschäftsführung\n`,
  );
  writeFileSync(join(folder, 'staff.csv'), header + rows.join(''));
  assert.equal((await run(['import', 'staff.csv'])).code, 0);
  const before = [await json('department', 'list'), await json('sync', 'list')];
  const lines = [header, ...rows].map((line) => Buffer.from(line));
  lines[500] = Buffer.from(rows[499]?.replace('Zoë', 'Jürgen') ?? '', 'latin1');
  writeFileSync(join(folder, 'staff.csv'), Buffer.concat(lines));
  const { code, stdout, stderr } = await run(['import', 'staff.csv']);
  assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
  assert.match(
    stderr,
    /^engaged: The file is UTF-8 with broken characters: see line 501 \(byte 0xFC at offset \d+\)\. /,
  );
  assert.deepEqual([await json('department', 'list'), await json('sync', 'list')], before);
});

test('--encoding names what a file is written in, also in the line that is printed to copy', async (t) => {
  const { run, folder, json, roster } = await acme(t);
  roster('staff.csv', people(1, 40));
  await run(['import', 'staff.csv']);
  const header = 'external_id,email,first_name,last_name\n';
  const polish = Buffer.concat([
    Buffer.from(`${header}L1,lech@acme.example,Lech,Wa`),
    Buffer.of(0xb3, 0xea),
    Buffer.from('sa\n'),
  ]);
  writeFileSync(join(folder, 'polish.csv'), polish);
  const words = ['import', 'polish.csv', '--encoding', 'CP1250', '--deactivate-missing'];
  const { code, stdout } = await run([...words, '--dry-run']);
  assert.equal(code, 3);
  assert.match(stdout, /\nRead as Windows-1250 with commas\.\n/);
  assert.match(
    stdout,
    /\n {2}engaged import polish\.csv --encoding windows-1250 --deactivate-missing --dry-run --json\n/,
  );
  await run(words);
  assert.equal((await json('employee', 'show', 'L1')).name, 'Lech Wałęsa');
  const wrong = await run(['import', 'polish.csv', '--encoding', 'polish']);
  assert.equal(wrong.code, 2);
  assert.match(wrong.stderr, /--encoding knows no such encoding\. Common ones are utf-8, /);
});

test('typographic signs of Windows-1252 arrive as what they are', async (t) => {
  const { run, folder, json } = await acme(t);
  const text = 'external_id,email,first_name,last_name\n1,a@acme.example,Cathal,O_Brien\n';
  const bytes = Buffer.from(text);
  bytes[bytes.indexOf('_Brien')] = 0x92;
  writeFileSync(join(folder, 'staff.csv'), bytes);
  assert.equal((await run(['import', 'staff.csv'])).code, 0);
  assert.equal((await json('employee', 'show', '1')).name, 'Cathal O’Brien');
});

test('"-" reads standard input', async (t) => {
  const stdin = 'external_id,email,first_name,last_name\n1,a@acme.example,A,Ä\n';
  const { run } = await acme(t, { stdin });
  const { code, stdout } = await run(['import', '-']);
  assert.equal(code, 0);
  assert.match(stdout, /^standard input into Acme: 1 row\n/);
});

test('--company and --test say where an import goes', async (t) => {
  const { run, roster, json } = await acme(t);
  await json('company', 'create', '--name', 'Other');
  roster('staff.csv', people(1, 3));
  const unclear = await run(['import', 'staff.csv']);
  assert.equal(unclear.code, 2);
  assert.match(unclear.stderr, /name one with --company/);
  const other = await run(['import', 'staff.csv', '--company', 'Other']);
  assert.match(other.stdout, /^staff\.csv into Other: 3 rows\n\n\s+created\s+3\n/);
  const sandbox = await run(['import', 'staff.csv', '--company', 'Acme', '--test']);
  assert.match(sandbox.stdout, /^staff\.csv into Acme \(sandbox\): 3 rows\n\n\s+created\s+3\n/);
});

test('the limits that the server keeps hold for an import too', async (t) => {
  const { run, roster } = await acme(t, { env: { ENGAGED_DEPARTMENT_LIMIT: '2' } });
  roster('staff.csv', people(1, 3));
  const { code, stdout } = await run(['import', 'staff.csv']);
  assert.equal(code, 3);
  assert.match(stdout, /department_limit_reached {2}1\n/);
});

test('a wrong option ends with 2, an unusable file with 1, and neither changes anything', async (t) => {
  const { run, roster, folder, json } = await acme(t);
  roster('staff.csv', people(1, 3));
  roster('empty.csv', []);
  writeFileSync(join(folder, 'wrong.csv'), 'Nickname,Mail\nsecret,a@acme.example\n');
  const before = await json('company', 'show');
  const cases: readonly (readonly [number, RegExp, ...string[]])[] = [
    [2, /--map takes the form/, 'staff.csv', '--map', 'email'],
    [2, /--map knows no field/, 'staff.csv', '--map', 'mail=email'],
    [2, /the file does not have/, 'staff.csv', '--map', 'email=Mail'],
    [2, /--where takes the form/, 'staff.csv', '--where', 'Status'],
    [2, /the file does not have/, 'staff.csv', '--where', 'Status=Current'],
    [2, /--delimiter takes/, 'staff.csv', '--delimiter', '::'],
    [2, /whole number from 1 to 100000/, 'staff.csv', '--max-deactivations', '0'],
    [2, /--key goes with --url/, 'staff.csv', '--key', 'k'],
    [1, /No column is known to hold external_id, first_name, last_name/, 'wrong.csv'],
    [1, /has column names but no rows/, 'empty.csv'],
    [
      1,
      /No row passes --where on "job_title"\. That column holds "Clerk" \(3 rows\)\.\n/,
      ...['staff.csv', '--where', 'job_title=x'],
    ],
    [1, /There is no file at/, 'missing.csv'],
    [1, /is a directory/, '.'],
  ];
  for (const [expected, why, ...words] of cases) {
    const { code, stdout, stderr } = await run(['import', ...words]);
    assert.match(stderr, why);
    assert.doesNotMatch(stderr, /secret/);
    assert.deepEqual({ code, stdout }, { code: expected, stdout: '' }, words.join(' '));
  }
  assert.deepEqual(await json('company', 'show'), before);
});

test('on a terminal a bar shows the steps and is gone at the end; with --json there is none', async (t) => {
  const { run, roster } = await acme(t, { columns: 80 });
  roster('staff.csv', people(1, 3));
  assert.equal((await run(['import', 'staff.csv', '--json'])).stderr, '');
  const { stderr } = await run(['import', 'staff.csv']);
  assert.match(stderr, /reading the file.*checking the rows.*applying the changes/s);
  assert.ok(stderr.endsWith('\r\u001b[K'));
});
