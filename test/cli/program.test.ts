import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { version } from '../../src/store/version.ts';
import { createCommandLine } from './command-line.ts';

test('--version prints only the version', async (t) => {
  const outcome = await createCommandLine(t).run(['--version']);
  assert.deepEqual(outcome, { code: 0, stdout: `${version}\n`, stderr: '' });
});

test('--help lists the nouns, and the help of every command has an example', async (t) => {
  const { run } = createCommandLine(t);
  const visited: string[] = [];
  const visit = async (words: readonly string[]): Promise<void> => {
    const { code, stdout } = await run([...words, '--help']);
    assert.equal(code, 0);
    const names = [...(stdout.split('Commands:')[1] ?? '').matchAll(/^ {2}([a-z-]+)/gm)]
      .map(([, name = '']) => name)
      .filter((name) => name !== 'help');
    for (const name of names) await visit([...words, name]);
    if (names.length > 0) return;
    assert.match(stdout, new RegExp(`Examples?:\n  engaged ${words.join(' ')}\\b`));
    // It names its data with its arguments.
    if (words[0] !== 'copy') assert.match(stdout, /--data <file>/);
    assert.match(stdout, /--json/);
    visited.push(words.join(' '));
  };
  await visit([]);
  assert.ok(visited.includes('serve') && visited.includes('key rotate'));
});

test('a mistyped word is a usage error: exit code 2, one suggestion, nothing on stdout', async (t) => {
  const { run } = createCommandLine(t);
  assert.deepEqual(await run(['kye', 'list']), {
    code: 2,
    stdout: '',
    stderr: "engaged: unknown command 'kye'\n(Did you mean key?)\n",
  });
  assert.deepEqual(await run(['key', 'lsit']), {
    code: 2,
    stdout: '',
    stderr: "engaged: unknown command 'lsit'\n(Did you mean list?)\n",
  });
  assert.deepEqual(await run(['key', 'list', '--jsno']), {
    code: 2,
    stdout: '',
    stderr: "engaged: unknown option '--jsno'\n(Did you mean --json?)\n",
  });
});

test('a noun without a verb, a missing and a surplus argument are usage errors', async (t) => {
  const { run } = createCommandLine(t);
  for (const argv of [['key'], ['key', 'revoke'], ['key', 'list', 'more']]) {
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
    [['completion', person], 'shell is wrong. Allowed choices are bash, zsh, fish.'],
    [
      ['badge', 'rule', 'b', '--xp', person],
      /^engaged: --xp is wrong\. It must be a whole number /,
    ],
    [['sync', 'list', 'of', person], /^engaged: too many arguments .* but got 2\. See --help\n$/],
    [['employee', 'show'], "missing required argument 'employee'. See --help"],
  ] as const) {
    const outcome = await run(argv);
    assert.equal(outcome.code, 2);
    if (typeof stderr === 'string') assert.equal(outcome.stderr, `engaged: ${stderr}\n`);
    else assert.match(outcome.stderr, stderr);
    assert.ok(!outcome.stderr.includes(person));
  }
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
