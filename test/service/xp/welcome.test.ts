import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setBadgeRule } from '../../../src/service/badges/badge-rules.ts';
import { defineBadge } from '../../../src/service/badges/badges.ts';
import { updateCompany } from '../../../src/service/company/companies.ts';
import { addEmployee } from '../../../src/service/people/employees.ts';
import { checkLedgers } from '../../../src/service/xp/ledger-check.ts';
import { rosterRow } from '../../domain/roster/builders.ts';
import { sync } from '../roster/sync.ts';
import { createTestCompany, queryRows, whatHappened } from '../test-company.ts';

const ENTRIES = `select e.email, l.amount, l.reason, l.source from LEDGER l
  join employees e on e.company_id = l.company_id and e.number = l.employee_number
  where l.company_id = :companyId order by l.entry`;

test('who is added from then on is welcomed once, however they are added, with all that follows from XP', (t) => {
  const company = createTestCompany(t);
  const { db, companyId, write } = company;
  const rows = (...ids: string[]) => ids.map((id) => rosterRow(id));
  sync(company, rows('A'));
  write((one) => {
    defineBadge(one, { code: 'here', name: 'Here', category: 'milestone', rarity: 'common' });
    setBadgeRule(one, 'here', 50);
    updateCompany(one, { coins_per_100_xp: 10 });
    updateCompany(one, { welcome_xp: 50, welcome_coins: 20, welcome_reason: 'Good to have you' });
  });
  const before = whatHappened(db, companyId).length;
  sync(company, rows('A', 'B', 'C'));
  sync(company, rows('B'), { deactivateMissing: true });
  sync(company, rows('A', 'B', 'C'));
  sync(company, rows('D'), { dryRun: true });
  write((one) => addEmployee(one, { email: 'by.hand@example.com' }));
  const entriesOf = (ledger: string) =>
    queryRows(db, companyId, ENTRIES.replace('LEDGER', ledger), {
      ...{ email: 'text', amount: 'integer', reason: 'text?', source: 'text' },
    } as const).map(({ email, ...entry }) => [email.split('@')[0], ...Object.values(entry)]);
  const [b, c] = [rosterRow('B'), rosterRow('C')].map(({ email }) => String(email).split('@')[0]);
  const reason = 'Good to have you';
  assert.deepEqual(
    entriesOf('xp_ledger'),
    [b, c, 'by.hand'].map((who) => [who, 50, reason, 'welcome']),
  );
  assert.deepEqual(
    entriesOf('coin_ledger'),
    [b, c, 'by.hand'].flatMap((who) => [
      [who, 5, reason, 'xp'],
      [who, 20, reason, 'welcome'],
    ]),
  );
  assert.deepEqual(checkLedgers(db), []);
  const types = whatHappened(db, companyId)
    .slice(before)
    .map(([type]) => type);
  const added = ['employee.created', 'xp.awarded', 'badge.awarded'];
  assert.deepEqual(types.slice(0, 7), [...added, ...added, 'sync.completed']);
  assert.deepEqual(types.slice(-3), added);
  assert.equal(types.filter((type) => type === 'badge.awarded').length, 3);
});

test('what newcomers are given has bounds, and none is the default', (t) => {
  const { db, companyId, write } = createTestCompany(t);
  write((one) => addEmployee(one, { email: 'a@example.com' }));
  const count = 'select count(*) as count from xp_ledger where company_id = :companyId';
  assert.deepEqual(queryRows(db, companyId, count, { count: 'integer' }), [{ count: 0 }]);
  for (const wrong of [
    { welcome_xp: -1 },
    { welcome_coins: 1_000_001 },
    { welcome_reason: ' ' },
    { about: 'a'.repeat(2_001) },
  ]) {
    assert.throws(() => write((one) => updateCompany(one, wrong)), { code: 'validation_failed' });
  }
});
