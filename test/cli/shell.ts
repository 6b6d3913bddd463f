import { execFileSync } from 'node:child_process';

/** The words that bash makes of a line. */
export const readShellLine = (line: string): string[] =>
  execFileSync('bash', ['-c', `printf '%s\\0' ${line}`], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1);
