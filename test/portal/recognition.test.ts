import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { DAY_MS } from '../../src/domain/duration.ts';
import { createDepartment } from '../../src/service/departments/departments.ts';
import { giveKudos } from '../../src/service/kudos/give-kudos.ts';
import { listKudosCases, reportKudos } from '../../src/service/kudos/kudos-moderation.ts';
import {
  departmentAllowances,
  kudosSettings,
  setDepartmentAllowance,
  setKudosSettings,
} from '../../src/service/kudos/kudos-settings.ts';
import { listKudosValues, saveKudosValue } from '../../src/service/kudos/kudos-values.ts';
import { requireEmployee } from '../../src/service/people/employee-records.ts';
import { addEmployee } from '../../src/service/people/employees.ts';
import { setAccountRole } from '../../src/service/portal/accounts.ts';
import { type Browser, startPortal, textOf } from './portal-service.ts';

const DEED = 'You found the loose guard before anybody was near it.';

/** Ann and Ben of Sales, Cid and Dot of Plant, in a company that has not switched thanks on. */
async function withPeople(t: TestContext) {
  const service = await startPortal(t);
  const { db, companyId, clock, write } = service;
  write((one) => {
    createDepartment(one, { name: 'Sales' });
    createDepartment(one, { name: 'Plant' });
    for (const [name, department] of [
      ...(['Ann', 'Ben'] as const).map((name) => [name, 'Sales'] as const),
      ...(['Cid', 'Dot'] as const).map((name) => [name, 'Plant'] as const),
    ]) {
      addEmployee(one, { email: `${name}@acme.example`, given_name: name, department });
    }
  });
  const person = (name: string) => requireEmployee(db, companyId, `${name}@acme.example`);
  const give = (from: string, to: string, points = 10, ago = 0) =>
    write(
      (one) =>
        giveKudos(one, {
          ...{ giver: person(from), receivers: [person(to)], points, value: 'safety' },
          message: DEED,
        }).kudos.id,
      clock.now - ago,
    );
  const report = (name: string, id: string, reason = 'Not kind') =>
    write((one) => reportKudos(one, person(name), id, reason), clock.now);
  const begin = () =>
    write((one) => {
      setKudosSettings(one, { on: true });
      saveKudosValue(one, { code: 'safety', name: 'Safety before speed' });
    });
  return { service, db, companyId, person, give, report, begin, write };
}

/** The fields of a form of a page, as a browser would send them. */
async function fieldsOf(browser: Browser, page: string, action: string): Promise<URLSearchParams> {
  const { text } = await browser.get(page);
  const form = text
    .split('<form')
    .find((one) => one.includes(`action="${action.replaceAll('&', '&amp;')}"`));
  assert.ok(form, `${page} has a form for ${action}`);
  const fields = new URLSearchParams();
  for (const [input] of form.split('</form>')[0]?.matchAll(/<input[^>]*>/g) ?? []) {
    const name = /name="([^"]*)"/.exec(input)?.[1] ?? '';
    const value = /value="([^"]*)"/.exec(input)?.[1] ?? 'on';
    if (/type="(?:radio|checkbox)"/.test(input) && !/ checked/.test(input)) continue;
    fields.append(name, value);
  }
  return fields;
}

/** Sends a form of a page with some fields changed. @returns what follows */
async function send(
  browser: Browser,
  page: string,
  action: string,
  changes: Record<string, string> = {},
) {
  const fields = await fieldsOf(browser, page, action);
  for (const [name, value] of Object.entries(changes)) fields.set(name, value);
  return browser.post(action, Object.fromEntries(fields));
}

/** The page after a form that was accepted. */
async function done(browser: Browser, answer: Awaited<ReturnType<typeof send>>): Promise<string> {
  assert.equal(answer.status, 303, textOf(answer));
  return textOf(await browser.get(answer.headers.location ?? ''));
}

const SETTINGS = '/portal/recognition/settings';
const VALUES = '/portal/recognition/values';
const REPORTS = '/portal/recognition';

test('before thanks are switched on the page says what everybody has from when on, and what it can cost', async (t) => {
  const { service, db, companyId, write } = await withPeople(t);
  write((one) => setDepartmentAllowance(one, 'Plant', 50));
  const admin = service.signedIn('admin');
  const text = textOf(await admin.get(SETTINGS));
  assert.match(text, /Thanks are off This is what happens if you switch them on\./);
  assert.match(text, /There is no value to thank for\. Nobody can give thanks before one stands/);
  assert.match(
    text,
    /Everybody has 100 points to give at once, until 30 Nov 2026 in UTC, and the same again from 1 Dec 2026 on/,
  );
  // Two of 100 and two of 50.
  assert.match(
    text,
    /1 department with another allowance: below\. At most 4 people can give 300 points a month together, which become 300 coins\./,
  );
  assert.match(text, /Who is told Nobody: no mail is sent\./);
  const on = await send(admin, SETTINGS, `${SETTINGS}/on`);
  assert.match(await done(admin, on), /Thanks are on\. People can thank each other now\./);
  assert.equal(kudosSettings(db, companyId).on, true);
  const off = await send(admin, SETTINGS, `${SETTINGS}/off`);
  assert.match(await done(admin, off), /Thanks are off\./);
  assert.match(
    textOf(await admin.get('/portal/audit')),
    /admin@acme\.example switched thanks off .* admin@acme\.example switched thanks on/,
  );
});

test('thanks are not switched on with other points than the page said, nor settings changed that somebody else changed', async (t) => {
  const { service, db, companyId, write } = await withPeople(t);
  const admin = service.signedIn('admin');
  const on = await fieldsOf(admin, SETTINGS, `${SETTINGS}/on`);
  const change = await fieldsOf(admin, SETTINGS, SETTINGS);
  write((one) => setKudosSettings(one, { allowance: 1_000 }));
  const refused = await admin.post(`${SETTINGS}/on`, Object.fromEntries(on));
  assert.equal(refused.status, 409);
  assert.match(textOf(refused), /This was changed in the meantime\./);
  assert.equal(kudosSettings(db, companyId).on, false);

  change.set('allowance', '200');
  const late = await admin.post(SETTINGS, Object.fromEntries(change));
  assert.equal(late.status, 409);
  assert.equal(kudosSettings(db, companyId).allowance, 1_000);
  // What nobody else touched is changed beside it.
  change.set('allowance', '100');
  change.set('budget', '20,000');
  change.set('message_min', '10');
  const answer = await admin.post(SETTINGS, Object.fromEntries(change));
  assert.match(await done(admin, answer), /The settings are changed\./);
  const { allowance, budget, message_min } = kudosSettings(db, companyId);
  assert.deepEqual([allowance, budget, message_min], [1_000, 20_000, 10]);
  const wrong = await send(admin, SETTINGS, SETTINGS, { message_min: '900', message_max: '800' });
  assert.equal(wrong.status, 400);
  assert.match(textOf(wrong), /Not more than the most\./);
});

test('the page says what is spent of the budget, in this month and those before', async (t) => {
  const { service, begin, give, write } = await withPeople(t);
  begin();
  write((one) => setKudosSettings(one, { budget: 40 }));
  give('Ann', 'Ben', 20, 30 * DAY_MS);
  give('Ann', 'Ben', 20);
  give('Ben', 'Cid', 20);
  const text = textOf(await service.signedIn('viewer').get(SETTINGS));
  assert.match(
    text,
    /Points given in November 40 of 40 Left of the budget 0 Thanks 2 People who gave 2/,
  );
  assert.match(text, /Earlier months .* October 20 1 1/);
  // Viewers read what the settings are.
  assert.match(text, /Points of each person a month 100 Points of all people a month 40/);
  assert.doesNotMatch(text, /Save|Switch thanks/);
});

test('a department has another allowance until it is emptied, and not over what somebody else decided', async (t) => {
  const { service, db, companyId, write } = await withPeople(t);
  const admin = service.signedIn('admin');
  const [{ id = '' } = {}] = write((one) => setDepartmentAllowance(one, 'Sales', 40));
  const page = `${SETTINGS}?department=${id}`;
  const action = `${SETTINGS}/allowance?department=${id}`;
  const stale = await fieldsOf(admin, page, action);
  const sales = { department: id };
  const changed = await send(admin, page, action, { ...sales, allowance: '60' });
  assert.match(await done(admin, changed), /Everybody in Sales and below has 60 points a month\./);
  for (const [name, value] of Object.entries({ ...sales, allowance: '70' })) stale.set(name, value);
  const late = await admin.post(action, Object.fromEntries(stale));
  assert.equal(late.status, 409);
  // The form for one that has none changes none that has one.
  const other = `${SETTINGS}/allowance`;
  assert.equal((await send(admin, SETTINGS, other, { ...sales, allowance: '1' })).status, 409);
  assert.equal(departmentAllowances(db, companyId)[0]?.allowance, 60);
  const emptied = await send(admin, page, action, { ...sales, allowance: '' });
  assert.match(await done(admin, emptied), /Sales has no allowance of its own any more\./);
  assert.deepEqual(departmentAllowances(db, companyId), []);
});

test('values are added, renamed, moved, retired and restored, and each is put on record in words', async (t) => {
  const { service, db, companyId, write } = await withPeople(t);
  const admin = service.signedIn('admin');
  const add = async (name: string, code: string) => {
    const answer = await send(admin, VALUES, VALUES, { name, code });
    assert.match(await done(admin, answer), new RegExp(`${name} is added\\.`));
  };
  await add('Safety', 'safety');
  await add('Learning', 'learn');
  await add('Helping', 'help');
  const again = await send(admin, VALUES, VALUES, { name: 'Other', code: 'learn' });
  assert.equal(again.status, 409);
  assert.match(textOf(again), /No value was added\..*A value has this code already\./);

  const up = `${VALUES}/help/up/learn`;
  assert.match(await done(admin, await send(admin, VALUES, up)), /Helping is one place further up/);
  // The order that was seen is not that of now.
  const late = await admin.post(up, { 'form-id': 'late' });
  assert.equal(late.status, 409);
  assert.match(textOf(late), /The order was changed in the meantime\./);

  const page = `${VALUES}/safety`;
  const stale = await fieldsOf(admin, page, page);
  const renamed = await send(admin, page, page, { name: 'Safety before speed' });
  assert.match(await done(admin, renamed), /The value is called Safety before speed now\./);
  stale.set('name', 'Safety first');
  assert.equal((await admin.post(page, Object.fromEntries(stale))).status, 409);
  const retired = await send(admin, page, `${page}/retire`);
  assert.match(await done(admin, retired), /Retired Safety before speed safety/);
  assert.deepEqual(
    listKudosValues(db, companyId).map(({ code, active }) => [code, active]),
    [
      ['safety', false],
      ['help', true],
      ['learn', true],
    ],
  );
  const restored = await send(admin, page, `${page}/restore`);
  assert.match(await done(admin, restored), /Safety before speed is restored\./);
  assert.match(
    textOf(await admin.get('/portal/audit')),
    /restored the value Safety before speed .* retired the value Safety before speed .* changed the value Safety before speed .* moved the value Helping up .* added the value Helping .* added the value Safety/,
  );
  write((one) => saveKudosValue(one, { code: 'learn', name: 'Keep learning' }));
  assert.equal((await admin.get(`${VALUES}/none`)).status, 404);
});

test('a report waits on Home, in the navigation and on its page until an admin decides', async (t) => {
  const { service, begin, give, report, db, companyId } = await withPeople(t);
  begin();
  const kind = give('Ann', 'Ben');
  const unkind = give('Cid', 'Dot');
  give('Dot', 'Ann');
  report('Dot', kind, 'Too much praise');
  report('Ann', unkind);
  const [admin, viewer] = [service.signedIn('admin'), service.signedIn('viewer')];
  assert.match(
    textOf(await admin.get('/portal')),
    /Manage thanks 2 2 waiting .* 2 reported posts of thanks Nobody sees it until somebody decides\. .* See the reports/,
  );
  const page = textOf(await viewer.get(REPORTS));
  assert.match(
    page,
    /Waiting for a decision 2 .* Ann reported it: “ Not kind ” .* Dot reported it: “ Too much praise ”/,
  );
  // What nobody reported is not shown, and viewers decide nothing.
  assert.doesNotMatch(page, /Dot thanked Ann|On record/);
  const one = `${REPORTS}/reports/${kind}`;
  assert.doesNotMatch(textOf(await viewer.get(one)), /Let it stay|Remove it/);
  assert.equal((await viewer.post(one, { reason: '' })).status, 403);

  const kept = await done(admin, await send(admin, one, one, { reason: 'It is meant well' }));
  assert.match(
    kept,
    /It stays, and is shown again\. .* On record .* Dot reported it: “ Too much praise ” .* admin@acme\.example decided that it stays: “ It is meant well ”/,
  );
  const other = `${REPORTS}/reports/${unkind}`;
  const without = await send(admin, other, `${other}/remove`, { reason: '' });
  assert.equal(without.status, 400);
  assert.match(textOf(without), /Give a reason\./);
  const stale = await fieldsOf(admin, other, other);
  const removed = await send(admin, other, `${other}/remove`, { reason: 'Mocks somebody' });
  const text = await done(admin, removed);
  assert.match(text, /It is removed\. .* Nobody has reported anything that waits/);
  assert.match(text, /admin@acme\.example removed it: “ Mocks somebody ”/);
  // Another admin who looked at it before is told that it is decided.
  const late = await service.signedIn('owner').post(other, Object.fromEntries(stale));
  assert.equal(late.status, 409);
  assert.match(textOf(late), /admin@acme\.example/);
  assert.deepEqual(
    listKudosCases(db, companyId).map(({ kudos }) => kudos.state),
    ['shown', 'removed', 'shown'],
  );
  assert.doesNotMatch(textOf(await admin.get('/portal')), /reported post/);
});

test('nobody decides about thanks that they gave or got, and coins that are spent can be left', async (t) => {
  const { service, begin, give, report, write } = await withPeople(t);
  begin();
  const id = give('Ann', 'Ben');
  report('Dot', id);
  const email = 'Ben@acme.example';
  const ben = service.signedIn('admin', { email, isEmployee: true, isNew: false });
  write((one) => setAccountRole(one, email, 'admin'));
  const page = `${REPORTS}/reports/${id}`;
  assert.match(textOf(await ben.get(page)), /Somebody else decides/);
  const refused = await ben.post(page, { reason: 'Mine', 'form-id': 'x' });
  assert.equal(refused.status, 403);
  const other = service.signedIn('admin');
  const kept = await send(other, page, `${page}/remove`, { reason: 'No', keep_coins: 'on' });
  assert.match(await done(other, kept), /It is removed\./);
});

test('pairs who mostly thank each other are listed with their numbers, and who gives one person much', async (t) => {
  const { service, begin, give } = await withPeople(t);
  begin();
  for (const _ of [1, 2, 3]) {
    give('Ann', 'Ben', 10);
    give('Ben', 'Ann', 20);
  }
  give('Ann', 'Cid', 5);
  give('Cid', 'Dot', 40);
  const viewer = service.signedIn('viewer');
  const text = textOf(await viewer.get(`${REPORTS}/fair-play`));
  assert.match(
    text,
    /Pairs who mostly thank each other 1 .* Ann gave 30 of 35 points, 3 times Ben gave 60 of 60 points, 3 times/,
  );
  assert.match(
    text,
    /Much to one person this month 2 .* Ben 60 of 100 points, 3 times Ann stopped Cid 40 of 100 points, once Dot From 40%/,
  );
  assert.match(
    textOf(await viewer.get(`${REPORTS}/fair-play?month=2026-10`)),
    /No two people mostly thank each other/,
  );
});
