import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { listKeys } from '../../src/service/keys/keys.ts';
import { showEmployee } from '../../src/service/people/employee-records.ts';
import { addEmployee } from '../../src/service/people/employees.ts';
import { listRedemptions } from '../../src/service/shop/redemptions.ts';
import { addShopItem, listShopItems } from '../../src/service/shop/shop.ts';
import { grantCoins } from '../../src/service/xp/ledger.ts';
import { checkLedgers } from '../../src/service/xp/ledger-check.ts';
import {
  createTestCompany,
  createTestKey,
  NOW,
  queryRows,
  type TestCompany,
} from '../service/test-company.ts';
import type { Outcomes, Race } from './race-process.ts';
import { iterations, reportResult } from './run-scale.ts';

const RACERS = 3;
const TRIES = iterations(40, 2_000);

/** Processes with one connection each. */
const racers: ChildProcess[] = [];

before(async () => {
  for (let i = 0; i < RACERS; i++) {
    const racer = fork(join(import.meta.dirname, 'race-process.ts'), {
      execArgv: ['--import', import.meta.resolve('tsx')],
    });
    racers.push(racer);
  }
  await Promise.all(racers.map((racer) => once(racer, 'message')));
});
after(() => {
  for (const racer of racers) racer.disconnect();
});

type Part<R> = R extends Race ? Omit<R, 'racer' | 'now' | 'tries' | 'file'> : never;

/** Starts all processes at once; returns the sum of their outcomes. */
async function race({ file }: TestCompany, order: Part<Race>): Promise<Outcomes> {
  const all = racers.map(async (racer, i) => {
    const outcomes = once(racer, 'message');
    racer.send({ ...order, file, now: NOW, tries: TRIES, racer: i });
    return (await outcomes)[0] as Outcomes;
  });
  const sum: Outcomes = {};
  for (const outcomes of await Promise.all(all)) {
    for (const [what, count] of Object.entries(outcomes)) sum[what] = (sum[what] ?? 0) + count;
  }
  return sum;
}

function report(what: string, outcomes: Outcomes): void {
  const figures = Object.entries(outcomes)
    .map(([outcome, count]) => `${count} ${outcome}`)
    .join(', ');
  reportResult({ what: `race: ${what}`, tried: RACERS * TRIES, lost: 0, figures });
}

const mug = {
  name: 'Mug',
  description: 'For coffee.',
  category: 'merch',
  image_url: 'https://example.com/mug.png',
};
const email = 'a@example.com';

test('the last items in stock are sold exactly once each', async (t) => {
  const company = createTestCompany(t);
  const { db, companyId, write } = company;
  const stock = Math.floor(TRIES * 1.5);
  const item = write((w) => {
    addEmployee(w, { email });
    grantCoins(w, email, { amount: 1_000_000 });
    return addShopItem(w, { ...mug, coin_price: 3, stock_remaining: stock }).id;
  });
  const outcomes = await race(company, { kind: 'redeem', companyId, employee: email, item });
  assert.deepEqual(outcomes, { redeemed: stock, 'redeemed: sold_out': RACERS * TRIES - stock });
  assert.equal(listShopItems(db, companyId, NOW)[0]?.stock_remaining, 0);
  assert.equal(showEmployee(db, companyId, email).coins, 1_000_000 - 3 * stock);
  assert.equal(listRedemptions(db, companyId, 'pending').length, stock);
  assert.deepEqual(checkLedgers(db), []);
  report('the last items in stock', outcomes);
});

test('the last coins are spent exactly once', async (t) => {
  const company = createTestCompany(t);
  const { db, companyId, write } = company;
  const affordable = Math.floor(TRIES * 1.2);
  const item = write((w) => {
    addEmployee(w, { email });
    // Two coins are left over, which buy nothing.
    grantCoins(w, email, { amount: affordable * 3 + 2 });
    return addShopItem(w, { ...mug, coin_price: 3, stock_remaining: null }).id;
  });
  const outcomes = await race(company, { kind: 'redeem', companyId, employee: email, item });
  assert.deepEqual(outcomes, {
    redeemed: affordable,
    'redeemed: insufficient_coins': RACERS * TRIES - affordable,
  });
  assert.equal(showEmployee(db, companyId, email).coins, 2);
  assert.deepEqual(checkLedgers(db), []);
  report('the last coins', outcomes);
});

test('XP is awarded exactly up to the limit of a total', async (t) => {
  const company = createTestCompany(t);
  const { db, companyId, write } = company;
  const allowed = Math.floor(TRIES * 1.3);
  write((w) => addEmployee(w, { email }));
  const most = Number.MAX_SAFE_INTEGER;
  // Two XP are left over, too few for another award.
  db.execute(`update employees set xp = ${most - 2 - 3 * allowed} where company_id = ${companyId}`);
  const outcomes = await race(company, { kind: 'award', companyId, employee: email });
  assert.deepEqual(outcomes, {
    awarded: allowed,
    'awarded: validation_failed': RACERS * TRIES - allowed,
  });
  assert.equal(showEmployee(db, companyId, email).xp, most - 2);
  report('the last XP below the limit of a total', outcomes);
});

test('the last places of a sandbox are taken exactly once each', async (t) => {
  const company = createTestCompany(t);
  const { db, sandboxId } = company;
  const people = () =>
    queryRows(db, sandboxId, 'select count(*) as n from employees where company_id = :companyId', {
      n: 'integer',
    })[0]?.n ?? 0;
  const places = Math.floor(TRIES / 2);
  const limit = people() + places;
  const outcomes = await race(company, { kind: 'join', companyId: sandboxId, limit });
  assert.deepEqual(outcomes, {
    joined: places,
    sandbox_limit_reached: RACERS * TRIES - places,
  });
  assert.equal(people(), limit);
  report('the last places of a sandbox', outcomes);
});

test('two syncs and the portal change the same employee, each atomically', async (t) => {
  const company = createTestCompany(t);
  const { db, companyId, write } = company;
  write((w) => addEmployee(w, { email }));
  const outcomes = await race(company, { kind: 'same person', companyId, email });
  const { deactivated_in_portal = 0, updated = 0, unchanged = 0, ...others } = outcomes;
  assert.equal(deactivated_in_portal + updated + unchanged, 2 * TRIES);
  // Only the portal reverses its own decision, so it always found its own state.
  assert.deepEqual(others, { left: TRIES, 'came back': TRIES });
  const runs = queryRows(
    db,
    companyId,
    'select count(*) as n from sync_runs where company_id = :companyId',
    { n: 'integer' },
  );
  assert.equal(runs[0]?.n, 2 * TRIES);
  const person = showEmployee(db, companyId, email);
  // An employee who was never found active was never linked.
  assert.equal(person.external_id, updated + unchanged > 0 ? 'X' : null);
  const { revision } = queryRows(
    db,
    companyId,
    'select revision from companies where company_id = :companyId',
    { revision: 'integer' },
  )[0] ?? { revision: 0 };
  const { last } = queryRows(
    db,
    companyId,
    'select max(revision) as last from employees where company_id = :companyId',
    { last: 'integer' },
  )[0] ?? { last: 0 };
  assert.ok(last <= revision);
  report('two syncs and the portal on the same employee', outcomes);
});

test('with concurrent rotations and a revocation, each key is rotated at most once, and is finally revoked', async (t) => {
  const company = createTestCompany(t);
  const { db, companyId } = company;
  const ids = Array.from(
    { length: TRIES },
    (_, i) => createTestKey(db, companyId, { name: `key ${i}` }).id,
  );
  const outcomes = await race(company, { kind: 'keys', companyId, ids });
  const { rotated = 0, revoked, 'rotated: conflict': refused = 0 } = outcomes;
  assert.equal(revoked, TRIES);
  assert.equal(rotated + refused, 2 * TRIES);
  const keys = listKeys(db, companyId);
  const own = keys.filter(({ id }) => ids.includes(id));
  assert.equal(keys.length - own.length, rotated);
  assert.equal(own.filter(({ revoked_at }) => revoked_at !== null).length, TRIES);
  const successors = own.flatMap(({ successor_id }) => successor_id ?? []);
  assert.equal(successors.length, rotated);
  assert.equal(new Set(successors).size, rotated);
  report('rotation and revocation of a key', outcomes);
});
