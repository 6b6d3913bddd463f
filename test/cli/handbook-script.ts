import assert from 'node:assert/strict';
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import type { TestContext } from 'node:test';

const ROOT = join(import.meta.dirname, '..', '..');

/** Starts a script of the handbook, with the client of this repository. */
export function startScript(
  t: TestContext,
  folder: string,
  name: string,
  env: Record<string, string>,
): ChildProcessByStdio<Writable, Readable, null> {
  const handbook = readFileSync(join(ROOT, 'API.md'), 'utf8');
  const start = handbook.indexOf(`// ${name}\n`);
  const script = handbook.slice(start, handbook.indexOf('```', start));
  const client = new URL('../../src/client/client.ts', import.meta.url).href;
  assert.match(script, /from 'engaged\/client'/);
  writeFileSync(join(folder, name), script.replace("'engaged/client'", JSON.stringify(client)));
  const tsx = join(ROOT, 'node_modules', 'tsx', 'dist', 'loader.mjs');
  const child = spawn(process.execPath, ['--import', tsx, name], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  t.after(() => child.kill('SIGKILL'));
  return child;
}
