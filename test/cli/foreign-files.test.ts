import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import Sqlite from 'better-sqlite3';
import { SqliteDatabase } from '../../src/store/sqlite/sqlite-database.ts';
import { createCommandLine } from './command-line.ts';

/** A healthy data file's bytes, to be spoiled. */
async function setUpDataFile(t: Parameters<typeof createCommandLine>[0]) {
  const line = createCommandLine(t);
  await line.json('company', 'create', '--name', 'Acme');
  const file = join(line.folder, 'engaged.db');
  return { ...line, file };
}

const COMMANDS = [
  ['serve', '--port', '0'],
  ['key', 'list'],
  ['company', 'create', '--name', 'Umbrella'],
];

for (const { what, make, message } of [
  {
    what: 'an empty file',
    make: (file: string) => writeFileSync(file, ''),
    message: /is empty\. Remove it, or name another file/,
  },
  {
    what: 'a text file',
    make: (file: string) => writeFileSync(file, 'employee,amount\n'.repeat(100)),
    message: /was not made by engaged/,
  },
  {
    what: "somebody else's database",
    make: (file: string) => {
      const sqlite = new Sqlite(file);
      sqlite.exec('create table companies (id integer)');
      sqlite.close();
    },
    message: /was not made by engaged/,
  },
] as const) {
  test(`${what} is rejected by every command and left unchanged`, async (t) => {
    const { run, folder } = createCommandLine(t);
    const file = join(folder, 'engaged.db');
    make(file);
    const before = readFileSync(file);
    for (const argv of COMMANDS) {
      const outcome = await run(argv);
      assert.equal(outcome.code, 1);
      assert.equal(outcome.stdout, '');
      assert.match(outcome.stderr, message);
      assert.equal(outcome.stderr.split('\n').length, 2);
    }
    assert.deepEqual(readFileSync(file), before);
    assert.deepEqual(readdirSync(folder), ['engaged.db']);
  });
}

test('a newer data file is rejected by every command and left unchanged', async (t) => {
  const { run, file, folder } = await setUpDataFile(t);
  const sqlite = new Sqlite(file);
  sqlite.pragma('user_version = 999');
  sqlite.close();
  const before = readFileSync(file);
  for (const argv of COMMANDS) {
    const outcome = await run(argv);
    assert.equal(outcome.code, 1);
    assert.match(outcome.stderr, /written by a newer version of engaged/);
  }
  assert.deepEqual(readFileSync(file), before);
  assert.deepEqual(readdirSync(folder), ['engaged.db']);
});

test('a damaged data file is rejected by every command and left unchanged', async (t) => {
  const { run, file } = await setUpDataFile(t);
  const bytes = readFileSync(file);
  // The header is whole, the pages behind it are not.
  bytes.fill(0xa5, 100, 4096 * 4);
  writeFileSync(file, bytes);
  for (const argv of COMMANDS) {
    const outcome = await run(argv);
    assert.equal(outcome.code, 1);
    assert.match(outcome.stderr, /is damaged\. Keep it as it is/);
  }
  assert.deepEqual(readFileSync(file), bytes);
});

test('a directory instead of a data file is rejected', async (t) => {
  const { run, folder } = createCommandLine(t);
  mkdirSync(join(folder, 'engaged.db'));
  for (const argv of COMMANDS) {
    const outcome = await run(argv);
    assert.equal(outcome.code, 1);
    assert.match(outcome.stderr, /is a directory, not a data file/);
  }
});

test('a read-only data file is rejected and left unchanged', {
  skip: process.getuid?.() === 0 && 'the superuser may write to everything',
}, async (t) => {
  const { run, file } = await setUpDataFile(t);
  const before = readFileSync(file);
  chmodSync(file, 0o400);
  for (const argv of COMMANDS) {
    const outcome = await run(argv);
    assert.equal(outcome.code, 1);
    assert.match(outcome.stderr, /cannot be written to \(read-only\)/);
  }
  assert.deepEqual(readFileSync(file), before);
});

test('opening a data file that has just disappeared does not create an empty one', (t) => {
  const { folder } = createCommandLine(t);
  assert.throws(() => new SqliteDatabase(join(folder, 'engaged.db'), { write: true }), {
    code: 'SQLITE_CANTOPEN',
  });
  assert.deepEqual(readdirSync(folder), []);
});
