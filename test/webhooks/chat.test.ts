import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { ChatFormat } from '../../src/domain/chat/chat-formats.ts';
import { MAX_EVENTS_PER_CHANGE } from '../../src/domain/event.ts';
import { loadLanguages } from '../../src/portal/languages/catalogues.ts';
import { awardBadge, createBadge } from '../../src/service/badges/badges.ts';
import { updateCompany } from '../../src/service/company/companies.ts';
import type { CompanyWrite } from '../../src/service/company/company-write.ts';
import { createContest } from '../../src/service/contests/change-contests.ts';
import { closeContest, rankContest } from '../../src/service/contests/close-contest.ts';
import { requireContest } from '../../src/service/contests/contests.ts';
import { createDepartment } from '../../src/service/departments/departments.ts';
import { recordEvents } from '../../src/service/events/events.ts';
import { giveKudos } from '../../src/service/kudos/give-kudos.ts';
import { removeKudos } from '../../src/service/kudos/kudos-moderation.ts';
import { setKudosSettings } from '../../src/service/kudos/kudos-settings.ts';
import { saveKudosValue } from '../../src/service/kudos/kudos-values.ts';
import { requireEmployee } from '../../src/service/people/employee-records.ts';
import { addEmployee, deactivateEmployee } from '../../src/service/people/employees.ts';
import { eraseEmployee } from '../../src/service/people/erasure.ts';
import { setShown } from '../../src/service/people/how-shown.ts';
import { listDeliveries } from '../../src/service/webhooks/deliveries.ts';
import { createChatWebhook, showWebhook } from '../../src/service/webhooks/webhooks.ts';
import { awardXp } from '../../src/service/xp/ledger.ts';
import * as deployment from '../../src/store/operations/deployment.ts';
import { createTestCompany, NOW, type TestCompany } from '../service/test-company.ts';
import { createTestWebhook, LOOPBACK, startDeliveries, writeEvents } from './deliveries.ts';
import { startDeliveringService } from './delivering-service.ts';
import { type Received, startReceiver, withStatus } from './receiver.ts';

const SECOND = 1_000;

const createChat = (company: TestCompany, url: string, format: ChatFormat = 'mattermost') =>
  company.write((write) =>
    createChatWebhook(write, { url, format, types: null, allowed: LOOPBACK, madeBy: 'operator' }),
  );

async function start(t: TestContext, format?: ChatFormat) {
  const company = createTestCompany(t);
  const receiver = await startReceiver(t);
  const webhook = createChat(company, `${receiver.url}services/T0/secret?sig=secret`, format);
  return { company, receiver, webhook };
}

const addPeople = (write: CompanyWrite, names: readonly string[]): string[] =>
  names.map(
    (name, at) =>
      addEmployee(write, { email: `p${at}@acme.example`, given_name: name }).employee_id,
  );

/** Events of people who reach a level, one after another. */
const reachLevels = (write: CompanyWrite, people: readonly string[], level = 2): void =>
  recordEvents(
    write,
    people.map((person) => ({
      type: 'level.reached',
      employeeNumber: requireEmployee(write.db, write.companyId, person).number,
      data: { level, level_before: level - 1, xp: 300 },
    })),
  );

const linesOf = ({ body }: Received): string[] => JSON.parse(body).text.split('\n\n');

/** Lets enough time pass for a message to be sent. */
const pass = (deliveries: ReturnType<typeof startDeliveries>, ms = 3 * SECOND) => {
  deliveries.check();
  deliveries.clock.now += ms;
  deliveries.check();
};

test('a chat is told of level-ups, badges and winners in one message, without a signature', async (t) => {
  const { company, receiver } = await start(t);
  const { db, companyId, write } = company;
  const [ada = '', grace = ''] = write((one) => addPeople(one, ['Ada Lovelace', 'Grace *Hopper*']));
  write((one) => {
    createBadge(one, { code: 'mentor', name: 'Mentor', category: 'social', rarity: 'rare' });
    db.run(deployment.recordService, {
      address: 'https://engaged.acme.example/hr',
      version: '1',
      sendsMail: 0,
    });
    const days = { first_day: '2026-11-21', last_day: '2026-11-30' };
    createContest(one, { name: 'Autumn', ...days, departments: [], prizes: [], ties: 'shared' });
  });
  write((one) => {
    awardXp(one, ada, { amount: 500 });
    awardXp(one, grace, { amount: 80 });
    awardBadge(one, grace, 'mentor');
  });
  const { entry } = requireContest(db, companyId, 'Autumn');
  const ranking = rankContest(db, companyId, entry);
  write((one) => closeContest(one, ranking), Date.UTC(2026, 11, 2));
  const deliveries = startDeliveries(t, company, { now: NOW });
  pass(deliveries);
  await deliveries.until(1);
  const [received, ...more] = receiver.received;
  assert.ok(received);
  assert.deepEqual(more, []);
  assert.deepEqual(linesOf(received), [
    'The contest “Autumn” is over.',
    '1: Ada Lovelace, 500 XP',
    '2: Grace ＊Hopper＊, 80 XP',
    'Ada Lovelace reached level 3.',
    'Grace ＊Hopper＊ got the badge “Mentor”.',
    '[Open engaged](https://engaged.acme.example/hr/portal)',
  ]);
  assert.equal(received.url, '/services/T0/secret?sig=secret');
  assert.deepEqual(
    Object.keys(received.headers).filter((name) => name.startsWith('webhook-')),
    [],
  );
});

test('a chat is told who thanked whom, where everybody may see it and all of them are shown by name', async (t) => {
  const { company, receiver } = await start(t);
  const { write } = company;
  const people = write((one) => addPeople(one, ['Ada', 'Grace', 'Alan', 'Joan']));
  write((one) => {
    setKudosSettings(one, { on: true, giver_xp: 0 });
    saveKudosValue(one, { code: 'learn', name: 'Keep learning' });
    const found = people.map((id) => requireEmployee(one.db, one.companyId, id));
    const [ada, grace, alan, joan] = found;
    if (!ada || !grace || !alan || !joan) throw new Error('somebody is missing');
    const thanks = { points: 0, value: 'learn', message: 'You showed me how it is done.' };
    const give = (giver: typeof ada, receivers: (typeof ada)[], visibility = 'company') =>
      giveKudos(one, { ...thanks, giver, receivers, visibility }).kudos.id;
    give(ada, [grace, joan]);
    give(ada, [grace], 'department');
    removeKudos(one, give(grace, [ada]), { reason: 'A mistake' });
    give(ada, [grace, alan]);
    give(alan, [grace]);
    setShown(one, alan, { shown_as: 'hidden' });
  });
  const deliveries = startDeliveries(t, company, { now: NOW });
  pass(deliveries);
  await deliveries.until(1);
  assert.deepEqual(receiver.received.map(linesOf), [
    ['Ada thanked Grace and Joan: “Keep learning”.'],
  ]);
});

test('a chat is spoken to in the language of the company', async (t) => {
  const { company, receiver } = await start(t);
  await loadLanguages();
  company.write((one) => updateCompany(one, { language: 'de' }));
  company.write((one) => reachLevels(one, addPeople(one, ['Ada Lovelace'])));
  const deliveries = startDeliveries(t, company, { now: NOW });
  pass(deliveries);
  await deliveries.until(1);
  assert.deepEqual(receiver.received.flatMap(linesOf), ['Ada Lovelace hat Level 2 erreicht.']);
});

test('a contest of departments names those that won, and one of badges how many', async (t) => {
  const { company, receiver } = await start(t);
  const { db, companyId, write } = company;
  write((one) => {
    createBadge(one, { code: 'mentor', name: 'Mentor', category: 'social', rarity: 'rare' });
    const days = { first_day: '2026-11-21', last_day: '2026-11-30' };
    const rules = { ...days, departments: [], prizes: [], ties: 'shared' } as const;
    createContest(one, { ...rules, name: 'Everybody in', counts: 'participation' });
    createContest(one, { ...rules, name: 'Most badges', counts: 'badges' });
    createDepartment(one, { name: 'Sales' });
    for (let at = 0; at < 5; at++) {
      const person = { email: `s${at}@acme.example`, given_name: 'Ada', department: 'Sales' };
      const { employee_id } = addEmployee(one, person);
      awardXp(one, employee_id, { amount: 10 });
      if (at === 0) awardBadge(one, employee_id, 'mentor');
    }
  });
  const close = (name: string) => {
    const ranking = rankContest(db, companyId, requireContest(db, companyId, name).entry);
    write((one) => closeContest(one, ranking), Date.UTC(2026, 11, 2));
  };
  close('Everybody in');
  close('Most badges');
  const deliveries = startDeliveries(t, company, { now: NOW });
  pass(deliveries);
  await deliveries.until(1);
  assert.deepEqual(receiver.received.map(linesOf), [
    [
      'The contest “Everybody in” is over.',
      '1: Sales',
      'The contest “Most badges” is over.',
      '1: Ada, 1 badge',
      'Ada got the badge “Mentor”.',
    ],
  ]);
});

test('a gift to thousands with hundreds of level-ups is one message that counts them', async (t) => {
  const { company, receiver, webhook } = await start(t);
  const names = Array.from({ length: 800 }, (_, at) => `Person ${at}`);
  const people = company.write((write) => addPeople(write, names));
  company.write((write) =>
    createBadge(write, { code: 'thanks', name: 'Thanks', category: 'social', rarity: 'rare' }),
  );
  const deliveries = startDeliveries(t, company, { now: NOW });
  // Its steps are transactions of their own, less than three seconds apart.
  for (const step of [0, 400]) {
    const some = people.slice(step, step + 400);
    company.write((write) => {
      reachLevels(write, some);
      for (const person of some.slice(0, 20)) awardBadge(write, person, 'thanks');
    });
    pass(deliveries, 2 * SECOND);
  }
  assert.deepEqual(receiver.received, []);
  pass(deliveries);
  await deliveries.until(1);
  assert.deepEqual(receiver.received.map(linesOf), [
    ['800 people reached a new level.', '40 people got the badge “Thanks”.'],
  ]);
  const { db, companyId } = company;
  const rows = listDeliveries(db, companyId, webhook.id, { state: 'delivered', count: 10_000 });
  assert.equal(rows.length, 840);
});

test('a company in which something happens all the time has a message every half a minute', async (t) => {
  const { company, receiver } = await start(t);
  const [ada = ''] = company.write((write) => addPeople(write, ['Ada']));
  const deliveries = startDeliveries(t, company, { now: NOW });
  for (let seconds = 0; seconds < 30; seconds += 2) {
    company.write((write) => reachLevels(write, [ada], 2 + seconds));
    assert.deepEqual(receiver.received, []);
    pass(deliveries, 2 * SECOND);
  }
  await deliveries.until(1);
  assert.deepEqual(receiver.received.map(linesOf), [['Ada reached level 30.']]);
});

test('two messages to a chat are seconds apart, and one that asks for time gets it', async (t) => {
  const { company, receiver } = await start(t);
  const [ada = '', grace = ''] = company.write((write) => addPeople(write, ['Ada', 'Grace']));
  const deliveries = startDeliveries(t, company, { now: NOW });
  company.write((write) => reachLevels(write, [ada]));
  receiver.answer = withStatus(429, { 'retry-after': '60' });
  pass(deliveries);
  await deliveries.until(1);
  receiver.answer = withStatus(200);
  company.write((write) => reachLevels(write, [grace]));
  pass(deliveries, 59 * SECOND);
  assert.equal(receiver.received.length, 1);
  pass(deliveries, SECOND);
  pass(deliveries);
  await deliveries.until(2);
  assert.deepEqual(receiver.received.slice(1).map(linesOf), [
    ['Ada reached level 2.', 'Grace reached level 2.'],
  ]);
});

test('a message that failed is one failure of its webhook, and is sent again as one', async (t) => {
  const { company, receiver, webhook } = await start(t);
  const people = company.write((write) => addPeople(write, ['Ada', 'Grace', 'Joan']));
  company.write((write) => reachLevels(write, people));
  receiver.answer = withStatus(500);
  const deliveries = startDeliveries(t, company, { now: NOW });
  pass(deliveries);
  await deliveries.until(1);
  const { db, companyId } = company;
  const { state, failures, waiting } = showWebhook(db, companyId, webhook.id);
  assert.deepEqual({ state, failures, waiting }, { state: 'failing', failures: 1, waiting: 3 });
  receiver.answer = withStatus(200);
  pass(deliveries, 5 * SECOND);
  pass(deliveries);
  await deliveries.until(2);
  const [first, second] = receiver.received;
  assert.equal(first?.body, second?.body);
  assert.equal(showWebhook(db, companyId, webhook.id).state, 'active');
});

test('people who have left are not named, and a message with nothing to say is not sent', async (t) => {
  const { company, receiver } = await start(t);
  const { write } = company;
  const [ada = '', grace = '', joan = ''] = write((one) =>
    addPeople(one, ['Ada', 'Grace', 'Joan']),
  );
  write((one) => {
    reachLevels(one, [ada, grace]);
    deactivateEmployee(one, ada, 'Left');
    eraseEmployee(one, grace, 'Asked to');
  });
  const deliveries = startDeliveries(t, company, { now: NOW });
  pass(deliveries);
  assert.equal(deliveries.recorded, 0);
  write((one) => reachLevels(one, [ada, joan]));
  pass(deliveries);
  await deliveries.until(1);
  assert.deepEqual(receiver.received.map(linesOf), [['Joan reached level 2.']]);
});

test('a person without a name is somebody, never an email', async (t) => {
  const { company, receiver } = await start(t);
  company.write((write) => {
    const { employee_id } = addEmployee(write, { email: 'secret@acme.example' });
    reachLevels(write, [employee_id]);
  });
  const deliveries = startDeliveries(t, company, { now: NOW });
  pass(deliveries);
  await deliveries.until(1);
  assert.deepEqual(receiver.received.map(linesOf), [['Somebody reached level 2.']]);
});

test('messages of a sandbox say where they are from', async (t) => {
  const company = createTestCompany(t);
  const receiver = await startReceiver(t);
  company.writeSandbox((write) => {
    const { url } = receiver;
    const chat = { url, format: 'zulip', types: null, allowed: LOOPBACK } as const;
    createChatWebhook(write, { ...chat, madeBy: 'operator' });
    reachLevels(write, addPeople(write, ['Nobody']));
  });
  const deliveries = startDeliveries(t, company, { now: NOW });
  pass(deliveries);
  await deliveries.until(1);
  assert.deepEqual(receiver.received.map(linesOf), [
    ['From Acme (sandbox), whose people do not exist:', 'Nobody reached level 2.'],
  ]);
});

test('the longest message fits a card of Teams', async (t) => {
  const { company, receiver } = await start(t, 'teams');
  const { db, companyId, write } = company;
  const long = '💎'.repeat(150);
  const people = write((one) => addPeople(one, Array(8).fill(long)));
  write((one) => {
    for (let at = 0; at < 9; at++) {
      const code = `badge${at}`;
      createBadge(one, { code, name: `${at}${long.slice(4)}`, category: 'social', rarity: 'rare' });
      for (const person of people) awardBadge(one, person, code);
    }
    reachLevels(one, people);
    for (let at = 0; at < 5; at++) {
      const days = { first_day: '2026-11-21', last_day: '2026-11-30' };
      const name = `${at}${long.slice(4)}`;
      createContest(one, { name, ...days, departments: [], prizes: [], ties: 'shared' });
    }
    for (const person of people) awardXp(one, person, { amount: 10 });
  });
  for (let at = 0; at < 5; at++) {
    const contest = requireContest(db, companyId, `${at}${long.slice(4)}`);
    const ranking = rankContest(db, companyId, contest.entry);
    write((one) => closeContest(one, ranking), Date.UTC(2026, 11, 2));
  }
  const deliveries = startDeliveries(t, company, { now: NOW });
  pass(deliveries);
  await deliveries.until(1);
  const [{ body } = assert.fail('no message')] = receiver.received;
  assert.ok(Buffer.byteLength(body) < 28_000, String(Buffer.byteLength(body)));
  assert.match(body, /8 other badges were awarded/);
  assert.match(body, /2 other contests are over/);
});

test('more events than one message is about are several messages', async (t) => {
  const { company, receiver } = await start(t);
  const [ada = ''] = company.write((write) => addPeople(write, ['Ada']));
  company.write((write) => {
    for (let at = 0; at < 2; at++) reachLevels(write, Array(MAX_EVENTS_PER_CHANGE / 2).fill(ada));
    reachLevels(write, [ada], 3);
  });
  const deliveries = startDeliveries(t, company, { now: NOW });
  for (const messages of [1, 2, 3]) {
    pass(deliveries);
    pass(deliveries);
    await deliveries.until(messages);
  }
  assert.deepEqual(receiver.received.map(linesOf), [
    ['Ada reached level 2.'],
    ['Ada reached level 2.'],
    ['Ada reached level 3.'],
  ]);
});

test('a chat that does not answer holds up no other webhook, nor the end of the service', async (t) => {
  const company = createTestCompany(t);
  const silent = await startReceiver(t, () => {});
  const receiver = await startReceiver(t);
  createChat(company, silent.url);
  createTestWebhook(company, receiver.url, ['month.closed']);
  company.write((write) => reachLevels(write, addPeople(write, ['Ada'])));
  const { until, stop } = startDeliveringService(t, company);
  await silent.until(1);
  company.write((write) => writeEvents(write, 100));
  await until(100);
  assert.equal(receiver.received.length, 100);
  await stop();
});
