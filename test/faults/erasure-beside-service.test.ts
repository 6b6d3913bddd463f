import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { tempFolder } from '../store/temp-files.ts';
import { run, serveFor } from './program.ts';
import { iterations, reportResult } from './run-scale.ts';

test('employees are erased while a service constantly writes and runs checkpoints', async (t) => {
  const folder = tempFolder(t);
  const count = iterations(3, 50);
  assert.equal((await run(folder, ['company', 'create', '--name', 'Acme'])).code, 0);
  for (let n = 0; n < count; n++) {
    const words = ['--email', `thistlewick${n}@acme.example`, '--name', 'Zoe Thistlewick'];
    assert.equal((await run(folder, ['employee', 'add', ...words])).code, 0);
  }
  const service = await serveFor(t, folder);
  let isOver = false;
  const statuses = new Set<number>();
  // Each of these commits a change, and a commit may run a checkpoint.
  const traffic = Array.from({ length: 4 }, async () => {
    while (!isOver) {
      const response = await fetch(`${service.url}/readyz`);
      statuses.add(response.status);
      await response.arrayBuffer();
    }
  });
  try {
    for (let n = 0; n < count; n++) {
      const who = `thistlewick${n}@acme.example`;
      const erased = await run(folder, ['employee', 'erase', who, '--reason', 'R', '--yes']);
      assert.equal(erased.code, 0, erased.stderr);
    }
  } finally {
    isOver = true;
    await Promise.all(traffic);
  }
  for (const suffix of ['', '-wal', '-shm']) {
    const file = join(folder, `engaged.db${suffix}`);
    if (!existsSync(file)) continue;
    assert.ok(!readFileSync(file, 'latin1').toLowerCase().includes('thistlewick'), suffix);
  }
  assert.ok(statuses.has(200));
  reportResult({
    what: 'erasures while a service writes',
    tried: count,
    lost: 0,
    figures: 'no personal value was left in the files',
  });
});
