import { readFileSync } from 'node:fs';
import { standardOutput } from '../../src/cli/output/standard-output.ts';
import { runCli } from '../../src/cli/program.ts';
import { NOW } from './command-line.ts';
import type { TerminalRun } from './terminal.test.ts';

// Runs many command lines on the terminal that it was started in, one after another, with a line between them.

const [, , file = ''] = process.argv;
const { runs, separator }: { runs: TerminalRun[]; separator: string } = JSON.parse(
  readFileSync(file, 'utf8'),
);
const fail = (error: Error) => {
  throw error;
};
const stdout = standardOutput(process.stdout, fail);
const stderr = standardOutput(process.stderr, fail);
for (const { argv, env } of runs) {
  process.stdout.write(`${separator}\n`);
  await runCli(argv, {
    stdin: Object.assign(
      (async function* () {
        yield Buffer.from('no\n');
      })(),
      { isTTY: true },
    ),
    ...{ stdout, stderr, cwd: process.cwd(), now: () => NOW, sleep: async () => {} },
    env: { NO_COLOR: '1', TERM: 'xterm', ...env },
    actor: 'command line (test)',
    stopRequested: () => Promise.resolve(),
  });
}
