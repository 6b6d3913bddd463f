import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import { listEmployees, showEmployee } from '../../src/service/people/employee-records.ts';
import { addEmployee } from '../../src/service/people/employees.ts';
import { listRedemptions } from '../../src/service/shop/redemptions.ts';
import { addShopItem } from '../../src/service/shop/shop.ts';
import { grantCoins } from '../../src/service/xp/ledger.ts';
import { tempFolder } from '../store/temp-files.ts';
import { startReceiver } from '../webhooks/receiver.ts';
import { codeOf, fromBase32 } from './authenticator.ts';
import { type Firefox, NO_FIREFOX, startFirefox } from './firefox.ts';
import { PASSWORD, type PortalService, startPortal } from './portal-service.ts';
import { peopleFile } from './roster-upload.ts';

// Forms are filled and sent in a real Firefox; what pages look like is checked in Chromium.

const skip = NO_FIREFOX;
let firefox: Firefox;
before(async () => {
  if (!skip) firefox = await startFirefox();
});
after(() => firefox?.close());

/** A service, and somebody of it who signs in. */
async function signedIn(
  t: TestContext,
  role: Parameters<PortalService['signedIn']>[0],
  settings?: Parameters<typeof startPortal>[1],
) {
  const service = await startPortal(t, settings);
  service.signedIn(role);
  await signIn(service, `${role}@acme.example`);
  return service;
}

async function signIn({ url }: PortalService, email: string): Promise<void> {
  await firefox.command('WebDriver:DeleteAllCookies');
  await firefox.goto(`${url}/portal/sign-in?next=/portal/account`);
  await firefox.fill('Work email', email);
  await firefox.fill('Password', PASSWORD);
  await firefox.click('Sign in');
}

test('in Firefox a wrong password is told, and the right one signs in and out', {
  skip,
}, async (t) => {
  const service = await startPortal(t);
  service.signedIn('owner');
  await firefox.goto(`${service.url}/portal/sign-in`);
  await firefox.fill('Work email', 'owner@acme.example');
  await firefox.fill('Password', 'wrong');
  await firefox.click('Sign in');
  await firefox.see('Email, number or password is wrong.');
  assert.equal(await firefox.value('Work email'), 'owner@acme.example');
  await firefox.fill('Password', PASSWORD);
  await firefox.click('Sign in');
  await firefox.see('Nothing waits for a decision');
  await firefox.click('Sign out');
  await firefox.see('Sign in to');
});

test('in Firefox a roster is uploaded, read in another way, and applied', { skip }, async (t) => {
  const service = await signedIn(t, 'admin');
  const file = join(tempFolder(t), 'people.csv');
  const rows = peopleFile([
    ['1', 'Ann'],
    ['2', 'Ben', 'Quality'],
  ]);
  writeFileSync(file, rows);
  await firefox.goto(`${service.url}/portal/roster`);
  await firefox.fill('File', file);
  await firefox.click('Upload and preview');
  await firefox.see('Preview. Nothing has been changed yet.');
  await firefox.click('Change how it is read');
  await firefox.choose('Column', 'Department');
  await firefox.fill('Values, divided by |', 'Quality');
  await firefox.click('Preview again');
  await firefox.click('Apply 1 change');
  await firefox.see('The roster is applied:');
  const { db, companyId } = service;
  assert.deepEqual(
    listEmployees(db, companyId).map(({ external_id }) => external_id),
    ['2'],
  );
});

test('in Firefox XP is corrected', { skip }, async (t) => {
  const service = await signedIn(t, 'admin');
  service.write((write) => addEmployee(write, { email: 'bo@acme.example', given_name: 'Bo' }));
  await firefox.goto(`${service.url}/portal/people`);
  await firefox.click('Bo');
  await firefox.fill('XP, plus or minus', '−20');
  await firefox.fill('Counts for', '2026-11-02');
  await firefox.click('Record XP');
  await firefox.fill('Reason', 'Counted twice');
  await firefox.click('Record XP');
  await firefox.see('−20 XP recorded for Bo');
  await firefox.see('2 Nov 2026');
  assert.equal(showEmployee(service.db, service.companyId, 'bo@acme.example').xp, -20);
});

test('in Firefox an employee redeems, and a manager of the programme declines with a reason', {
  skip,
}, async (t) => {
  const service = await startPortal(t);
  for (const role of ['none', 'admin'] as const) service.signedIn(role);
  service.write((write) => {
    grantCoins(write, 'none@acme.example', { amount: 100, reason: 'Welcome' });
    addShopItem(write, {
      ...{ name: 'Mug', category: 'merch', coin_price: 60, stock_remaining: null },
      ...{ description: 'To drink from', image_url: 'http://127.0.0.1/mug.png' },
    });
  });
  await signIn(service, 'none@acme.example');
  await firefox.goto(`${service.url}/portal/me`);
  await firefox.click('Redeem');
  await firefox.click('Redeem for 60 coins');
  await firefox.see('you have 40 left');
  await signIn(service, 'admin@acme.example');
  await firefox.goto(`${service.url}/portal/redemptions`);
  // Names stand between marks that keep their writing direction.
  await firefox.click('Decline \u2068Mug');
  await firefox.fill(
    'Why is \u2068Mug\u2069 for \u2068A none\u2069 declined? The person reads this.',
    'No mugs left',
  );
  await firefox.click('Decline and give 60 coins back');
  await firefox.see('Nothing waits for a decision');
  assert.deepEqual(
    listRedemptions(service.db, service.companyId, null).map(({ status }) => status),
    ['declined'],
  );
});

test('in Firefox a badge is defined and gets a rule after a look at how many reach it', {
  skip,
}, async (t) => {
  const service = await signedIn(t, 'admin');
  await firefox.goto(`${service.url}/portal/define-badge`);
  await firefox.fill('Code', 'first');
  await firefox.fill('Name', 'First steps');
  await firefox.choose('Rarity', 'epic');
  await firefox.click('Define the badge');
  await firefox.see('First steps is defined.');
  await firefox.fill('All-time XP', '100');
  await firefox.click('Show how many');
  await firefox.see('0 people would be awarded');
  await firefox.click('Set the rule');
  await firefox.see('is awarded at 100 XP.');
});

test('in Firefox a webhook is created and tested', { skip }, async (t) => {
  const receiver = await startReceiver(t);
  const service = await signedIn(t, 'owner', { webhookAllow: ['127.0.0.1'] });
  await firefox.goto(`${service.url}/portal/webhooks/new`);
  await firefox.fill('Address', receiver.url);
  await firefox.check('XP was awarded');
  await firefox.click('Create webhook');
  assert.match(await firefox.value('Secret'), /^whsec_/);
  await firefox.click('I have copied it');
  await firefox.click('Send test event');
  await firefox.see('The test event is delivered');
});

test('in Firefox two-step sign-in is set up and asked for', { skip }, async (t) => {
  const service = await signedIn(t, 'viewer');
  await firefox.click('Set up');
  const [code = ''] = /(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}/.exec(await firefox.text()) ?? [];
  const secret = fromBase32(code.replaceAll(' ', ''));
  await firefox.fill('Code that the app shows now', codeOf(secret, service.clock.now));
  await firefox.click('Switch on');
  await firefox.see('Two-step sign-in is on.');
  service.clock.now += 60_000;
  await signIn(service, 'viewer@acme.example');
  await firefox.fill('Code', codeOf(secret, service.clock.now));
  await firefox.click('Sign in');
  await firefox.see('viewer@acme.example');
});
