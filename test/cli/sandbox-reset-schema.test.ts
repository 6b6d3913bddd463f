import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import type { Database } from '../../src/store/database.ts';
import { png } from '../domain/pictures.ts';
import { testQuery } from '../faults/roster-fixture.ts';
import { createPersonOnRecord, openBeside, tracesIn } from './erasure-person.ts';

/** The tables that a reset leaves alone, and why. */
const KEPT: Record<string, string> = {
  roster_holds: 'a sandbox to which a roster is being applied is not reset',
  api_keys: 'keys go on working',
  audit_log: 'decisions stay, without values of people',
  award_actors: 'names accounts and keys',
  companies: 'the sandbox itself',
  deleted_companies: 'belongs to no company',
  deployment: 'belongs to no company',
  mails: 'nobody of a sandbox gets mail',
  mail_rounds: 'nobody of a sandbox gets mail',
  portal_accounts: 'a sandbox has none',
  portal_sessions: 'a sandbox has none',
  sign_in_periods: 'nobody signs in to a sandbox',
  no_email_domains: 'a sandbox has none',
  sso_domains: 'a sandbox has none',
  sync_budgets: 'the hourly budget is not given back',
  webhooks: 'webhooks go on working',
};

const tables = testQuery(
  `select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name`,
  { name: 'text' },
);

const columns = testQuery(
  `select m.name as "table", c.name as "column"
   from sqlite_schema m, pragma_table_info(m.name) c where m.type = 'table'`,
  { table: 'text', column: 'text' },
);

/** Every row of the sandbox in a table, as text. */
function rowsOf(db: Database, table: string): string[] {
  const values = db
    .all(columns, {})
    .flatMap((one) => (one.table === table ? `coalesce(cast("${one.column}" as text), '')` : []))
    .join(` || ' ' || `);
  const sql = `select ${values} as value from "${table}"
    where company_id = (select company_id from companies where mode = 'test')`;
  return db.all(testQuery(sql, { value: 'text' }), {}).map(({ value }) => value);
}

test('a sandbox reset leaves nothing in any table of the people who were added', async (t) => {
  const { run, file } = await createPersonOnRecord(t, { testMode: true });
  const icon = join(dirname(file), 'icon.png');
  writeFileSync(icon, png());
  const look = ['--category', 'social', '--rarity', 'rare', '--icon', icon];
  const badge = ['--name', 'Own', ...look];
  assert.equal((await run(['badge', 'define', 'own', ...badge, '--test'])).code, 0);
  assert.equal((await run(['portal', 'wall', 'create', '--test'])).code, 0);
  const db = openBeside(t, file);
  const reset = db
    .all(tables, {})
    .map(({ name }) => name)
    .filter((name) => !(name in KEPT));
  const before = new Map(reset.map((table) => [table, rowsOf(db, table).length]));
  assert.notDeepEqual(tracesIn(rowsOf(db, 'audit_log').join('\n')), []);
  assert.equal((await run(['sandbox', 'reset'])).code, 0);
  for (const table of reset) {
    const rows = rowsOf(db, table);
    // A new table needs a row beyond the sample here, and a statement in the reset or a reason in KEPT.
    assert.ok(rows.length < (before.get(table) ?? 0), `${table} has as many rows as before`);
    assert.deepEqual(tracesIn(rows.join('\n')), [], table);
  }
  for (const table of ['audit_log', 'companies', 'api_keys'])
    assert.deepEqual(tracesIn(rowsOf(db, table).join('\n')), [], table);
});
