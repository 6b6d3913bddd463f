import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type AuditFilter,
  findLastDecisions,
  listDecisions,
} from '../../../src/service/audit/audit.ts';
import {
  type CompanyWrite,
  type Decision,
  nextEntry,
  recordAuditEvent,
  recordDecisions,
  writeCompany,
} from '../../../src/service/company/company-write.ts';
import { requireEmployee } from '../../../src/service/people/employee-records.ts';
import { addEmployee } from '../../../src/service/people/employees.ts';
import { addEntries } from '../../../src/service/xp/ledger-entries.ts';
import { createTestCompany, NOW } from '../test-company.ts';

test('the newest decision about each of some things is found, also behind many others', (t) => {
  const { db, companyId } = createTestCompany(t);
  const decide = (actor: string, target: string, now: number) =>
    writeCompany(db, { companyId, now, actor }, (write) =>
      recordAuditEvent(write, 'shop.update', ['shop_item', target]),
    );
  decide('first', 'mug', NOW);
  decide('second', 'mug', NOW + 1);
  decide('third', 'cap', NOW + 2);
  for (let i = 0; i < 50; i++) decide('other', `item ${i}`, NOW + 3 + i);
  const find = (...targets: string[]) => [...findLastDecisions(db, companyId, targets)];
  assert.deepEqual(find('mug', 'cap', 'unknown'), [
    ['mug', { actor: 'second', at: NOW + 1 }],
    ['cap', { actor: 'third', at: NOW + 2 }],
  ]);
  assert.deepEqual(find(), []);
});

const ACTIONS = [
  'xp.award',
  'coins.grant',
  'xp.import',
  'xpx.award',
  'key.create',
  'portal.sign_in',
  'portal.role',
];
const MINUTE = 60_000;

type MadeDecision = Required<Pick<Decision, 'actor' | 'at'>> & Decision;

/** Decisions by few and by many, of a clock that goes back now and then. @param people the ids of some */
const decisionsAbout = (people: readonly string[]): MadeDecision[] =>
  Array.from({ length: 6_000 }, (_, i) => {
    const action = i === 4_000 ? 'wall.create' : (ACTIONS[i % ACTIONS.length] ?? '');
    return {
      action,
      actor: i % 7 === 0 ? `portal ${i % 1_400}` : `key ${i % 3}`,
      at: NOW + (i % 1_000 === 999 ? i - 2_500 : i) * MINUTE,
      target:
        i % 5 === 0 && action !== 'xp.award' && action !== 'coins.grant'
          ? ['shop_item', `item ${i % 50}`]
          : ['employee', people[i % people.length] ?? ''],
    };
  });

/** Puts decisions on record: awards in their ledgers, and what is between them in the log. */
function record(write: CompanyWrite, decisions: readonly MadeDecision[]): void {
  const awards = ['xp.award', 'coins.grant'];
  for (let at = 0; at < decisions.length; ) {
    const isAward = awards.includes(decisions[at]?.action ?? '');
    let end = at;
    while (end < decisions.length && awards.includes(decisions[end]?.action ?? '') === isAward)
      end++;
    const run = decisions.slice(at, end);
    if (isAward) recordAwards(write, run);
    else recordDecisions(write, run);
    at = end;
  }
}

function recordAwards(write: CompanyWrite, decisions: readonly MadeDecision[]): void {
  const entries = decisions.map(({ action, actor, at, target }) => {
    const { number: employeeNumber } = requireEmployee(write.db, write.companyId, target[1] ?? '');
    const entry = { employeeNumber, entry: nextEntry(write), amount: 1, total: 1 };
    const more = { reason: null, idempotencyKey: null, source: 'test', recordedAt: at };
    return { action, entry: { ...entry, ...more, actor } };
  });
  const of = (kind: string) =>
    entries.flatMap(({ action, entry }) => (action === kind ? entry : []));
  addEntries(write, {
    xp: of('xp.award').map((entry) => ({
      ...{ ...entry, countsAt: NOW, badges: null },
      ...{ departmentNumber: null, isActive: 1 },
    })),
    coins: of('coins.grant'),
  });
}

/** What a filter lets through, one decision after another. */
const matches =
  (filter: AuditFilter) =>
  ({ action, actor, at, target }: MadeDecision): boolean =>
    (filter.action === undefined ||
      action === filter.action ||
      action.startsWith(`${filter.action}.`)) &&
    (filter.actor === undefined ||
      actor.includes(filter.actor) ||
      (filter.actors ?? []).includes(actor)) &&
    (filter.target === undefined || target[1] === filter.target) &&
    at >= (filter.since ?? 0) &&
    at < (filter.until ?? Infinity) &&
    !(filter.omitSignIns && action === 'portal.sign_in');

test('filters of the audit log leave the same decisions in the same order, however they are found', (t) => {
  const { db, companyId } = createTestCompany(t);
  const change = <T>(work: (write: CompanyWrite) => T): T =>
    writeCompany(db, { companyId, now: NOW, actor: 'test' }, work);
  const people = Array.from({ length: 11 }, (_, i) =>
    change((write) => addEmployee(write, { email: `person${i}@acme.example` }).employee_id),
  );
  const decisions = decisionsAbout(people);
  change((write) => record(write, decisions));
  const [newest] = listDecisions(db, companyId, { count: 1 });
  const first = (newest?.entry ?? 0) - decisions.length + 1;
  const all = decisions.map((decision, i) => ({ ...decision, entry: first + i })).reverse();

  const choices: { [Name in keyof AuditFilter]?: AuditFilter[Name][] } = {
    action: [undefined, 'xp', 'xp.award', 'coins', 'wall.create', 'nothing', 'xp.'],
    actor: [undefined, 'key 1', 'portal', 'portal 7', 'nobody'],
    since: [undefined, NOW + 3_000 * MINUTE, NOW + 5_990 * MINUTE, NOW + 9_000 * MINUTE],
    until: [undefined, NOW + 100 * MINUTE, NOW + 5_500 * MINUTE, NOW],
    target: [undefined, 'item 10', people[7], '00000000-0000-7000-8000-000000000000'],
    omitSignIns: [false, true],
  };
  let filters: AuditFilter[] = [{ count: 20 }];
  for (const [name, values] of Object.entries(choices)) {
    filters = filters.flatMap((filter) => values.map((value) => ({ ...filter, [name]: value })));
  }
  filters = filters.filter((_, i) => i % 7 === 0);
  filters.push({ actor: 'nobody', actors: ['portal 0', 'key 2'], count: 20 });
  for (const filter of filters) {
    const expected = all.filter(matches(filter)).map(({ entry }) => entry);
    const found = (before?: number) =>
      listDecisions(db, companyId, { ...filter, ...(before !== undefined && { before }) })
        .map(({ entry }) => entry)
        // Before them, the people were added.
        .filter((entry) => entry >= first);
    assert.deepEqual(found(), expected.slice(0, 20), JSON.stringify(filter));
    const last = expected[19];
    if (last !== undefined)
      assert.deepEqual(found(last), expected.slice(20, 40), JSON.stringify(filter));
  }
});
