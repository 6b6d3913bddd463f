import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');

/**
 * Builds the bundle into a folder of its own, within reach of node_modules; removed when this process exits.
 *
 * @returns the program
 * @throws Error with what the build said
 */
export function buildProgram(): string {
  const caches = join(ROOT, 'node_modules', '.cache');
  mkdirSync(caches, { recursive: true });
  const folder = mkdtempSync(join(caches, 'engaged-test-'));
  // Some tests run it as another user.
  chmodSync(folder, 0o755);
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  execFileSync(process.execPath, [join(ROOT, 'build.mjs'), folder], { stdio: 'pipe' });
  return join(folder, 'engaged.mjs');
}
