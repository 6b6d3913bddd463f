import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { version } from '../../src/store/version.ts';
import { createCommandLine } from './command-line.ts';
import { everyCommand } from './every-command.ts';

test('--version prints only the version', async (t) => {
  const outcome = await createCommandLine(t).run(['--version']);
  assert.deepEqual(outcome, { code: 0, stdout: `${version}\n`, stderr: '' });
});

test('--help lists the commands in groups, and the exit codes', async (t) => {
  const { code, stdout } = await createCommandLine(t).run(['--help']);
  assert.equal(code, 0);
  const headings = stdout.split('\n').filter((line) => /^\S.*:$/.test(line));
  assert.deepEqual(headings, [
    'Options:',
    'People:',
    'Programme:',
    'Operation:',
    'Help:',
    'Exit codes:',
  ]);
  const exitCodes = [...stdout.matchAll(/^ {2}(\d) /gm)].map(([, digit]) => digit);
  assert.deepEqual(exitCodes, ['0', '1', '2', '3']);
});

test('the help of every command has an example, --data and --json', async (t) => {
  const { run } = createCommandLine(t);
  const paths = (await everyCommand()).map(({ path }) => path);
  assert.ok(paths.includes('serve') && paths.includes('key rotate'));
  for (const path of paths) {
    const { code, stdout } = await run([...path.split(' '), '--help']);
    assert.equal(code, 0);
    assert.match(stdout, new RegExp(`Examples?:\n  engaged ${path}\\b`));
    // One names its data with its arguments, the other needs none.
    if (path !== 'copy' && path !== 'mail test') assert.match(stdout, /--data <file>/);
    assert.match(stdout, /--json/);
  }
});

test('a mistyped word is a usage error: exit code 2, one suggestion, nothing on stdout', async (t) => {
  const { run } = createCommandLine(t);
  assert.deepEqual(await run(['kye', 'list']), {
    code: 2,
    stdout: '',
    stderr: 'engaged: There is no command kye. Did you mean key?\n',
  });
  assert.deepEqual(await run(['key', 'lsit']), {
    code: 2,
    stdout: '',
    stderr: 'engaged: There is no command lsit. Did you mean list?\n',
  });
  assert.deepEqual(await run(['key', 'list', '--jsno']), {
    code: 2,
    stdout: '',
    stderr: 'engaged: There is no option --jsno. Did you mean --json?\n',
  });
});

test('a noun without a verb, a missing and a surplus argument are usage errors', async (t) => {
  const { run } = createCommandLine(t);
  for (const argv of [['key'], ['key', 'revoke'], ['key', 'list', 'more'], ['key', '--json']]) {
    const outcome = await run(argv);
    assert.equal(outcome.code, 2);
    assert.equal(outcome.stdout, '');
    assert.notEqual(outcome.stderr, '');
  }
});

test('an error about a value does not repeat the value, which may be personal', async (t) => {
  const { run } = createCommandLine(t);
  const person = 'ada@acme.example';
  const whole = 'It must be a whole number from -1000000000 to 1000000000.';
  for (const [argv, stderr] of [
    [['xp', 'award', '7', person], `amount is wrong. ${whole}`],
    [['completion', person], 'shell is wrong. Allowed choices are bash, zsh, fish, powershell.'],
    [
      ['badge', 'rule', 'b', '--xp', person],
      /^engaged: --xp is wrong\. It must be a whole number /,
    ],
    [
      ['sync', 'list', 'of', person],
      'Too many arguments: 0 expected, 2 given. See: engaged sync list --help',
    ],
    [['employee', 'show'], 'employee is missing. See: engaged employee show --help'],
  ] as const) {
    const outcome = await run(argv);
    assert.equal(outcome.code, 2);
    if (typeof stderr === 'string') assert.equal(outcome.stderr, `engaged: ${stderr}\n`);
    else assert.match(outcome.stderr, stderr);
    assert.ok(!outcome.stderr.includes(person));
  }
});

test('with --json an error is one JSON object on the last line of standard error', async (t) => {
  const { run, folder } = createCommandLine(t);
  const error = async (...argv: string[]) => {
    const { code, stdout, stderr } = await run([...argv, '--json']);
    assert.equal(stdout, '');
    assert.match(stderr, /^[^\n]+\n$/);
    return [code, JSON.parse(stderr).error];
  };
  assert.deepEqual(await error('key', 'revok'), [
    2,
    {
      code: 'usage',
      message: 'There is no command revok. Did you mean revoke?',
      field: null,
    },
  ]);
  assert.deepEqual(await error('key', 'list', '--compny', 'Acme'), [
    2,
    {
      code: 'usage',
      message: 'There is no option --compny. Did you mean --company?',
      field: '--compny',
    },
  ]);
  assert.deepEqual(await error('key', 'revoke'), [
    2,
    { code: 'usage', message: 'key is missing. See: engaged key revoke --help', field: 'key' },
  ]);
  await run(['company', 'create', '--name', 'Acme']);
  assert.deepEqual(await error('employee', 'show', '7'), [
    1,
    {
      code: 'not_found',
      message: 'Employee not found. See: engaged employee list',
      field: null,
    },
  ]);
  assert.deepEqual(await error('employee', 'add', '--email', ' '), [
    1,
    { code: 'validation_failed', message: 'email must not be empty', field: 'email' },
  ]);
  assert.deepEqual(await error('serve', '--port', 'x'), [
    2,
    { code: 'usage', message: '--port must be a whole number from 0 to 65535', field: '--port' },
  ]);
  writeFileSync(join(folder, 'file'), '');
  const [code, fault] = await error('company', 'create', '--name', 'A', '--data', 'file/x.db');
  assert.deepEqual([code, fault.code, fault.field], [1, 'unavailable', null]);
});

test('escape sequences in arguments are not printed to the terminal', async (t) => {
  const { stderr } = await createCommandLine(t).run(['\u001b[2Jkey']);
  assert.ok(!stderr.includes('\u001b'));
});

test('a command rejects a missing data file and does not create one', async (t) => {
  const { run, folder } = createCommandLine(t);
  const outcome = await run(['key', 'list', '--data', 'nowhere.db']);
  assert.equal(outcome.code, 1);
  assert.equal(
    outcome.stderr,
    `engaged: There is no data file at ${join(folder, 'nowhere.db')}. Name the right one with --data, or make one with: engaged company create --name NAME\n`,
  );
});

test('the data file is --data, else ENGAGED_DATA, else engaged.db in the current folder', async (t) => {
  const { run, folder } = createCommandLine(t);
  const missing = async (argv: string[], env: Record<string, string>) =>
    /at (\S+)\. Name/.exec((await run(argv, { env })).stderr)?.[1];
  assert.equal(await missing(['key', 'list'], {}), join(folder, 'engaged.db'));
  assert.equal(await missing(['key', 'list'], { ENGAGED_DATA: '' }), join(folder, 'engaged.db'));
  assert.equal(await missing(['key', 'list'], { ENGAGED_DATA: 'e.db' }), join(folder, 'e.db'));
  assert.equal(
    await missing(['key', 'list', '--data', '/nowhere/d.db'], { ENGAGED_DATA: 'e.db' }),
    '/nowhere/d.db',
  );
});

test('an unexpected error is printed as one line without its message, with exit code 1', async (t) => {
  const { run, folder } = createCommandLine(t);
  writeFileSync(join(folder, 'file'), '');
  const { code, stderr } = await run(['company', 'create', '--name', 'A', '--data', 'file/x.db']);
  assert.equal(code, 1);
  assert.equal(stderr.split('\n').length, 2);
});
