import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createCommandLine } from './command-line.ts';

// What somebody has typed so far, the last word unfinished, and what of the answer must be among them.
const TYPED: readonly (readonly [words: readonly string[], expected: readonly string[]])[] = [
  [[''], ['serve', 'key', 'employee', 'backup', 'completion']],
  [['ke'], ['key']],
  [
    ['key', ''],
    ['create', 'list', 'revoke', 'rotate'],
  ],
  [['key', 'create', '--mo'], ['--mode']],
  [
    ['key', 'create', '--mode', ''],
    ['live', 'test'],
  ],
  [['key', 'create', '--name', 'x', '--mode', 'l'], ['live']],
  [['--port', '1', '--data', 'x', 'key', 'l'], ['list']],
];

async function scriptFor(t: TestContext, shell: string): Promise<string> {
  const { run, folder } = createCommandLine(t);
  const { code, stdout } = await run(['completion', shell]);
  assert.equal(code, 0);
  const file = join(folder, shell === 'powershell' ? 'completion.ps1' : 'engaged-completion');
  writeFileSync(file, stdout);
  return file;
}

const skipWithout = (shell: string) =>
  spawnSync(shell, ['--version']).error === undefined ? false : `there is no ${shell} here`;

const linesOf = (shell: string, argv: readonly string[]): string[] =>
  execFileSync(shell, argv, { encoding: 'utf8', env: { PATH } }).split('\n').filter(Boolean);

const { PATH } = process.env;

const quoted = (word: string) => `'${word}'`;

test('bash completes nouns, verbs, options and their values', {
  skip: skipWithout('bash'),
}, async (t) => {
  const file = await scriptFor(t, 'bash');
  for (const [words, expected] of TYPED) {
    const typed = ['engaged', ...words].map(quoted).join(' ');
    const offered = linesOf('bash', [
      '--norc',
      '-c',
      `source ${file}; COMP_WORDS=(${typed}); COMP_CWORD=${words.length}; _engaged; printf '%s\\n' "\${COMPREPLY[@]}"`,
    ]);
    assert.deepEqual(
      expected.filter((word) => !offered.includes(word)),
      [],
      words.join(' '),
    );
  }
});

test('zsh completes nouns, verbs, options and their values', {
  skip: skipWithout('zsh'),
}, async (t) => {
  const file = await scriptFor(t, 'zsh');
  // The functions that zsh has for the line editor only, saying what they were given.
  const stubs = `
    compdef() { }
    _files() { }
    compadd() { shift; print -l -- "$@" }
    _describe() { print -l -- "\${(@P)@[-1]%%:*}" }`;
  for (const [words, expected] of TYPED) {
    const typed = ['engaged', ...words].map(quoted).join(' ');
    const offered = linesOf('zsh', [
      '-f',
      '-c',
      `${stubs}\nsource ${file}; words=(${typed}); CURRENT=${words.length + 1}; _engaged`,
    ]);
    assert.deepEqual(
      expected.filter((word) => !offered.includes(word)),
      [],
      words.join(' '),
    );
  }
});

test('fish completes nouns, verbs, options and their values', {
  skip: skipWithout('fish'),
}, async (t) => {
  const file = await scriptFor(t, 'fish');
  for (const [words, expected] of TYPED) {
    const typed = ['engaged', ...words].join(' ');
    const offered = linesOf('fish', [
      '--no-config',
      '-c',
      `source ${file}; complete -C ${quoted(typed)}`,
    ]).map((line) => line.split('\t')[0] ?? '');
    assert.deepEqual(
      expected.filter((word) => !offered.includes(word)),
      [],
      words.join(' '),
    );
  }
});

test('PowerShell completes nouns, verbs, options and their values', {
  skip: skipWithout('pwsh'),
}, async (t) => {
  const file = await scriptFor(t, 'powershell');
  for (const [words, expected] of TYPED) {
    const typed = ['engaged', ...words].join(' ');
    const offered = linesOf('pwsh', [
      '-NoProfile',
      '-Command',
      `. ${file}; (TabExpansion2 ${quoted(typed)} ${typed.length}).CompletionMatches.CompletionText`,
    ]);
    assert.deepEqual(
      expected.filter((word) => !offered.includes(word)),
      [],
      words.join(' '),
    );
  }
});

test('an unknown shell is a usage error that names the known ones', async (t) => {
  const { code, stderr } = await createCommandLine(t).run(['completion', 'tcsh']);
  assert.equal(code, 2);
  assert.match(stderr, /bash, zsh, fish, powershell/);
});
