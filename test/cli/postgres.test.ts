import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { warnAboutKeys } from '../../src/cli/server/housekeeping.ts';
import { DAY_MS } from '../../src/domain/duration.ts';
import { createLogger } from '../../src/service/operations/log.ts';
import { openForRequests } from '../../src/store/data.ts';
import { createTestCompany, createTestKey, NOW } from '../service/test-company.ts';
import { findPrograms } from '../store/postgres-programs.ts';
import { createBareDatabase, createTestDatabase, usePostgres } from '../store/postgres-server.ts';
import { createCommandLine } from './command-line.ts';
import { linesOf } from './postgres-cluster.ts';

const { PATH: PATH_HERE = '' } = process.env;

/** A command line whose data is in a database; undefined where there is no PostgreSQL. */
async function start(t: TestContext) {
  const server = await usePostgres(t);
  if (server === undefined) return undefined;
  const address = createTestDatabase(t, server);
  return {
    address,
    ...createCommandLine<{ data: unknown[] }>(t, { env: { ENGAGED_DATA: address } }),
  };
}

test('a database is filled by the first company, and other commands work on it as on a data file', async (t) => {
  const started = await start(t);
  if (!started) return;
  const { address, run, json } = started;
  assert.deepEqual(await run(['company', 'list']), {
    code: 1,
    stdout: '',
    stderr: `engaged: There is no data in ${address}. Name the right database with --data, or begin with: engaged company create --name NAME\n`,
  });
  const company = await json('company', 'create', '--name', 'Acme');
  assert.deepEqual((await json('company', 'list')).data, [company]);
  const { code, stderr } = await run(['company', 'create', '--name', 'ACME']);
  assert.deepEqual([code, stderr], [1, 'engaged: Another company already has this name\n']);
  await json('employee', 'add', '--email', 'bo@acme.example');
  assert.equal((await json('employee', 'list')).data.length, 1);
});

test('doctor checks what is on record, and not what the server sees to itself', async (t) => {
  const started = await start(t);
  if (!started) return;
  const { address, json } = started;
  await json('company', 'create', '--name', 'Acme');
  const { checks } = await json<{ checks: { check: string; level: string; message: string }[] }>(
    'doctor',
  );
  assert.deepEqual(checks[0], { check: 'database', level: 'ok', message: address, advice: null });
  assert.deepEqual(
    checks.map(({ check }) => check),
    [
      'database',
      'schema',
      'writing',
      'ledgers',
      'reports',
      'standings',
      'addresses',
      'clock',
      'keys',
      'accounts',
      'imports',
      'webhooks',
      'directory',
      'months',
      'contests',
      'Node.js',
      'PostgreSQL',
    ],
  );
});

test('keys that expire soon are found while the clock moves', async (t) => {
  const server = await usePostgres(t);
  if (server === undefined) return;
  const { db, file, companyId } = createTestCompany(t, server);
  const { id } = createTestKey(db, companyId, { now: NOW, expiresAt: NOW + 10 * DAY_MS });
  const log: string[] = [];
  let time = NOW;
  const now = () => ++time;
  const requests = openForRequests(file, 5_000);
  t.after(() => requests.close());
  await warnAboutKeys({
    db: requests,
    log: createLogger('warn', (line) => log.push(line), now),
    now,
  });
  const warnings = log.map((line) => JSON.parse(line));
  assert.deepEqual(
    warnings.map(({ event, key_id }) => [event, key_id]),
    [['key_expires_soon', id]],
  );
});

test('doctor names a database that it cannot open as a database', async (t) => {
  const { run } = createCommandLine(t);
  const { code, stdout } = await run(['doctor', '--data', 'postgres://me:secret@127.0.0.1:1/hr']);
  assert.equal(code, 1);
  assert.match(stdout, /^problem {2}database {5}The database postgres:\/\/me@127\.0\.0\.1:1\/hr /);
  assert.doesNotMatch(stdout, /me:secret/);
});

test('what is meant as the address of a database and is none is refused without being shown', async (t) => {
  const { run } = createCommandLine(t);
  for (const data of [
    'postgres:/me:secret@db/hr',
    'postgresql+psycopg://me:secret@db/hr',
    'mysql://me:secret@db/hr',
    'jdbc:postgresql://db/hr?user=me&password=secret',
    "'postgres://me:secret@db/hr'",
    ' postgres://me:secret@db/hr',
  ])
    for (const command of [
      ['company', 'list', '--data', data],
      ['serve', '--port', '0', '--data', data],
      ['doctor', '--data', data],
      ['copy', 'engaged.db', data],
      ['copy', data, 'engaged.db'],
      ['deploy', 'systemd', '--data', data],
    ])
      assert.deepEqual(await run(command), {
        code: 2,
        stdout: '',
        stderr:
          'engaged: The data is named by the path of a file or the address of a PostgreSQL database, postgres://USER@HOST/NAME without quotes or spaces\n',
      });
});

test('a database that lacks characters is refused before anything is written', async (t) => {
  const server = await usePostgres(t);
  if (!server) return;
  const { run, json } = createCommandLine(t);
  await json('company', 'create', '--name', 'Acme');
  for (const encoding of ['LATIN1', 'SQL_ASCII']) {
    const options = `encoding '${encoding}' locale 'C' template template0`;
    const address = createBareDatabase(t, server, options);
    for (const command of [
      ['company', 'create', '--name', 'Acme', '--data', address],
      ['copy', 'engaged.db', address],
    ]) {
      const { code, stderr } = await run(command);
      assert.deepEqual(
        [code, stderr],
        [
          1,
          `engaged: The database has the encoding ${encoding}. Create one with UTF8: createdb --encoding UTF8 --template template0 NAME\n`,
        ],
      );
    }
    const { stderr } = await run(['company', 'list', '--data', address]);
    assert.match(stderr, /There is no data in /);
  }
});

test('what replaces a data file refuses and names the tools of PostgreSQL', async (t) => {
  const started = await start(t);
  if (!started) return;
  const { run } = started;
  await run(['company', 'create', '--name', 'Acme']);
  const { code, stderr } = await run(['restore', 'copy.db']);
  assert.equal(code, 1);
  assert.match(
    stderr,
    /works on data files\. For PostgreSQL, use its own tools, such as pg_restore, or engaged copy\.\n$/,
  );
});

test('a server that cannot be reached is named without the password', async (t) => {
  const { run } = createCommandLine(t);
  const { code, stderr } = await run([
    'company',
    'list',
    '--data',
    'postgres://me:secret@127.0.0.1:1/hr',
  ]);
  assert.equal(code, 1);
  assert.match(
    stderr,
    /^engaged: The database postgres:\/\/me@127\.0\.0\.1:1\/hr cannot be used: connect ECONNREFUSED/,
  );
});

test('a person is erased and what is left is removed, as in a data file', async (t) => {
  const started = await start(t);
  if (!started) return;
  const { address, run, json } = started;
  await json('company', 'create', '--name', 'Acme');
  await json('employee', 'add', '--email', 'bo@acme.example');
  const erase = ['employee', 'erase', 'bo@acme.example', '--reason', 'Request', '--yes'];
  const { file_rewritten } = await json<{ file_rewritten: boolean }>(...erase);
  assert.equal(file_rewritten, true);
  const { code, stdout } = await run(['vacuum']);
  assert.equal(code, 0);
  assert.ok(stdout.startsWith(`Cleaned ${address} (`), stdout);
});

test('the recipe of a service has the nightly import, to which those for a data file lead', async (t) => {
  const started = await start(t);
  if (!started) return;
  const { address, run, json, folder } = started;
  await json('company', 'create', '--name', 'Acme');
  const { code, stderr } = await run(['deploy', 'cron']);
  assert.equal(code, 2);
  assert.match(
    stderr,
    /engaged deploy postgres-systemd, which has the service and the nightly import\n$/,
  );
  const { stdout } = await run(['deploy', 'postgres-systemd']);
  const [line = ''] = linesOf(stdout, /^45 2 /);
  const variables = join(folder, 'engaged.env');
  writeFileSync(variables, `ENGAGED_DATA='${address}'\n`);
  const roster = join(folder, 'roster.csv');
  writeFileSync(
    roster,
    'Employee ID,Email,First name,Last name,Status\n1,a@acme.example,A,B,Active\n',
  );
  const command = line
    .replace(/^.*? engaged {2}/, '')
    .replace('/etc/engaged/engaged.env', variables)
    .replace('/usr/local/bin/engaged', "sh -c 'echo $ENGAGED_DATA; printf %s\\\\n $@' ''")
    .replace('/srv/hr/roster.csv', roster);
  const [given, ...words] = execFileSync('sh', ['-c', command], { encoding: 'utf8' })
    .trim()
    .split('\n');
  assert.equal(given, address);
  assert.deepEqual(await run(words), { code: 0, stdout: '', stderr: '' });
  assert.equal((await json('employee', 'list')).data.length, 1);
});

test('a database is backed up with pg_dump, or without it into a data file, and both restore as they say', async (t) => {
  const server = await usePostgres(t);
  if (server === undefined) return;
  const started = await start(t);
  if (!started) return;
  const { address, folder, run, json } = started;
  await json('company', 'create', '--name', 'Acme');
  await json('employee', 'add', '--email', 'bo@acme.example');
  await json('xp', 'award', 'bo@acme.example', '7');
  const bin = await findPrograms();
  const dumps = [bin, ...PATH_HERE.split(':')].filter(
    (one) => one !== undefined && existsSync(join(one, 'pg_dump')),
  );
  const PATH = dumps.join(':');
  const backUp = async (name: string, path: string, ...options: string[]) => {
    const env = { ENGAGED_DATA: address, PATH: path };
    const { code, stdout, stderr } = await run(['backup', name, '--json', ...options], { env });
    assert.equal(code, 0, stderr);
    return JSON.parse(stdout) as { file: string; bytes: number; format: string; restore: string };
  };
  const people = async (data: string) =>
    (await run(['employee', 'list', '--json', '--data', data])).stdout;
  const expected = await people(address);

  const copy = await backUp('copy.db', '');
  assert.equal(copy.format, 'data_file');
  const copied = createBareDatabase(t, server);
  const [, ...words] = copy.restore.replace('postgres://USER@HOST/NAME', copied).split(' ');
  assert.equal((await run(words)).code, 0);
  assert.equal(await people(copied), expected);
  assert.equal((await run(['backup', 'copy.db'], { env: { ENGAGED_DATA: address } })).code, 1);
  assert.equal((await backUp('copy.db', '', '--force')).format, 'data_file');

  if (dumps.length === 0) return t.diagnostic('there is no pg_dump here: not tested with it');
  // Tells what other users of the machine could read, and what only this one can.
  const real = join(dumps[0] ?? '', 'pg_dump');
  const told = join(folder, 'told');
  const script = `#!/bin/sh\nprintf '%s\\n' "$@" >> ${told}.argv; printf %s "$PGPASSWORD" > ${told}.env\nexec ${real} "$@"\n`;
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin', 'pg_dump'), script, { mode: 0o755 });
  const secret = Object.assign(new URL(address), { password: 'plums' }).href;
  const env = { ENGAGED_DATA: secret, PATH: `${join(folder, 'bin')}:${PATH}:/usr/bin:/bin` };
  const made = await run(['backup', 'secret.dump', '--json'], { env });
  assert.equal(made.code, 0, made.stderr);
  assert.ok(!(made.stdout + made.stderr).includes('plums'));
  if (existsSync(`${told}.env`)) {
    assert.equal(readFileSync(`${told}.env`, 'utf8'), 'plums');
    assert.ok(!readFileSync(`${told}.argv`, 'utf8').includes('plums'));
  }

  const dump = await backUp('copy.dump', PATH);
  if (dump.format !== 'pg_dump') return t.diagnostic('pg_dump is older than the server here');
  assert.equal(statSync(dump.file).mode & 0o777, 0o600);
  assert.equal(readFileSync(dump.file).subarray(0, 5).toString(), 'PGDMP');
  const restored = createBareDatabase(t, server);
  execFileSync('sh', ['-c', dump.restore.replace('postgres://USER@HOST/NAME', restored)], {
    cwd: folder,
    env: { PATH: `${PATH}:/usr/bin:/bin` },
  });
  assert.equal(await people(restored), expected);
  const { checks } = JSON.parse((await run(['doctor', '--json', '--data', restored])).stdout);
  const levels = checks.map(({ level }: { level: string }) => level);
  assert.ok(!levels.includes('problem'), JSON.stringify(checks));
});

/** With pg_dump where there is one, and without. */
const WITH_AND_WITHOUT: readonly (readonly [string, () => Promise<string>])[] = [
  ['by pg_dump', async () => [await findPrograms(), ...PATH_HERE.split(':')].join(':')],
  ['as data files', async () => ''],
];

for (const [how, path] of WITH_AND_WITHOUT) {
  test(`dated backups of a database ${how} are kept as those of a data file, and nothing else in the folder is removed`, async (t) => {
    const started = await start(t);
    if (!started) return;
    const { address, folder, run, json } = started;
    await json('company', 'create', '--name', 'Acme');
    const name = new URL(address).pathname.slice(1);
    mkdirSync(join(folder, 'kept'));
    const foreign = [`${name}-20200101T000000Z.dump`, `${name}-20200101T000000Z.db`, 'notes.dump'];
    for (const one of foreign) writeFileSync(join(folder, 'kept', one), 'not a backup');
    const env = { ENGAGED_DATA: address, PATH: await path() };
    const made: string[] = [];
    for (let n = 0; n < 4; n++) {
      const words = ['backup', 'kept', '--keep', '2', '--json'];
      const { code, stdout, stderr } = await run(words, { env, now: NOW + n * 1_000 });
      assert.equal(code, 0, stderr);
      const { file, format, removed } = JSON.parse(stdout);
      made.push(basename(file));
      const end = format === 'pg_dump' ? 'dump' : 'db';
      assert.equal(made[n], `${name}-20261121T09300${n}Z.${end}`);
      assert.deepEqual(
        removed.map((one: string) => basename(one)),
        made.slice(0, -2).slice(-1),
      );
    }
    assert.deepEqual(
      readdirSync(join(folder, 'kept')).sort(),
      [...foreign, ...made.slice(-2)].sort(),
    );
  });

  test(`a company is deleted from a database after a backup that still holds it, made ${how}`, async (t) => {
    const server = await usePostgres(t);
    const started = await start(t);
    if (!started || server === undefined) return;
    const { address, folder, run, json } = started;
    await json('company', 'create', '--name', 'Acme');
    await json('company', 'create', '--name', 'Other');
    const env = { ENGAGED_DATA: address, PATH: await path() };
    const words = ['company', 'delete', 'Acme', '--json'];
    assert.equal((await run(words, { env })).code, 2);
    const { code, stdout, stderr } = await run([...words, '--yes'], { env });
    assert.equal(code, 0, stderr);
    const { backup } = JSON.parse(stdout);
    assert.equal(dirname(backup), folder);
    const namesIn = async (data: string) => {
      const { data: list } = JSON.parse(
        (await run(['company', 'list', '--json', '--data', data])).stdout,
      );
      return list.map(({ name }: { name: string }) => name);
    };
    assert.deepEqual(await namesIn(address), ['Other']);
    if (readFileSync(backup).subarray(0, 5).toString() === 'PGDMP') return;
    const restored = createBareDatabase(t, server);
    assert.equal((await run(['copy', backup, restored])).code, 0);
    assert.deepEqual(await namesIn(restored), ['Acme', 'Other']);
    const again = await run(['company', 'delete', 'Other', '--yes', '--json'], { env });
    assert.equal(again.code, 1);
    assert.match(again.stderr, /exists already/);
    assert.deepEqual(await namesIn(address), ['Other']);
  });
}
