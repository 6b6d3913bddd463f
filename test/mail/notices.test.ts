import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { parsePrize } from '../../src/domain/contest.ts';
import { HOUR_MS, MINUTE_MS } from '../../src/domain/duration.ts';
import { loadLanguages } from '../../src/portal/languages/catalogues.ts';
import { awardBadge, defineBadge, revokeBadge } from '../../src/service/badges/badges.ts';
import { updateCompany } from '../../src/service/company/companies.ts';
import { createContest } from '../../src/service/contests/change-contests.ts';
import { closeContest, rankContest } from '../../src/service/contests/close-contest.ts';
import { requireContest } from '../../src/service/contests/contests.ts';
import { withdrawKudos } from '../../src/service/kudos/change-kudos.ts';
import { giveKudos } from '../../src/service/kudos/give-kudos.ts';
import { setKudosSettings } from '../../src/service/kudos/kudos-settings.ts';
import { saveKudosValue } from '../../src/service/kudos/kudos-values.ts';
import { APART_MS } from '../../src/service/mail/notices.ts';
import { readUnsubscribeToken, refuseMail } from '../../src/service/mail/unwanted-mail.ts';
import { requireEmployee } from '../../src/service/people/employee-records.ts';
import {
  addEmployee,
  deactivateEmployee,
  updateEmployee,
} from '../../src/service/people/employees.ts';
import { eraseEmployee } from '../../src/service/people/erasure.ts';
import { useNoEmailDomain } from '../../src/service/people/no-email.ts';
import {
  chooseLanguage,
  provideAccount,
  setAccountDisabled,
} from '../../src/service/portal/accounts.ts';
import { inviteOne } from '../../src/service/portal/invitations.ts';
import { changeRedemptionStatus, redeemShopItem } from '../../src/service/shop/redemptions.ts';
import { addShopItem } from '../../src/service/shop/shop.ts';
import { awardXp, grantCoins } from '../../src/service/xp/ledger.ts';
import { createTestCompany, NOW, queryRows, type TestCompany } from '../service/test-company.ts';
import { ADDRESS, openOutbox, switchMailOn } from './outbox.ts';
import {
  headersOf,
  type MailServerOptions,
  partOf,
  type Received,
  startMailServer,
} from './smtp-server.ts';

const LATER = NOW + MINUTE_MS;

async function start(t: TestContext, options: MailServerOptions = {}) {
  const company = createTestCompany(t);
  switchMailOn(company);
  const server = await startMailServer(t, options);
  const outbox = openOutbox(t, company, server.port);
  outbox.clock.now = LATER;
  for (const code of ['first-aid', 'mentor', 'speaker']) define(company, code);
  add(company, 'ada');
  return { company, server, outbox };
}

const define = ({ write }: TestCompany, code: string, name = `Badge ${code}`) =>
  write((one) => defineBadge(one, { code, name, category: 'social', rarity: 'rare' }));

const add = ({ write }: TestCompany, name: string) =>
  write((one) => addEmployee(one, { email: of(name), given_name: name }));

const award = ({ write }: TestCompany, name: string, code: string, now = NOW) =>
  write((one) => awardBadge(one, of(name), code), now);

const of = (name: string) => `${name}@acme.example`;

const subjects = (mails: readonly Received[]) =>
  mails.map((mail) => `${mail.to[0]}: ${headersOf(mail).get('subject')?.[0]}`);

const states = ({ db, companyId }: TestCompany) =>
  queryRows(
    db,
    companyId,
    'select kind, state, error from mails where company_id = :companyId order by entry',
    { kind: 'text', state: 'text', error: 'text?' },
  ).map(({ kind, state, error }) => [kind, state, error]);

test('a mail is in the language that its receiver has chosen, or else in that of the company', async (t) => {
  const { company, server, outbox } = await start(t);
  await loadLanguages();
  for (const name of ['bo', 'cy']) add(company, name);
  company.write((one) => {
    const account = (name: string) => provideAccount(one, { email: of(name) }).id;
    chooseLanguage(one, { account: account('ada'), language: 'de' });
    chooseLanguage(one, { account: account('bo'), language: 'en' });
  });
  const toldAll = async () => {
    const before = server.mails.length;
    for (const name of ['ada', 'bo', 'cy']) award(company, name, 'mentor', outbox.clock.now);
    outbox.clock.now += APART_MS;
    await outbox.empty();
    return subjects(server.mails.slice(before)).sort();
  };
  const [german, english] = ['Sie haben ein neues Abzeichen', 'You have a new badge'];
  const told = (name: string, what: string) => `${of(name)}: ${what}: Badge mentor`;
  assert.deepEqual(await toldAll(), [
    told('ada', german),
    told('bo', english),
    told('cy', english),
  ]);
  company.write((one) => {
    updateCompany(one, { language: 'de' });
    for (const name of ['ada', 'bo', 'cy']) revokeBadge(one, of(name), 'mentor');
  });
  assert.deepEqual(await toldAll(), [told('ada', german), told('bo', english), told('cy', german)]);
});

test('whoever is thanked is told of it, and not of what was taken back', async (t) => {
  const { company, server, outbox } = await start(t);
  const { db, companyId, write } = company;
  add(company, 'bo');
  const person = (name: string) => requireEmployee(db, companyId, of(name));
  const thank = (points: number) =>
    write(
      (one) =>
        giveKudos(one, {
          ...{ giver: person('ada'), receivers: [person('bo')], points, value: 'care' },
          message: 'You stayed until the line ran again.',
        }).kudos.id,
    );
  write((one) => {
    setKudosSettings(one, { on: true });
    saveKudosValue(one, { code: 'care', name: 'Care' });
  });
  thank(5);
  const second = thank(7);
  write((one) => withdrawKudos(one, person('ada').number, second));
  assert.deepEqual(await outbox.empty(), ['sent']);
  assert.deepEqual(subjects(server.mails), [`${of('bo')}: ada thanks you`]);
  const [mail] = server.mails;
  assert.ok(mail);
  const text = partOf(mail, 'text/plain').replace(/\s+/g, ' ');
  assert.match(
    text,
    /ada, for “Care”: “You stayed until the line ran again\.” You have 5 coins more\./,
  );
  assert.doesNotMatch(text, /7 coins/);
});

test('what was awarded together is told in one mail, with what ends such mails', async (t) => {
  const { company, server, outbox } = await start(t);
  for (const code of ['first-aid', 'mentor', 'speaker']) award(company, 'ada', code);
  outbox.clock.now = LATER - 1;
  assert.deepEqual(await outbox.empty(), []);
  outbox.clock.now = LATER;
  assert.deepEqual(await outbox.empty(), ['sent']);
  assert.deepEqual(subjects(server.mails), [`${of('ada')}: You have 3 new badges at Acme`]);
  assert.deepEqual(states(company), Array(3).fill(['badge', 'sent', null]));
  const [mail] = server.mails;
  assert.ok(mail);
  const text = partOf(mail, 'text/plain');
  for (const code of ['first-aid', 'mentor', 'speaker']) assert.ok(text.includes(`Badge ${code}`));
  const headers = headersOf(mail);
  const [unsubscribe = ''] = headers.get('list-unsubscribe') ?? [];
  const [, token = ''] =
    /^<https:\/\/engaged\.acme\.example\/portal\/mails\/([\w-]{44})>$/.exec(unsubscribe) ?? [];
  assert.deepEqual(headers.get('list-unsubscribe-post'), ['List-Unsubscribe=One-Click']);
  assert.ok(text.includes(`${ADDRESS}/portal/mails/${token}`));
  assert.ok(partOf(mail, 'text/html').includes(`href="${ADDRESS}/portal/mails/${token}"`));
  const { kind, companyId } = readUnsubscribeToken(company.db, token);
  assert.deepEqual([kind, companyId], ['badge', company.companyId]);
});

test('of a kind nobody gets a second mail within an hour', async (t) => {
  const { company, server, outbox } = await start(t);
  award(company, 'ada', 'mentor');
  // The second badge comes while the mail about the first one is on its way.
  const sent = await outbox.send();
  award(company, 'ada', 'speaker', LATER);
  outbox.record(sent);
  award(company, 'ada', 'first-aid', LATER + MINUTE_MS);
  outbox.clock.now = LATER + APART_MS - 1;
  assert.deepEqual(await outbox.empty(), []);
  outbox.clock.now = LATER + APART_MS;
  assert.deepEqual(await outbox.empty(), ['sent']);
  assert.deepEqual(subjects(server.mails), [
    `${of('ada')}: You have a new badge: Badge mentor`,
    `${of('ada')}: You have 2 new badges at Acme`,
  ]);
});

test('a redemption is told as it is when the mail is sent', async (t) => {
  const { company, server, outbox } = await start(t);
  const { write } = company;
  const item = write((one) => {
    grantCoins(one, of('ada'), { amount: 100 });
    return addShopItem(one, {
      ...{ name: 'Mug', description: 'For coffee.', category: 'merch', coin_price: 30 },
      ...{ image_url: 'https://example.com/mug.png', stock_remaining: null },
    });
  });
  const redeem = () => write((one) => redeemShopItem(one, of('ada'), item.id)).id;
  const [ready, declined, waiting] = [redeem(), redeem(), redeem()];
  assert.deepEqual(states(company), []);
  write((one) => changeRedemptionStatus(one, ready, 'approved'));
  write((one) => changeRedemptionStatus(one, ready, 'fulfilled'));
  write((one) => changeRedemptionStatus(one, declined, 'declined', 'No\r\nsize M'));
  assert.deepEqual(await outbox.empty(), ['sent']);
  write((one) => changeRedemptionStatus(one, waiting, 'approved'), LATER);
  outbox.clock.now = LATER + APART_MS;
  assert.deepEqual(await outbox.empty(), ['sent']);
  assert.deepEqual(subjects(server.mails), [
    `${of('ada')}: What became of your 2 redemptions at Acme`,
    `${of('ada')}: Approved: Mug`,
  ]);
  const text = server.mails[0] ? partOf(server.mails[0], 'text/plain') : '';
  assert.match(text, /“Mug” is ready, if you do not have it already\./);
  assert.match(text, /“Mug” is declined, and you have 30 coins back\. “No size M”/);
});

test('who wins coins in a contest is told', async (t) => {
  const { company, server, outbox } = await start(t);
  const { write, db, companyId } = company;
  const days = { first_day: '2026-11-21', last_day: '2026-11-21' };
  const prizes = ['1=coins:100', '1=badge:mentor'].map(parsePrize);
  write((one) => createContest(one, { name: 'Sprint', ...days, departments: [], prizes }));
  write((one) => awardXp(one, of('ada'), { amount: 10 }));
  const closed = NOW + 24 * HOUR_MS;
  const { entry } = requireContest(db, companyId, 'Sprint');
  write((one) => closeContest(one, rankContest(db, companyId, entry)), closed);
  outbox.clock.now = closed + MINUTE_MS;
  assert.deepEqual(await outbox.empty(), ['sent', 'sent']);
  assert.deepEqual(subjects(server.mails).toSorted(), [
    `${of('ada')}: You have a new badge: Badge mentor`,
    `${of('ada')}: You have won 100 coins`,
  ]);
  const texts = server.mails.map((mail) => partOf(mail, 'text/plain')).join();
  assert.match(texts, /^100 coins\. Contest: Sprint, rank 1\.$/m);
});

test('whether somebody is told is decided when the mail is sent', async (t) => {
  const { company, server, outbox } = await start(t);
  const { write } = company;
  const names = ['left', 'erased', 'refused', 'revoked', 'disabled', 'moved'];
  for (const name of names) add(company, name);
  for (const name of names) award(company, name, 'mentor');
  write((one) => deactivateEmployee(one, of('left'), 'left'));
  write((one) => eraseEmployee(one, of('erased'), 'asked'));
  write((one) => refuse(one, 'refused', company));
  write((one) => revokeBadge(one, of('revoked'), 'mentor'));
  write((one) => provideAccount(one, { email: of('disabled') }));
  write((one) => setAccountDisabled(one, of('disabled'), true));
  write((one) => updateEmployee(one, of('moved'), { email: of('new') }));
  await outbox.empty();
  assert.deepEqual(states(company), [
    ['badge', 'dropped', 'no_receiver'],
    ['badge', 'dropped', 'unwanted'],
    ['badge', 'dropped', 'nothing_left'],
    ['badge', 'dropped', 'no_receiver'],
    ['badge', 'sent', null],
  ]);
  assert.deepEqual(subjects(server.mails), [`${of('new')}: You have a new badge: Badge mentor`]);
});

const numberOf = ({ db, companyId }: TestCompany, name: string): number =>
  queryRows(
    db,
    companyId,
    `select number from employees where company_id = :companyId and email = '${of(name)}'`,
    { number: 'integer' },
  )[0]?.number ?? 0;

const refuse = (write: Parameters<typeof refuseMail>[0], name: string, company: TestCompany) =>
  refuseMail(write, { number: numberOf(company, name), kind: 'badge' });

test('nothing is written for whoever gets no mail, and where none is sent', async (t) => {
  const { company } = await start(t);
  const { write, db } = company;
  write((one) => useNoEmailDomain(one, 'nomail.example'));
  write((one) => addEmployee(one, { email: 'e1@nomail.example', given_name: 'Eve' }));
  write((one) => awardBadge(one, 'e1@nomail.example', 'mentor'));
  add(company, 'grace');
  write((one) => refuse(one, 'grace', company));
  award(company, 'grace', 'mentor');
  company.writeSandbox((one) => {
    addEmployee(one, { email: of('test'), given_name: 'Test' });
    defineBadge(one, { code: 'own', name: 'Own', category: 'social', rarity: 'rare' });
    awardBadge(one, of('test'), 'own');
  });
  write((one) => updateCompany(one, { mails: 'redemption, prize' }));
  award(company, 'ada', 'mentor');
  assert.deepEqual(states(company), []);
  write((one) => updateCompany(one, { mails: 'badge' }));
  award(company, 'ada', 'speaker');
  assert.deepEqual(states(company), [['badge', 'waiting', null]]);
  switchMailOn({ db }, false);
  award(company, 'ada', 'first-aid');
  assert.equal(states(company).length, 1);
});

test('a link does not wait for notices, and takes no room from them', async (t) => {
  const { company, server, outbox } = await start(t);
  for (let n = 0; n < 20; n++) {
    add(company, `p${n}`);
    award(company, `p${n}`, 'mentor');
  }
  company.write((one) => inviteOne(one, of('ada'), { by: 'owner' }), LATER);
  outbox.record(await outbox.send());
  assert.deepEqual(subjects(server.mails), [`${of('ada')}: Your invitation to engaged at Acme`]);
  assert.equal((await outbox.empty()).length, 20);
});

test('an outbox without room keeps no change from being made', async (t) => {
  const { company } = await start(t);
  award(company, 'ada', 'mentor');
  company.db.run(
    {
      name: 'test/fill',
      sql: `insert into mails (
          company_id, entry, id, kind, employee_number, subject, created_at, expires_at, state, next_attempt_at
        )
        with recursive n (i) as (select 1 union all select i + 1 from n where i < 9999)
        select company_id, -i, id, kind, employee_number, subject, created_at, expires_at, state, next_attempt_at
        from n cross join mails`,
      cardinality: 'exec',
      params: {},
      row: {},
    },
    {},
  );
  award(company, 'ada', 'speaker');
  assert.equal(states(company).length, 10_000);
  // Links have room of their own.
  company.write((one) => inviteOne(one, of('ada'), { by: 'owner' }));
  assert.equal(states(company).length, 10_001);
});

test('a notice that the server does not take is the same mail when it is tried again', async (t) => {
  let isFull = true;
  const { company, server, outbox } = await start(t, { refuses: () => (isFull ? 452 : undefined) });
  award(company, 'ada', 'mentor');
  award(company, 'ada', 'speaker');
  const [attempt] = await outbox.send();
  assert.ok(attempt);
  assert.deepEqual(outbox.record([attempt]), ['retried']);
  isFull = false;
  outbox.clock.now += HOUR_MS;
  assert.deepEqual(await outbox.empty(), ['sent']);
  assert.equal(server.mails.length, 1);
  assert.deepEqual(states(company), Array(2).fill(['badge', 'sent', null]));
});

test('old news is not told', async (t) => {
  const { company, server, outbox } = await start(t);
  award(company, 'ada', 'mentor');
  outbox.clock.now += 72 * HOUR_MS;
  assert.deepEqual(await outbox.empty(), ['dropped']);
  assert.deepEqual(server.mails, []);
});

test('a token is for one person and kind, and no other one is taken', async (t) => {
  const { company, server, outbox } = await start(t);
  award(company, 'ada', 'mentor');
  await outbox.empty();
  const mail = server.mails[0];
  const token = /\/portal\/mails\/([\w-]+)/.exec(mail ? partOf(mail, 'text/plain') : '')?.[1] ?? '';
  assert.equal(readUnsubscribeToken(company.db, token).kind, 'badge');
  const wrong = [
    ...[
      '',
      'x',
      token.slice(1),
      `${token}A`,
      `${token.slice(0, -1)}~`,
      'A'.repeat(44),
      'é'.repeat(44),
    ],
    ...[...token].map(
      (sign, i) => `${token.slice(0, i)}${sign === 'A' ? 'B' : 'A'}${token.slice(i + 1)}`,
    ),
  ];
  for (const one of wrong) {
    assert.throws(() => readUnsubscribeToken(company.db, one), {
      failure: { code: 'mail_link_unknown' },
    });
  }
});
