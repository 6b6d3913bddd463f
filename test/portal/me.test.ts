import assert from 'node:assert/strict';
import { test } from 'node:test';
import { updateCompany } from '../../src/service/company/companies.ts';
import { showEmployee } from '../../src/service/people/employee-records.ts';
import { addEmployee, deactivateEmployee } from '../../src/service/people/employees.ts';
import { listRedemptions } from '../../src/service/shop/redemptions.ts';
import {
  addShopItem,
  listShopItems,
  retireShopItem,
  updateShopItem,
} from '../../src/service/shop/shop.ts';
import { awardXp, grantCoins } from '../../src/service/xp/ledger.ts';
import { fillCompany } from './company-content.ts';
import { startPortal, textOf } from './portal-service.ts';

const ME = { email: 'person0@adventure-works.example', isEmployee: true, isNew: false };

async function withMe(t: Parameters<typeof startPortal>[0]) {
  const service = await startPortal(t);
  fillCompany(service, { now: service.clock.now });
  const coins = (reference: string) => showEmployee(service.db, service.companyId, reference).coins;
  return { service, me: service.signedIn('none', ME), coins };
}

/** Where the shop's buttons lead. */
const offersIn = (text: string) =>
  [...text.matchAll(/href="(\/portal\/me\/redeem\/[^"]+)"/g)].map(([, path = '']) => path);

/** What the form of a confirmation sends. */
const orderIn = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/name="(form-id|price)" value="([^"]*)"/g)].map(([, name, value]) => [
      name ?? '',
      value ?? '',
    ]),
  );

test('somebody without a role gets a page of their own: level, ranks, XP by month, badges, shop', async (t) => {
  const { service, me } = await withMe(t);
  assert.equal((await me.get('/portal')).headers.location, '/portal/me');
  const page = await me.get('/portal/me');
  const text = textOf(page);
  const { level, xp, xp_to_next_level } = showEmployee(service.db, service.companyId, '700410000');
  assert.match(
    text,
    new RegExp(
      `Level ${level} ${xp.toLocaleString('en-US')} XP ${xp_to_next_level} XP to level ${level + 1}`,
    ),
  );
  // Who is in the lower half of the ranking sees what they did before, and the ranks last.
  assert.match(
    text,
    /You earned −80 XP in November\. November so far −80 October by then 0 All of October \d+ .* Coins 950 Badges 2 Company, November 59 of 59 Quality, November 3 of 3 Thanks for you .* XP by month/,
  );
  assert.match(
    text,
    /My redemptions .* Around you in November .* Ranjit Varkey Chudukatil you Quality −80 Language: English Keyboard/,
  );
  assert.match(text, /Dashed: November so far, −80 Numbers December 2025 .* November −80/);
  assert.match(text, /Trailblazer [\d,]+ XP to go/);
  assert.match(
    text,
    /AWC logo cap 11 left 250 coins Redeem .* Lunch with the VP of Engineering Sold out/,
  );
  // Nothing of anybody else but a name, a department and XP.
  assert.doesNotMatch(page.text, /person(?!0@)\d+@|\/portal\/people|href="\/portal\/syncs/);
});

test('who is in the upper half of the ranking sees the ranks first, and a month that is better than the last one', async (t) => {
  const { service } = await withMe(t);
  service.write(
    (write) => awardXp(write, '700410005', { amount: 5_000, reason: 'Fair' }),
    service.clock.now,
  );
  const email = 'person5@adventure-works.example';
  const first = service.signedIn('none', { email, isNew: false });
  const text = textOf(await first.get('/portal/me'));
  assert.match(
    text,
    /XP in November\. That is more than in all of October\. Company, November 1 of 59 Production, November 1 of \d+ Coins 0 Badges 0 Thanks for you .* XP by month .* Around you in November/,
  );
  assert.doesNotMatch(text, /November so far [\d,]+ October by then/);
});

test('somebody who has nothing yet sees what XP is, what brings some, and the nearest reward, and no ranks', async (t) => {
  const { service } = await withMe(t);
  const mine = service.signedIn('none', { email: 'new@acme.example' });
  service.write((write) => {
    for (const at of [10, 11, 12, 13]) {
      awardXp(write, `7004100${at}`, { amount: 5, reason: 'A word about Ada' });
    }
    for (const at of [10, 11, 12, 13, 14]) {
      awardXp(write, `7004100${at}`, { amount: 20, reason: 'Near miss' });
    }
  }, service.clock.now);
  const text = textOf(await mine.get('/portal/me'));
  assert.match(
    text,
    /Level 1 0 XP Welcome, A none XP is a record of what you contribute at Acme\. It raises your level and does not run out\. Some of it comes with coins, which are for the shop\. What brings XP here .* \d+ people got between \d+ and [\d,]+ XP for this lately\. .* Ride to work: .* A contest: all XP that you earn up to 21 Nov 2026 counts\. Rank 1: badge First ride\. Thanks you can give .* Nearest reward AWC logo cap It costs 250 coins; you have 0\. 250 coins to go Badges within reach Trailblazer 20,000 XP to go Early bird Awarded by hand .* Shop /,
  );
  assert.doesNotMatch(
    text,
    /\d of \d(?!\d* points)|Around you|XP by month|Latest|A word about Ada/,
  );
  service.write(
    (write) => awardXp(write, 'new@acme.example', { amount: 20, reason: 'Near miss' }),
    service.clock.now,
  );
  assert.match(
    textOf(await mine.get('/portal/me')),
    /You earned 20 XP in November\. .* XP by month/,
  );
});

test('reasons that fewer than five people share stand on nobody else’s page, and one amount is said as it is', async (t) => {
  const service = await startPortal(t);
  const mine = service.signedIn('none', { email: 'new@acme.example' });
  const shown = async () => textOf(await mine.get('/portal/me'));
  const award = (name: string) =>
    service.write((write) => {
      addEmployee(write, { email: `${name}@acme.example` });
      awardXp(write, `${name}@acme.example`, { amount: 20, reason: 'Near miss' });
      awardXp(write, `${name}@acme.example`, { amount: -1, reason: 'Counted twice' });
    }, service.clock.now);
  for (const name of ['a', 'b', 'c', 'd']) award(name);
  assert.match(await shown(), /does not run out\. Language: English Keyboard/);
  award('e');
  assert.match(
    await shown(),
    /does not run out\. What brings XP here \+20 Near miss 5 people got this lately\. Language: English Keyboard/,
  );
});

test('somebody pages through their own coins, with the balance after each entry, and reads their XP', async (t) => {
  const service = await startPortal(t);
  const mine = service.signedIn('none', { email: 'ada@acme.example' });
  const shown = async (path: string) => textOf(await mine.get(path));
  assert.match(
    await shown('/portal/me/coins'),
    /My coins Nothing here What you earn stands here\./,
  );
  service.write((write) => {
    for (let at = 1; at <= 60; at++) {
      grantCoins(write, 'ada@acme.example', { amount: at, reason: `Coins ${at}` });
    }
    awardXp(write, 'ada@acme.example', { amount: 30, reason: 'Near miss' });
  }, service.clock.now);
  const page = await mine.get('/portal/me/coins');
  assert.match(
    textOf(page),
    /Coins 60 .* \+60 1,830 .* Coins 59 .* \+59 1,770 .* Coins 11 .* \+11 66 /,
  );
  assert.doesNotMatch(textOf(page), /Coins 10 |To the beginning/);
  const [, next = ''] = /href="(\/portal\/me\/coins\?[^"#]+)#coins"/.exec(page.text) ?? [];
  assert.match(await shown(next), /Coins 10 .* \+10 55 .* Coins 1 .* \+1 1 /);
  assert.match(await shown('/portal/me/xp'), /Near miss .* \+30 30 .* 1 entry 30/);
  assert.match(await shown('/portal/me'), /Latest XP All XP .* Latest coins All coins/);
  // Who gave it is for those who see people.
  const { text } = await mine.get('/portal/me/xp');
  assert.doesNotMatch(text, /\/portal\/people|command line/);
  const { employee_id: id } = showEmployee(service.db, service.companyId, 'ada@acme.example');
  const theirs = `/portal/people/${id}?${next.split('?')[1]}`;
  assert.match(textOf(await service.signedIn('viewer').get(theirs)), /Coins 10 .* \+10 55 /);
});

test('who redeems for themselves is named once, and who redeems for somebody else is named with them', async (t) => {
  const { service, me } = await withMe(t);
  const [offer = ''] = offersIn((await me.get('/portal/me')).text);
  await me.post(offer, orderIn((await me.get(offer)).text));
  const lately = textOf(await service.signedIn('owner').get('/portal'));
  assert.match(lately, /Ranjit Varkey Chudukatil redeemed AWC logo cap (?!for)/);
  const audit = textOf(await service.signedIn('viewer').get('/portal/audit?action=shop'));
  assert.match(
    audit,
    /ada, on the command line redeemed Half a day off for Ranjit Varkey Chudukatil/,
  );
});

test('before coins are spent a page says the price, what is left, and what happens then', async (t) => {
  const { service, me, coins } = await withMe(t);
  const [cap = '', half = ''] = offersIn((await me.get('/portal/me')).text);
  const asked = textOf(await me.get(cap));
  assert.match(
    asked,
    /Redeem AWC logo cap\? What it is Price 250 coins You have 950 coins Left after 700 coins In stock 11 The coins are taken now, and your request waits for approval\. .* Redeem for 250 coins Cancel/,
  );
  assert.equal(coins('700410000'), 950);
  const order = orderIn((await me.get(cap)).text);
  // The same form, however often it is sent, redeems once.
  const answers = await Promise.all([1, 2, 3].map(() => me.post(cap, order)));
  assert.deepEqual(
    answers.map(({ status }) => status),
    [303, 303, 303],
  );
  const { headers } = await me.post(cap, order);
  assert.match(
    textOf(await me.get(headers.location ?? '')),
    /AWC logo cap is requested for 250 coins; you have 700 left\. It waits for approval under “My redemptions”\./,
  );
  assert.equal(coins('700410000'), 700);
  assert.equal(listRedemptions(service.db, service.companyId, 'pending').length, 3);
  assert.match(
    textOf(await me.get('/portal/me/redemptions')),
    /AWC logo cap .* 250 waiting AWC logo cap .* 250 waiting Half a day off .* 800 waiting/,
  );
  assert.equal((await me.post(half, order)).status, 409);
});

test('what changes between the page and the click is said, and nothing is redeemed', async (t) => {
  const { service, me, coins } = await withMe(t);
  const [cap = '', half = ''] = offersIn((await me.get('/portal/me')).text);
  const refusedWith = async (path: string, change: Parameters<typeof service.write>[0]) => {
    const order = orderIn((await me.get(path)).text);
    service.write(change);
    const before = coins('700410000');
    const { status, ...page } = await me.post(path, order);
    assert.deepEqual([status, coins('700410000')], [409, before]);
    return textOf({ status, ...page });
  };
  assert.match(
    await refusedWith(cap, (write) => updateShopItem(write, 'AWC logo cap', { coin_price: 300 })),
    /Nothing was redeemed\. The price of the item has changed\. My page .* Price 300 coins .* Redeem for 300 coins/,
  );
  assert.match(
    await refusedWith(cap, (write) =>
      updateShopItem(write, 'AWC logo cap', { stock_remaining: 0 }),
    ),
    /Nothing was redeemed\. .* Sold out\. Your coins are kept\. Back to my page/,
  );
  assert.match(
    await refusedWith(half, (write) =>
      grantCoins(write, '700410000', { amount: -900, reason: 'Spent elsewhere' }),
    ),
    /Nothing was redeemed\. .* Price 800 coins You have 50 coins 750 coins short\. Your coins are kept\. Back to my page/,
  );
  service.write((write) => grantCoins(write, '700410000', { amount: 900 }));
  assert.match(
    await refusedWith(half, (write) => retireShopItem(write, 'Half a day off')),
    /Nothing was redeemed\. .* No longer in the shop\. Your coins are kept\./,
  );
});

test('items of others, unknown items and the sandbox are not redeemed, nor is anything after deactivation', async (t) => {
  const { service, me, coins } = await withMe(t);
  const [half = ''] = offersIn((await me.get('/portal/me')).text);
  const order = orderIn((await me.get(half)).text);
  const inSandbox = service.writeSandbox((write) =>
    addShopItem(write, {
      ...{ name: 'Free', coin_price: 0, stock_remaining: null, category: 'perk' },
      ...{ description: 'x', image_url: 'https://acme.example/x.png' },
    }),
  );
  for (const id of [inSandbox.id, '01997a3c-8f2e-7000-9c6d-000000000000', 'AWC logo cap']) {
    const path = `/portal/me/redeem/${encodeURIComponent(id)}`;
    assert.equal((await me.get(path)).status, 404);
    assert.equal((await me.post(path, { ...order, price: '0' })).status, 404);
  }
  assert.equal((await me.get('/portal/sandbox/me')).status, 404);
  assert.equal((await me.post(half.replace('/portal', '/portal/sandbox'), order)).status, 404);
  for (const price of ['', 'x', '1e99']) {
    assert.equal((await me.post(half, { ...order, price })).status, 409);
  }
  assert.equal(coins('700410000'), 950);
  service.write((write) => deactivateEmployee(write, '700410000', 'Left'));
  assert.equal((await me.post(half, order)).headers.location, '/portal/sign-in?unsaved');
});

test('an account without an employee has no page of its own, and its navigation does not lead there', async (t) => {
  const { service } = await withMe(t);
  const owner = service.signedIn('owner');
  assert.match(textOf(await owner.get('/portal/me')), /No page of your own/);
  assert.doesNotMatch((await owner.get('/portal')).text, /href="\/portal\/me"/);
  const { id } =
    listShopItems(service.db, service.companyId, service.clock.now)[0] ?? assert.fail();
  assert.match(textOf(await owner.get(`/portal/me/redeem/${id}`)), /No page of your own/);
  assert.equal((await owner.post(`/portal/me/redeem/${id}`, { price: '250' })).status, 400);
  assert.match(textOf(await owner.get('/portal/me/redemptions')), /No page of your own/);
});

test('coins for XP say so, beside the reason of the XP, to the person and to whoever sees their page', async (t) => {
  const { service, me } = await withMe(t);
  const { write, db, companyId } = service;
  const { employee_id: id } = showEmployee(db, companyId, ME.email);
  write((w) => updateCompany(w, { coins_per_100_xp: 10 }));
  write((w) => awardXp(w, id, { amount: 70, reason: 'Forklift course' }));
  assert.match(textOf(await me.get('/portal/me')), /Forklift course coins for XP \+7 /);
  assert.match(
    textOf(await service.signedIn('admin').get(`/portal/people/${id}`)),
    /Forklift course coins for XP · .* \+7 957 /,
  );
});
