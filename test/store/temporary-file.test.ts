import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createTemporaryFile, findLeftovers } from '../../src/store/files/temporary-file.ts';
import { SqliteDatabase } from '../../src/store/sqlite/sqlite-database.ts';
import { tempFolder } from './temp-files.ts';

const TEMPORARY_FILE = join(
  import.meta.dirname,
  '..',
  '..',
  'src',
  'store',
  'files',
  'temporary-file.ts',
);

/** Another process, which creates a temporary file and keeps it open. */
async function startProcess(t: TestContext, target: string) {
  const child = spawn(
    process.execPath,
    [
      ...['--import', import.meta.resolve('tsx'), '--input-type=module', '--eval'],
      `import { createTemporaryFile } from ${JSON.stringify(TEMPORARY_FILE)};
       const temporary = createTemporaryFile(${JSON.stringify(target)});
       process.stdout.write(temporary.file);
       setInterval(() => temporary, 1000);`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  t.after(() => child.kill('SIGKILL'));
  const [text] = await once(child.stdout, 'data');
  const kill = async () => {
    child.kill('SIGKILL');
    await once(child, 'close');
  };
  return { folder: join(String(text), '..'), kill };
}

test('a temporary file is readable by its owner only, and nothing remains after its removal', (t) => {
  const folder = tempFolder(t);
  const temporary = createTemporaryFile(join(folder, 'new.db'));
  assert.equal(statSync(temporary.file).mode & 0o777, 0o600);
  assert.equal(statSync(join(temporary.file, '..')).mode & 0o777, 0o700);
  const db = new SqliteDatabase(temporary.file, { write: true });
  db.execute('create table t (a)');
  // Files that a killed process leaves beside it.
  assert.ok(readdirSync(join(temporary.file, '..')).includes('file-wal'));
  temporary.remove();
  assert.deepEqual(readdirSync(folder), []);
  db.close();
});

test('the temporary file of a killed process is removed by the next process, that of a running one is not', async (t) => {
  const folder = tempFolder(t);
  const killed = await startProcess(t, join(folder, 'a.db'));
  const other = await startProcess(t, join(folder, 'b.db'));
  const next = () => createTemporaryFile(join(folder, 'c.db')).remove();
  next();
  assert.deepEqual(findLeftovers(folder), []);
  await killed.kill();
  assert.deepEqual(findLeftovers(folder), [killed.folder]);
  assert.deepEqual(
    readdirSync(folder).sort(),
    [basename(killed.folder), basename(other.folder)].sort(),
  );
  next();
  assert.deepEqual(readdirSync(folder), [basename(other.folder)]);
  await other.kill();
  next();
  assert.deepEqual(readdirSync(folder), []);
});

test('other files in the temporary folder are left alone, whatever their names', (t) => {
  const folder = tempFolder(t);
  for (const [name, content] of [
    ['a.making-AbCdEf', 'file'],
    ['b.making-AbCdE1', 'notes.txt'],
  ] as const) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, content), 'mine');
  }
  writeFileSync(join(folder, 'c.making-AbCdE2'), 'mine');
  mkdirSync(join(folder, 'd.making-4711'));
  mkdirSync(join(folder, 'elsewhere'));
  for (const name of ['lock', 'file']) writeFileSync(join(folder, 'elsewhere', name), '');
  symlinkSync('elsewhere', join(folder, 'e.making-AbCdE3'));
  const before = readdirSync(folder, { recursive: true });
  createTemporaryFile(join(folder, 'new.db')).remove();
  assert.deepEqual(readdirSync(folder, { recursive: true }), before);
});
