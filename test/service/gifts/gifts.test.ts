import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { asFailure } from '../../../src/domain/errors.ts';
import { setBadgeRule } from '../../../src/service/badges/badge-rules.ts';
import { awardBadge, defineBadge, revokeBadge } from '../../../src/service/badges/badges.ts';
import { updateCompany } from '../../../src/service/company/companies.ts';
import { createDepartment } from '../../../src/service/departments/departments.ts';
import { listGiftLines, listGifts, showGift } from '../../../src/service/gifts/gifts.ts';
import { previewGift } from '../../../src/service/gifts/preview-gift.ts';
import { planDepartment, planEverybody } from '../../../src/service/gifts/recipients.ts';
import { previewUndo } from '../../../src/service/gifts/undo-gift.ts';
import { addEmployee, deactivateEmployee } from '../../../src/service/people/employees.ts';
import { eraseEmployee } from '../../../src/service/people/erasure.ts';
import { requireAmount } from '../../../src/service/xp/ask-above.ts';
import { grantCoins } from '../../../src/service/xp/ledger.ts';
import { checkLedgers } from '../../../src/service/xp/ledger-check.ts';
import { createTestCompany, NOW, queryRows, whatHappened } from '../test-company.ts';
import { give, listOf, orderOf, type Row, type Terms, undo } from './giving.ts';

const MINUTE = 60_000;

type Name = 'ann' | 'bob' | 'cem' | 'dan' | 'eve';

/** Ann and Bob in Sales, Cem in Inside Sales below it, Dan in no department, and Eve who left. */
function createTeam(t: TestContext) {
  const company = createTestCompany(t);
  const { db, companyId, write } = company;
  const ids = write((w) => {
    createDepartment(w, { name: 'Sales' });
    createDepartment(w, { name: 'Inside Sales', parent: 'Sales' });
    const badge = { category: 'social', rarity: 'rare' };
    defineBadge(w, { ...badge, code: 'aid', name: 'First aider' });
    defineBadge(w, { ...badge, code: 'star', name: 'Star' });
    const add = (name: Name, department: string | null) =>
      addEmployee(w, { email: `${name}@x.co`, given_name: name, department }).employee_id;
    return {
      ...{ ann: add('ann', 'Sales'), bob: add('bob', 'Sales'), cem: add('cem', 'Inside Sales') },
      ...{ dan: add('dan', null), eve: add('eve', 'Sales') },
    };
  });
  write((w) => deactivateEmployee(w, 'eve@x.co', 'Left'));
  const totals = () =>
    Object.fromEntries(
      queryRows(
        db,
        companyId,
        'select given_name as name, xp, coins from employees where company_id = :companyId order by number',
        { name: 'text', xp: 'integer', coins: 'integer' },
      ).map(({ name, xp, coins }) => [name, [xp, coins]]),
    ) as Record<Name, [xp: number, coins: number]>;
  const badges = () =>
    queryRows(
      db,
      companyId,
      `select e.given_name as name, a.badge_code as code
       from badge_awards a join employees e on e.company_id = a.company_id and e.number = a.employee_number
       where a.company_id = :companyId and a.revoked_at is null order by 1, 2`,
      { name: 'text', code: 'text' },
    ).map(({ name, code }) => `${name} ${code}`);
  const giveList = (rows: readonly Row[], terms: Terms = {}, linesPerStep?: number) =>
    give(company, listOf(company, rows, terms), linesPerStep);
  return { ...company, ids, totals, badges, giveList };
}

const to = (name: string, row: Row = {}): Row => ({ employee: `${name}@x.co`, ...row });

test('a list gives what its rows say, and else what everybody gets', (t) => {
  const team = createTeam(t);
  const { db, companyId, totals, badges, giveList } = team;
  const plan = listOf(team, [to('ann'), to('bob', { amount: '120', badge: 'aid' })], {
    ...{ xp: 40, coins: 5, reason: 'Day 2', at: NOW - 5 * MINUTE },
  });
  const expected = {
    people: 2,
    xp: 160,
    coins: 10,
    badges: 1,
    levels: 1,
    coins_for_xp: 0,
    skipped: [],
  };
  const { amounts: _, takes, ...preview } = previewGift(db, plan);
  assert.deepEqual([preview, takes], [{ gift_id: null, repeated: null, ...expected }, false]);
  assert.deepEqual(totals().ann, [0, 0]);
  const result = give(team, plan);
  assert.deepEqual(result, { gift_id: result.gift_id, repeated: null, ...expected });
  assert.deepEqual(
    [totals().ann, totals().bob],
    [
      [40, 5],
      [120, 5],
    ],
  );
  assert.deepEqual(badges(), ['bob aid']);
  const ledger = queryRows(
    db,
    companyId,
    'select amount, reason, source, counts_at as at, recorded_at as recorded from xp_ledger where company_id = :companyId order by entry',
    { amount: 'integer', reason: 'text?', source: 'text?', at: 'integer', recorded: 'integer' },
  );
  const entry = { reason: 'Day 2', source: 'gift', at: NOW - 5 * MINUTE, recorded: NOW };
  assert.deepEqual(
    ledger.map((row) => ({ ...row })),
    [
      { amount: 40, ...entry },
      { amount: 120, ...entry },
    ],
  );
  assert.equal(giveList([to('ann', { coins: '1' })]).coins, 1);
});

test('rows that give nothing say why, and the others are given', (t) => {
  const { ids, write, totals, giveList } = createTeam(t);
  write((w) => awardBadge(w, 'dan@x.co', 'aid'));
  const result = giveList([
    to('ann', { amount: '5' }),
    to('ann', { amount: '5' }),
    to('nobody', { amount: '5' }),
    to('eve', { amount: '5' }),
    to('bob', { amount: 'x' }),
    to('bob'),
    to('bob', { badge: 'none' }),
    to('dan', { badge: 'aid' }),
    to('cem', { coins: '-1' }),
    to('dan', { badge: 'aid', amount: '3' }),
  ]);
  assert.deepEqual(
    result.skipped.map(({ line, code, employee_id }) => [line, code, employee_id]),
    [
      [3, 'repeated_row', ids.ann],
      [4, 'unknown_employee', null],
      [5, 'inactive', ids.eve],
      [6, 'validation_failed', null],
      [7, 'validation_failed', null],
      [8, 'unknown_badge', ids.bob],
      [9, 'badge_held', ids.dan],
      [10, 'insufficient_coins', ids.cem],
    ],
  );
  assert.deepEqual([result.people, result.xp, result.badges], [2, 8, 0]);
  assert.deepEqual(totals(), { ann: [5, 0], bob: [0, 0], cem: [0, 0], dan: [3, 0], eve: [0, 0] });
});

test('a list given again gives nothing and says which gift it repeats, also in another order; again gives once more', (t) => {
  const { giveList, totals } = createTeam(t);
  const rows = [to('ann', { amount: '5' }), to('bob', { amount: '6' })];
  const { gift_id } = giveList(rows);
  for (const now of [NOW, NOW + 99_999 * MINUTE]) {
    const { repeated, people } = giveList(rows, { now });
    assert.deepEqual([repeated, people], [gift_id, 0]);
  }
  const swapped = giveList(rows.toReversed(), { now: NOW + MINUTE });
  assert.deepEqual(
    [swapped.people, swapped.skipped.map((one) => [one.code, one.gift_id])],
    [
      0,
      [
        ['already_given', gift_id],
        ['already_given', gift_id],
      ],
    ],
  );
  assert.deepEqual(
    [totals().ann, totals().bob],
    [
      [5, 0],
      [6, 0],
    ],
  );
  assert.equal(giveList(rows, { again: true, now: NOW + MINUTE }).people, 2);
  assert.deepEqual(totals().ann, [10, 0]);
});

test('a preview of a list that was given says which gift it repeats', (t) => {
  const team = createTeam(t);
  const rows = [to('ann', { amount: '5' })];
  const { gift_id } = team.giveList(rows);
  const { repeated, people } = previewGift(team.db, listOf(team, rows));
  assert.deepEqual([repeated, people], [gift_id, 0]);
});

test('a list that was corrected gives only what is new', (t) => {
  const { giveList, totals } = createTeam(t);
  giveList([to('ann', { amount: '5' }), to('nobody', { amount: '5' })]);
  const { people, xp, skipped } = giveList([
    to('ann', { amount: '5' }),
    to('bob', { amount: '5' }),
  ]);
  assert.deepEqual([people, xp, skipped.map(({ line }) => line)], [1, 5, [2]]);
  assert.deepEqual(
    [totals().ann, totals().bob],
    [
      [5, 0],
      [5, 0],
    ],
  );
});

test('a department is given to with those below it, and once within ten minutes', (t) => {
  const team = createTeam(t);
  const { totals } = team;
  const giveSales = (now: number, coins = 3) =>
    give(team, planDepartment(orderOf(team, { coins, now }), 'sales'));
  const { gift_id, people } = giveSales(NOW);
  assert.equal(people, 3);
  assert.equal(giveSales(NOW + 9 * MINUTE).repeated, gift_id);
  assert.equal(giveSales(NOW + 9 * MINUTE, 4).people, 3);
  assert.equal(giveSales(NOW + 11 * MINUTE).people, 3);
  assert.deepEqual(totals(), {
    ...{ ann: [0, 10], bob: [0, 10], cem: [0, 10], dan: [0, 0], eve: [0, 0] },
  });
  assert.equal(give(team, planEverybody(orderOf(team, { coins: 3 }))).people, 4);
});

test('there must be something to give', (t) => {
  const team = createTeam(t);
  assert.throws(
    () => planEverybody(orderOf(team, { reason: 'Hi' })),
    (error) => asFailure(error, 'gift_gives_nothing') !== undefined,
  );
});

test('a large gift to one person is asked for again, however many rows it has', (t) => {
  const team = createTeam(t);
  const rows = [to('ann', { amount: '6000' }), to('ann', { amount: '5000', reason: 'More' })];
  const { amounts } = previewGift(team.db, listOf(team, rows));
  assert.throws(
    () => requireAmount(amounts, null),
    (error) => asFailure(error, 'amount_unconfirmed')?.largest === 11_000,
  );
  requireAmount(amounts, 11_000);
});

test('undoing writes entries against what was given, revokes badges, and changes nothing a second time', (t) => {
  const team = createTeam(t);
  const { db, companyId, ids, giveList, totals, badges, write } = team;
  write((w) => grantCoins(w, 'bob@x.co', { amount: 2 }));
  const before = totals();
  const { gift_id } = giveList([
    to('ann', { amount: '150', coins: '5', badge: 'aid', at: '2026-10-03' }),
    to('bob', { amount: '-7', coins: '-2' }),
    to('cem', { badge: 'aid' }),
  ]);
  assert.ok(gift_id);
  write((w) => revokeBadge(w, 'cem@x.co', 'aid'));
  assert.deepEqual(totals().bob, [-7, 0]);
  const preview = previewUndo(db, companyId, gift_id);
  assert.deepEqual(preview, { gift_id, undone: 3, refused: [], repeated: false });
  for (let i = 0; i < 2; i++) {
    assert.deepEqual(undo(team, gift_id), { gift_id, undone: 3, refused: [] });
    assert.deepEqual([totals(), badges()], [before, []]);
  }
  assert.equal(previewUndo(db, companyId, gift_id).repeated, true);
  const months = queryRows(
    db,
    companyId,
    'select sum(xp) as xp from xp_months where company_id = :companyId group by employee_number, month',
    { xp: 'integer' },
  );
  assert.deepEqual(
    months.map(({ xp }) => xp),
    [0, 0],
  );
  assert.deepEqual(checkLedgers(db), []);
  assert.deepEqual(showGift(db, companyId, gift_id).state, 'undone');
  assert.deepEqual(
    listGiftLines(db, companyId, gift_id, { count: 9 }).map((one) => [one.employee_id, one.state]),
    [
      [ids.ann, 'undone'],
      [ids.bob, 'undone'],
      [ids.cem, 'undone'],
    ],
  );
});

test('whoever has spent the coins keeps everything, and is named; nobody else does', (t) => {
  const team = createTeam(t);
  const { db, companyId, ids, giveList, totals, badges, write } = team;
  const { gift_id } = giveList([
    to('ann', { amount: '10', coins: '5' }),
    to('ann', { coins: '4', badge: 'aid' }),
    to('bob', { amount: '10', coins: '5' }),
  ]);
  assert.ok(gift_id);
  write((w) => grantCoins(w, 'ann@x.co', { amount: -1 }));
  const refused = [{ employee_id: ids.ann, name: 'ann', reason: 'coins_spent' }];
  const result = { gift_id, undone: 1, refused };
  assert.deepEqual(previewUndo(db, companyId, gift_id), { ...result, repeated: false });
  assert.deepEqual(undo(team, gift_id), result);
  assert.deepEqual([totals().ann, totals().bob, badges()], [[10, 8], [0, 0], ['ann aid']]);
  // The refusal stays, even where the coins are back.
  write((w) => grantCoins(w, 'ann@x.co', { amount: 1 }));
  assert.deepEqual(undo(team, gift_id), result);
  assert.deepEqual(totals().ann, [10, 9]);
});

test('after it was undone the same list can be given again, except to those who kept it', (t) => {
  const team = createTeam(t);
  const { giveList, totals, write } = team;
  const rows = [to('ann', { coins: '5' }), to('bob', { coins: '5' })];
  const { gift_id } = giveList(rows);
  write((w) => grantCoins(w, 'ann@x.co', { amount: -5 }));
  undo(team, gift_id ?? '');
  const again = giveList(rows);
  assert.deepEqual([again.people, again.skipped.map(({ code }) => code)], [1, ['already_given']]);
  assert.deepEqual(
    [totals().ann, totals().bob],
    [
      [0, 0],
      [0, 5],
    ],
  );
});

test('rules of badges apply to what is given, and a badge that is given too is given once', (t) => {
  const { write, giveList, badges, db, companyId } = createTeam(t);
  write((w) => {
    setBadgeRule(w, 'aid', 100);
    setBadgeRule(w, 'star', 100);
  });
  const { badges: given } = giveList([to('ann', { amount: '100', badge: 'aid' })]);
  assert.equal(given, 1);
  assert.deepEqual(badges(), ['ann aid', 'ann star']);
  assert.deepEqual(
    whatHappened(db, companyId)
      .map(([type]) => type)
      .slice(-5),
    ['xp.awarded', 'level.reached', 'badge.awarded', 'badge.awarded', 'gift.given'],
  );
});

test('a gift and its end are decisions and events', (t) => {
  const team = createTeam(t);
  const { db, companyId, giveList } = team;
  const { gift_id } = giveList([to('ann', { amount: '5' }), to('bob', { amount: '5' })]);
  assert.ok(gift_id);
  undo(team, gift_id);
  const counts = { people: 2, xp: 10, coins: 0, badges: 0 };
  const decisions = queryRows(
    db,
    companyId,
    "select action, target_id as target, after from audit_log where company_id = :companyId and target_kind = 'gift' order by entry",
    { action: 'text', target: 'text', after: 'text' },
  );
  assert.deepEqual(
    decisions.map(({ action, target, after }) => [action, target, JSON.parse(after)]),
    [
      [
        'gift.give',
        gift_id,
        { origin: 'list', subject: 'list.csv', lines: 2, ...counts, levels: 0, coins_for_xp: 0 },
      ],
      ['gift.undo', gift_id, { people: 2, refused: 0 }],
    ],
  );
  assert.deepEqual(
    whatHappened(db, companyId)
      .slice(-4)
      .map(([type, data]) => [type, data.amount ?? data]),
    [
      ['gift.given', { gift_id, itemised: true, ...counts }],
      ['xp.awarded', -5],
      ['xp.awarded', -5],
      ['gift.undone', { gift_id, itemised: true, people: 2, refused: 0 }],
    ],
  );
});

test('a gift in steps ends like one at once, and gifts are listed with the newest first', (t) => {
  const team = createTeam(t);
  const { db, companyId, giveList, totals } = team;
  const rows = ['ann', 'bob', 'cem', 'dan'].map((name) => to(name, { amount: '9', coins: '1' }));
  const first = giveList(rows, {}, 1);
  const second = giveList(rows, { again: true });
  assert.deepEqual({ ...second, gift_id: first.gift_id }, first);
  assert.deepEqual(totals().dan, [18, 2]);
  const page = listGifts(db, companyId, { count: 1 });
  assert.deepEqual(
    page.gifts.map(({ id, people, xp, origin, subject }) => [id, people, xp, origin, subject]),
    [[second.gift_id, 4, 36, 'list', 'list.csv']],
  );
  const rest = listGifts(db, companyId, { count: 9, before: page.next ?? undefined });
  assert.deepEqual([rest.gifts.map(({ id }) => id), rest.next], [[first.gift_id], null]);
});

test('the coins that the XP of a gift brings are counted beforehand and afterwards, to the last one', (t) => {
  const team = createTeam(t);
  const { db, companyId, write, totals } = team;
  write((w) => updateCompany(w, { coins_per_100_xp: 15 }));
  const rows = [to('ann', { amount: '33' }), to('ann', { amount: '34' }), to('bob')];
  const plan = listOf(team, [...rows, to('cem', { amount: '-5', coins: '2' })], { xp: 7 });
  const expected = { xp: 69, coins: 2, coins_for_xp: 11 };
  const sums = ({ xp, coins, coins_for_xp }: typeof expected) => ({ xp, coins, coins_for_xp });
  assert.deepEqual(sums(previewGift(db, plan)), expected);
  const result = give(team, plan, 1);
  assert.deepEqual(sums(result), expected);
  assert.deepEqual(
    [totals().ann, totals().bob, totals().cem],
    [
      [67, 10],
      [7, 1],
      [-5, 2],
    ],
  );
  assert.deepEqual(
    listGiftLines(db, companyId, result.gift_id ?? '', { count: 9 }).map((one) => one.coins_for_xp),
    [4, 6, 1, 0],
  );
  undo(team, result.gift_id ?? '');
  assert.deepEqual(
    [totals().ann, totals().bob, totals().cem],
    [
      [0, 0],
      [0, 0],
      [0, 0],
    ],
  );
  assert.equal(showGift(db, companyId, result.gift_id ?? '').coins_for_xp, 11);
  assert.deepEqual(checkLedgers(db), []);
});

test('whom a list named is kept where nobody was found, until somebody of that name is erased', (t) => {
  const team = createTeam(t);
  const { db, companyId, write, giveList } = team;
  const odd = `Jürgen\0Groß ${'x'.repeat(200)}`;
  const { gift_id } = giveList([
    ...[to('ann', { amount: '5' }), { employee: ' Fay@X.co ', amount: '5' }],
    ...[{ employee: odd, amount: '5' }, to('bob', { amount: 'x' })],
  ]);
  const said = () =>
    listGiftLines(db, companyId, gift_id ?? '', { count: 9 }).map((line) => line.said);
  assert.deepEqual(said(), [null, 'Fay@X.co', `Jürgen Groß ${'x'.repeat(88)}`, 'bob@x.co']);
  write((w) => addEmployee(w, { email: 'fay@x.co' }));
  write((w) => eraseEmployee(w, 'fay@x.co', 'Asked for'));
  assert.deepEqual(said(), [null, null, `Jürgen Groß ${'x'.repeat(88)}`, 'bob@x.co']);
});
