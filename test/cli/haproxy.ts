import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { tempFolder } from '../store/temp-files.ts';

const PROGRAM = ['/usr/sbin/haproxy', 'haproxy'].find((one) => !spawnSync(one, ['-v']).error);

/** Why the tests that need HAProxy are skipped. */
export const NO_HAPROXY = PROGRAM === undefined ? 'HAProxy is not installed' : false;
if (NO_HAPROXY) process.stderr.write(`Nothing is tested behind HAProxy: ${NO_HAPROXY}\n`);

/** Runs HAProxy until the end of a test. @throws Error if it would not run, or warns */
export function startHaproxy(t: TestContext, config: string): ChildProcess {
  if (PROGRAM === undefined) throw new Error('HAProxy is not installed');
  const file = join(tempFolder(t), 'haproxy.cfg');
  writeFileSync(file, config);
  const check = spawnSync(PROGRAM, ['-c', '-f', file], { encoding: 'utf8' });
  if (check.status !== 0 || /WARN|ALERT/.test(check.stdout + check.stderr)) {
    throw new Error(check.stdout + check.stderr);
  }
  const haproxy = spawn(PROGRAM, ['-db', '-f', file], { stdio: 'ignore' });
  t.after(async () => {
    const ended = once(haproxy, 'exit');
    haproxy.kill('SIGKILL');
    await ended;
  });
  return haproxy;
}
