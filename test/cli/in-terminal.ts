import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

/** Why nothing can be run in a terminal here; false where it can. */
export const needsTerminal: string | false =
  spawnSync('script', ['-qec', 'true', '/dev/null']).status === 0
    ? false
    : 'there is no util-linux `script` here, which opens a terminal';

const { PATH } = process.env;

const quoted = (word: string) => `'${word.replaceAll("'", "'\\''")}'`;

/** Runs a program whose outputs are a terminal of its own. */
export function startInTerminal(
  folder: string,
  words: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
) {
  const command = `stty cols 200 && exec ${words.map(quoted).join(' ')}`;
  const child = spawn('script', ['-qec', command, '/dev/null'], {
    cwd: folder,
    env: { PATH, TERM: 'xterm', SHELL: '/bin/sh', ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.on('error', () => {});
  return child;
}

/** Runs such a program to its end. @returns what the terminal received, with plain line breaks */
export async function runInTerminal(...args: Parameters<typeof startInTerminal>): Promise<string> {
  const child = startInTerminal(...args);
  const ended = once(child, 'close');
  const shown = await text(child.stdout);
  await ended;
  return withPlainBreaks(shown);
}

/** Undoes what the terminal's driver does to line breaks. */
export const withPlainBreaks = (shown: string): string => shown.replaceAll('\r\n', '\n');
