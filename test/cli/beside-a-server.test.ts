import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { aFolder } from '../store/a-data-file.ts';
import { runEngaged } from './a-process.ts';

test('a command beside a running server leaves the write-ahead log that the server has open', async (t) => {
  const folder = aFolder(t);
  const server = runEngaged(t, folder, ['serve', '--port', '0', '--json']);
  await server.says('\n}\n');
  const log = join(folder, 'engaged.db-wal');
  const before = statSync(log).ino;
  const beside = runEngaged(t, folder, ['key', 'list']);
  assert.equal(await beside.ended, 0);
  assert.equal(statSync(log, { throwIfNoEntry: false })?.ino, before);
});
