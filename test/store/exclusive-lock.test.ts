import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import Sqlite from 'better-sqlite3';
import { acquireExclusiveLock, holdUnused } from '../../src/store/files/exclusive-lock.ts';
import { tempDataFile } from './temp-files.ts';

const EXCLUSIVE_LOCK = join(
  import.meta.dirname,
  '..',
  '..',
  'src',
  'store',
  'files',
  'exclusive-lock.ts',
);

test('an exclusive lock is on the file that has the name, even if the file was just replaced', async (t) => {
  const file = tempDataFile(t);
  const child = spawn(
    process.execPath,
    [
      ...['--import', import.meta.resolve('tsx'), '--input-type=module', '--eval'],
      `import { readFileSync, renameSync, writeFileSync } from 'node:fs';
       import { acquireExclusiveLock } from ${JSON.stringify(EXCLUSIVE_LOCK)};
       const file = ${JSON.stringify(file)};
       const contents = readFileSync(file);
       process.stdout.write('ready');
       for (;;) {
         const hold = acquireExclusiveLock(file);
         if (!hold) continue;
         hold.mergeWal();
         writeFileSync(file + '.new', contents);
         renameSync(file + '.new', file);
         hold.release();
       }`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  t.after(() => child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  let held = 0;
  const seen = new Set<number>();
  while (held < 50 || seen.size < 2) {
    const hold = acquireExclusiveLock(file);
    if (!hold) continue;
    held++;
    seen.add(statSync(file).ino);
    assert.throws(
      () => {
        const other = new Sqlite(file, { timeout: 0 });
        try {
          other.exec('begin immediate');
        } finally {
          other.close();
        }
      },
      { code: 'SQLITE_BUSY' },
    );
    hold.release();
  }
  child.kill('SIGKILL');
  await once(child, 'close');
});

test('locking and releasing a backup leaves it unchanged, to the byte', (t) => {
  const file = tempDataFile(t);
  const before = [readFileSync(file), statSync(file).mtimeMs];
  const hold = holdUnused(file, '');
  assert.equal(acquireExclusiveLock(file), undefined);
  hold?.release();
  assert.deepEqual([readFileSync(file), statSync(file).mtimeMs], before);
});
