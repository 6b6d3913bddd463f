import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import Sqlite from 'better-sqlite3';
import { png } from '../domain/pictures.ts';
import { createPersonOnRecord, openSession } from './erasure-person.ts';

export type Key = { id: string; key: string };

export const CREATE_KEY = ['key', 'create', '--name', 'x', '--scope', 'all', '--mode'];

/** Acme, with rows in every table and a person with known traces, and beside it a company named Other. */
export async function createTwoCompanies(t: TestContext) {
  const acme = await createPersonOnRecord(t);
  const { json, file, folder } = acme;
  const live = await json<Key>(...CREATE_KEY, 'live');
  await json<Key>(...CREATE_KEY, 'test');
  const noEmail = 'external_id,first_name,last_name\nN1,No,Mail';
  writeFileSync(join(folder, 'no-email.csv'), noEmail);
  await json('import', 'no-email.csv', '--no-email-domain', 'people.example.com');
  await json('company', 'update', '--sso-domain', 'acme.example');
  openSession(file, await json('portal', 'link', 'it@acme.example', '--role', 'owner'));
  await json('portal', 'wall', 'create');
  writeFileSync(join(folder, 'logo.png'), png());
  await json('company', 'update', '--logo', 'logo.png');
  await json('company', 'create', '--name', 'Other');
  await json('employee', 'add', '--email', 'o@other.example', '--company', 'Other');
  await json('xp', 'award', 'o@other.example', '5', '--company', 'Other');
  const other = await json<Key>(...CREATE_KEY, 'live', '--company', 'Other');
  const sqlite = new Sqlite(file);
  sqlite
    .prepare(
      'insert into sync_budgets (company_id, key_id, window_started_at, used) values (1, ?, 0, 1)',
    )
    .run(live.id);
  sqlite
    .prepare(
      `insert into mails (company_id, entry, id, kind, account_entry, created_at, expires_at, state)
       select company_id, -1, id, 'link', entry, 0, 0, 'sent' from portal_accounts where company_id = 1 limit 1`,
    )
    .run();
  sqlite
    .prepare("insert into history_looks values (1, 1, 0, 'portal x', 'history', 'admin', 0)")
    .run();
  sqlite.prepare("insert into mail_rounds values (1, 'digest', 0, 1)").run();
  sqlite.close();
  return { ...acme, keys: { live: live.key, other: other.key } };
}
