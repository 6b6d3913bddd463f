import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MINUTE_MS } from '../../../src/domain/duration.ts';
import { findReported } from '../../../src/service/company/waiting.ts';
import { mergeDepartments } from '../../../src/service/departments/merge-departments.ts';
import { editKudos, narrowKudos, withdrawKudos } from '../../../src/service/kudos/change-kudos.ts';
import { kudosAllowance } from '../../../src/service/kudos/evaluate-kudos.ts';
import {
  keepKudos,
  listKudosCases,
  listReportedKudos,
  listSettledKudos,
  reactToKudos,
  removeKudos,
  reportKudos,
  showKudosCase,
} from '../../../src/service/kudos/kudos-moderation.ts';
import { canWithdraw, editableUntil, showKudos } from '../../../src/service/kudos/kudos-posts.ts';
import { setDepartmentAllowance } from '../../../src/service/kudos/kudos-settings.ts';
import { kudosBudget, listKudosToOne } from '../../../src/service/kudos/kudos-totals.ts';
import { eraseEmployee } from '../../../src/service/people/erasure.ts';
import { collectPerson } from '../../../src/service/people/person-export.ts';
import { grantCoins } from '../../../src/service/xp/ledger.ts';
import { checkLedgers } from '../../../src/service/xp/ledger-check.ts';
import { whatHappened } from '../test-company.ts';
import { createKudosCompany, MESSAGE, NOW } from './kudos-company.ts';

const NEXT_MONTH = Date.UTC(2026, 11, 2);

test('the giver changes the message for 15 minutes', (t) => {
  const { write, give, person, feed } = createKudosCompany(t);
  const { id } = write((w) => give(w)).kudos;
  const edit = (name: string, text: string, now: number) =>
    write((w) => editKudos(w, person(name).number, id, text), now);
  const [seen] = feed();
  assert.equal(seen && editableUntil(seen), NOW + 15 * MINUTE_MS);
  edit('Ann', `${MESSAGE} Twice.`, NOW + 15 * MINUTE_MS);
  assert.deepEqual(
    feed().map(({ message, edited_at }) => [message, edited_at]),
    [[`${MESSAGE} Twice.`, NOW + 15 * MINUTE_MS]],
  );
  assert.throws(() => edit('Ann', MESSAGE, NOW + 15 * MINUTE_MS + 1), { code: 'conflict' });
  assert.throws(() => edit('Ben', MESSAGE, NOW), { code: 'forbidden' });
  assert.throws(() => edit('Ann', 'Short.', NOW), { code: 'validation_failed' });
});

test('taking thanks back returns points, coins and XP', (t) => {
  const { db, companyId, write, give, person, feed } = createKudosCompany(t, { receiver_xp: 7 });
  const { id } = write((w) => give(w, { to: ['Ben', 'Cid'], points: 20 })).kudos;
  assert.throws(() => write((w) => withdrawKudos(w, person('Ben').number, id)), {
    code: 'forbidden',
  });
  assert.deepEqual([person('Ben').coins, person('Ben').xp, person('Ann').xp], [20, 7, 5]);
  write((w) => withdrawKudos(w, person('Ann').number, id));
  assert.deepEqual(
    ['Ann', 'Ben', 'Cid'].map((name) => [person(name).coins, person(name).xp]),
    [
      [0, 0],
      [0, 0],
      [0, 0],
    ],
  );
  assert.deepEqual(kudosAllowance({ db, companyId, now: NOW }, person('Ann').number), {
    ...{ allowance: 100, spent: 0, left: 100 },
  });
  assert.deepEqual(kudosBudget(db, companyId, NOW), [
    { month: '2026-11', posts: 0, givers: 0, points: 0, budget: null, left: null },
  ]);
  assert.deepEqual(feed(), []);
  assert.throws(() => write((w) => withdrawKudos(w, person('Ann').number, id)), {
    code: 'conflict',
  });
  assert.equal(whatHappened(db, companyId).filter(([type]) => type === 'kudos.removed').length, 1);
  assert.deepEqual(checkLedgers(db), []);
});

test('spent coins are not taken back: a decision can remove the thanks and leave the coins', (t) => {
  const { db, write, give, person, feed } = createKudosCompany(t);
  const { id } = write((w) => give(w, { to: ['Ben', 'Cid'], points: 20 })).kudos;
  write((w) => grantCoins(w, 'ben@example.com', { amount: -1 }));
  assert.throws(() => write((w) => withdrawKudos(w, person('Ann').number, id)), {
    code: 'conflict',
  });
  assert.throws(() => write((w) => removeKudos(w, id, { reason: 'Insulting' })), {
    code: 'conflict',
  });
  assert.deepEqual([person('Ben').coins, person('Cid').coins], [19, 20]);
  write((w) => removeKudos(w, id, { reason: 'Insulting', keepCoins: true }));
  assert.deepEqual([person('Ben').coins, person('Cid').coins], [19, 20]);
  assert.deepEqual(feed(), []);
  assert.deepEqual(checkLedgers(db), []);
});

test('after the month only a decision takes coins back, and no points', (t) => {
  const { db, companyId, write, give, person, feed } = createKudosCompany(t);
  const { id } = write((w) => give(w)).kudos;
  const [seen] = feed();
  assert.deepEqual(seen && [NOW, NEXT_MONTH].map((now) => canWithdraw(seen, now)), [true, false]);
  assert.throws(() => write((w) => withdrawKudos(w, person('Ann').number, id), NEXT_MONTH), {
    code: 'conflict',
  });
  write((w) => removeKudos(w, id, { reason: 'A mistake' }), NEXT_MONTH);
  assert.equal(person('Ben').coins, 0);
  assert.deepEqual(
    kudosBudget(db, companyId, NEXT_MONTH).map(({ month, points }) => [month, points]),
    [
      ['2026-12', 0],
      ['2026-11', 10],
    ],
  );
  assert.deepEqual(checkLedgers(db), []);
});

test('everybody sees what the company may see, a department its own, and both sides everything', (t) => {
  const { db, companyId, write, give, person, viewer, feed } = createKudosCompany(t);
  const ids = write((w) =>
    ['company', 'department', 'private'].map((visibility) => give(w, { visibility }).kudos.id),
  );
  const seenBy = (name: string) =>
    ids.map((id) => {
      try {
        return showKudos(db, companyId, id, viewer(name)).visibility;
      } catch {
        return null;
      }
    });
  const feedOf = (name: string) =>
    feed({ viewer: viewer(name) }).map(({ visibility }) => visibility);
  assert.deepEqual(
    feed().map(({ visibility }) => visibility),
    ['company'],
  );
  assert.deepEqual(seenBy('Ann'), ['company', 'department', 'private']);
  assert.deepEqual(seenBy('Ben'), ['company', 'department', 'private']);
  assert.deepEqual(seenBy('Cid'), ['company', null, null]);
  assert.deepEqual(feedOf('Ben'), ['private', 'department', 'company']);
  assert.deepEqual(feedOf('Cid'), ['company']);
  const narrow = (name: string, visibility: string) =>
    write((w) => narrowKudos(w, person(name).number, ids[0] ?? '', visibility));
  assert.throws(() => narrow('Ann', 'private'), { code: 'forbidden' });
  assert.throws(() => narrow('Ben', 'company'), { code: 'conflict' });
  narrow('Ben', 'department');
  assert.deepEqual(feedOf('Cid'), []);
  write((w) => mergeDepartments(w, 'Sales', 'Plant'));
  assert.deepEqual(feedOf('Cid'), ['department', 'department']);
  assert.throws(() => narrow('Ben', 'company'), { code: 'conflict' });
});

test('lists are of a person, a department or a value', (t) => {
  const { write, give, person, viewer, feed } = createKudosCompany(t);
  write((w) => {
    give(w, { to: ['Cid'], value: 'learn' });
    give(w, { from: 'Ben', to: ['Dot'], visibility: 'private' });
    give(w, { from: 'Cid', to: ['Dot'] });
  });
  const shown = (filter: Parameters<typeof feed>[0]) =>
    feed(filter).map(({ from, to }) => [from, ...to].map(({ name }) => name).join());
  const number = (name: string) => person(name).number;
  const department = (name: string) => person(name).departmentNumber ?? 0;
  assert.deepEqual(shown({ viewer: null }), ['Cid,Dot', 'Ann,Cid']);
  assert.deepEqual(shown({ viewer: null, value: 'learn' }), ['Ann,Cid']);
  assert.deepEqual(shown({ viewer: null, department: department('Ann') }), ['Ann,Cid']);
  assert.deepEqual(shown({ viewer: null, department: department('Cid') }), ['Cid,Dot', 'Ann,Cid']);
  const both = { giver: number('Cid'), receiver: number('Cid') };
  assert.deepEqual(shown({ viewer: null, ...both }), ['Cid,Dot', 'Ann,Cid']);
  assert.deepEqual(shown({ viewer: null, receiver: number('Dot') }), ['Cid,Dot']);
  assert.deepEqual(shown({ viewer: viewer('Dot'), receiver: number('Dot') }), [
    'Cid,Dot',
    'Ben,Dot',
  ]);
  assert.deepEqual(shown({ viewer: viewer('Ann'), receiver: number('Dot') }), ['Cid,Dot']);
});

test('people react in five ways, each once', (t) => {
  const { write, give, viewer, feed } = createKudosCompany(t);
  const { id } = write((w) => give(w)).kudos;
  const react = (name: string, kind: string, on = true) =>
    write((w) => reactToKudos(w, viewer(name), id, { kind, on }));
  for (const name of ['Cid', 'Dot', 'Dot']) react(name, 'lovely');
  react('Dot', 'smile');
  react('Cid', 'smile', false);
  const seen = () => feed({ viewer: viewer('Dot') }).map((one) => [one.reactions, one.reacted]);
  assert.deepEqual(seen(), [[{ lovely: 2, smile: 1 }, ['lovely', 'smile']]]);
  react('Dot', 'lovely', false);
  react('Dot', 'smile', false);
  assert.deepEqual(seen(), [[{ lovely: 1 }, []]]);
  assert.throws(() => react('Dot', 'angry'), { code: 'validation_failed' });
});

test('a report hides thanks until it is decided, once', (t) => {
  const { db, companyId, write, give, person, viewer, feed } = createKudosCompany(t);
  const { id } = write((w) => give(w)).kudos;
  const report = (name: string) => write((w) => reportKudos(w, viewer(name), id, 'Not kind'));
  report('Cid');
  assert.deepEqual(feed(), []);
  assert.deepEqual(feed({ viewer: viewer('Ben'), receiver: person('Ben').number }), []);
  assert.deepEqual(
    feed({ viewer: viewer('Ann'), giver: person('Ann').number }).map(({ state }) => state),
    ['reported'],
  );
  assert.throws(() => report('Dot'), { code: 'not_found' });
  assert.deepEqual(
    listReportedKudos(db, companyId).map(({ kudos, ...rest }) => ({ id: kudos.id, ...rest })),
    [
      {
        id,
        reports: [
          { employee_id: person('Cid').id, name: 'Cid', reason: 'Not kind', reported_at: NOW },
        ],
        decisions: [],
      },
    ],
  );
  for (const name of ['Ann', 'Ben']) {
    const decider = person(name).number;
    assert.throws(() => write((w) => keepKudos(w, id, undefined, decider)), { code: 'forbidden' });
    assert.throws(() => write((w) => removeKudos(w, id, { reason: 'Mine', decider })), {
      code: 'forbidden',
    });
  }
  write((w) => keepKudos(w, id, 'It is kind', person('Dot').number));
  assert.deepEqual(listReportedKudos(db, companyId), []);
  assert.equal(feed().length, 1);
  assert.throws(() => report('Dot'), { code: 'conflict' });
  assert.throws(() => write((w) => keepKudos(w, id)), { code: 'conflict' });
  write((w) => removeKudos(w, id, { reason: 'After all' }), NOW + 1);
  assert.deepEqual(
    listKudosCases(db, companyId).map(({ kudos, decisions }) => [kudos.state, decisions]),
    [
      [
        'removed',
        [
          { decision: 'kept', reason: 'It is kind', actor: 'test', decided_at: NOW },
          { decision: 'removed', reason: 'After all', actor: 'test', decided_at: NOW + 1 },
        ],
      ],
    ],
  );
  assert.equal(person('Ben').coins, 0);
});

test('the message of thanks that were reported stays, also when they were kept', (t) => {
  const { write, give, person, viewer } = createKudosCompany(t);
  const { id } = write((w) => give(w)).kudos;
  const edit = () => write((w) => editKudos(w, person('Ann').number, id, `${MESSAGE} Or not.`));
  write((w) => reportKudos(w, viewer('Cid'), id, 'Not kind'));
  assert.throws(edit, { code: 'conflict' });
  write((w) => keepKudos(w, id));
  assert.throws(edit, { code: 'conflict' });
});

test('because of one person ten thanks wait for a decision, and no more', (t) => {
  const { db, companyId, write, give, viewer, feed } = createKudosCompany(t);
  const ids = write((w) => Array.from({ length: 12 }, () => give(w, { points: 0 }).kudos.id));
  const [first = '', , , , , , , , , , eleventh = '', last = ''] = ids;
  const report = (name: string, id: string) =>
    write((w) => reportKudos(w, viewer(name), id, 'Noise'));
  for (const id of ids.slice(0, 10)) report('Cid', id);
  assert.throws(() => report('Cid', eleventh), { code: 'conflict' });
  assert.equal(feed().length, 2);
  report('Dot', last);
  write((w) => keepKudos(w, first));
  report('Cid', eleventh);
  assert.throws(() => report('Cid', ids[0] ?? ''), { code: 'conflict' });
  assert.equal(listReportedKudos(db, companyId).length, 11);
});

test('an erasure takes the message from whoever was thanked, and the name from whoever thanked', (t) => {
  const { db, companyId, write, give, person, viewer, feed } = createKudosCompany(t);
  const [first = '', , third = ''] = write((w) => [
    give(w, { to: ['Ben', 'Cid'] }).kudos.id,
    give(w, { from: 'Ben', to: ['Cid'], message: `${MESSAGE} Yours, ben@example.com` }).kudos.id,
    give(w, { from: 'Ben', to: ['Dot'], once: 'b' }).kudos.id,
  ]);
  write((w) => {
    reportKudos(w, viewer('Cid'), third, 'About Ben');
    keepKudos(w, third, 'Ben is right');
  });
  const exported = collectPerson(db, { companyId, employee: 'ben@example.com', now: NOW });
  assert.deepEqual(
    [exported.kudos_given.length, exported.kudos_received.length, exported.kudos_decisions.length],
    [2, 1, 1],
  );
  const { id } = person('Ben');
  write((w) => eraseEmployee(w, id, 'Request 7'));
  assert.deepEqual(
    feed().map(({ from, message }) => [from.name, message]),
    [
      ['Former member', MESSAGE],
      ['Former member', null],
      ['Ann', null],
    ],
  );
  const [kept] = listKudosCases(db, companyId);
  assert.deepEqual(
    [kept?.reports.map(({ reason }) => reason), kept?.decisions.map(({ reason }) => reason)],
    [[null], [null]],
  );
  // What they had is taken back as from anybody else.
  write((w) => removeKudos(w, first, { reason: 'A mistake' }));
  assert.deepEqual(checkLedgers(db), []);
});

test('what waits is counted from its first report on, and what is decided or taken back stays on record', (t) => {
  const { db, companyId, write, give, person, viewer } = createKudosCompany(t);
  const [kept, removed, withdrawn, waiting, other] = write((w) =>
    [1, 2, 3, 4, 5].map(() => give(w, { points: 1 }).kudos.id),
  );
  const counted = (now: number) =>
    [kept, removed, withdrawn, waiting].forEach((id, at) => {
      write((w) => reportKudos(w, viewer('Cid'), id ?? '', 'Why'), now + at);
    });
  assert.deepEqual(findReported(db, companyId), { count: 0, since: null });
  counted(NOW);
  assert.deepEqual(findReported(db, companyId), { count: 4, since: NOW });
  write((w) => keepKudos(w, kept ?? ''));
  write((w) => removeKudos(w, removed ?? '', { reason: 'Not kind' }));
  write((w) => withdrawKudos(w, person('Ann').number, withdrawn ?? ''));
  assert.deepEqual(findReported(db, companyId), { count: 1, since: NOW + 3 });
  const settled = (before?: number, count = 10) =>
    listSettledKudos(db, companyId, { before, count }).map(({ kudos }) => kudos.id);
  assert.deepEqual(settled(), [withdrawn, removed, kept]);
  assert.deepEqual(settled(undefined, 1), [withdrawn]);
  const { entry } = showKudosCase(db, companyId, withdrawn ?? '').kudos;
  assert.deepEqual(settled(entry, 1), [removed]);
  // What was removed after it was kept is one, and what nobody reported is none of their business.
  write((w) => removeKudos(w, kept ?? '', { reason: 'After all' }));
  assert.deepEqual(settled(), [withdrawn, removed, kept]);
  assert.equal(showKudosCase(db, companyId, kept ?? '').decisions.length, 2);
  assert.throws(() => showKudosCase(db, companyId, other ?? ''), { code: 'not_found' });
});

test('who gives one person much is listed by the allowance that each has', (t) => {
  const { db, companyId, write, give } = createKudosCompany(t);
  write((w) => {
    setDepartmentAllowance(w, 'Plant', 50);
    give(w, { from: 'Ann', to: ['Ben'], points: 39 });
    give(w, { from: 'Ben', to: ['Ann'], points: 40 });
    give(w, { from: 'Cid', to: ['Ann'], points: 30 });
    give(w, { from: 'Dot', to: ['Ann'], points: 0 });
  });
  assert.deepEqual(
    listKudosToOne(db, companyId, NOW).map(({ giver, receiver, posts: _, ...numbers }) => [
      giver.name,
      receiver.name,
      numbers,
    ]),
    [
      ['Ben', 'Ann', { points: 40, allowance: 100, most: 60 }],
      ['Cid', 'Ann', { points: 30, allowance: 50, most: 30 }],
    ],
  );
  assert.deepEqual(listKudosToOne(db, companyId, NEXT_MONTH), []);
});
