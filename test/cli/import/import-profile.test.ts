import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { MAPPABLE } from '../../../src/roster-file/names/kinds.ts';
import { createCommandLine } from '../command-line.ts';

const LINES = [
  'Staff of Acme',
  'Key;Mailbox;Given;Family;Role;Status',
  '1;a@acme.example;Ann;Archer;Clerk;Active',
  '2;b@acme.example;Bob;Baker;Chief;Terminated',
  '3;c@acme.example;Cy;Cole;Chief;Active',
];

const READING = [
  ...['--map', 'external_id=Key', '--map', 'email=Mailbox', '--map', 'first_name=Given'],
  ...['--map', 'last_name=Family', '--where', 'Status!=Terminated', '--delimiter', ';'],
  ...['--encoding', 'latin1', '--skip-lines', '1'],
];

async function acme(t: TestContext) {
  const line = createCommandLine(t);
  await line.json('company', 'create', '--name', 'Acme');
  const write = (name: string, text: string) => writeFileSync(join(line.folder, name), text);
  const read = (name: string) => readFileSync(join(line.folder, name), 'utf8');
  write('staff.csv', LINES.join('\n'));
  return { ...line, write, read };
}

test('a profile stores how a file is read, and reads the next file the same way', async (t) => {
  const { run, read, folder } = await acme(t);
  const saved = await run(['import', 'staff.csv', ...READING, '--save-profile', 'hr.json']);
  assert.deepEqual(saved, {
    code: 0,
    stdout: [
      'staff.csv into Acme: 2 rows',
      "1 row left out by --where 'Status!=Terminated'",
      'Skipped 1 line above the header.',
      'Read as Windows-1252 with semicolons.',
      '',
      'Columns:',
      '  external_id  "Key"',
      '  email        "Mailbox"',
      '  first_name   "Given"',
      '  last_name    "Family"',
      'Ignored: "Role".',
      '',
      '  created      2',
      '  updated      0',
      '  unchanged    0',
      '  failed       0',
      '',
      `Saved to ${join(folder, 'hr.json')}. Use it with --profile the next time.`,
      '',
    ].join('\n'),
    stderr: '',
  });
  assert.deepEqual(JSON.parse(read('hr.json')), {
    map: { external_id: 'Key', email: 'Mailbox', first_name: 'Given', last_name: 'Family' },
    where: ['Status!=Terminated'],
    delimiter: ';',
    encoding: 'windows-1252',
    skip_lines: 1,
  });
  const again = await run(['import', 'staff.csv', '--profile', 'hr.json']);
  assert.deepEqual(again, {
    ...saved,
    stdout: saved.stdout
      .replace('created      2', 'created      0')
      .replace('unchanged    0', 'unchanged    2')
      .replace(/\nSaved.*\n/, ''),
  });
});

test('options given with a profile add filters and override everything else', async (t) => {
  const { run, read } = await acme(t);
  await run(['import', 'staff.csv', ...READING, '--save-profile', 'hr.json', '--dry-run']);
  const words = ['import', 'staff.csv', '--profile', 'hr.json', '--where', 'Role=Chief'];
  const maps = ['job_title=Role', 'external_id=Mailbox', 'email=Key'];
  const { code, stdout } = await run([
    ...words,
    ...maps.flatMap((map) => ['--map', map]),
    ...['--dry-run', '--json'],
  ]);
  assert.equal(code, 3);
  const { file } = JSON.parse(stdout) as { file: { rows: number; columns: object } };
  assert.equal(file.rows, 1);
  assert.deepEqual(file.columns, {
    first_name: 'Given',
    last_name: 'Family',
    job_title: 'Role',
    external_id: 'Mailbox',
    email: 'Key',
  });
  const wrong = await run([...words, '--delimiter', 'tab']);
  assert.equal(wrong.code, 2);
  assert.match(wrong.stderr, /--map names the column "Key", which the file does not have/);
  await run([...words, '--map', 'name=Family', '--save-profile', 'hr.json', '--dry-run']);
  assert.deepEqual(JSON.parse(read('hr.json')), {
    map: { external_id: 'Key', email: 'Mailbox', name: 'Family' },
    where: ['Status!=Terminated', 'Role=Chief'],
    delimiter: ';',
    encoding: 'windows-1252',
    skip_lines: 1,
  });
});

test('the command that is printed for copying contains the profile', async (t) => {
  const { run, write } = await acme(t);
  const many = Array.from({ length: 40 }, (_, i) => `${i};p${i}@acme.example;P;${i};Clerk;Active`);
  write('all.csv', [...LINES.slice(0, 2), ...many].join('\n'));
  await run(['import', 'all.csv', ...READING, '--save-profile', 'hr.json']);
  const { stdout } = await run([
    ...['import', 'staff.csv', '--profile', 'hr.json', '--skip-lines', '1'],
    ...['--deactivate-missing', '--dry-run'],
  ]);
  assert.match(
    stdout,
    /\n {2}engaged import staff\.csv --profile hr\.json --skip-lines 1 --deactivate-missing --dry-run --json\n/,
  );
});

for (const [what, text, message] of [
  ['no JSON', '{"map": ', 'is not valid JSON in UTF-8.'],
  ['no object', '["secret"]', 'must hold one JSON object.'],
  [
    'an unknown field',
    '{"maps": {"email": "secret"}}',
    'has an unknown field "maps". The fields are map, where, delimiter, encoding, sheet, skip_lines, expect, no_email_domain, deactivate_missing, allow_missing_email, update_profiles.',
  ],
  [
    'a map that is a list',
    '{"map": ["email=secret"]}',
    'has a map that is not an object of fields and headers.',
  ],
  [
    'a map of an unknown field',
    '{"map": {"mail": "secret"}}',
    `maps an unknown field "mail". The fields are ${MAPPABLE.join(', ')}.`,
  ],
  ['a map to a number', '{"map": {"email": 4711}}', 'has a map.email that is not a text.'],
  ['a where that is a text', '{"where": "secret=1"}', 'has a where that is not a list of texts.'],
  [
    'another delimiter',
    '{"delimiter": "secret"}',
    'has a delimiter that is not a comma, a semicolon, | or tab.',
  ],
  ['an unknown encoding', '{"encoding": "secret"}', 'has an encoding that is not known.'],
  [
    'a wrong number of lines',
    '{"skip_lines": -1}',
    'has a skip_lines that is not a whole number from 0.',
  ],
] as const) {
  test(`a profile with ${what} is rejected and never overwritten`, async (t) => {
    const { run, write, read, folder } = await acme(t);
    write('hr.json', text);
    assert.deepEqual(await run(['import', 'staff.csv', '--profile', 'hr.json']), {
      code: 1,
      stdout: '',
      stderr: `engaged: The profile hr.json ${message}\n`,
    });
    const over = await run(['import', 'staff.csv', ...READING, '--save-profile', 'hr.json']);
    assert.deepEqual(over, {
      code: 2,
      stdout: '',
      stderr: over.stderr,
    });
    assert.ok(
      over.stderr.includes(
        `--save-profile names ${join(folder, 'hr.json')}, which exists and is no profile. Choose another name`,
      ),
    );
    assert.equal(read('hr.json'), text);
  });
}

test('a missing profile is named in the error, and options that do not fit the file are not saved', async (t) => {
  const { run, folder } = await acme(t);
  const missing = await run(['import', 'staff.csv', '--profile', 'no.json']);
  assert.deepEqual(missing, {
    code: 1,
    stdout: '',
    stderr: `engaged: There is no file at ${join(folder, 'no.json')}.\n`,
  });
  const wrong = ['--map', 'email=Post', '--save-profile', 'hr.json'];
  assert.equal((await run(['import', 'staff.csv', ...wrong])).code, 2);
  assert.equal(existsSync(join(folder, 'hr.json')), false);
});

test('a profile is saved through a link, and a link stays one', async (t) => {
  const { run, read, write, folder } = await acme(t);
  write('shared.json', '{}');
  symlinkSync('shared.json', join(folder, 'hr.json'));
  const { code } = await run(['import', 'staff.csv', ...READING, '--save-profile', 'hr.json']);
  assert.equal(code, 0);
  assert.notEqual(read('shared.json'), '{}');
  assert.ok(lstatSync(join(folder, 'hr.json')).isSymbolicLink());
  symlinkSync('nowhere.json', join(folder, 'lost.json'));
  assert.deepEqual(await run(['import', 'staff.csv', ...READING, '--save-profile', 'lost.json']), {
    code: 1,
    stdout: '',
    stderr: `engaged: ${join(folder, 'lost.json')} is a link that leads nowhere.\n`,
  });
});

test('a profile is read from a pipe, but not from a device and not endlessly', async (t) => {
  const { run, write, folder } = await acme(t);
  write('hr.json', JSON.stringify({ where: ['Status=Active'] }));
  const piped = (command: string) => {
    const pipe = join(folder, `pipe ${command}`);
    execFileSync('mkfifo', [pipe]);
    const writer = spawn('sh', ['-c', `${command} > "$0"`, pipe], { cwd: folder, stdio: 'ignore' });
    t.after(() => writer.kill());
    return run(['import', 'staff.csv', ...READING, '--profile', `./pipe ${command}`]);
  };
  const { code, stdout } = await piped('cat hr.json');
  assert.equal(code, 0);
  assert.match(stdout, /left out by --where Status=Active/);
  assert.deepEqual(await piped('yes'), {
    code: 1,
    stdout: '',
    stderr: 'engaged: The profile ./pipe yes is too large to be one.\n',
  });
  for (const argv of [['staff.csv', '--profile', '/dev/zero'], ['/dev/zero']]) {
    assert.deepEqual(await run(['import', ...argv]), {
      code: 1,
      stdout: '',
      stderr: 'engaged: /dev/zero is a device, not a file.\n',
    });
  }
});

test('no profile is saved to what is no regular file, and none is read that is too large', async (t) => {
  const { run, folder } = await acme(t);
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  const saved = await run(['import', 'staff.csv', ...READING, '--save-profile', './pipe']);
  assert.deepEqual([saved.code, saved.stdout], [2, '']);
  assert.match(saved.stderr, /pipe, which exists and is no profile/);
  const large = join(folder, 'large.json');
  writeFileSync(large, '');
  truncateSync(large, 3 * 2 ** 30);
  assert.deepEqual(await run(['import', 'staff.csv', '--profile', 'large.json']), {
    code: 1,
    stdout: '',
    stderr: 'engaged: The profile large.json is too large to be one.\n',
  });
});

test('a profile and the failed rows cannot be one file, also where a link leads to it', async (t) => {
  const { run, json, folder } = await acme(t);
  symlinkSync(folder, join(folder, 'here'));
  const refused = await run(
    ['import', 'staff.csv', ...READING, '--save-profile', 'hr.json'].concat(
      '--rejects',
      'here/hr.json',
    ),
  );
  assert.deepEqual(refused, {
    code: 2,
    stdout: '',
    stderr: 'engaged: --save-profile and --rejects name the same file. Choose another name\n',
  });
  assert.deepEqual(await json('sync', 'list'), { data: [] });
});

test('a profile that is kept under a name belongs to the company, and is listed, shown, renamed and deleted', async (t) => {
  const { run, json, write } = await acme(t);
  const saved = await run([
    ...['import', 'staff.csv', ...READING, '--deactivate-missing', '--max-deactivations', '5'],
    ...['--save-profile', 'Nightly', '--dry-run'],
  ]);
  assert.equal(saved.code, 0);
  assert.match(saved.stdout, /\nSaved to Nightly\. Use it with --profile the next time\.\n/);
  const reading = {
    map: { external_id: 'Key', email: 'Mailbox', first_name: 'Given', last_name: 'Family' },
    where: ['Status!=Terminated'],
    delimiter: ';',
    encoding: 'windows-1252',
    skip_lines: 1,
    deactivate_missing: true,
  };
  const shown = await run(['profile', 'show', 'Nightly']);
  assert.deepEqual(JSON.parse(shown.stdout), reading);
  write('copy.json', shown.stdout);
  const used = async () => {
    const { data } = (await json('profile', 'list')) as { data: { used_at: string | null }[] };
    return data.map(({ used_at }) => used_at !== null);
  };
  await run(['import', 'staff.csv', '--profile', 'Nightly', '--dry-run']);
  assert.deepEqual(await used(), [false]);
  for (const profile of ['Nightly', 'copy.json']) {
    const { code, stdout } = await run(['import', 'staff.csv', '--profile', profile]);
    assert.deepEqual([code, /2 rows/.test(stdout), /deactivated/.test(stdout)], [0, true, true]);
  }
  assert.deepEqual(await used(), [true]);
  const renamed = await run(['profile', 'rename', 'Nightly', 'HR, nightly']);
  assert.deepEqual([renamed.code, renamed.stdout], [0, 'Renamed: HR, nightly.\n']);
  const gone = await run(['import', 'staff.csv', '--profile', 'Nightly']);
  assert.deepEqual([gone.code, gone.stderr], [1, 'engaged: Profile not found\n']);
  const deleted = await run(['profile', 'delete', 'HR, nightly']);
  assert.deepEqual([deleted.code, deleted.stdout], [0, 'Deleted: HR, nightly.\n']);
  assert.deepEqual(await json('profile', 'list'), { data: [] });
  const audit = (await json('audit', 'list')) as { data: { action: string; after: object }[] };
  assert.deepEqual(
    audit.data.flatMap(({ action }) => (action.startsWith('roster_profile.') ? [action] : [])),
    ['roster_profile.delete', 'roster_profile.rename', 'roster_profile.save'],
  );
});

test('an import into a service takes no profile by its name', async (t) => {
  const { run, json } = await acme(t);
  const scope = ['--scope', 'employees:write'];
  const { key = '' } = (await json(
    'key',
    'create',
    '--mode',
    'live',
    '--name',
    'HR',
    ...scope,
  )) as {
    key?: string;
  };
  for (const option of ['--profile', '--save-profile']) {
    const words = ['import', 'staff.csv', '--url', 'http://127.0.0.1:9', '--key', key];
    const { code, stderr } = await run([...words, option, 'Nightly']);
    assert.equal(code, 2);
    assert.match(stderr, new RegExp(`${option} names a profile of the data of this machine`));
  }
});

test('a profile keeps the columns that were read, so that the next file is read from them, here and in the portal', async (t) => {
  const { run, json, write } = await acme(t);
  const [header, row] = ['Employee Number,Email,First Name,Last Name', '1,a@acme.example,Ann'];
  write('october.csv', `${header}\n${row},Archer`);
  const columns = async (...words: string[]) => {
    const { file } = await json<{ file: { columns: object } }>('import', ...words);
    return file.columns;
  };
  const read = await columns('october.csv', '--save-profile', 'Monthly');
  assert.deepEqual(read, {
    ...{ external_id: 'Employee Number', email: 'Email' },
    ...{ first_name: 'First Name', last_name: 'Last Name' },
  });
  const { reading, used_at } = await json<{ reading: object; used_at: string | null }>(
    ...['profile', 'show', 'Monthly'],
  );
  assert.deepEqual([reading, used_at !== null], [{ map: read }, true]);
  write(
    'november.csv',
    `${header},Preferred First Name,Work Email\n${row},Archer,Annie,w@acme.example`,
  );
  const without = await columns('november.csv', '--dry-run');
  assert.notDeepEqual(without, read);
  assert.deepEqual(await columns('november.csv', '--profile', 'Monthly', '--dry-run'), read);
  write('december.csv', `${header.replace('Last Name', 'Surname')}\n${row},Archer`);
  const refused = await run(['import', 'december.csv', '--profile', 'Monthly']);
  assert.match(refused.stderr, /names the column "Last Name", which the file does not have/);
});

test('what a name is made of is expected of the next file, and a file of failed rows keeps no columns', async (t) => {
  const { run, read, write } = await acme(t);
  const header = 'Employee Number,Email,First Name,Preferred First Name,Last Name';
  write('staff.csv', `${header}\n1,a@acme.example,Ann,Annie,Archer\n2,b,Bob,,Baker`);
  const words = ['--save-profile', 'hr.json', '--rejects', 'rejects.csv'];
  assert.equal((await run(['import', 'staff.csv', ...words])).code, 3);
  assert.deepEqual(JSON.parse(read('hr.json')), {
    map: { external_id: 'Employee Number', email: 'Email', last_name: 'Last Name' },
    expect: ['First Name', 'Preferred First Name'],
  });
  await run(['import', 'rejects.csv', '--save-profile', 'failed.json', '--dry-run']);
  assert.deepEqual(JSON.parse(read('failed.json')), {});
});
