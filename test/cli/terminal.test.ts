import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { ERASE_LINE, formatted, toTerminal } from '../../src/cli/output/terminal.ts';
import { createCommandLine } from './command-line.ts';
import { everyCommand } from './every-command.ts';
import { commandLines, createHostileCompany, HOSTILE } from './hostile-company.ts';
import { needsTerminal, runInTerminal, startInTerminal, withPlainBreaks } from './in-terminal.ts';
import { programWords } from './program-under-test.ts';

/** One command line that the process in the terminal runs. */
export type TerminalRun = { argv: string[]; env?: Record<string, string> };

/** Whatever drives a terminal; line breaks are the program's own. */
const DRIVING = /(?!\n)[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u;

/** How the terminal is told to redraw a line of progress. */
const REDRAWN = '\r\u001b[K';

function assertHarmless(shown: string, what: string): void {
  const rest = shown.replaceAll(REDRAWN, '');
  const found = rest.search(DRIVING);
  const around = JSON.stringify(rest.slice(Math.max(0, found - 60), found + 40));
  assert.equal(found, -1, `${what}: ${around}`);
  assert.doesNotMatch(rest, /^FAKE/m, what);
}

test('nothing that a command prints drives the terminal', { skip: needsTerminal }, async (t) => {
  const hostile = await createHostileCompany(t);
  const lines = commandLines(hostile);
  const commands = await everyCommand();
  assert.deepEqual(
    Object.keys(lines).sort(),
    commands.map(({ path }) => path).sort(),
    'a new command needs a command line in commandLines()',
  );
  const { folder } = hostile.line;
  const separator = '-'.repeat(60);
  const runs: TerminalRun[] = [
    ...Object.entries(lines).flatMap(([path, all]) =>
      all.map((options) => ({ argv: [...path.split(' '), ...options] })),
    ),
    ...commands.map(({ path }) => ({ argv: [...path.split(' '), '--help'] })),
    ...[[HOSTILE], ['employee', HOSTILE], ['employee', 'list', HOSTILE], [`--${HOSTILE}`]].map(
      (argv) => ({ argv }),
    ),
    { argv: ['serve', '--port', '0'], env: { [`ENGAGED_${HOSTILE}`]: HOSTILE } },
    { argv: ['doctor'], env: { [`ENGAGED_${HOSTILE}`]: HOSTILE, ENGAGED_PORT: HOSTILE } },
    { argv: ['employee', 'list'], env: { ENGAGED_DATA: HOSTILE } },
  ];
  const script = join(folder, 'runs.json');
  writeFileSync(script, JSON.stringify({ runs, separator }));
  const words = [process.execPath, '--import', import.meta.resolve('tsx')];
  const driver = join(import.meta.dirname, 'terminal-process.ts');
  const shown = await runInTerminal(folder, [...words, driver, script], {});
  const [start, ...outputs] = shown.split(`${separator}\n`);
  assert.deepEqual([start, outputs.length], ['', runs.length]);
  for (const [at, output] of outputs.entries()) {
    const what = (runs[at]?.argv ?? []).map((word) => JSON.stringify(word)).join(' ');
    assert.notEqual(output, '', what);
    assert.doesNotMatch(output, /Internal error/, what);
    assertHarmless(output, what);
  }
  assert.ok(shown.includes('\\u001b]0;t\\u0007'), 'the hostile texts are shown');
});

test('the program itself lets nothing through to its terminal, nor do the lines of its log', {
  skip: needsTerminal,
}, async (t) => {
  const { line, people } = await createHostileCompany(t);
  const { folder } = line;
  for (const argv of [
    ['leaderboard', '--csv'],
    ['import', people],
    ['employee', HOSTILE],
  ]) {
    const shown = await runInTerminal(folder, [...programWords, ...argv], { NO_COLOR: '1' });
    assertHarmless(shown, argv.join(' '));
    assert.ok(shown.includes('\\u001b'), argv.join(' '));
  }
  const words = [...programWords, 'serve', '--port', '0', '--log-level', 'debug'];
  const child = startInTerminal(folder, words, { NO_COLOR: '1' });
  t.after(() => child.kill('SIGKILL'));
  let shown = '';
  const until = async (text: string) => {
    while (!shown.includes(text)) shown += (await once(child.stdout, 'data'))[0];
  };
  child.stdout.setEncoding('utf8');
  await until('Ctrl-C to stop');
  const url = /listens on (\S+),/.exec(shown)?.[1] ?? '';
  request(`${url}/openapi.json?${encodeURIComponent(HOSTILE)}=1`, (res) => res.resume()).end();
  await until('/openapi.json');
  await until('ignored_parameters');
  child.stdin.write('\u0003');
  for await (const more of child.stdout) shown += more;
  assertHarmless(withPlainBreaks(shown).replaceAll('^C', ''), 'the log');
});

test('a file or a pipe receives exactly what is on record', async (t) => {
  const { run, json } = createCommandLine(t);
  await json('company', 'create', '--name', 'Acme');
  const name = 'x\u001b[31m\u0007\u009b2J\u202ey';
  await json('employee', 'add', '--email', 'p@acme.test', '--name', name);
  const { stdout } = await run(['leaderboard', '--csv']);
  assert.equal(stdout.split('\r\n')[1]?.split(',')[3], name);
  const { data } = await json<{ data: { name: string }[] }>('leaderboard');
  assert.equal(data[0]?.name, name);
});

test('formats and redrawn lines reach the terminal only as the program asks for them', () => {
  assert.equal(
    toTerminal(`${ERASE_LINE}${formatted('bold', 'a\u001b[7mb')}\r\n\ud800\udfff`),
    '\r\u001b[K\u001b[1ma\\u001b[7mb\u001b[22m\n\u{103ff}',
  );
  assert.equal(toTerminal('\udfff\ud800 \ufffe'), '\\udfff\\ud800 \ufffe');
});
