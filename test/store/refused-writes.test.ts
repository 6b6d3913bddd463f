import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { DataFileFault } from '../../src/domain/errors.ts';
import { checkRights } from '../../src/service/operations/doctor/rights.ts';
import { PostgresDatabase } from '../../src/store/postgres/postgres-database.ts';
import { serveCompany } from '../http/harness.ts';
import { createTestCompany } from '../service/test-company.ts';
import { usePostgres } from './postgres-server.ts';

/** The code of the fault that a connection meets when it checks whether it can write; undefined for none. */
function faultOf(db: PostgresDatabase): string | undefined {
  try {
    db.writeNothing();
    return undefined;
  } catch (error) {
    assert.ok(error instanceof DataFileFault, String(error));
    return error.reason;
  }
}

test('a user that has lost a right to change any table is told so by the check of every write, and by doctor', async (t) => {
  const server = await usePostgres(t);
  if (server === undefined) return;
  const { db: admin, file } = createTestCompany(t, server);
  const role = `test_${randomBytes(8).toString('hex')}`;
  admin.execute(`create role ${role} login;
    grant usage on schema engaged to ${role};
    grant select, insert, update, delete on all tables in schema engaged to ${role}`);
  const url = new URL(file);
  url.username = role;
  const db = new PostgresDatabase(url.href, { write: true });
  const found = () => [faultOf(db), checkRights(db).level];
  try {
    assert.deepEqual(found(), [undefined, 'ok']);
    for (const right of ['select', 'insert', 'update', 'delete']) {
      admin.execute(`revoke ${right} on engaged.xp_ledger from ${role}`);
      assert.deepEqual([right, ...found()], [right, 'missing_rights', 'problem']);
      admin.execute(`grant ${right} on engaged.xp_ledger to ${role}`);
      assert.deepEqual([right, ...found()], [right, undefined, 'ok']);
    }
  } finally {
    db.close();
    admin.execute(`drop owned by ${role}; drop role ${role}`);
  }
});

test('a service on a database that is set to be read only is not ready, and says why', async (t) => {
  const server = await usePostgres(t);
  if (server === undefined) return;
  const company = createTestCompany(t, server);
  const name = new URL(company.file).pathname.slice(1);
  const set = (value: string) =>
    company.db.execute(`alter database ${name} set default_transaction_read_only = ${value}`);
  set('on');
  try {
    const service = await serveCompany(t, company);
    for (;;) {
      const { status, json } = await service.request('GET', '/readyz');
      const { error } = json as { error: { message: string } };
      if (error.message.includes('(busy)')) continue;
      assert.deepEqual(
        [status, error.message],
        [503, 'The database is set to be read only (read_only)'],
      );
      break;
    }
    const reader = new PostgresDatabase(company.file, { write: false });
    t.after(() => reader.close());
    assert.deepEqual(checkRights(reader).level, 'problem');
    assert.equal(checkRights(company.db).level, 'ok');
  } finally {
    // By a session that began before.
    set('off');
  }
});
