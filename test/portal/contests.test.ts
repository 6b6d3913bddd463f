import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '../../src/domain/duration.ts';
import { awardBadge, defineBadge } from '../../src/service/badges/badges.ts';
import { createContest } from '../../src/service/contests/change-contests.ts';
import { listContests } from '../../src/service/contests/contests.ts';
import { createDepartment } from '../../src/service/departments/departments.ts';
import { addEmployee } from '../../src/service/people/employees.ts';
import { awardXp } from '../../src/service/xp/ledger.ts';
import { formsOf } from './forms.ts';
import { type PortalService, startPortal, textOf } from './portal-service.ts';

const FORM = {
  name: 'Sprint <b>',
  first_day: '2026-11-21',
  last_day: '2026-11-22',
  department0: '',
  counts: 'xp',
  ties: 'shared',
  ranks0: '1',
  badge0: 'gold',
  coins0: '',
  ranks1: '1 – 2',
  badge1: '',
  coins1: '1,000',
};

/** Ada with 50 XP, and Bo in Sales with 40, today. */
function fill({ write, clock }: PortalService): string[] {
  return write((one) => {
    createDepartment(one, { name: 'Sales' });
    defineBadge(one, { code: 'gold', name: 'Gold', category: 'social', rarity: 'epic' });
    return ['Ada', 'Bo'].map((name, at) => {
      const department = at === 1 ? 'Sales' : undefined;
      const email = `${name.toLowerCase()}@acme.example`;
      const person = addEmployee(one, {
        email,
        given_name: name,
        external_id: `=${at}`,
        department,
      });
      awardXp(one, person.employee_id, { amount: 50 - 10 * at });
      return person.employee_id;
    });
  }, clock.now);
}

const contestsOf = ({ db, companyId, clock }: PortalService) =>
  listContests(db, companyId, clock.now);

test('an admin creates, changes and closes a contest, and everybody sees who won', async (t) => {
  const service = await startPortal(t);
  fill(service);
  const admin = service.signedIn('admin');
  const created = await admin.post('/portal/contests/new', FORM);
  assert.equal(created.status, 303, created.text);
  const [contest] = contestsOf(service);
  assert.deepEqual(contest?.prizes, [
    { first_rank: 1, last_rank: 1, badge: 'gold', coins: null },
    { first_rank: 1, last_rank: 2, badge: null, coins: 1_000 },
  ]);
  const path = `/portal/contests/${contest?.id}`;
  const page = await admin.get(created.headers.location ?? '');
  assert.match(textOf(page), /Sprint &lt;b&gt; is created\..* 1 A Ada .* 50 2 B Bo Sales .* 40 /);
  const form = formsOf(page.text).find(({ action }) => action === `${path}/change`);
  const held = { ...Object.fromEntries(form?.fields ?? []), 'seen-name': FORM.name };
  assert.equal((await admin.post(`${path}/change`, { ...held, name: 'Sprint' })).status, 303);
  // Somebody who looked at it before cannot change what they did not see, but all else.
  const stale = await admin.post(`${path}/change`, { ...held, name: 'Other' });
  assert.equal(stale.status, 409);
  assert.match(textOf(stale), /The contest was changed in the meantime/);
  const other = await admin.post(`${path}/change`, { ...held, name: FORM.name, coins1: '900' });
  assert.equal(other.status, 303);
  const [changed] = contestsOf(service);
  assert.deepEqual(
    [changed?.name, changed?.prizes],
    [
      'Sprint',
      [
        { first_rank: 1, last_rank: 1, badge: 'gold', coins: null },
        { first_rank: 1, last_rank: 2, badge: null, coins: 900 },
      ],
    ],
  );
  const bo = service.signedIn('none', { email: 'bo@acme.example', isNew: false });
  assert.match(
    textOf(await bo.get(path)),
    /10 XP to rank 1 Your place: rank 2 of 2 with 40 XP\. Prizes Rank 1 badge Gold Ranks 1 to 2 900 coins Rank .* 1 A Ada /,
  );
  assert.match(
    textOf(await bo.get('/portal/me')),
    /Sprint to \d+ Nov 2026 · 10 XP to rank 1 rank 2 of 2 40 XP/,
  );
  const ada = service.signedIn('none', { email: 'ada@acme.example', isNew: false });
  assert.match(textOf(await ada.get(path)), /You are first Your place: rank 1 of 2 with 50 XP\./);
  const early = await admin.post(`${path}/close`);
  assert.deepEqual([early.status, /has not ended yet/.test(early.text)], [409, true]);
  assert.doesNotMatch(early.text, /badge Gold<\/span><span class="sub">/);
  service.clock.now += 2 * DAY_MS;
  const again = service.signedIn('admin', { email: 'other@acme.example' });
  const closed = await again.post(`${path}/close`);
  assert.match(
    textOf(await again.get(closed.headers.location ?? '')),
    /Sprint is closed with 2 people, and 3 prizes granted/,
  );
  const me = service.signedIn('none', { email: 'bo@acme.example', isNew: false });
  const shown = await me.get(path);
  assert.match(textOf(shown), /Your place was: rank 2 with 40 XP/);
  assert.match(textOf(shown), /Rank 1 badge Gold Ada Ranks 1 to 2 900 coins Ada Bo/);
  assert.doesNotMatch(shown.text, /standings\.csv|\/people\//);
  const file = await again.get(`${path}/standings.csv`);
  assert.deepEqual(
    file.text
      .trim()
      .split('\r\n')
      .map((line) => line.replace(/[\da-f]{8}-[\da-f-]{27}/g, 'ID')),
    [
      'Rank,Name,External ID,Department,Level,XP,Person ID,Department external ID,Department ID',
      "1,Ada,'=0,,1,50,ID,,",
      "2,Bo,'=1,Sales,1,40,ID,,ID",
    ],
  );
});

test('a prize of many coins is typed again where it is new', async (t) => {
  const service = await startPortal(t);
  fill(service);
  const admin = service.signedIn('admin');
  const large = { ...FORM, name: 'Sprint', coins1: '10000' };
  const asked = await admin.post('/portal/contests/new', large);
  assert.equal(asked.status, 400);
  assert.match(
    textOf(asked),
    /A prize is more than 1,000 coins\. Type its coins again; of several such prizes, the most\./,
  );
  assert.deepEqual(contestsOf(service), []);
  assert.equal((await admin.post('/portal/contests/new', { ...large, again: '1000' })).status, 400);
  assert.equal(
    (await admin.post('/portal/contests/new', { ...large, again: '10000' })).status,
    303,
  );
  const [contest] = contestsOf(service);
  const path = `/portal/contests/${contest?.id}`;
  const { text } = await admin.get(path);
  const held = Object.fromEntries(
    formsOf(text).find(({ action }) => action === `${path}/change`)?.fields ?? [],
  );
  assert.ok(!('again' in held));
  assert.equal((await admin.post(`${path}/change`, { ...held, name: 'Cup' })).status, 303);
  const more = { ...held, name: 'Cup', 'seen-name': 'Cup', coins1: '20000' };
  const refused = await admin.post(`${path}/change`, more);
  assert.equal(refused.status, 400);
  assert.match(refused.text, /id="change-contest-again-error"/);
  assert.equal((await admin.post(`${path}/change`, { ...more, again: '20000' })).status, 303);
  assert.deepEqual(
    contestsOf(service)[0]?.prizes.map(({ coins }) => coins),
    [null, 20_000],
  );
});

test('a prize that somebody could not get is named with the reason', async (t) => {
  const service = await startPortal(t);
  const [ada = ''] = fill(service);
  const admin = service.signedIn('admin');
  await admin.post('/portal/contests/new', FORM);
  const [contest] = contestsOf(service);
  service.write((one) => awardBadge(one, ada, 'gold'), service.clock.now);
  service.clock.now += 2 * DAY_MS;
  const again = service.signedIn('admin', { email: 'other@acme.example' });
  const closed = await again.post(`/portal/contests/${contest?.id}/close`);
  const shown = textOf(await again.get(closed.headers.location ?? ''));
  assert.match(shown, /Not granted Rank 1, badge Gold: This person holds the badge already\./);
});

test('a contest says what becomes of people with the same XP, and the form keeps what was chosen', async (t) => {
  const service = await startPortal(t);
  fill(service);
  service.write((one) => awardXp(one, 'bo@acme.example', { amount: 10 }), service.clock.now);
  const admin = service.signedIn('admin');
  await admin.post('/portal/contests/new', FORM);
  const refused = await admin.post('/portal/contests/new', { ...FORM, name: '', ties: 'first' });
  assert.match(refused.text, /<option value="first" selected>/);
  await admin.post('/portal/contests/new', { ...FORM, name: 'In turn', ties: 'first' });
  const [first, shared] = contestsOf(service);
  assert.deepEqual([first?.ties, shared?.ties], ['first', 'shared']);
  const shownOf = async (id = '') => textOf(await admin.get(`/portal/contests/${id}`));
  assert.match(
    await shownOf(shared?.id),
    / 1 A Ada .* 50 1 B Bo .* 50 With the same XP, people share a place/,
  );
  assert.match(
    await shownOf(first?.id),
    / 1 A Ada .* 50 2 B Bo .* 50 With the same XP, who reached it first is ahead/,
  );
});

test('my page shows the contests in which somebody takes part, with their place', async (t) => {
  const service = await startPortal(t);
  fill(service);
  const admin = service.signedIn('admin');
  await admin.post('/portal/contests/new', FORM);
  const sales = service.write((write) => createDepartment(write, { name: 'Other' }));
  await admin.post('/portal/contests/new', { ...FORM, name: 'Elsewhere', department0: sales.id });
  const ada = service.signedIn('none', { email: 'ada@acme.example', isNew: false });
  const page = textOf(await ada.get('/portal/me'));
  assert.match(page, /Contests Sprint &lt;b&gt; to 22 Nov 2026 rank 1 of 2 50 XP/);
  assert.doesNotMatch(page, /Elsewhere/);
});

test('a form that is filled in wrongly is shown again with what is wrong', async (t) => {
  const service = await startPortal(t);
  fill(service);
  const admin = service.signedIn('admin');
  const wrong = {
    ...FORM,
    name: '',
    ranks0: 'x',
    coins1: 'many',
    ranks2: '3',
    badge2: '',
    coins2: '',
  };
  const refused = await admin.post('/portal/contests/new', wrong);
  assert.equal(refused.status, 400);
  for (const sentence of [
    ...['Give the contest a name.', 'A rank such as 1, or ranks such as 1-3.'],
    ...['A whole number, such as 150.', 'Choose a badge or type the coins.'],
  ]) {
    assert.ok(textOf(refused).includes(sentence), sentence);
  }
  assert.match(refused.text, /<option value="gold" selected>/);
  const order = await admin.post('/portal/contests/new', { ...FORM, last_day: '2026-11-20' });
  // The field is named as it is on the page, and stands beside its error.
  assert.match(
    order.text,
    /href="#contest-last_day">The last day must not be before the first day\.</,
  );
  assert.match(
    order.text,
    /id="contest-last_day-error">The last day must not be before the first day\.</,
  );
  assert.match(order.text, /id="contest-last_day"[^>]* aria-invalid="true"/);
  assert.deepEqual(contestsOf(service), []);
});

test('a contest is cancelled by typing its name', async (t) => {
  const service = await startPortal(t);
  fill(service);
  const admin = service.signedIn('admin');
  await admin.post('/portal/contests/new', { ...FORM, name: 'Sprint' });
  const path = `/portal/contests/${contestsOf(service)[0]?.id}`;
  assert.equal((await admin.post(`${path}/cancel`, { confirm: 'sprint' })).status, 400);
  assert.equal((await admin.post(`${path}/cancel`, { confirm: 'Sprint' })).status, 303);
  assert.deepEqual(
    contestsOf(service).map(({ state }) => state),
    ['cancelled'],
  );
  assert.equal((await admin.post(`${path}/cancel`, { confirm: 'Sprint' })).status, 409);
});

test('the form of a contest between many departments offers all of them in some fields, and keeps each', async (t) => {
  const service = await startPortal(t);
  const departments = service.write((write) =>
    Array.from({ length: 150 }, (_, at) => createDepartment(write, { name: `Team ${at}` }).id),
  );
  const days = { first_day: '2026-12-01', last_day: '2026-12-02' };
  const { id } = service.write(
    (write) => createContest(write, { name: 'Sprint', ...days, departments, prizes: [] }),
    service.clock.now,
  );
  const admin = service.signedIn('admin');
  const { text } = await admin.get(`/portal/contests/${id}`);
  const options = text.match(/<option/g)?.length ?? 0;
  assert.ok(options > 5_000 && options < 6_000, String(options));
  const form = formsOf(text).find(({ action }) => action.endsWith('/change'));
  const fields = { ...Object.fromEntries(form?.fields ?? []), name: 'Race' };
  const change = (changed: object) =>
    admin.post(`/portal/contests/${id}/change`, { ...fields, ...changed });
  // What is wrong elsewhere takes none of them away.
  const refused = await change({ last_day: '2026-11-01' });
  assert.equal(refused.status, 400);
  const again = Object.fromEntries(formsOf(refused.text).flatMap((one) => one.fields));
  const chosen = departments.map((_, at) => again[`department${at}`]);
  assert.deepEqual([...chosen].sort(), [...departments].sort());
  assert.equal((await change({ department20: '' })).status, 303);
  const [contest] = contestsOf(service);
  assert.deepEqual([contest?.name, contest?.departments.length], ['Race', 149]);
});

test('a contest of departments shows people how far theirs is, and its prizes go to everybody in it', async (t) => {
  const service = await startPortal(t);
  const { write, clock } = service;
  write((one) => {
    for (const name of ['North', 'South', 'Lab']) createDepartment(one, { name });
    const people = { North: 6, South: 5, Lab: 1 };
    for (const [department, count] of Object.entries(people)) {
      for (let at = 0; at < count; at++) {
        const email = `${department}${at}@acme.example`.toLowerCase();
        const { employee_id } = addEmployee(one, { email, department });
        const gains = department === 'North' ? at < 3 : at < 4;
        if (gains) awardXp(one, employee_id, { amount: 10, reason: 'Safety walk' });
        awardXp(one, employee_id, { amount: 90, reason: 'Other' });
      }
    }
  }, clock.now);
  const admin = service.signedIn('admin');
  const form = {
    ...FORM,
    name: 'Walks',
    ranks0: '1',
    badge0: '',
    coins0: '5',
    ranks1: '',
    coins1: '',
  };
  const wrong = await admin.post('/portal/contests/new', {
    ...form,
    counts: 'badges',
    reason0: 'A',
  });
  assert.match(textOf(wrong), /Where badges count, choose no reasons\./);
  await admin.post('/portal/contests/new', {
    ...{ ...form, counts: 'participation', reason0: 'Safety walk' },
  });
  const [contest] = contestsOf(service);
  assert.deepEqual([contest?.counts, contest?.reasons], ['participation', ['Safety walk']]);
  const path = `/portal/contests/${contest?.id}`;
  const late = service.signedIn('none', { email: 'north5@acme.example', isNew: false });
  assert.match(
    textOf(await late.get(path)),
    /50% 3 of 6 2 more people, and North shares rank 1 You do not count yet: any XP in these days does it\. 3 people have not gained XP in it yet\. Prizes Rank 1 5 coins, for everybody of the department Departments as of [\d:]+ UTC 1 2 small departments together 83% 5 of 6 · South, Lab 2 North yours 50% 3 of 6 /,
  );
  assert.match(
    textOf(await late.get('/portal/me')),
    /Walks to \d+ Nov 2026 · 2 more people, and North shares rank 1 rank 2 of 2 50%/,
  );
  const lab = service.signedIn('none', { email: 'lab0@acme.example', isNew: false });
  const seen = textOf(await lab.get(path));
  assert.match(seen, /2 small departments together is first You count already, with 10 XP\./);
  assert.match(seen, /What counts Safety walk you: 10 XP Once is enough to count\./);
  assert.match(
    seen,
    /Behind you North reaches your place with 2 more Ends \d+ Nov 2026, midnight UTC/,
  );
  const file = await admin.get(`${path}/departments.csv`);
  assert.deepEqual(
    file.text
      .trim()
      .split('\r\n')
      .map((line) => line.replace(/[\da-f]{8}-[\da-f-]{27}/g, 'ID')),
    [
      'Rank,Department,People,Took part,Share,XP,XP per head,Department ID',
      '1,"South, Lab",6,5,0.8333333333333334,50,8.333333333333334,"ID, ID"',
      '2,North,6,3,0.5,30,5,ID',
    ],
  );
  service.clock.now += 2 * DAY_MS;
  const again = service.signedIn('admin', { email: 'other@acme.example' });
  const closed = await again.post(`${path}/close`);
  assert.match(
    textOf(await again.get(closed.headers.location ?? '')),
    /Walks is closed with 8 people, and 6 prizes granted/,
  );
  const after = service.signedIn('none', { email: 'lab0@acme.example', isNew: false });
  assert.match(
    textOf(await after.get(path)),
    /2 small departments together was at rank 1 of 2\. Prizes Rank 1 5 coins, for everybody of the department 2 small departments together /,
  );
});

test('a contest of badges says in badges who is ahead and how far the next place is', async (t) => {
  const service = await startPortal(t);
  const [ada = '', bo = ''] = fill(service);
  service.write((one) => {
    defineBadge(one, { code: 'silver', name: 'Silver', category: 'social', rarity: 'rare' });
    for (const code of ['gold', 'silver']) awardBadge(one, ada, code);
    awardBadge(one, bo, 'gold');
  }, service.clock.now);
  const admin = service.signedIn('admin');
  await admin.post('/portal/contests/new', { ...FORM, name: 'Medals', counts: 'badges' });
  const path = `/portal/contests/${contestsOf(service)[0]?.id}`;
  const me = service.signedIn('none', { email: 'bo@acme.example', isNew: false });
  assert.match(
    textOf(await me.get(path)),
    /2 people have badges in it, as of [\d:]+ UTC\. 1 badge to rank 1 Your place: rank 2 of 2 with 1 badge\./,
  );
});
