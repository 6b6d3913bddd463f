import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isoTime } from '../../../src/domain/iso-time.ts';
import { LazyCompanyWrite } from '../../../src/service/company/company-write.ts';
import { importXp } from '../../../src/service/xp/import-xp.ts';
import { awardXp, grantCoins } from '../../../src/service/xp/ledger.ts';
import { applyAwards } from '../../../src/service/xp/xp-awards.ts';
import { rounds } from '../../faults/run-scale.ts';
import { addPerson } from '../../http/requests.ts';
import { createTestCompany, NOW, type TestCompany } from '../test-company.ts';

const FIVE_MINUTES = 300_000;
const LATER = NOW + 2 * FIVE_MINUTES;

/** Times of an award that is first sent at NOW, each with the moment it stands for. */
const MOMENTS: [at: number | undefined, moment: string][] = [
  [undefined, 'when it is sent'],
  [NOW, 'when it is sent'],
  [NOW + 1, 'when it is sent'],
  [NOW + FIVE_MINUTES, 'when it is sent'],
  [NOW - 1, 'a millisecond before'],
  [Date.UTC(2026, 8, 30), 'a day in September'],
];
/** Sent again ten minutes later, an award can have a time that lies between. */
const LATER_MOMENTS = [...MOMENTS, [NOW + FIVE_MINUTES + 1, 'between'] as (typeof MOMENTS)[number]];

type Award = {
  who: string;
  amount: number;
  coins: number | undefined;
  reason: string | undefined;
  time: (typeof MOMENTS)[number];
};

const awardAt = (moments: typeof MOMENTS): fc.Arbitrary<Award> =>
  fc.record({
    who: fc.constantFrom('ann', 'bob'),
    amount: fc.constantFrom(5, 6),
    coins: fc.constantFrom(undefined, 0, 10, 11),
    reason: fc.constantFrom(undefined, 'A course', 'Another'),
    time: fc.constantFrom(...moments),
  });

/** Two awards of which the second often is the first but for one field. */
const pair = awardAt(MOMENTS).chain((first) =>
  fc.tuple(
    fc.constant(first),
    fc.oneof(
      awardAt(LATER_MOMENTS),
      awardAt(LATER_MOMENTS).chain((other) =>
        fc
          .constantFrom(...(Object.keys(first) as (keyof Award)[]))
          .map((field): Award => ({ ...first, [field]: other[field] })),
      ),
    ),
  ),
);

/**
 * Whether the second award is the first one again: to the same person, of the same amount and coins, and for the same moment
 * unless it names none. Not the words.
 */
const isSame = (first: Award, second: Award): boolean =>
  first.who === second.who &&
  first.amount === second.amount &&
  (first.coins ?? 0) === (second.coins ?? 0) &&
  (second.time[0] === undefined || first.time[1] === second.time[1]);

const toRow = ({ who, amount, coins, reason, time: [at] }: Award, once: string) => ({
  ...{ employee: { external_id: `X-${who}` }, amount, coins, reason, once },
  at: isoTime(at ?? null) ?? undefined,
});

const toText = ({ who, amount, coins, reason, time: [at] }: Award, once: string) => ({
  ...{ employee: `X-${who}`, amount: String(amount), once },
  ...(coins !== undefined && { coins: String(coins) }),
  ...(reason !== undefined && { reason }),
  ...(at !== undefined && { at: isoTime(at) }),
});

type Outcome = 'repeated' | 'conflict';

/** Ways to send two awards under one key, the second one at a time; each gives what became of the second. */
const WAYS: Record<
  string,
  (company: TestCompany, awards: [Award, Award], once: string) => Outcome
> = {
  'two requests': ({ db, companyId }, [first, second], once) => {
    const send = (award: Award, now: number) => {
      const context = { companyId, actor: 'key', now };
      const request = { rows: [toRow(award, once)], actor: 'key', now };
      return db.write(() => applyAwards(new LazyCompanyWrite(db, context), [request]))[0];
    };
    assert.equal(send(first, NOW)?.applied, 1);
    const { repeated, errors } = send(second, LATER) ?? {};
    if (repeated === 1) return 'repeated';
    assert.deepEqual(
      errors?.map(({ code }) => code),
      ['conflict'],
    );
    return 'conflict';
  },
  'two requests of one transaction': ({ db, companyId }, [first, second], once) => {
    const requests = [
      { rows: [toRow(first, once)], actor: 'key', now: NOW },
      { rows: [toRow(second, once)], actor: 'key', now: LATER },
    ];
    const context = { companyId, actor: 'key', now: NOW };
    const [one, two] = db.write(() => applyAwards(new LazyCompanyWrite(db, context), requests));
    assert.equal(one?.applied, 1);
    return two?.repeated === 1 ? 'repeated' : (two?.errors[0]?.code as Outcome);
  },
  'two files': ({ write }, [first, second], once) => {
    const load = (award: Award, now: number) =>
      write(
        (one) => importXp(one, { rows: [toText(award, once)], batch: null, fileHash: '' }),
        now,
      );
    assert.equal(load(first, NOW).awarded, 1);
    const { already_there, errors } = load(second, LATER);
    if (already_there === 1) return 'repeated';
    assert.deepEqual(
      errors.map(({ code }) => code),
      ['once_conflict'],
    );
    return 'conflict';
  },
};

for (const [name, sendBoth] of Object.entries(WAYS)) {
  test(`in ${name}, a key repeats the award it made, and conflicts with one that differs in anything but its words`, (t) => {
    const company = createTestCompany(t);
    company.write((one) => {
      for (const who of ['ann', 'bob']) addPerson(one, who);
    });
    let n = 0;
    fc.assert(
      fc.property(pair, (awards) => {
        const outcome = sendBoth(company, awards, `key-${n++}`);
        assert.equal(outcome, isSame(...awards) ? 'repeated' : 'conflict');
      }),
      rounds(150),
    );
  });
}

test('a command with a key repeats the award it made, and conflicts with one for another person, amount or moment', (t) => {
  const { write } = createTestCompany(t);
  write((one) => {
    for (const who of ['ann', 'bob']) addPerson(one, who);
  });
  let n = 0;
  fc.assert(
    fc.property(pair, ([first, second]) => {
      const once = `key-${n++}`;
      const give = ({ who, amount, reason, time: [at] }: Award, now: number) =>
        write((one) => awardXp(one, `X-${who}`, { amount, reason, at, once }), now);
      const made = give(first, NOW);
      const coins = 0;
      if (isSame({ ...first, coins }, { ...second, coins }))
        assert.deepEqual(give(second, LATER), { ...made, applied: false });
      else assert.throws(() => give(second, LATER), { code: 'conflict' });
    }),
    rounds(150),
  );
});

test('a key of coins alone says nothing about an award without coins', (t) => {
  const { db, companyId, write } = createTestCompany(t);
  write((one) => {
    addPerson(one, 'ann');
    grantCoins(one, 'X-ann', { amount: 10, once: 'quiz' });
  });
  const send = (coins: number | undefined) => {
    const rows = [{ employee: { external_id: 'X-ann' }, amount: 5, once: 'quiz', coins }];
    const context = { companyId, actor: 'key', now: NOW };
    const requests = [{ rows, actor: 'key', now: NOW }];
    const [result] = db.write(() => applyAwards(new LazyCompanyWrite(db, context), requests));
    return [result?.applied, result?.errors.map(({ code }) => code)];
  };
  assert.deepEqual(send(10), [0, ['conflict']]);
  assert.deepEqual(send(undefined), [1, []]);
});
