import assert from 'node:assert/strict';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import Sqlite from 'better-sqlite3';
import { openDataFile } from '../../src/store/files/data-file.ts';
import { acquireExclusiveLock } from '../../src/store/files/exclusive-lock.ts';
import { SCHEMA_VERSION, schemaVersion } from '../../src/store/sqlite/migrate.ts';
import { SqliteDatabase } from '../../src/store/sqlite/sqlite-database.ts';
import type { Upgrade } from '../../src/store/upgrade.ts';
import { createOlderFile, tempFolder } from '../store/temp-files.ts';
import { runEngaged } from './cli-process.ts';
import { createCommandLine, NOW } from './command-line.ts';

async function setUpCompany(t: TestContext) {
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
  const { folder, json, namesIn } = await setUpCompany(t);
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
  const { folder, file } = await setUpCompany(t);
  const writing = new SqliteDatabase(file, { write: true });
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
  const { json, run, file, folder, namesIn, rename } = await setUpCompany(t);
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
  const { run, file, folder } = await setUpCompany(t);
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

test('--keep writes dated backups into a folder and removes the oldest of them', async (t) => {
  const { run, folder } = await setUpCompany(t);
  const backups = join(folder, 'backups');
  mkdirSync(backups);
  const others = ['engaged-20200101T000000Z.db-wal', 'engaged-2020.db', 'acme-20200101T000000Z.db'];
  for (const name of others) writeFileSync(join(backups, name), 'not ours');
  const dated = (minute: number) => join(backups, `engaged-20261121T093${minute}00Z.db`);
  const backup = (minute: number, ...more: string[]) =>
    run(['backup', '--keep', '2', 'backups', ...more], { now: NOW + minute * 60_000 });
  for (const minute of [0, 1]) {
    const { code, stdout, stderr } = await backup(minute);
    assert.match(stdout, /^Wrote .* and verified it\.\n$/);
    assert.deepEqual([code, stderr], [0, '']);
  }
  const third = await backup(2, '--json');
  assert.deepEqual(JSON.parse(third.stdout), {
    file: dated(2),
    bytes: statSync(dated(2)).size,
    schema_version: SCHEMA_VERSION,
    at: '2026-11-21T09:32:00.000Z',
    removed: [dated(0)],
    not_removed: [],
  });
  const { stdout } = await backup(3);
  assert.ok(stdout.endsWith(`\nRemoved ${dated(1)}.\n`), stdout);
  assert.deepEqual(
    readdirSync(backups).sort(),
    [...others, basename(dated(2)), basename(dated(3))].sort(),
  );
  // Two backups in one second: the second one is refused, and nothing is removed.
  assert.deepEqual(await backup(3), {
    code: 1,
    stdout: '',
    stderr: `engaged: ${dated(3)} exists already. Try again in a second\n`,
  });
  assert.equal(readdirSync(backups).length, others.length + 2);
});

test('a backup that fails removes none of the dated ones', async (t) => {
  const { run, folder, file } = await setUpCompany(t);
  const keep = (now: number) => run(['backup', '--keep', '1', '.'], { now });
  assert.equal((await keep(NOW)).code, 0);
  damage(file);
  assert.equal((await keep(NOW + 1_000)).code, 1);
  assert.deepEqual(
    readdirSync(folder).filter((name) => !name.startsWith('engaged.db')),
    ['engaged-20261121T093000Z.db'],
  );
});

test('--keep leaves links, folders, foreign files and the data file itself alone, whatever their names', async (t) => {
  const { run, folder, json } = await setUpCompany(t);
  const data = 'engaged-20260101T000000Z.db';
  await json('backup', data);
  const dates = ['20260102', '20260103', '20260104', '20260105', '20260106'];
  const [link = '', directory = '', foreign = '', empty = '', old = ''] = dates.map(
    (date) => `engaged-20260101T000000Z-${date}T000000Z.db`,
  );
  await json('backup', old);
  symlinkSync(old, join(folder, link));
  mkdirSync(join(folder, directory));
  new Sqlite(join(folder, foreign)).exec('create table t (x)').close();
  writeFileSync(join(folder, empty), '');
  symlinkSync('.', join(folder, 'here'));
  const words = ['backup', '--keep', '1', 'here', '--data', data, '--json'];
  const { removed } = JSON.parse((await run(words)).stdout);
  assert.deepEqual(removed, [join(folder, old)]);
  const left = readdirSync(folder).filter((name) => /^engaged-.*\.db$/.test(name));
  const made = 'engaged-20260101T000000Z-20261121T093000Z.db';
  assert.deepEqual(left.sort(), [data, link, directory, foreign, empty, made].sort());
  // A plain name matches the data file that is backed up, and it stays, too.
  assert.equal((await run(['company', 'list', '--data', data])).code, 0);
});

test('a backup in use is kept, and the command says so', async (t) => {
  const { run, folder } = await setUpCompany(t);
  await run(['backup', '--keep', '1', '.']);
  const old = join(folder, 'engaged-20261121T093000Z.db');
  const using = openDataFile(old, { write: false });
  t.after(() => using.close());
  const outcome = await run(['backup', '--keep', '1', '.', '--json'], { now: NOW + 1_000 });
  assert.deepEqual(
    [outcome.code, outcome.stderr, JSON.parse(outcome.stdout).not_removed],
    [3, `${old} is in use or cannot be removed.\n`, [old]],
  );
  assert.ok(statSync(old).size > 0);
});

test('when the clock was set back, backups dated in the future stay, and do not push out new ones', async (t) => {
  const { run, folder } = await setUpCompany(t);
  const keep = (now: number) => run(['backup', '--keep', '2', '.'], { now });
  for (const second of [10, 11]) await keep(NOW + second * 1_000);
  for (const second of [0, 1, 2]) {
    const { code, stderr } = await keep(NOW + second * 1_000);
    assert.deepEqual(
      [code, stderr],
      [
        0,
        '2 backups are dated in the future and neither counted nor removed. Was the clock set back?\n',
      ],
    );
  }
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.startsWith('engaged-')),
    [1, 2, 10, 11].map((s) => `engaged-20261121T0930${String(s).padStart(2, '0')}Z.db`),
  );
});

test('--keep needs a folder that exists, and excludes --force', async (t) => {
  const { run, folder, json } = await setUpCompany(t);
  await json('backup', 'b.db');
  for (const [words, code, message] of [
    [['no'], 1, `The folder ${join(folder, 'no')} does not exist. Create it first.`],
    [['b.db'], 1, `${join(folder, 'b.db')} is not a folder. With --keep, name a folder`],
    [['.', '--keep', '0'], 2, '--keep is wrong. It must be a whole number from 1 to 100000.'],
    [['.', '--force'], 2, '--keep and --force exclude each other. See: engaged backup --help'],
  ] as const) {
    assert.deepEqual(await run(['backup', '--keep', '3', ...words]), {
      code,
      stdout: '',
      stderr: `engaged: ${message}\n`,
    });
  }
  const { stderr } = await run(['backup', folder]);
  assert.equal(
    stderr,
    `engaged: ${folder} is a folder. Name a file, or write dated backups into it with --keep\n`,
  );
});

test('a restored file is as the backup was, and the one from before is kept beside it', async (t) => {
  const { json, run, file, folder, namesIn, rename } = await setUpCompany(t);
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
  const { json, run, file, namesIn } = await setUpCompany(t);
  await json('backup', 'b.db');
  damage(file);
  const damaged = readFileSync(file);
  assert.equal((await run(['restore', 'b.db'])).code, 0);
  assert.deepEqual(namesIn(file), ['Acme']);
  const kept = readFileSync(`${file}.before-restore-20261121T093000`);
  assert.deepEqual(kept.subarray(4096), damaged.subarray(4096));
});

test('a backup is restored to where there is no file yet', async (t) => {
  const { json, folder, namesIn } = await setUpCompany(t);
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
  const { json, run, file, folder } = await setUpCompany(t);
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
  const errors: string[] = [];
  for (const name of ['newer', 'damaged', 'unbalanced', 'foreign', 'busy', 'text', 'missing']) {
    const { code, stderr } = await run(['restore', `${name}.db`]);
    assert.equal(code, 1, name);
    assert.ok(!stderr.includes('.restoring-'), stderr);
    errors.push(stderr.replaceAll(`${folder}/`, ''));
  }
  const [newer, damaged, unbalanced, foreign, busy, text, missing] = errors;
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
  const { json, run, folder, file, namesIn, rename } = await setUpCompany(t);
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
  const { file, run } = await setUpCompany(t);
  const hold = acquireExclusiveLock(file);
  assert.throws(() => openDataFile(file, { write: true, busyTimeout: 1 }), {
    message: `Another process is restoring or upgrading ${file}; try again`,
  });
  hold?.release();
  assert.equal((await run(['company', 'list'])).code, 0);
});

test('a file that is not ours, or too damaged to be locked, is not set aside', async (t) => {
  const { json, run, folder } = await setUpCompany(t);
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

test('a file of an older schema is copied before it is upgraded, and no earlier copy is lost', (t) => {
  const folder = tempFolder(t);
  const file = createOlderFile(join(folder, 'engaged.db'));
  const kept = `${file}.before-schema-${SCHEMA_VERSION}`;
  writeFileSync(kept, 'from an earlier upgrade');
  const upgrades: Upgrade[] = [];
  const onUpgrade = (upgrade: Upgrade) => upgrades.push(upgrade);
  const db = openDataFile(file, { write: true }, { isService: false, onUpgrade });
  assert.equal(schemaVersion(db), SCHEMA_VERSION);
  assert.deepEqual(upgrades, [{ from: SCHEMA_VERSION - 1, to: SCHEMA_VERSION, kept: `${kept}-2` }]);
  db.close();
  assert.equal(readFileSync(kept, 'utf8'), 'from an earlier upgrade');
  assert.equal(versionOf(`${kept}-2`), SCHEMA_VERSION - 1);
  assert.equal(statSync(`${kept}-2`).mode & 0o777, 0o600);
  openDataFile(file, { write: true }).close();
  assert.equal(readdirSync(folder).length, 3);
});

test('a backup of an older schema is brought up to date by restoring it, and itself stays as it was', async (t) => {
  const { run, folder, file } = await setUpCompany(t);
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
