import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { tempFolder } from '../store/temp-files.ts';
import { createFailingDisk, skipReason } from './failing-writes.ts';
import { sendRequest } from './http-client.ts';
import { mountFatDisk, mountSmallDisk } from './mount.ts';
import { run, serveFor } from './program.ts';
import { makeDataFile, readFile, testQuery } from './roster-fixture.ts';

const live = testQuery(`select name from companies where mode = 'live'`, { name: 'text' });

/** Runs a command that must succeed. */
async function runOk(folder: string, words: readonly string[], env = {}): Promise<void> {
  const { code, stderr } = await run(folder, words, { env });
  assert.equal(code, 0, `${words.join(' ')}: ${stderr}`);
}

/** Runs a command that must fail, and returns its error message; `under` is a program that runs it. */
async function refused(
  folder: string,
  words: readonly string[],
  under: readonly string[] = [],
): Promise<string> {
  const { code, stderr } = await run(folder, words, { under, env: { ENGAGED_DEBUG: '0' } });
  assert.equal(code, 1, `${words.join(' ')}: ${stderr}`);
  return stderr.replaceAll(`${folder}/`, '');
}

const companyIn = (file: string): string | undefined =>
  readFile(file, (db) => db.all(live, {})[0]?.name);

test('a backup on another disk is not mistaken for the data file with the same inode number', async (t) => {
  const [here, there] = [mountSmallDisk(t, 16), mountSmallDisk(t, 16)];
  if ('reason' in here) return t.skip(here.reason);
  if ('reason' in there) return t.skip(there.reason);
  const { file } = makeDataFile(here.folder, { syncs: 30 });
  const own = tempFolder(t);
  await runOk(here.folder, ['backup', join(own, 'b.db')]);
  await runOk(here.folder, ['company', 'update', '--name', 'Ajax']);
  const numberOf = (path: string) => statSync(path, { bigint: true }).ino;
  // A new file system assigns inode numbers in order.
  let n = 0;
  const backup = () => join(there.folder, `b-${n}.db`);
  do copyFileSync(join(own, 'b.db'), join(there.folder, `b-${++n}.db`));
  while (numberOf(backup()) < numberOf(file));
  assert.equal(numberOf(backup()), numberOf(file));
  await runOk(here.folder, ['backup', backup(), '--force']);
  assert.equal(companyIn(backup()), 'Ajax');
  copyFileSync(join(own, 'b.db'), backup());
  writeFileSync(join(there.folder, 'rejects.csv'), '');
  await runOk(here.folder, ['restore', backup()]);
  assert.equal(companyIn(file), 'Acme');
});

for (const [where, place] of [
  ['a FAT file system', mountFatDisk],
  ['a disk that refuses links and modes', tempFolder],
] as const) {
  test(`on ${where} a data file can be created, served, backed up and restored`, {
    skip: place === tempFolder ? skipReason : false,
  }, async (t) => {
    const disk = place(t);
    if (typeof disk !== 'string' && 'reason' in disk) return t.skip(disk.reason);
    const folder = typeof disk === 'string' ? disk : disk.folder;
    const env = typeof disk === 'string' ? createFailingDisk(t, folder, { isFat: true }).env : {};
    const at = (name: string) => join(folder, name);
    await runOk(folder, ['company', 'create', '--name', 'Acme'], env);
    await runOk(folder, ['backup', 'b.db'], env);
    assert.match((await run(folder, ['backup', 'b.db'], { env })).stderr, /b\.db exists already/);
    await runOk(folder, ['company', 'update', '--name', 'Ajax'], env);
    await runOk(folder, ['backup', 'b2.db'], env);
    await runOk(folder, ['backup', 'b2.db', '--force'], env);
    await runOk(folder, ['restore', 'b.db'], env);
    await runOk(folder, ['restore', 'b2.db'], env);
    await runOk(folder, ['restore', 'b.db', '--data', 'new.db'], env);
    const serving = await serveFor(t, folder, ['--data', 'first.db'], { env });
    assert.equal((await sendRequest(serving.port, 'GET', '/readyz')).status, 200);
    const { stderr } = await run(folder, ['restore', 'b.db', '--data', 'first.db'], { env });
    assert.match(stderr, /first\.db is in use/);
    assert.equal(await serving.stop(), 0);
    const names = readdirSync(folder).toSorted();
    const kept = names.filter((name) => name.startsWith('engaged.db.before-restore-'));
    assert.deepEqual(
      names.filter((name) => !kept.includes(name)),
      ['b.db', 'b2.db', 'engaged.db', 'first.db', 'new.db'],
    );
    assert.deepEqual(
      [...kept, 'engaged.db', 'b.db', 'b2.db', 'new.db'].map((name) => companyIn(at(name))),
      ['Ajax', 'Acme', 'Ajax', 'Acme', 'Ajax', 'Acme'],
    );
  });
}

test('on a read-only disk every command says so, and a backup can be restored from it', async (t) => {
  const disk = mountSmallDisk(t, 16);
  if ('reason' in disk) return t.skip(disk.reason);
  const { folder } = disk;
  makeDataFile(folder, { syncs: 30 });
  await runOk(folder, ['backup', 'b.db']);
  assert.equal(spawnSync('mount', ['-o', 'remount,ro', folder]).status, 0);
  const own = tempFolder(t);
  for (const [name, ...words] of [
    ['engaged.db', 'company', 'list'],
    ['engaged.db', 'serve', '--port', '0'],
    ['engaged.db', 'backup', join(own, 'b.db')],
    ['engaged.db', 'restore', 'b.db'],
    ['new.db', 'restore', 'b.db', '--data', 'new.db'],
    ['new.db', 'serve', '--port', '0', '--data', 'new.db'],
  ] as const)
    assert.equal(
      await refused(folder, words),
      `engaged: ${name} cannot be written to: its file system is read-only.\n`,
    );
  await runOk(own, ['restore', join(folder, 'b.db')]);
  assert.equal(
    await refused(own, ['backup', join(folder, 'c.db')]),
    `engaged: ${join(folder, 'c.db')} cannot be written to: its file system is read-only.\n`,
  );
  assert.equal(companyIn(join(own, 'engaged.db')), 'Acme');
});

/** Runs a program as an unprivileged user. */
const AS_NOBODY =
  process.getuid?.() === 0 ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] : [];

test('a permission error names the missing permission, on a file or on its folder', async (t) => {
  const folder = tempFolder(t);
  const at = (name: string) => join(folder, name);
  makeDataFile(folder, { syncs: 30 });
  await runOk(folder, ['backup', 'b.db']);
  mkdirSync(at('shut'));
  mkdirSync(at('closed'));
  copyFileSync(at('engaged.db'), at('shut/data.db'));
  copyFileSync(at('engaged.db'), at('read-only.db'));
  copyFileSync(at('b.db'), at('secret.db'));
  if (AS_NOBODY.length > 0)
    for (const name of ['.', ...(readdirSync(folder, { recursive: true }) as string[])])
      chownSync(at(name), 65534, 65534);
  chmodSync(at('read-only.db'), 0o400);
  chmodSync(at('secret.db'), 0o000);
  chmodSync(at('shut'), 0o555);
  chmodSync(at('closed'), 0o000);
  for (const [message, ...words] of [
    [
      'This user may not write to shut, the folder of shut/data.db.',
      'company',
      'list',
      '--data',
      'shut/data.db',
    ],
    [
      'This user may not write to shut, the folder of shut/new.db.',
      'serve',
      '--port',
      '0',
      '--data',
      'shut/new.db',
    ],
    ['This user may not write to shut, the folder of shut/c.db.', 'backup', 'shut/c.db'],
    [
      'This user may not write to shut, the folder of shut/data.db.',
      'restore',
      'b.db',
      '--data',
      'shut/data.db',
    ],
    [
      'This user may not write to shut, the folder of shut/new.db.',
      'restore',
      'b.db',
      '--data',
      'shut/new.db',
    ],
    [
      'This user may not write to closed, the folder of closed/data.db.',
      'company',
      'list',
      '--data',
      'closed/data.db',
    ],
    ['read-only.db cannot be written to (read-only).', 'company', 'list', '--data', 'read-only.db'],
    ['This user may not read secret.db.', 'restore', 'secret.db'],
    ['This user may not read secret.db.', 'company', 'list', '--data', 'secret.db'],
  ] as const)
    assert.equal(await refused(folder, words, AS_NOBODY), `engaged: ${message}\n`, words.join(' '));
  assert.deepEqual(readdirSync(at('shut')), ['data.db']);
  chmodSync(at('closed'), 0o755);
});

test('every command reports a full disk as such, and leaves nothing there', async (t) => {
  const disk = mountSmallDisk(t, 2);
  if ('reason' in disk) return t.skip(disk.reason);
  const own = tempFolder(t);
  makeDataFile(own, { syncs: 30 });
  await runOk(own, ['backup', 'b.db']);
  const { folder } = disk;
  writeFileSync(join(folder, 'filler'), Buffer.alloc(2 * 1024 * 1024 - 100 * 1024));
  symlinkSync(own, join(folder, 'own'));
  for (const [name, ...words] of [
    ['new.db', 'restore', 'own/b.db', '--data', 'new.db'],
    ['new.db', 'serve', '--port', '0', '--data', 'new.db'],
    ['c.db', 'backup', 'c.db', '--data', 'own/engaged.db'],
  ] as const)
    assert.equal(await refused(folder, words), `engaged: There is no space for ${name}.\n`);
  assert.deepEqual(readdirSync(folder), ['filler', 'own']);
});
