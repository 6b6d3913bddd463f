import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { migrationFiles } from '../../src/store/sql-files.ts';
import { migrate } from '../../src/store/sqlite/migrate.ts';
import * as webhooks from '../../src/store/webhooks/webhooks.ts';
import { createEmptyDatabase, tempFolder } from './temp-files.ts';

const idOf = (n: number) => `01997a3c-8f2e-7000-9c6d-00000000000${n}`;

test("webhooks of an older file are operators' where the audit log says so, and the portal's otherwise", (t) => {
  const db = createEmptyDatabase(join(tempFolder(t), 'a.db'));
  t.after(() => db.close());
  migrate(db, migrationFiles.slice(0, 26));
  const makers = ['command line (ada)', `portal ${idOf(9)}`, 'test', null];
  db.execute(`
    insert into companies (company_id, id, name, name_key, mode, next_entry, created_at)
    values (1, '${idOf(0)}', 'A', 'a', 'live', 40, 0)`);
  for (const [at, actor] of makers.entries()) {
    const [entry, id] = [at + 1, idOf(at + 1)];
    db.execute(`
      insert into webhooks (company_id, entry, id, url, secrets, created_at, settled)
      values (1, ${entry}, '${id}', 'https://a.example/', '[]', 0, 0)`);
    if (actor !== null)
      db.execute(`
        insert into audit_log (company_id, entry, at, actor, action, target_kind, target_id)
        values (1, ${entry}, 0, '${actor}', 'webhook.create', 'webhook', '${id}')`);
  }
  migrate(db);
  assert.deepEqual(
    db.all(webhooks.list, { companyId: 1 }).map(({ madeBy }) => madeBy),
    ['operator', 'portal', 'portal', 'portal'],
  );
});
