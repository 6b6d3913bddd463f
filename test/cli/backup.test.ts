import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import Sqlite from 'better-sqlite3';
import { Database } from '../../src/store/database.ts';
import { openDataFile } from '../../src/store/files/data-file.ts';
import { acquireExclusiveLock } from '../../src/store/files/exclusive-lock.ts';
import { SCHEMA_VERSION, schemaVersion } from '../../src/store/migrate.ts';
import { createOlderFile, tempFolder } from '../store/temp-files.ts';
import { runEngaged } from './cli-process.ts';
import { createCommandLine } from './command-line.ts';

async function aCompany(t: TestContext) {
  const line = createCommandLine(t);
  const file = join(line.folder, 'engaged.db');
  await line.json('company', 'create', '--name', 'Acme');
  const namesIn = (of: string): unknown[] => {
    const sqlite = new Sqlite(of);
    const names = sqlite.prepare("select name from companies where mode = 'live'").pluck().all();
    sqlite.close();
    return names;
  };
  const rename = (name: string) => line.json('company', 'update', '--name', name);
  return { ...line, file, namesIn, rename };
}

test('a backup holds everything, is readable by its owner alone, and says so', async (t) => {
  const { folder, json, namesIn } = await aCompany(t);
  const made = await json('backup', 'b.db');
  const backup = join(folder, 'b.db');
  assert.deepEqual(made, {
    file: backup,
    bytes: statSync(backup).size,
    schema_version: SCHEMA_VERSION,
    at: '2026-11-21T09:30:00.000Z',
  });
  assert.deepEqual(namesIn(backup), ['Acme']);
  assert.equal(statSync(backup).mode & 0o777, 0o600);
  assert.deepEqual(readdirSync(folder).sort(), ['b.db', 'engaged.db']);
});

test('a backup made while another process keeps writing is one state of the data, whole', async (t) => {
  const { folder, file } = await aCompany(t);
  const writing = new Database(file, { write: true });
  t.after(() => writing.close());
  writing.execute('create table noise (at integer); create table noise_again (at integer)');
  const db = openDataFile(file, { write: true });
  const copying = db.backup(join(folder, 'b.db'), () => {
    // Between any two steps of the copy.
    writing.execute(
      'begin; insert into noise values (1); insert into noise_again values (1); commit',
    );
  });
  writing.execute(
    'begin; insert into noise values (0); insert into noise_again values (0); commit',
  );
  await copying;
  db.close();
  const copy = new Sqlite(join(folder, 'b.db'));
  assert.equal(copy.pragma('integrity_check', { simple: true }), 'ok');
  const counts = copy.prepare(
    'select (select count(*) from noise) - (select count(*) from noise_again)',
  );
  assert.equal(counts.pluck().get(), 0);
  copy.close();
});

test('an existing file is replaced only by force, and never by its own data file', async (t) => {
  const { json, run, file, folder, namesIn, rename } = await aCompany(t);
  await json('backup', 'b.db');
  await rename('Ajax');
  const again = await run(['backup', 'b.db']);
  assert.equal(again.code, 1);
  assert.match(again.stderr, /b\.db exists already\. .*--force/);
  await json('backup', 'b.db', '--force');
  assert.deepEqual(namesIn(join(folder, 'b.db')), ['Ajax']);
  for (const target of [file, folder]) {
    assert.equal((await run(['backup', target, '--force'])).code, 1);
  }
  assert.deepEqual(namesIn(file), ['Ajax']);
});

test('nothing is left of a backup that cannot be made, of a damaged file or into a missing folder', async (t) => {
  const { run, file, folder } = await aCompany(t);
  const missing = await run(['backup', 'no/b.db']);
  assert.match(missing.stderr, /The folder of .*no\/b\.db does not exist/);
  damage(file);
  const outcome = await run(['backup', 'b.db']);
  assert.equal(outcome.code, 1);
  assert.equal(outcome.stdout, '');
  assert.deepEqual(
    readdirSync(folder).filter((name) => !name.startsWith('engaged.db')),
    [],
  );
});

test('a restored file is as the backup was, and the one from before is kept beside it', async (t) => {
  const { json, run, file, folder, namesIn, rename } = await aCompany(t);
  await json('backup', 'b.db');
  await rename('Ajax');
  const kept = `${file}.before-restore-20261121T093000`;
  const { code, stderr } = await run(['restore', 'b.db']);
  assert.equal(code, 0);
  assert.match(stderr, /Keys revoked since the backup work again/);
  assert.deepEqual(namesIn(file), ['Acme']);
  assert.deepEqual(namesIn(kept), ['Ajax']);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.deepEqual(
    readdirSync(folder)
      .map((name) => join(folder, name))
      .sort(),
    [join(folder, 'b.db'), file, kept].sort(),
  );
  // What goes on with it goes on as ever.
  await rename('Acme again');
  assert.deepEqual(namesIn(join(folder, 'b.db')), ['Acme']);
});

test('a damaged data file gives way to a backup, and is kept too', async (t) => {
  const { json, run, file, namesIn } = await aCompany(t);
  await json('backup', 'b.db');
  damage(file);
  const damaged = readFileSync(file);
  assert.equal((await run(['restore', 'b.db'])).code, 0);
  assert.deepEqual(namesIn(file), ['Acme']);
  const kept = readFileSync(`${file}.before-restore-20261121T093000`);
  assert.deepEqual(kept.subarray(4096), damaged.subarray(4096));
});

test('a backup is restored to where there is no file yet', async (t) => {
  const { json, folder, namesIn } = await aCompany(t);
  await json('backup', 'b.db');
  const restored = await json('restore', 'b.db', '--data', 'new.db');
  assert.deepEqual(restored, {
    file: join(folder, 'new.db'),
    bytes: statSync(join(folder, 'new.db')).size,
    kept: null,
  });
  assert.deepEqual(namesIn(join(folder, 'new.db')), ['Acme']);
});

test('what is no sound backup of ours is not restored, and the data file stays as it is', async (t) => {
  const { json, run, file, folder } = await aCompany(t);
  for (const name of ['newer', 'damaged', 'unbalanced', 'foreign', 'busy']) {
    await json('backup', `${name}.db`);
  }
  const at = (name: string) => join(folder, `${name}.db`);
  change(at('newer'), (sqlite) => sqlite.pragma(`user_version = ${SCHEMA_VERSION + 1}`));
  damage(at('damaged'));
  change(at('unbalanced'), (sqlite) => sqlite.exec('update employees set xp = xp + 1'));
  change(at('foreign'), (sqlite) => sqlite.pragma('application_id = 1'));
  writeFileSync(`${at('busy')}-wal`, 'not nothing');
  writeFileSync(at('text'), 'Dear diary');
  const before = readFileSync(file);
  const said: string[] = [];
  for (const name of ['newer', 'damaged', 'unbalanced', 'foreign', 'busy', 'text', 'missing']) {
    const { code, stderr } = await run(['restore', `${name}.db`]);
    assert.equal(code, 1, name);
    assert.ok(!stderr.includes('.restoring-'), stderr);
    said.push(stderr.replaceAll(`${folder}/`, ''));
  }
  const [newer, damaged, unbalanced, foreign, busy, text, missing] = said;
  assert.match(newer ?? '', /newer version/);
  assert.match(damaged ?? '', /damaged\.db is damaged/);
  assert.match(unbalanced ?? '', /unbalanced\.db has ledgers that do not add up/);
  assert.match(foreign ?? '', /foreign\.db was not made by engaged/);
  assert.match(busy ?? '', /busy\.db is in use/);
  assert.match(text ?? '', /text\.db was not made by engaged/);
  assert.match(missing ?? '', /There is no backup at missing\.db/);
  assert.deepEqual(readFileSync(file), before);
  assert.deepEqual(
    readdirSync(folder).filter((name) => /restor/.test(name)),
    [],
  );
});

test('nothing is restored while a server or an idle reader has the file open; a killed one does not count', async (t) => {
  const { json, run, folder, file, namesIn, rename } = await aCompany(t);
  await json('backup', 'b.db');
  await rename('Ajax');
  const refused = async () => {
    const { code, stderr } = await run(['restore', 'b.db']);
    assert.equal(code, 1);
    assert.match(stderr, /engaged\.db is in use\. Stop the service/);
    assert.deepEqual(namesIn(file), ['Ajax']);
  };
  const server = runEngaged(t, folder, ['serve', '--port', '0', '--json']);
  await server.waitForOutput('\n}\n');
  await refused();
  server.child.kill('SIGKILL');
  await server.ended;
  const reader = openDataFile(file, { write: false });
  await refused();
  reader.close();
  assert.equal((await run(['restore', 'b.db'])).code, 0);
  assert.deepEqual(namesIn(file), ['Acme']);
});

test('while a file is held alone nobody can open it, and afterwards it can be opened by its name', async (t) => {
  const { file, run } = await aCompany(t);
  const hold = acquireExclusiveLock(file);
  assert.throws(() => openDataFile(file, { write: true, busyTimeout: 1 }), {
    message: `Another process is restoring or upgrading ${file}; try again`,
  });
  hold?.release();
  assert.equal((await run(['company', 'list'])).code, 0);
});

test('a file that is not ours, or too damaged to be locked, is not set aside', async (t) => {
  const { json, run, folder } = await aCompany(t);
  await json('backup', 'b.db');
  writeFileSync(join(folder, 'notes.db'), 'Dear diary');
  const { code, stderr } = await run(['restore', 'b.db', '--data', 'notes.db']);
  assert.equal(code, 1);
  assert.match(stderr, /cannot be moved aside safely\. Stop engaged/);
  assert.equal(readFileSync(join(folder, 'notes.db'), 'utf8'), 'Dear diary');
});

const versionOf = (file: string): unknown => {
  const sqlite = new Sqlite(file, { readonly: true });
  const version = sqlite.pragma('user_version', { simple: true });
  sqlite.close();
  return version;
};

test('a file of an older schema is copied before it is migrated, and no earlier copy is lost', (t) => {
  const folder = tempFolder(t);
  const file = createOlderFile(join(folder, 'engaged.db'));
  const kept = `${file}.before-schema-${SCHEMA_VERSION}`;
  writeFileSync(kept, 'from an earlier upgrade');
  const db = openDataFile(file, { write: true });
  assert.equal(schemaVersion(db), SCHEMA_VERSION);
  db.close();
  assert.equal(readFileSync(kept, 'utf8'), 'from an earlier upgrade');
  assert.equal(versionOf(`${kept}-2`), SCHEMA_VERSION - 1);
  assert.equal(statSync(`${kept}-2`).mode & 0o777, 0o600);
  openDataFile(file, { write: true }).close();
  assert.equal(readdirSync(folder).length, 3);
});

test('a backup of an older schema is brought up to date by restoring it, and itself stays as it was', async (t) => {
  const { run, folder, file } = await aCompany(t);
  const older = join(folder, 'older.db');
  createOlderFile(older);
  assert.equal((await run(['restore', 'older.db'])).code, 0);
  assert.equal(versionOf(file), SCHEMA_VERSION);
  assert.equal(versionOf(older), SCHEMA_VERSION - 1);
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.includes('schema')),
    [],
  );
});

function change(file: string, how: (sqlite: Sqlite.Database) => void): void {
  const sqlite = new Sqlite(file);
  how(sqlite);
  sqlite.close();
}

/** Overwrites the middle of a file. */
function damage(file: string): void {
  const bytes = readFileSync(file);
  bytes.fill(0xa5, bytes.length / 2, bytes.length - 4096);
  writeFileSync(file, bytes);
}
