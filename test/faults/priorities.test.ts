import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { test } from 'node:test';
import { tempFolder } from '../store/temp-files.ts';
import { serveFor } from './program.ts';
import { makeDataFile } from './roster-fixture.ts';

/** The nice values of the threads of a process, by their names (proc_pid_stat(5), field 19). */
function niceValues(pid: number | undefined): Record<string, number[]> {
  const tasks = `/proc/${pid}/task`;
  const found: Record<string, number[]> = {};
  for (const task of readdirSync(tasks)) {
    const [, name = '', rest = ''] =
      /\((.*)\) (.*)/s.exec(readFileSync(`${tasks}/${task}/stat`, 'utf8')) ?? [];
    found[name] = [...(found[name] ?? []), Number(rest.split(' ')[16])];
  }
  return found;
}

test('threads that change data and make pages stand back from the main thread, and what hashes passwords does not', {
  skip:
    (process.platform !== 'linux' && 'only Linux has priorities for single threads') ||
    (getPriority() !== 0 && 'these tests stand back themselves'),
}, async (t) => {
  const folder = tempFolder(t);
  makeDataFile(folder, { syncs: 1 });
  const serving = await serveFor(t, folder);
  const response = await fetch(`${serving.url}/portal/sign-in`, {
    method: 'POST',
    headers: { 'Sec-Fetch-Site': 'same-origin' },
    body: new URLSearchParams({ email: 'nobody@acme.example', password: 'a long wrong password' }),
  });
  assert.equal(response.status, 400, await response.text());
  const found = niceValues(serving.child.pid);
  assert.deepEqual(
    ['engaged writer', 'engaged portal', 'libuv-worker'].map((name) => found[name]),
    [[5], [10], [0, 0, 0, 0]],
  );
});
