import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listDecisions } from '../../src/service/audit/audit.ts';
import { createCompany } from '../../src/service/company/companies.ts';
import { addEmployee } from '../../src/service/people/employees.ts';
import { redeemShopItem } from '../../src/service/shop/redemptions.ts';
import { addShopItem, listShopItems, updateShopItem } from '../../src/service/shop/shop.ts';
import { grantCoins } from '../../src/service/xp/ledger.ts';
import { type Browser, startPortal, textOf } from './portal-service.ts';

const MUG = {
  ...{ name: 'Mug', coin_price: 80, stock_remaining: 10, category: 'merch' },
  ...{ description: 'Holds coffee', image_url: 'https://acme.example/mug.png' },
};

const FORM = {
  ...{ name: 'Cap', category: 'perk', coin_price: '1,250', stock_remaining: '' },
  ...{ description: 'Keeps\r\nthe sun off', image_url: 'https://acme.example/cap.png' },
};

async function withItem(t: Parameters<typeof startPortal>[0], item: Partial<typeof MUG> = {}) {
  const service = await startPortal(t);
  const { id } = service.write((write) => addShopItem(write, { ...MUG, ...item }));
  const items = () => listShopItems(service.db, service.companyId, service.clock.now);
  return { service, items, id, path: `/portal/shop/${id}` };
}

/** What the form of an item holds, as a browser sends it. */
async function formOf(browser: Browser, path: string): Promise<Record<string, string>> {
  const { text } = await browser.get(path);
  const seen = [...text.matchAll(/name="seen-(\w+)" value="([^"]*)"/g)];
  return Object.fromEntries(
    seen.flatMap(([, name = '', value = '']) => [
      [name, value],
      [`seen-${name}`, value],
    ]),
  );
}

test('an item is added, changed, restocked and retired, as on the command line', async (t) => {
  const { service, items } = await withItem(t);
  const admin = service.signedIn('admin');
  const done = async (path: string, fields = {}) => {
    const answer = await admin.post(path, fields);
    assert.equal(answer.status, 303, textOf(answer));
    const to = answer.headers.location ?? '';
    return { path: to.replace(/\?.*/, ''), text: textOf(await admin.get(to)) };
  };
  const added = await done('/portal/shop/add', FORM);
  assert.match(added.text, /Cap is on sale for 1,250 coins\./);
  const { id = '', ...cap } = items()[1] ?? {};
  assert.deepEqual(cap, {
    ...{ name: 'Cap', description: 'Keeps\nthe sun off', category: 'perk' },
    ...{ image_url: 'https://acme.example/cap.png', coin_price: 1_250, stock_remaining: null },
    ...{ is_new: true, retired_at: null },
  });
  const form = await formOf(admin, added.path);
  const changed = await done(added.path, { ...form, coin_price: '900', stock_remaining: '3' });
  assert.match(changed.text, /Cap is changed\. .* 900 coins/);
  assert.match(
    (await done(`${added.path}/restock`, { added: '1 000', seen: '3' })).text,
    /1,000 added\. There are 1,003 of Cap now\./,
  );
  assert.match((await done(`${added.path}/retire`, { confirm: 'Cap' })).text, /Cap is retired\./);
  assert.deepEqual(
    items().map(({ name, coin_price, stock_remaining, retired_at }) => [
      ...[name, coin_price, stock_remaining, retired_at !== null],
    ]),
    [
      ['Mug', 80, 10, false],
      ['Cap', 900, 1_003, true],
    ],
  );
  const listed = textOf(await admin.get('/portal/shop'));
  assert.match(listed, /On sale 1 Retired 1 Add an item .* Mug new Merch 80 10 new/);
  assert.match(textOf(await admin.get('/portal/shop?state=retired')), /Cap retired Perk 900 1,003/);
  const decisions = listDecisions(service.db, service.companyId, { target: id, count: 9 });
  assert.deepEqual(
    decisions.map(({ action, actor }) => [action, actor.split(' ')[0]]),
    [
      ['shop.retire', 'portal'],
      ['shop.update', 'portal'],
      ['shop.update', 'portal'],
      ['shop.add', 'portal'],
    ],
  );
});

test('what is wrong in a form is said beside its field, and nothing is changed', async (t) => {
  const { service, items, path } = await withItem(t);
  const admin = service.signedIn('admin');
  const before = items();
  const empty = await admin.post('/portal/shop/add', { ...FORM, name: ' ', coin_price: 'ten' });
  assert.equal(empty.status, 400);
  assert.match(
    textOf(empty),
    /Nothing was added\. .*A whole number, such as 150\..* Fill this in\./,
  );
  assert.match(empty.text, /aria-invalid="true" value="ten"/);
  assert.match(empty.text, /<option value="perk" selected>/);
  for (const wrong of [
    { image_url: 'javascript:alert(1)' },
    { category: 'weapons' },
    { coin_price: '9999999999' },
    { stock_remaining: '-1' },
  ]) {
    assert.equal((await admin.post('/portal/shop/add', { ...FORM, ...wrong })).status, 400);
    const form = await formOf(admin, path);
    assert.equal((await admin.post(path, { ...form, ...wrong })).status, 400);
  }
  const same = await admin.post(path, await formOf(admin, path));
  assert.match(textOf(same), /Nothing was changed\. No field was changed\./);
  for (const added of ['', '0', '-4', 'x']) {
    assert.equal((await admin.post(`${path}/restock`, { added, seen: '10' })).status, 400);
  }
  assert.deepEqual(items(), before);
});

test('two admins who change an item at once keep both changes, or the second one reads who was first', async (t) => {
  const { service, items, path } = await withItem(t);
  const ada = service.signedIn('admin', { email: 'ada@acme.example' });
  const bob = service.signedIn('admin', { email: 'bob@acme.example' });
  const [first, second] = [await formOf(ada, path), await formOf(bob, path)];
  assert.equal((await ada.post(path, { ...first, coin_price: '90' })).status, 303);
  // Bob changes other fields than Ada.
  assert.equal((await bob.post(path, { ...second, name: 'Big mug' })).status, 303);
  assert.deepEqual(
    items().map(({ name, coin_price }) => [name, coin_price]),
    [['Big mug', 90]],
  );
  const late = await ada.post(path, { ...first, name: 'Ada’s mug', description: 'New' });
  assert.equal(late.status, 409);
  assert.match(
    textOf(late),
    /Nothing was changed\. This was changed in the meantime\. The last change is by bob@acme\.example, today, \d\d:\d\d\./,
  );
  // The form keeps what Ada wrote, and shows what is on record in the fields that she left alone.
  assert.match(late.text, /name="name"[^>]* value="Ada’s mug"/);
  assert.match(late.text, /name="coin_price"[^>]* value="90"/);
  assert.deepEqual(items()[0]?.description, 'Holds coffee');
  assert.match(textOf(await bob.post(`${path}/retire`)), /Type it exactly to confirm\./);
  assert.equal((await bob.post(`${path}/retire`, { confirm: 'Big mug' })).status, 303);
  for (const [to, fields] of [
    ['', { ...first, coin_price: '1' }],
    ['/restock', { added: '5', seen: '10' }],
    ['/retire', { confirm: 'Big mug' }],
  ] as const) {
    const answer = await ada.post(path + to, fields);
    assert.equal(answer.status, 409);
    assert.match(textOf(answer), /The item is retired\. The last change is by bob@acme\.example/);
  }
});

test('stock that is redeemed meanwhile does not get in the way of a restock, which counts once', async (t) => {
  const { service, items, id, path } = await withItem(t);
  const admin = service.signedIn('admin');
  service.write((write) => {
    addEmployee(write, { email: 'p@acme.example' });
    grantCoins(write, 'p@acme.example', { amount: 500 });
    redeemShopItem(write, 'p@acme.example', id);
  });
  const sent = { added: '5', seen: '10' };
  const answers = await Promise.all([1, 2].map(() => admin.post(`${path}/restock`, sent)));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [303, 409]);
  assert.equal(items()[0]?.stock_remaining, 14);
  service.write((write) => updateShopItem(write, id, { stock_remaining: null }));
  const unlimited = await admin.post(`${path}/restock`, sent);
  assert.match(textOf(unlimited), /The stock of the item is unlimited/);
});

test('items of another company and of the sandbox are unknown; readers change nothing', async (t) => {
  const { service, id, path, items } = await withItem(t);
  const { company } = createCompany(service.db, {
    ...{ name: 'Other', ssoDomains: [], now: service.clock.now, actor: 'test' },
  });
  const other = service.signedIn('owner', {
    ...{ companyId: company.companyId, email: 'x@other.example' },
  });
  const viewer = service.signedIn('viewer');
  const before = items();
  const posts = ['', '/restock', '/retire'];
  for (const base of [path, `/portal/sandbox/shop/${id}`]) {
    assert.equal((await other.get(base)).status, 404);
    for (const to of posts) assert.equal((await other.post(base + to)).status, 404);
  }
  const read = await viewer.get(path);
  assert.equal(read.status, 200);
  assert.doesNotMatch(read.text, /action="\/portal\/shop/);
  assert.doesNotMatch((await viewer.get('/portal/shop')).text, /Add an item/);
  for (const to of posts) assert.equal((await viewer.post(path + to)).status, 403);
  assert.equal((await service.signedIn('manager').get('/portal/shop')).status, 403);
  assert.deepEqual(items(), before);
  const owner = service.signedIn('owner');
  assert.equal((await owner.post('/portal/sandbox/shop/add', FORM)).status, 303);
  assert.match(textOf(await owner.get('/portal/sandbox/shop')), /Cap new Perk 1,250 unlimited/);
  assert.deepEqual(items(), before);
});

test('hostile names, descriptions and addresses are shown as text', async (t) => {
  const hostile = `"><script>alert(1)</script>'<b onmouseover=alert(1)>`;
  const { service, id, path } = await withItem(t, {
    ...{ name: hostile, description: hostile },
    image_url: `https://acme.example/${encodeURIComponent(hostile)}?"><script>`,
  });
  const admin = service.signedIn('admin');
  service.write((write) => addEmployee(write, { email: 'p@acme.example', given_name: 'P' }));
  const me = service.signedIn('none', { email: 'p@acme.example', isNew: false });
  for (const [browser, one] of [
    [admin, '/portal/shop'],
    [admin, path],
    [me, '/portal/me'],
    [me, `/portal/me/redeem/${id}`],
  ] as const) {
    const { text } = await browser.get(one);
    assert.ok(!text.includes('<script>') && !text.includes('<b onmouse'), one);
    assert.ok(text.includes('&lt;script&gt;'), one);
  }
});

test('an empty shop says what it is for, and a long one is paged', async (t) => {
  const service = await startPortal(t);
  const admin = service.signedIn('admin');
  assert.match(
    textOf(await admin.get('/portal/shop')),
    /Nothing is on sale .* engaged shop add --help/,
  );
  service.write((write) => {
    for (let at = 0; at < 51; at++) addShopItem(write, { ...MUG, name: `Item ${at}.` });
  });
  const first = textOf(await admin.get('/portal/shop'));
  assert.match(first, /51 items that people can buy .*Item 49\. .* 1–50 of 51/);
  assert.doesNotMatch(first, /Item 50\./);
  assert.match(textOf(await admin.get('/portal/shop?page=2')), /Item 50\. .* 51–51 of 51/);
});
