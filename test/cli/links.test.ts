import assert from 'node:assert/strict';
import {
  copyFileSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import Sqlite from 'better-sqlite3';
import { createCommandLine } from './command-line.ts';

const KEPT = '.before-restore-20261121T093000';

/** A folder `real` with a data file of Ajax and a backup of Acme in it, which is the current folder's `engaged.db`. */
async function setUpCompany(t: TestContext) {
  const line = createCommandLine(t);
  const at = (name: string) => join(line.folder, name);
  mkdirSync(at('real'));
  await line.json('company', 'create', '--name', 'Acme', '--data', 'real/data.db');
  await line.json('backup', 'b.db', '--data', 'real/data.db');
  await line.json('company', 'update', '--name', 'Ajax', '--data', 'real/data.db');
  symlinkSync(join('real', 'data.db'), at('engaged.db'));
  symlinkSync('real', at('linked'));
  const companyIn = (name: string): unknown => {
    const sqlite = new Sqlite(at(name));
    try {
      return sqlite.prepare("select name from companies where mode = 'live'").pluck().get();
    } finally {
      sqlite.close();
    }
  };
  /** Runs a command that must be refused, and gives what it says. */
  const refused = async (...argv: string[]): Promise<string> => {
    const { code, stdout, stderr } = await line.run(argv);
    assert.deepEqual({ argv, code, stdout }, { argv, code: 1, stdout: '' });
    return stderr.replaceAll(`${line.folder}/`, '');
  };
  /** Writes to a data file and keeps it open: what was written last lies in its log. */
  const use = (name: string, company: string) => {
    const sqlite = new Sqlite(at(name));
    t.after(() => sqlite.close());
    sqlite.exec(`update companies set name = '${company}' where mode = 'live'`);
    return sqlite;
  };
  return { ...line, at, companyIn, refused, use };
}

test('a restore through a symbolic link replaces its target and keeps the link', async (t) => {
  const { at, json, companyIn } = await setUpCompany(t);
  assert.deepEqual(await json('restore', 'b.db'), {
    file: at('real/data.db'),
    bytes: lstatSync(at('real/data.db')).size,
    kept: at(`real/data.db${KEPT}`),
  });
  assert.equal(readlinkSync(at('engaged.db')), join('real', 'data.db'));
  assert.deepEqual([companyIn('engaged.db'), companyIn('real/data.db')], ['Acme', 'Acme']);
  assert.equal(companyIn(`real/data.db${KEPT}`), 'Ajax');
});

test('companion files are beside the data file itself, through any link to it or to its folder', async (t) => {
  const { at, json, use, folder } = await setUpCompany(t);
  await json('restore', 'b.db', '--data', 'linked/new.db');
  use('real/data.db', 'Aida');
  for (const data of ['engaged.db', 'linked/data.db', 'linked/../engaged.db'])
    await json('company', 'update', '--name', 'Ajax', '--data', data);
  assert.deepEqual(readdirSync(folder).sort(), ['b.db', 'engaged.db', 'linked', 'real']);
  assert.deepEqual(readdirSync(at('real')).sort(), [
    'data.db',
    'data.db-shm',
    'data.db-wal',
    'new.db',
  ]);
});

test('a backup is restored through a link, but not if the link points to a data file in use', async (t) => {
  const { at, json, companyIn, refused, use } = await setUpCompany(t);
  symlinkSync('b.db', at('latest.db'));
  await json('restore', 'latest.db', '--data', 'one.db');
  assert.equal(companyIn('one.db'), 'Acme');
  use('real/data.db', 'Aida');
  const message =
    'engaged: real/data.db is in use or was not closed cleanly. Create a backup of it with: engaged backup\n';
  for (const name of ['real/data.db', 'engaged.db', 'linked/data.db'])
    assert.equal(await refused('restore', name, '--data', 'two.db'), message);
});

test('a data file in use is not restored from, even while its log is empty', async (t) => {
  const { refused, use } = await setUpCompany(t);
  use('real/data.db', 'Aida').pragma('wal_checkpoint(truncate)');
  assert.match(await refused('restore', 'engaged.db', '--data', 'two.db'), /data\.db is in use/);
});

test('a file with a hard link is not restored from, because its log may be beside the other name', async (t) => {
  const { at, json, refused, use, companyIn } = await setUpCompany(t);
  linkSync(at('real/data.db'), at('hard.db'));
  use('real/data.db', 'Aida');
  assert.match(
    await refused('restore', 'hard.db', '--data', 'two.db'),
    /hard\.db has another name \(a hard link\).*copy it and restore the copy/,
  );
  linkSync(at('b.db'), at('b2.db'));
  copyFileSync(at('b2.db'), at('copy.db'));
  await json('restore', 'copy.db', '--data', 'two.db');
  assert.equal(companyIn('two.db'), 'Acme');
});

test('a data file is never its own backup, through whatever link', async (t) => {
  const { at, refused, companyIn } = await setUpCompany(t);
  linkSync(at('real/data.db'), at('hard.db'));
  for (const name of ['engaged.db', 'linked/data.db', 'hard.db']) {
    assert.match(await refused('backup', name, '--force'), /cannot be its own backup/);
    assert.match(await refused('restore', name), /is the data file itself/);
  }
  assert.equal(companyIn('engaged.db'), 'Ajax');
});

test('a broken or circular link is rejected as a data file, as a backup and as a target', async (t) => {
  const { at, folder, refused } = await setUpCompany(t);
  symlinkSync('missing.db', at('nowhere.db'));
  symlinkSync('circle.db', at('circle.db'));
  const before = readdirSync(folder);
  for (const [name, message] of [
    ['nowhere.db', 'engaged: nowhere.db is a link that leads nowhere.\n'],
    ['circle.db', 'engaged: circle.db is a link that leads to itself.\n'],
  ] as const) {
    for (const argv of [
      ['company', 'create', '--name', 'Aida', '--data', name],
      ['company', 'list', '--data', name],
      ['serve', '--port', '0', '--data', name],
      ['restore', 'b.db', '--data', name],
      ['restore', name, '--data', 'new.db'],
      ['backup', name],
      ['backup', name, '--force'],
    ])
      assert.equal(await refused(...argv), message);
  }
  assert.deepEqual(readdirSync(folder), before);
});

test('doctor reports a broken link, with the path as it was given', async (t) => {
  const { at, run, json } = await setUpCompany(t);
  symlinkSync('missing.db', at('nowhere.db'));
  const { code, stdout } = await run(['doctor', '--json', '--data', 'nowhere.db']);
  const { checks } = JSON.parse(stdout) as { checks: { message: string }[] };
  assert.deepEqual(
    [code, checks[0]?.message],
    [1, `${at('nowhere.db')} is a link that leads nowhere.`],
  );
  const well = await json<{ checks: { message: string }[]; settings: { value: string }[] }>(
    'doctor',
  );
  assert.deepEqual(
    [well.checks[0]?.message, well.settings[0]?.value],
    [at('real/data.db'), at('engaged.db')],
  );
});

test('a backup is written to the target of a link, and replaces an existing file only with --force', async (t) => {
  const { at, json, refused, companyIn } = await setUpCompany(t);
  symlinkSync('b.db', at('latest.db'));
  assert.match(await refused('backup', 'latest.db'), /^engaged: b\.db exists already\. .*--force/);
  assert.equal(companyIn('b.db'), 'Acme');
  await json('backup', 'latest.db', '--force');
  assert.deepEqual([readlinkSync(at('latest.db')), companyIn('b.db')], ['b.db', 'Ajax']);
  const { file } = await json<{ file: string }>('backup', 'linked/c.db');
  assert.deepEqual([file, companyIn('real/c.db')], [at('real/c.db'), 'Ajax']);
});

test('companion files of a data file are neither a target for a backup nor a backup', async (t) => {
  const { at, folder, refused, use, companyIn } = await setUpCompany(t);
  use('real/data.db', 'Aida');
  symlinkSync(join('real', 'data.db-wal'), at('link.db'));
  const before = [
    readdirSync(folder),
    readdirSync(at('real')),
    readFileSync(at('real/data.db-wal')),
  ];
  for (const suffix of ['-wal', '-shm', '-journal', '-server']) {
    for (const flags of [[], ['--force']])
      assert.match(
        await refused('backup', `real/data.db${suffix}`, ...flags),
        /belongs to another data file\. Choose another name/,
      );
    assert.match(
      await refused('company', 'create', '--name', 'Aida', '--data', `new.db${suffix}`),
      /belongs to another data file/,
    );
  }
  assert.match(
    await refused('backup', 'link.db', '--force'),
    /data\.db-wal is a name that belongs/,
  );
  assert.match(await refused('restore', 'link.db', '--data', 'n.db'), /was not made by engaged/);
  assert.deepEqual(
    [readdirSync(folder), readdirSync(at('real')), readFileSync(at('real/data.db-wal'))],
    before,
  );
  assert.equal(companyIn('engaged.db'), 'Aida');
});

test('a data file in use is not replaced by a backup', async (t) => {
  const { at, json, refused, use, companyIn } = await setUpCompany(t);
  await json('restore', 'b.db', '--data', 'other.db');
  use('other.db', 'Aida').pragma('wal_checkpoint(truncate)');
  assert.match(await refused('backup', 'other.db', '--force'), /other\.db is in use/);
  assert.equal(companyIn('other.db'), 'Aida');
  // Neither is one whose last changes are in its log.
  copyFileSync(at('b.db'), at('crashed.db'));
  writeFileSync(at('crashed.db-wal'), 'not nothing');
  assert.match(
    await refused('backup', 'crashed.db', '--force'),
    /crashed\.db is in use or was not closed cleanly/,
  );
});

test('no file is created beside the log of a former one, which SQLite would apply to it', async (t) => {
  const { at, folder, json, refused } = await setUpCompany(t);
  for (const suffix of ['-wal', '-journal']) {
    writeFileSync(at(`new.db${suffix}`), 'not nothing');
    const before = readdirSync(folder);
    for (const argv of [
      ['restore', 'b.db', '--data', 'new.db'],
      ['backup', 'new.db'],
      ['company', 'create', '--name', 'Aida', '--data', 'new.db'],
    ])
      assert.match(await refused(...argv), /new\.db-\w+ belongs to another file/);
    assert.deepEqual(readdirSync(folder), before);
    writeFileSync(at(`new.db${suffix}`), '');
  }
  await json('restore', 'b.db', '--data', 'new.db');
});

test('several restores in the same second keep every old file', async (t) => {
  const { json, companyIn } = await setUpCompany(t);
  const kept: unknown[] = [];
  for (let i = 0; i < 3; i++)
    kept.push((await json<{ kept: string }>('restore', 'b.db')).kept.split(KEPT)[1]);
  assert.deepEqual(kept, ['', '-2', '-3']);
  assert.equal(companyIn(`real/data.db${KEPT}`), 'Ajax');
});
