import assert from 'node:assert/strict';
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { lockFile } from '../../src/store/files/file-lock.ts';
import { tempFolder } from './temp-files.ts';

test('removing a lock keeps the lock file that replaced it when its folder was replaced', (t) => {
  const folder = join(tempFolder(t), 'data');
  const path = join(folder, 'lock');
  mkdirSync(folder);
  const former = lockFile(path, { timeout: 0 });
  renameSync(folder, `${folder}.old`);
  mkdirSync(folder);
  const current = lockFile(path, { timeout: 0 });
  t.after(() => current?.release());
  former?.remove();
  assert.deepEqual([existsSync(path), lockFile(path, { timeout: 0 })], [true, undefined]);
  current?.remove();
  assert.equal(existsSync(path), false);
});
