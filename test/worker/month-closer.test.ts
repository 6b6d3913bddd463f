import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { resetSandbox } from '../../src/service/company/sandbox.ts';
import {
  listMonths,
  reopenMonth,
  requireMonth,
  requireVersion,
} from '../../src/service/months/closed-months.ts';
import { standingsOf } from '../../src/service/months/show-month.ts';
import { startClosers } from './closers.ts';

/** Services that close months of a company. */
function startMonthClosers(t: TestContext, options: { joined: string; count?: number }) {
  const service = startClosers(t, options);
  const { db, companyId, close } = service;
  return {
    ...service,
    run: async (now: string) => {
      await close(now);
      return listMonths(db, companyId).map(({ month }) => month);
    },
    xpOf: (month: string) =>
      standingsOf(
        db,
        { companyId, ...db.do(requireVersion(companyId, requireMonth(month))) },
        { departments: null, top: 1 },
      ).map(({ xp, level }) => [xp, level]),
  };
}

/** Month ends around a year end and leap days, and the moment at which each is closed. */
const ENDS = [
  ['2026-11', '2026-12-01T00:00:00.000Z', '2026-12-04T00:00:00.000Z'],
  ['2026-12', '2027-01-01T00:00:00.000Z', '2027-01-04T00:00:00.000Z'],
  ['2027-02', '2027-03-01T00:00:00.000Z', '2027-03-04T00:00:00.000Z'],
  ['2028-02', '2028-03-01T00:00:00.000Z', '2028-03-04T00:00:00.000Z'],
  ['2100-02', '2100-03-01T00:00:00.000Z', '2100-03-04T00:00:00.000Z'],
] as const;

const before = (time: string) => new Date(Date.parse(time) - 1).toISOString();

for (const [month, end, due] of ENDS) {
  test(`${month} is closed 72 hours after its end, with XP from before its end only`, async (t) => {
    const { award, run, xpOf } = startMonthClosers(t, { joined: `${month}-02` });
    award(1, before(end));
    award(20, end);
    // Within the grace period, for the month and for the next one.
    award(300, before(due), before(end));
    award(4_000, before(due), end);
    assert.deepEqual(await run(before(due)), []);
    assert.deepEqual(await run(due), [month]);
    assert.deepEqual(xpOf(month), [[301, 9]]);
    award(50_000, due, before(end));
    assert.deepEqual(await run(due), [month]);
    assert.deepEqual(xpOf(month), [[301, 9]]);
  });
}

test('months that ended while the service was down are closed together, and once by several services', async (t) => {
  const { run, award, db, companyId, logged, closers } = startMonthClosers(t, {
    joined: '2026-08-20',
    count: 3,
  });
  award(7, '2026-09-05');
  assert.deepEqual(await run('2027-01-20'), [
    '2026-12',
    '2026-11',
    '2026-10',
    '2026-09',
    '2026-08',
  ]);
  assert.deepEqual(
    listMonths(db, companyId).map(({ version, reconstructed }) => [version, reconstructed]),
    [
      [1, true],
      [1, true],
      [1, true],
      [1, true],
      [1, true],
    ],
  );
  const closed = logged().filter(({ event }) => event === 'month_closed');
  // Those of the company, and those of its sandbox since its sample was made.
  assert.deepEqual(
    closed.map(({ company_id, month }) => `${company_id} ${month}`),
    [...new Set(closed.map(({ company_id, month }) => `${company_id} ${month}`))],
  );
  assert.equal(closers.length, 3);
});

test('a clock that goes back closes nothing twice, and one that goes ahead can be repaired', async (t) => {
  const { run, award, write, xpOf } = startMonthClosers(t, { joined: '2026-11-02' });
  assert.deepEqual(await run('2026-12-10'), ['2026-11']);
  assert.deepEqual(await run('2026-11-10'), ['2026-11']);
  assert.deepEqual(await run('2026-12-10'), ['2026-11']);
  // A wrong clock closes December.
  assert.deepEqual(await run('2027-01-04'), ['2026-12', '2026-11']);
  award(5, '2026-12-20');
  write((one) => reopenMonth(one, requireMonth('2026-12')), Date.parse('2026-12-21'));
  await run('2027-01-03T23:59:59.999Z');
  assert.throws(() => xpOf('2026-12'), /not closed/);
  await run('2027-01-04');
  assert.deepEqual(xpOf('2026-12'), [[5, 1]]);
});

test('a reopened month is closed again by the service when the grace period has passed', async (t) => {
  const { run, award, write, xpOf } = startMonthClosers(t, { joined: '2026-11-02' });
  await run('2026-12-10');
  award(5, '2026-12-11', '2026-11-30');
  write((one) => reopenMonth(one, requireMonth('2026-11')), Date.parse('2026-12-11T12:00Z'));
  await run('2026-12-14T11:59:59.999Z');
  assert.throws(() => xpOf('2026-11'), /not closed/);
  assert.deepEqual(await run('2026-12-14T12:00Z'), ['2026-11', '2026-11']);
  assert.deepEqual(xpOf('2026-11'), [[5, 1]]);
});

test('a sandbox closes its months too, and those of a reset are those of the sample', async (t) => {
  const { db, sandboxId, writeSandbox, run } = startMonthClosers(t, { joined: '2026-11-02' });
  const months = () => listMonths(db, sandboxId).map(({ month }) => month);
  await run('2026-12-04');
  assert.deepEqual(months().slice(0, 2), ['2026-11', '2026-10']);
  writeSandbox((one) => resetSandbox(one), Date.parse('2029-05-20'));
  await run('2029-05-20');
  const sample = months();
  assert.deepEqual([sample[0], sample.at(-1), sample.length], ['2029-04', '2028-04', 13]);
});

test('a month that cannot be closed is logged, and is closed by the next run', async (t) => {
  const { close, db, companyId, logged } = startMonthClosers(t, { joined: '2026-10-02' });
  db.execute('alter table standings_blocks rename to gone');
  await close('2026-12-10');
  assert.deepEqual(listMonths(db, companyId), []);
  const events = new Set(logged().map(({ event }) => event));
  assert.deepEqual([...events], ['month_not_closed']);
  db.execute('alter table gone rename to standings_blocks');
  await close('2026-12-10');
  assert.deepEqual(
    listMonths(db, companyId).map(({ month }) => month),
    ['2026-11', '2026-10'],
  );
});
