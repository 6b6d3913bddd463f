import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { test } from 'node:test';
import Sqlite from 'better-sqlite3';
import { resetSandbox } from '../../src/service/company/sandbox.ts';
import { openDataFile } from '../../src/store/files/data-file.ts';
import { runEngaged } from './cli-process.ts';
import { createCommandLine, NOW } from './command-line.ts';
import { openBeside, tracesInFiles } from './erasure-person.ts';
import { CREATE_KEY, createTwoCompanies, type Key } from './two-companies.ts';

type Company = { id: string; name: string; sandbox: { id: string } | null };
type Deleted = { id: string; deleted_at: string; backup: string | null; file_rewritten: boolean };

const DELETE = ['company', 'delete', 'Acme', '--yes'];

/** As if a roster were being applied to it. */
function holdFirstCompany(file: string): void {
  const sqlite = new Sqlite(file);
  sqlite.prepare('update companies set held_until = ? where company_id = 1').run(NOW + 10_000);
  sqlite
    .prepare('insert into roster_holds (company_id, token, revision) values (1, ?, 0)')
    .run('0'.repeat(36));
  sqlite.close();
}

/** Every row of every table that belongs to companies, as the schema names them. */
function rowsByTable(file: string, ...companyIds: number[]): Map<string, unknown[]> {
  const sqlite = new Sqlite(file, { readonly: true });
  const tables = sqlite
    .prepare<[], string>(
      `select distinct m.name from sqlite_schema m, pragma_table_info(m.name) c
       where m.type = 'table' and c.name = 'company_id' and m.name <> 'deleted_companies'
       order by m.name`,
    )
    .pluck()
    .all();
  const rows = new Map(
    tables.map((table) => [
      table,
      sqlite.prepare(`select * from "${table}" where company_id in (${companyIds.join()})`).all(),
    ]),
  );
  sqlite.close();
  return rows;
}

test('a deletion leaves no row of the company or its sandbox in any table, and touches no other company', async (t) => {
  const { run, file } = await createTwoCompanies(t);
  holdFirstCompany(file);
  const before = rowsByTable(file, 1, 2);
  for (const [table, rows] of before) assert.notEqual(rows.length, 0, table);
  const others = rowsByTable(file, 3, 4);
  assert.equal((await run(DELETE)).code, 0);
  for (const [table, rows] of rowsByTable(file, 1, 2)) assert.deepEqual(rows, [], table);
  assert.deepEqual(rowsByTable(file, 3, 4), others);
  assert.deepEqual(tracesInFiles(file), []);
  const doctor = await run(['doctor']);
  assert.doesNotMatch(doctor.stdout, /^(?:warning|problem) +(?! |Node)/m);
});

test('a deletion prints what was done, and its record stays', async (t) => {
  const { run, json, file } = await createTwoCompanies(t);
  const company = await json<Company>('company', 'show', 'Acme');
  const backup = `${file}.before-delete-20261121T093000`;
  assert.deepEqual(await run(['company', 'list', '--deleted']), {
    code: 0,
    stdout: 'No company was deleted.\n',
    stderr: '',
  });
  assert.deepEqual(await run(DELETE), {
    code: 0,
    stdout: `Deleted Acme (${company.id}) and its sandbox.
The backup ${backup} still holds them.
Earlier backups and other copies of the data file keep what they held.
`,
    stderr: '',
  });
  assert.equal(statSync(backup).mode & 0o777, 0o600);
  assert.deepEqual(await json('company', 'list', '--deleted'), {
    data: [
      { id: company.id, deleted_at: new Date(NOW).toISOString(), actor: 'command line (test)' },
    ],
  });
  assert.equal(
    (await run(['company', 'list', '--deleted'])).stdout,
    `ID                                    DELETED               BY\n${company.id}  2026-11-21 09:30 UTC  command line (test)\n`,
  );
  const { data } = await json<{ data: Company[] }>('company', 'list');
  assert.deepEqual(
    data.map(({ name }) => name),
    ['Other'],
  );
  assert.deepEqual(await run(DELETE), {
    code: 1,
    stdout: '',
    stderr: `engaged: Company not found. Existing companies: Other (${data[0]?.id})\n`,
  });
});

test('the backup restores the company; a second one of the second gets a number, and --no-backup makes none', async (t) => {
  const { run, json, file, folder } = await createTwoCompanies(t);
  const before = rowsByTable(file, 1, 2, 3, 4);
  const first = await json<Deleted>(...DELETE);
  assert.equal((await run(['restore', first.backup ?? ''])).code, 0);
  assert.deepEqual(rowsByTable(file, 1, 2, 3, 4), before);
  const second = await json<Deleted>(...DELETE);
  assert.equal(second.backup, `${first.backup}-2`);
  assert.equal((await run(['restore', second.backup ?? ''])).code, 0);
  const backups = () => readdirSync(folder).filter((name) => name.includes('.before-delete-'));
  assert.equal(backups().length, 2);
  const { id } = await json<Company>('company', 'show', 'Acme');
  const third = await run([...DELETE, '--no-backup']);
  assert.equal(
    third.stdout,
    `Deleted Acme (${id}) and its sandbox.\nNo backup was made.\nEarlier backups and other copies of the data file keep what they held.\n`,
  );
  assert.equal(backups().length, 2);
});

test('nothing is deleted where no backup can be made', async (t) => {
  const { run, file } = await createTwoCompanies(t);
  const sqlite = new Sqlite(file);
  // A row without its company is a fault that the check of the backup finds.
  sqlite.pragma('foreign_keys = off');
  sqlite.exec("insert into sso_domains values (99, 'nowhere.example')");
  sqlite.close();
  const before = rowsByTable(file, 1, 2, 3, 4);
  const { code, stdout, stderr } = await run(DELETE);
  assert.deepEqual([code, stdout], [1, '']);
  assert.match(stderr, /^engaged: No backup was made: /);
  assert.deepEqual(rowsByTable(file, 1, 2, 3, 4), before);
});

test('a deletion on a terminal needs the name of the company, and elsewhere --yes', async (t) => {
  const { run, json } = createCommandLine<Company>(t);
  const { id, sandbox } = await json('company', 'create', '--name', 'Ácme');
  const words = ['company', 'delete', id];
  assert.deepEqual(await run(words), {
    code: 2,
    stdout: '',
    stderr: 'engaged: This cannot be undone. Confirm it with --yes\n',
  });
  const question = `This deletes Ácme (${id}) and its sandbox for good: 0 people, 0 of them active, and 0 keys in use. Type its name to go on: `;
  for (const stdin of ['', 'yes\n', 'Acme\n', `${id}\n`]) {
    assert.deepEqual(await run(words, { columns: 80, stdin }), {
      code: 1,
      stdout: '',
      stderr: `${question}Nothing was changed.\n`,
    });
  }
  for (const [argv, message] of [
    [['company', 'delete', sandbox?.id ?? '', '--yes'], 'That is a sandbox; name its company'],
    [['company', 'delete', '--yes'], 'company is missing. See: engaged company delete --help'],
  ] as const) {
    assert.deepEqual(await run(argv), { code: 2, stdout: '', stderr: `engaged: ${message}\n` });
  }
  assert.equal((await json('company', 'show')).name, 'Ácme');
  const { code, stderr } = await run(words, { columns: 80, stdin: ' ácme \n' });
  assert.equal(code, 0);
  assert.ok(stderr.startsWith(question), stderr);
  assert.match((await run(['company', 'show'])).stderr, /There is no company yet/);
});

test('a file that is being read is rewritten later, with vacuum', async (t) => {
  const { run, file } = await createTwoCompanies(t);
  const reader = openBeside(t, file);
  reader.execute('begin; select count(*) from employees');
  const { code, stdout, stderr } = await run([...DELETE, '--json']);
  assert.deepEqual([code, JSON.parse(stdout).file_rewritten], [3, false]);
  assert.match(stderr, /may still hold values of the company\. .* run engaged vacuum:\n/);
  assert.notDeepEqual(tracesInFiles(file), []);
  reader.execute('rollback');
  assert.equal((await run(['vacuum'])).code, 0);
  assert.deepEqual(tracesInFiles(file), []);
});

test('a running service forgets a deleted company with the next request, and shows a new one of that name alone', async (t) => {
  const { run, json, folder, keys } = await createTwoCompanies(t);
  const server = runEngaged(t, folder, ['serve', '--port', '0', '--json']);
  const { url } = JSON.parse(await server.waitForOutput('\n}\n'));
  const get = async (path: string, key: string) => {
    const answer = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${key}` } });
    return { status: answer.status, body: (await answer.json()) as { data: { xp: number }[] } };
  };
  const paths = [
    ...['/v1/leaderboard', '/v1/leaderboard?period=this_month', '/v1/leaderboard/by-department'],
    ...['/v1/employees', '/v1/departments', '/v1/shop/items'],
  ];
  const others = await Promise.all(paths.map((path) => get(path, keys.other)));
  for (const path of [...paths, ...paths]) assert.equal((await get(path, keys.live)).status, 200);
  await json(...DELETE);
  for (const path of paths) assert.equal((await get(path, keys.live)).status, 401);
  assert.deepEqual(await Promise.all(paths.map((path) => get(path, keys.other))), others);
  // The last company of the file has the highest number.
  assert.equal((await run(['company', 'delete', 'Other', '--yes'])).code, 0);
  await json('company', 'create', '--name', 'Other');
  const created = await json<Key>(...CREATE_KEY, 'live', '--company', 'Other');
  for (const path of paths) {
    const { status, body } = await get(path, created.key);
    assert.deepEqual([status, body.data], [200, []], path);
  }
  server.child.kill('SIGTERM');
  assert.equal(await server.ended, 0);
});

test('the number of a deleted company is never used again', async (t) => {
  const { json, file } = await createTwoCompanies(t);
  for (const name of ['Other', 'Acme']) await json('company', 'delete', name, '--yes');
  await json('company', 'create', '--name', 'Acme');
  assert.deepEqual(
    (rowsByTable(file, 1, 2, 3, 4, 5, 6).get('companies') as { company_id: number }[]).map(
      ({ company_id }) => company_id,
    ),
    [5, 6],
  );
});

test('ledger entries of a company that lives are not deleted, whatever the code tries', async (t) => {
  const { file } = await createTwoCompanies(t);
  const db = openDataFile(file, { write: true });
  t.after(() => db.close());
  const write = { db, companyId: 1, revision: 1, mode: 'test', now: NOW, actor: 'test' } as const;
  assert.throws(() => db.write(() => resetSandbox(write)), /ledger entries are never deleted/);
  assert.throws(
    () =>
      db.write(() =>
        db.execute(
          'pragma defer_foreign_keys = on; delete from companies where company_id = 1; delete from xp_ledger where company_id = 1',
        ),
      ),
    /FOREIGN KEY constraint failed/,
  );
  assert.equal(rowsByTable(file, 1).get('companies')?.length, 1);
});
