import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { asFailure } from '../../../src/domain/errors.ts';
import { updateCompany } from '../../../src/service/company/companies.ts';
import { LazyCompanyWrite } from '../../../src/service/company/company-write.ts';
import { programmeOf } from '../../../src/service/company/programme.ts';
import { awardXpByHand, grantCoinsByHand } from '../../../src/service/xp/ask-above.ts';
import { importXp } from '../../../src/service/xp/import-xp.ts';
import { applyAwards } from '../../../src/service/xp/xp-awards.ts';
import { rounds } from '../../faults/run-scale.ts';
import { addPerson } from '../../http/requests.ts';
import { createTestCompany, NOW, queryRows } from '../test-company.ts';

function createHolder(t: TestContext) {
  const company = createTestCompany(t);
  const { db, companyId, write } = company;
  write((one) => addPerson(one, 'ann'));
  const totals = () =>
    queryRows(db, companyId, 'select xp, coins from employees where company_id = :companyId', {
      xp: 'integer',
      coins: 'integer',
    }).map(({ xp, coins }) => [xp, coins])[0];
  const load = (
    rows: { amount: number; coins?: number }[],
    repeated: number | null,
    batch: string | null = null,
  ) =>
    write((one) =>
      importXp(one, {
        rows: rows.map(({ amount, coins }) => ({
          employee: 'X-ann',
          amount: String(amount),
          ...(coins !== undefined && { coins: String(coins) }),
        })),
        ...{ batch, fileHash: '', repeated },
      }),
    );
  return { ...company, totals, load };
}

function amountOf(error: unknown) {
  const found = asFailure(error, 'amount_unconfirmed');
  assert.ok(found);
  return found;
}

const asks = (large: object) => (error: unknown) => {
  const { code: _, limit: __, ...asked } = amountOf(error);
  assert.deepEqual(asked, large);
  return true;
};

test('an entry by hand above the limit, either way, counts only with the same amount again', (t) => {
  const { write, totals } = createHolder(t);
  const xp = (amount: number, repeated: number | null) =>
    write((one) => awardXpByHand(one, 'X-ann', { amount }, repeated));
  const coins = (amount: number, repeated: number | null) =>
    write((one) => grantCoinsByHand(one, 'X-ann', { amount }, repeated));
  xp(10_000, null);
  coins(1_000, null);
  assert.deepEqual(totals(), [10_000, 1_000]);
  for (const repeated of [null, 0, 10_000, 100_001]) {
    assert.throws(() => xp(10_001, repeated), asks({ amounts: 1, largest: 10_001, unit: 'XP' }));
    assert.throws(() => xp(-10_001, repeated), asks({ amounts: 1, largest: 10_001, unit: 'XP' }));
    assert.throws(
      () => coins(1_001, repeated),
      asks({ amounts: 1, largest: 1_001, unit: 'coins' }),
    );
  }
  assert.deepEqual(totals(), [10_000, 1_000]);
  xp(10_001, 10_001);
  coins(1_001, -1_001);
  assert.deepEqual(totals(), [20_001, 2_001]);
});

test('an award that was made before is not asked about again', (t) => {
  const { write, totals } = createHolder(t);
  const give = (repeated: number | null) =>
    write((one) => awardXpByHand(one, 'X-ann', { amount: 50_000, once: 'k' }, repeated));
  assert.deepEqual([give(50_000).applied, give(null).applied], [true, false]);
  assert.deepEqual(totals(), [50_000, 0]);
});

test('a company sets the limits, for its sandbox too, and others keep theirs', (t) => {
  const { db, companyId, sandboxId, write, writeSandbox, totals } = createHolder(t);
  const before = programmeOf(db, companyId);
  write((one) => updateCompany(one, { ask_above_xp: 100 }));
  const limits = { ...before, ask_above_xp: 100, ask_above_coins: 1_000 };
  assert.deepEqual([programmeOf(db, companyId), programmeOf(db, sandboxId)], [limits, limits]);
  assert.throws(() => write((one) => awardXpByHand(one, 'X-ann', { amount: 101 }, null)));
  writeSandbox((one) => addPerson(one, 'sam'));
  assert.throws(() => writeSandbox((one) => awardXpByHand(one, 'X-sam', { amount: 101 }, null)));
  for (const ask_above_xp of [0, 1_000_000_001, 1.5]) {
    assert.throws(() => write((one) => updateCompany(one, { ask_above_xp })), {
      code: 'validation_failed',
    });
  }
  assert.deepEqual(totals(), [0, 0]);
});

test('systems are not asked', (t) => {
  const { db, companyId, totals } = createHolder(t);
  const employee = { external_id: 'X-ann' };
  const rows = [{ employee, amount: 1_000_000_000, coins: 1_000_000_000, once: 'k' }];
  const requests = [{ rows, actor: 'key', now: NOW }];
  const context = { companyId, actor: 'key', now: NOW };
  db.write(() => applyAwards(new LazyCompanyWrite(db, context), requests));
  assert.deepEqual(totals(), [1_000_000_000, 1_000_000_000]);
});

test('a file is asked about once, with the number of its large rows that are new and the largest amount', (t) => {
  const { load, totals } = createHolder(t);
  const rows = [{ amount: 5 }, { amount: 20_000, coins: 1_500 }, { amount: 7, coins: 30_000 }];
  assert.throws(() => load(rows, null), asks({ amounts: 2, largest: 30_000, unit: 'coins' }));
  assert.throws(() => load(rows, 20_000), asks({ amounts: 2, largest: 30_000, unit: 'coins' }));
  assert.deepEqual(totals(), [0, 0]);
  assert.equal(load(rows, 30_000).awarded, 3);
  assert.equal(load(rows, null).already_there, 3);
  const { awarded } = load([...rows, { amount: 9 }], null);
  assert.deepEqual([awarded, totals()], [1, [20_021, 31_500]]);
});

test('whatever a file holds, it asks exactly where a row is above a limit, for its largest amount', (t) => {
  const { load } = createHolder(t);
  let n = 0;
  const amount = fc.constantFrom(1, 9_999, 10_000, 10_001, 70_000);
  const coins = fc.constantFrom(0, 999, 1_000, 1_001, 30_000);
  fc.assert(
    fc.property(fc.array(fc.record({ amount, coins }), { minLength: 1, maxLength: 5 }), (rows) => {
      const above = rows.flatMap((row) =>
        row.amount > 10_000 || row.coins > 1_000
          ? [Math.max(row.amount > 10_000 ? row.amount : 0, row.coins > 1_000 ? row.coins : 0)]
          : [],
      );
      // A batch of its own, so that no row was given before.
      const ask = () => load(rows, null, `batch ${n++}`);
      if (above.length === 0) ask();
      else {
        assert.throws(ask, (error) => {
          const { amounts: count, largest } = amountOf(error);
          assert.deepEqual([count, largest], [above.length, Math.max(...above)]);
          return true;
        });
      }
    }),
    rounds(60),
  );
});
