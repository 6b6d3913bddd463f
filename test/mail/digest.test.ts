import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { parsePrize } from '../../src/domain/contest.ts';
import { DAY_MS, HOUR_MS } from '../../src/domain/duration.ts';
import { createCompany, updateCompany } from '../../src/service/company/companies.ts';
import { type CompanyWrite, writeCompany } from '../../src/service/company/company-write.ts';
import { createContest } from '../../src/service/contests/change-contests.ts';
import { takeRoundStep } from '../../src/service/mail/rounds.ts';
import { refuseMail } from '../../src/service/mail/unwanted-mail.ts';
import { addEmployee } from '../../src/service/people/employees.ts';
import { addShopItem } from '../../src/service/shop/shop.ts';
import { awardXp, grantCoins } from '../../src/service/xp/ledger.ts';
import * as companies from '../../src/store/company/companies.ts';
import type { Database } from '../../src/store/database.ts';
import { createTestCompany, queryRows, type TestCompany } from '../service/test-company.ts';
import { ADDRESS, openOutbox, switchMailOn } from './outbox.ts';
import { headersOf, partOf, type Received, startMailServer } from './smtp-server.ts';

/** A Monday morning, and the Monday at which the week before began. */
const MONDAY = Date.UTC(2026, 10, 23, 7);
const WEEK = Date.UTC(2026, 10, 16);

const of = (name: string) => `${name}@acme.example`;

async function start(t: TestContext, people: readonly string[] = ['ada', 'bob']) {
  const company = createTestCompany(t);
  switchMailOn(company);
  const server = await startMailServer(t);
  const outbox = openOutbox(t, company, server.port);
  outbox.clock.now = MONDAY;
  company.write((write) => {
    updateCompany(write, { mails: 'digest' });
    for (const name of people) addEmployee(write, { email: of(name), given_name: name });
  });
  return { company, server, outbox };
}

const award = ({ write }: TestCompany, name: string, amount: number, at: number) =>
  write((one) => awardXp(one, of(name), { amount, reason: 'Work' }), at);

/** Adds a company. @returns its number */
function addCompany(db: Database): number {
  createCompany(db, { name: 'Other', ssoDomains: [], now: WEEK, actor: 'test' });
  return Math.max(...db.all(companies.listLive, {}).map(({ companyId }) => companyId));
}

const goRound = ({ db }: TestCompany, now: number): number => {
  let steps = 0;
  while (takeRoundStep(db, now) === 0) steps++;
  return steps;
};

const countMails = ({ db, companyId }: TestCompany, where = 'true') =>
  queryRows(
    db,
    companyId,
    `select count(*) as count, count(distinct employee_number) as people
     from mails where company_id = :companyId and kind = 'digest' and ${where}`,
    { count: 'integer', people: 'integer' },
  )[0];

const textOf = (mail: Received | undefined): string =>
  mail === undefined ? '' : partOf(mail, 'text/plain').replaceAll('\r\n', '\n');

test('a digest tells of the week: progress first, the place last', async (t) => {
  const { company, server, outbox } = await start(t);
  award(company, 'ada', 90, WEEK - DAY_MS);
  award(company, 'ada', 120, WEEK + DAY_MS);
  award(company, 'ada', 40, MONDAY - HOUR_MS);
  award(company, 'bob', 300, WEEK + DAY_MS);
  company.write(
    (write) => {
      grantCoins(write, of('ada'), { amount: 130 });
      addShopItem(write, {
        ...{ name: 'Mug', description: 'For coffee.', category: 'merch', coin_price: 200 },
        ...{ image_url: 'https://example.com/mug.png', stock_remaining: null },
      });
      createContest(write, {
        ...{ name: 'Safe autumn', first_day: '2026-11-22', last_day: '2026-11-29' },
        ...{ departments: [], prizes: [parsePrize('1=coins:10')] },
      });
    },
    Date.UTC(2026, 10, 21),
  );
  goRound(company, MONDAY);
  assert.deepEqual(await outbox.empty(), ['sent', 'sent']);
  const mail = server.mails.find(({ to }) => to[0] === of('ada'));
  assert.ok(mail);
  assert.deepEqual(headersOf(mail).get('subject'), ['50 XP to level 3']);
  const [body = '', foot = ''] = textOf(mail).split('\n\n--\n');
  assert.equal(
    body,
    `50 XP to level 3

Week of 16 Nov 2026: 120 XP, 30 more than in the week before.

Level 2: 150 of 200 XP

130 COINS TO SPEND

70 coins to “Mug”.

WHAT ENDS SOON

* Contest “Safe autumn” (in 7 days)

YOUR PLACE

2 of 2 in November. This mail goes only to you.

Open this address:
${ADDRESS}/portal/me`,
  );
  assert.match(foot, /^Sent to ada@acme\.example, because Acme tells you of this by mail: My week/);
  assert.match(
    foot,
    /Stop these mails:\nhttps:\S+\n\nChoose which mails you get:\nhttps:\S+\/portal\/me#my-mails/,
  );
  const html = partOf(mail, 'text/html');
  assert.doesNotMatch(html, /<(?:img|link|script|iframe|object)|url\(|@import/);
  for (const part of ['Level 2: 150 of 200 XP', 'Safe autumn', 'in 7 days']) {
    assert.ok(html.includes(part), part);
  }
});

test('who has nothing to read gets no digest', async (t) => {
  const { company, server, outbox } = await start(t);
  award(company, 'ada', 40, WEEK - DAY_MS);
  award(company, 'bob', 40, WEEK + DAY_MS);
  goRound(company, MONDAY);
  await outbox.empty();
  assert.deepEqual(
    server.mails.map(({ to }) => to[0]),
    [of('bob')],
  );
});

test('nobody gets a digest until the company decides so, and everybody does without', async (t) => {
  const { company, outbox } = await start(t);
  const { db } = company;
  const companyId = addCompany(db);
  goRound(company, MONDAY);
  assert.deepEqual(countMails(company), { count: 2, people: 2 });
  assert.deepEqual(countMails({ ...company, companyId }), { count: 0, people: 0 });
  company.write((write) => refuseMail(write, { number: 1, kind: 'digest' }));
  assert.deepEqual(await outbox.empty(), ['dropped', 'dropped']);
  goRound(company, MONDAY + 7 * DAY_MS);
  assert.deepEqual(countMails(company), { count: 3, people: 2 });
});

test('everybody gets one digest a week, written in portions that wait until those before are sent', async (t) => {
  const names = Array.from({ length: 601 }, (_, i) => `p${i}`);
  const { company, server, outbox } = await start(t, names);
  company.write((write) => {
    for (const name of names) awardXp(write, of(name), { amount: 10, reason: 'Work' });
  }, WEEK + DAY_MS);
  let rounds = 0;
  for (;;) {
    const before = countMails(company)?.count ?? 0;
    goRound(company, MONDAY);
    // Another service, or one that was killed in between.
    goRound(company, MONDAY);
    const written = (countMails(company)?.count ?? 0) - before;
    assert.ok(written <= 250, `${written}`);
    if (written === 0) break;
    await outbox.empty();
    rounds++;
  }
  assert.equal(rounds, 3);
  assert.deepEqual(countMails(company, "state = 'sent'"), { count: 601, people: 601 });
  assert.equal(new Set(server.mails.map(({ to }) => to[0])).size, 601);
  goRound(company, MONDAY + 6 * DAY_MS);
  assert.equal(countMails(company)?.count, 601);
});

test('a company with few people does not wait for one with many', async (t) => {
  const names = Array.from({ length: 300 }, (_, i) => `p${i}`);
  const { company } = await start(t, names);
  const { db } = company;
  const companyId = addCompany(db);
  const write = <T>(change: (write: CompanyWrite) => T) =>
    writeCompany(db, { companyId, now: WEEK, actor: 'test' }, change);
  write((one) => {
    updateCompany(one, { mails: 'digest' });
    addEmployee(one, { email: of('zoe') });
  });
  assert.equal(takeRoundStep(db, MONDAY), 0);
  assert.deepEqual(countMails(company), { count: 250, people: 250 });
  assert.deepEqual(countMails({ ...company, companyId }), { count: 1, people: 1 });
});

test('a round begins until the evening and goes on for two days', async (t) => {
  const names = Array.from({ length: 300 }, (_, i) => `p${i}`);
  const { company, outbox } = await start(t, names);
  assert.equal(goRound(company, MONDAY + 12 * HOUR_MS), 0);
  goRound(company, MONDAY + 12 * HOUR_MS - 1);
  outbox.clock.now = MONDAY + 12 * HOUR_MS;
  await outbox.empty();
  assert.equal(goRound(company, MONDAY + 2 * DAY_MS), 0);
  goRound(company, MONDAY + 2 * DAY_MS - 1);
  assert.equal(countMails(company)?.count, 300);
});

test('a company whose clocks change has no second weekly mail, and its mornings are its own', async (t) => {
  const { company } = await start(t);
  company.write((write) => updateCompany(write, { time_zone: 'Europe/Berlin' }));
  assert.equal(goRound(company, MONDAY - HOUR_MS - 1), 0);
  goRound(company, MONDAY - HOUR_MS);
  assert.deepEqual(countMails(company), { count: 2, people: 2 });
  company.write((write) => updateCompany(write, { time_zone: 'America/New_York' }));
  goRound(company, MONDAY + 6 * HOUR_MS);
  assert.deepEqual(countMails(company), { count: 2, people: 2 });
});
