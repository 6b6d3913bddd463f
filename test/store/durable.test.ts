import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { removeUnfinished } from '../../src/store/durable.ts';
import { aFolder } from './a-data-file.ts';

test('of a database that was being made nothing is left, and whatever else lies there stays', (t) => {
  const folder = aFolder(t);
  for (const name of ['new.db', 'new.db-journal', 'new.db-wal', 'new.db-shm', 'new.db-1', 'new'])
    writeFileSync(join(folder, name), '');
  removeUnfinished(join(folder, 'new.db'));
  assert.deepEqual(readdirSync(folder).sort(), ['new', 'new.db-1']);
  removeUnfinished(join(folder, 'new.db'));
});
