import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AuditFilter, findLastDecisions, listDecisions } from '../../src/service/audit.ts';
import {
  type Decision,
  recordAuditEvent,
  recordDecisions,
  writeCompany,
} from '../../src/service/company-write.ts';
import { createTestCompany, NOW } from './test-company.ts';

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
  'xp.import',
  'xpx.award',
  'key.create',
  'portal.sign_in',
  'portal.role',
];
const MINUTE = 60_000;

/** Decisions by few and by many, of a clock that goes back now and then. */
const decisions = Array.from(
  { length: 6_000 },
  (_, i): Required<Pick<Decision, 'actor' | 'at'>> & Decision => ({
    action: i === 4_000 ? 'wall.create' : (ACTIONS[i % ACTIONS.length] ?? ''),
    actor: i % 7 === 0 ? `portal ${i % 1_400}` : `key ${i % 3}`,
    at: NOW + (i % 1_000 === 999 ? i - 2_500 : i) * MINUTE,
    target: i % 5 === 0 ? ['shop_item', `item ${i % 50}`] : ['employee', `person ${i % 50}`],
  }),
);

/** What a filter lets through, one decision after another. */
const matches =
  (filter: AuditFilter) =>
  ({ action, actor, at, target }: (typeof decisions)[number]): boolean =>
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
  writeCompany(db, { companyId, now: NOW, actor: 'test' }, (write) =>
    recordDecisions(write, decisions),
  );
  const [newest] = listDecisions(db, companyId, { count: 1 });
  const first = (newest?.entry ?? 0) - decisions.length + 1;
  const all = decisions.map((decision, i) => ({ ...decision, entry: first + i })).reverse();

  const choices: { [Name in keyof AuditFilter]?: AuditFilter[Name][] } = {
    action: [undefined, 'xp', 'xp.award', 'wall.create', 'nothing', 'xp.'],
    actor: [undefined, 'key 1', 'portal', 'portal 7', 'nobody'],
    since: [undefined, NOW + 3_000 * MINUTE, NOW + 5_990 * MINUTE, NOW + 9_000 * MINUTE],
    until: [undefined, NOW + 100 * MINUTE, NOW + 5_500 * MINUTE, NOW],
    target: [undefined, 'item 10', 'person 7'],
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
      listDecisions(db, companyId, { ...filter, ...(before !== undefined && { before }) }).map(
        ({ entry }) => entry,
      );
    assert.deepEqual(found(), expected.slice(0, 20), JSON.stringify(filter));
    const last = expected[19];
    if (last !== undefined)
      assert.deepEqual(found(last), expected.slice(20, 40), JSON.stringify(filter));
  }
});
