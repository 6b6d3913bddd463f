import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createWall } from '../../src/service/boards/walls.ts';
import { createCompany } from '../../src/service/company/companies.ts';
import { writeCompany } from '../../src/service/company/company-write.ts';
import { redeemShopItem } from '../../src/service/shop/redemptions.ts';
import { parseAllowedTargets } from '../../src/service/webhooks/target.ts';
import { createWebhook } from '../../src/service/webhooks/webhooks.ts';
import { grantCoins } from '../../src/service/xp/ledger.ts';
import { type CompanyContents, populate } from '../security/two-companies.ts';
import { createTestKey, queryRows } from '../service/test-company.ts';
import { fillCompany, pathsOf } from './company-content.ts';
import { formsOf } from './forms.ts';
import { type PortalService, startPortal } from './portal-service.ts';
import { peopleFile, upload } from './roster-upload.ts';

const TABLES = [
  'employees',
  'departments',
  'shop_items',
  'redemptions',
  'contests',
  'webhooks',
  'walls',
];
const LIVE_TABLES = ['sync_runs', 'api_keys', 'portal_accounts', 'portal_sessions'];

/** The ids of a company's things: the first of each kind. */
const idsOf = ({ db }: PortalService, companyId: number, tables: readonly string[]): string[] =>
  tables.flatMap((table) => {
    const sql = `select id from ${table} where company_id = :companyId limit 1`;
    return queryRows(db, companyId, sql, { id: 'text' }).map(({ id }) => id);
  });

/** Everything in the tables of a company. */
const stateOf = ({ db }: PortalService, companyId: number, tables: readonly string[]) =>
  tables.map((table) => {
    const [{ name: columns } = { name: '' }] = queryRows(
      db,
      companyId,
      `select group_concat(name) as name from pragma_table_info('${table}') where :companyId > 0`,
      { name: 'text' },
    );
    const sql = `select json_group_array(json_array(${columns
      .split(',')
      .filter((one) => !/hash|cipher|data|secret|last_used/.test(one))
      .join(',')})) as text from ${table} where company_id = :companyId`;
    return [table, queryRows(db, companyId, sql, { text: 'text' })[0]?.text];
  });

const MARK = 'Zebra';

/** Forms that end the session that the others need. */
const LEFT_OUT = /sign-out|\/password$|two-step/;

test('an id of another company, or of the other half of the own one, means nothing in any field of any form', async (t) => {
  const service = await startPortal(t);
  const { db, clock, sandboxId } = service;
  const now = clock.now;
  const order = { name: MARK, ssoDomains: [], now, actor: 'test' };
  const other = createCompany(db, order).company.companyId;
  for (const [id, mark] of [
    [other, MARK],
    [sandboxId, `${MARK}S`],
  ] as const) {
    writeCompany(db, { companyId: id, now, actor: 'test' }, (write) => {
      const { person }: CompanyContents = populate(write, mark);
      grantCoins(write, person.id, { amount: 100 });
      redeemShopItem(write, person.id, `${mark} Mug`);
      createWall(write, { title: mark, period: 'this_month', department: '', rows: 10 });
      const url = `https://${mark}.example/x`;
      createWebhook(write, {
        url,
        types: null,
        allowed: parseAllowedTargets([]),
        madeBy: 'portal',
      });
    });
    createTestKey(db, id, { now });
  }
  service.signedIn('owner', { companyId: other, email: 'owner@zebra.example' });
  const content = fillCompany(service, { now, people: 20 });
  const owner = service.signedIn('owner');
  const preview = await upload(service, owner, peopleFile([['1', 'Ann']]));
  const sandboxTables = TABLES.filter((one) => one !== 'walls');
  const foreign = [
    ...idsOf(service, other, [...TABLES, ...LIVE_TABLES]),
    ...idsOf(service, sandboxId, sandboxTables),
  ];
  assert.equal(foreign.length, TABLES.length + LIVE_TABLES.length - 1 + sandboxTables.length);
  const state = () => [
    stateOf(service, other, [...TABLES, ...LIVE_TABLES]),
    stateOf(service, sandboxId, sandboxTables),
  ];
  const before = state();
  const tried = new Set<string>();
  const seen: string[] = [];
  for (const path of [...pathsOf(content), preview]) {
    for (const { action, fields } of formsOf((await owner.get(path)).text)) {
      const pattern = action.replace(/[0-9a-f-]{36}|\?.*/g, '');
      if (LEFT_OUT.test(action) || tried.has(pattern)) continue;
      tried.add(pattern);
      const names = new Set(
        fields.map(([name]) => name).filter((name) => !/^seen-|^form-id$/.test(name)),
      );
      for (const name of names) {
        for (const id of foreign) {
          const { status, text } = await owner.post(action, {
            ...Object.fromEntries(fields),
            [name]: id,
          });
          if (status >= 500 || text.includes(MARK)) seen.push(`${pattern} ${name}: ${status}`);
        }
      }
    }
  }
  assert.ok(tried.size > 20, [...tried].join(' '));
  assert.deepEqual(seen, []);
  assert.deepEqual(state(), before);
});
