import assert from 'node:assert/strict';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { acquireUpgradeLock } from '../../src/store/files/server-lock.ts';
import * as deployment from '../../src/store/operations/deployment.ts';
import { migrate as migrateDatabase } from '../../src/store/postgres/migrate.ts';
import { PostgresDatabase } from '../../src/store/postgres/postgres-database.ts';
import { migrationFiles, postgresMigrationFiles } from '../../src/store/sql-files.ts';
import { SCHEMA_VERSION } from '../../src/store/sqlite/migrate.ts';
import { version } from '../../src/store/version.ts';
import { createBareDatabase, usePostgres } from '../store/postgres-server.ts';
import { createOlderFile, tempFolder } from '../store/temp-files.ts';
import { type CliProcess, runEngaged } from './cli-process.ts';
import {
  buildNewer,
  buildOlder,
  buildOwn,
  NEWER_SCHEMA,
  NEWER_VERSION,
  type Program,
} from './other-versions.ts';

// More than fits in memory, so that its beginning shows in the log, and then so long that a kill comes before its end.
const SLOW = `create table large as
  with recursive n (i) as (values (1) union all select i + 1 from n limit 100) select zeroblob(1000000) as text from n;
  create table later as
  with recursive n (i) as (values (1) union all select i + 1 from n limit 30000000) select max(i) as i from n;`;

let own: Program | undefined;
let newer: Program | undefined;
const ownProgram = () => {
  own ??= buildOwn();
  return own;
};
const newerProgram = () => {
  newer ??= buildNewer('create table later (id integer primary key);');
  return newer;
};

/** Runs a command to its end. */
async function run(t: TestContext, program: Program, folder: string, argv: readonly string[]) {
  const command = runEngaged(t, folder, argv, {}, program);
  const code = await command.ended;
  return { code, ...command.written };
}

async function serve(
  t: TestContext,
  program: Program,
  folder: string,
  argv: readonly string[] = [],
): Promise<CliProcess> {
  const service = runEngaged(t, folder, ['serve', '--port', '0', '--json', ...argv], {}, program);
  await service.waitForOutput('\n}\n');
  return service;
}

async function stop({ child, ended }: CliProcess): Promise<void> {
  child.kill('SIGTERM');
  assert.equal(await ended, 0);
}

const schemaOf = (file: string): unknown => {
  const sqlite = new Sqlite(file, { readonly: true });
  const found = sqlite.pragma('user_version', { simple: true });
  sqlite.close();
  return found;
};

const refusal = (file: string, by: string, from: number, to: number) => ({
  code: 1,
  stdout: '',
  stderr: `engaged: ${file} is served by ${by}, which cannot work with a newer schema. It has schema ${from}, and this program needs schema ${to}. Stop what serves it, and then run: engaged upgrade\n`,
});

const notice = (data: string, from: number, to: number, kept: string | null): string =>
  `Upgraded ${data} from schema ${from} to ${to}. ${kept === null ? 'No copy was kept of how it was.' : `How it was before is kept as ${kept}.`}\n`;

test('no command of a newer program upgrades a file under a service: each names its version, and the way there and back works', async (t) => {
  const folder = tempFolder(t);
  const file = join(folder, 'engaged.db');
  const kept = `${file}.before-schema-${NEWER_SCHEMA}`;
  const service = await serve(t, ownProgram(), folder);
  const refused = refusal(file, `engaged ${version}`, SCHEMA_VERSION, NEWER_SCHEMA);
  for (const argv of [['employee', 'list'], ['upgrade'], ['backup', 'copy.db']])
    assert.deepEqual(await run(t, newerProgram(), folder, argv), refused);
  assert.deepEqual(await run(t, newerProgram(), folder, ['serve', '--port', '0']), {
    code: 1,
    stdout: '',
    stderr: `engaged: ${file} is served by another process already. Stop that one first\n`,
  });
  const checked = await run(t, newerProgram(), folder, ['upgrade', '--check', '--json']);
  const { copy, ...plan } = JSON.parse(checked.stdout);
  assert.deepEqual(
    [checked.code, copy.file, copy.bytes > 0, copy.free_bytes > 0],
    [1, kept, true, true],
  );
  assert.deepEqual(plan, {
    ...{ data: file, version: NEWER_VERSION, from: SCHEMA_VERSION, to: NEWER_SCHEMA },
    steps: [`${String(NEWER_SCHEMA).padStart(4, '0')}_later`],
    services: [`engaged ${version}`],
    obstacles: [refused.stderr.slice('engaged: '.length, -1)],
  });
  assert.equal(schemaOf(file), SCHEMA_VERSION);
  assert.equal(
    (await run(t, ownProgram(), folder, ['employee', 'add', '--email', 'a@acme.example'])).code,
    0,
  );
  await stop(service);

  const check = await run(t, newerProgram(), folder, ['upgrade', '--check', '--json']);
  const { services, obstacles } = JSON.parse(check.stdout);
  assert.deepEqual([check.code, services, obstacles], [0, [], []]);
  const first = await run(t, newerProgram(), folder, ['employee', 'list']);
  assert.deepEqual(
    [first.code, first.stderr],
    [0, notice(file, SCHEMA_VERSION, NEWER_SCHEMA, kept)],
  );
  assert.deepEqual(readdirSync(folder).sort(), [
    'engaged.db',
    `engaged.db.before-schema-${NEWER_SCHEMA}`,
  ]);
  assert.equal((await run(t, ownProgram(), folder, ['employee', 'list'])).code, 1);
  assert.equal((await run(t, ownProgram(), folder, ['restore', kept])).code, 0);
  const back = await run(t, ownProgram(), folder, ['employee', 'list', '--json']);
  assert.deepEqual([back.code, JSON.parse(back.stdout).data.length], [0, 1]);
});

test('the start of a newer service upgrades a file and logs it; engaged upgrade then has nothing to do', async (t) => {
  const folder = tempFolder(t);
  const file = createOlderFile(join(folder, 'engaged.db'));
  const service = await serve(t, ownProgram(), folder);
  const [line = '{}'] = service.written.stderr.split('\n');
  const { time, ...upgraded } = JSON.parse(line);
  assert.deepEqual(upgraded, {
    ...{ level: 'info', event: 'schema_upgraded', from: SCHEMA_VERSION - 1, to: SCHEMA_VERSION },
    kept: `${file}.before-schema-${SCHEMA_VERSION}`,
  });
  const again = await run(t, ownProgram(), folder, ['upgrade', '--json']);
  assert.deepEqual(JSON.parse(again.stdout), {
    ...{ data: file, from: SCHEMA_VERSION, to: SCHEMA_VERSION, kept: null },
  });
  assert.deepEqual([again.code, again.stderr], [0, '']);
  await stop(service);
});

test('of commands that meet an older file at once, one upgrades it and all do their work', async (t) => {
  const folder = tempFolder(t);
  const file = createOlderFile(join(folder, 'engaged.db'));
  const commands = await Promise.all(
    Array.from({ length: 4 }, () => run(t, ownProgram(), folder, ['company', 'list'])),
  );
  assert.deepEqual(
    commands.map(({ code }) => code),
    [0, 0, 0, 0],
  );
  assert.equal(
    commands.map(({ stderr }) => stderr).join(''),
    notice(file, SCHEMA_VERSION - 1, SCHEMA_VERSION, `${file}.before-schema-${SCHEMA_VERSION}`),
  );
  assert.deepEqual(readdirSync(folder).sort(), [
    'engaged.db',
    `engaged.db.before-schema-${SCHEMA_VERSION}`,
  ]);
});

test('of commands that meet an older database at once, one says that it has upgraded it', async (t) => {
  const server = await usePostgres(t);
  if (server === undefined) return;
  const data = createBareDatabase(t, server);
  const db = new PostgresDatabase(data, { write: true });
  migrateDatabase(db, postgresMigrationFiles.slice(0, -1));
  db.write(() => db.run(deployment.create, { cursorKey: new Uint8Array(32), now: 0 }));
  db.close();
  const folder = tempFolder(t);
  const commands = await Promise.all(
    Array.from({ length: 3 }, () =>
      run(t, ownProgram(), folder, ['company', 'list', '--data', data]),
    ),
  );
  assert.deepEqual(
    commands.map(({ code }) => code),
    [0, 0, 0],
  );
  assert.equal(
    commands.map(({ stderr }) => stderr).join(''),
    notice(data, SCHEMA_VERSION - 1, SCHEMA_VERSION, null),
  );
});

test('while another process upgrades a file, a service does not start on it and a command does not upgrade it', async (t) => {
  const folder = tempFolder(t);
  const file = createOlderFile(join(folder, 'engaged.db'));
  const lock = acquireUpgradeLock(file);
  const outcomes = await Promise.all(
    [
      ['serve', '--port', '0'],
      ['company', 'list'],
    ].map((argv) => run(t, ownProgram(), folder, argv)),
  );
  lock?.release();
  const busy = {
    ...{ code: 1, stdout: '' },
    stderr: `engaged: Another process is upgrading ${file}; try again when it has finished\n`,
  };
  assert.deepEqual(outcomes, [busy, busy]);
  assert.equal(schemaOf(file), SCHEMA_VERSION - 1);
  assert.equal((await run(t, ownProgram(), folder, ['company', 'list'])).code, 0);
});

test('a file whose upgrade is killed or fails is as it was, and the next upgrade finds nothing in its way', async (t) => {
  const folder = tempFolder(t);
  const file = join(folder, 'engaged.db');
  assert.equal((await run(t, ownProgram(), folder, ['company', 'create', '--name', 'A'])).code, 0);
  const failed = await run(t, buildNewer('select no_such_function();'), folder, ['upgrade']);
  assert.equal(failed.code, 1);
  assert.deepEqual(readdirSync(folder), ['engaged.db']);

  const kept = `engaged.db.before-schema-${NEWER_SCHEMA}`;
  const log = `${file}-wal`;
  const upgrade = runEngaged(t, folder, ['upgrade'], {}, buildNewer(SLOW));
  while (!existsSync(log) || statSync(log).size === 0) await turn();
  upgrade.child.kill('SIGKILL');
  assert.equal(await upgrade.ended, 'SIGKILL');
  assert.equal(schemaOf(file), SCHEMA_VERSION);
  const companies = await run(t, ownProgram(), folder, ['company', 'list', '--json']);
  assert.deepEqual([companies.code, JSON.parse(companies.stdout).data.length], [0, 1]);

  const again = await run(t, newerProgram(), folder, ['upgrade']);
  assert.deepEqual(again, {
    ...{ code: 0, stderr: '' },
    stdout: notice(file, SCHEMA_VERSION, NEWER_SCHEMA, `${file}.before-schema-${NEWER_SCHEMA}`),
  });
  assert.deepEqual(readdirSync(folder).sort(), ['engaged.db', kept]);
});

test('a PostgreSQL database is not upgraded under its services, which are named with their sessions', async (t) => {
  const server = await usePostgres(t);
  if (server === undefined) return;
  const data = createBareDatabase(t, server);
  const folder = tempFolder(t);
  const words = ['--data', data];
  const services = [
    await serve(t, ownProgram(), folder, words),
    await serve(t, ownProgram(), folder, words),
  ];
  const refused = await run(t, newerProgram(), folder, ['employee', 'list', ...words]);
  const place = '\\(session \\d+(?: from [\\d.:]+)?\\)';
  assert.match(
    refused.stderr,
    new RegExp(
      `^engaged: \\S+ is served by engaged ${version} ${place} and engaged ${version} ${place}, which cannot work`,
    ),
  );
  assert.equal(refused.code, 1);
  const second = await run(t, newerProgram(), folder, ['serve', '--port', '0', ...words]);
  assert.deepEqual([second.code, second.stderr.includes(' is served by ')], [1, true]);
  for (const service of services) await stop(service);
  const upgraded = await run(t, newerProgram(), folder, ['employee', 'list', ...words]);
  assert.deepEqual(
    [upgraded.code, upgraded.stderr],
    [0, notice(data, SCHEMA_VERSION, NEWER_SCHEMA, null)],
  );
  const late = await run(t, ownProgram(), folder, ['serve', '--port', '0', ...words]);
  assert.deepEqual([late.code, late.stderr.includes('written by a newer version')], [1, true]);
});

test('a service of a version that did not say what it is keeps its data from being upgraded', async (t) => {
  const older = buildOlder();
  if (!older) {
    process.stderr.write(
      '\nThe history does not reach back to the older version, so it is not tested.\n',
    );
    t.skip('no history');
    return;
  }
  const folder = tempFolder(t);
  const file = join(folder, 'engaged.db');
  const from = migrationFiles.findIndex(({ name }) => name.startsWith('0026_')) + 1;
  const service = await serve(t, older, folder);
  assert.deepEqual(
    await run(t, ownProgram(), folder, ['employee', 'list']),
    refusal(file, 'an older version of engaged', from, SCHEMA_VERSION),
  );
  assert.equal(schemaOf(file), from);
  await stop(service);
  assert.equal((await run(t, ownProgram(), folder, ['employee', 'list'])).code, 0);
  assert.equal((await run(t, older, folder, ['employee', 'list'])).code, 1);

  const server = await usePostgres(t);
  if (server === undefined) return;
  const words = ['--data', createBareDatabase(t, server)];
  const onPostgres = await serve(t, older, folder, words);
  const refused = await run(t, ownProgram(), folder, ['employee', 'list', ...words]);
  assert.match(refused.stderr, / is served by an older version of engaged \(session \d+/);
  await stop(onPostgres);
  assert.equal((await run(t, ownProgram(), folder, ['employee', 'list', ...words])).code, 0);
});
