import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { deactivateEmployee } from '../../src/service/people/employees.ts';
import { changeRedemptionStatus } from '../../src/service/shop/redemptions.ts';
import { addShopItem, retireShopItem } from '../../src/service/shop/shop.ts';
import { grantCoins } from '../../src/service/xp/ledger.ts';
import { queryRows } from '../service/test-company.ts';
import { assertRefused } from './assert-error.ts';
import { startTestService, type TestService } from './harness.ts';
import { addPerson, get, type Page, readAllPages, UNKNOWN_ID } from './requests.ts';

const PATH = '/v1/shop/redemptions';

type Redemption = { id: string; employee_id: string; status: string; coins_left: number };

const ann = { external_id: 'X-ann' };
const bob = { external_id: 'X-bob' };

const send = (service: TestService, body: unknown, key = service.liveKey) =>
  service.request('POST', PATH, { key, body: JSON.stringify(body) });

/** Ann and Bob with 100 coins each, and an item at 60 of which two are left. */
async function setUpShop(t: TestContext, { stock = 2 }: { stock?: number } = {}) {
  const service = await startTestService(t);
  const [annId = '', bobId = '', item = ''] = service.write((write) => {
    const people = ['ann', 'bob'].map((word) => addPerson(write, word));
    for (const person of people) grantCoins(write, person, { amount: 100 });
    const { id } = addShopItem(write, {
      ...{ name: 'Mug', description: 'A mug', category: 'merch', coin_price: 60 },
      ...{ image_url: 'https://acme.example/mug.png', stock_remaining: stock },
    });
    return [...people, id];
  });
  const state = () => {
    const [shop] = queryRows(
      service.db,
      service.companyId,
      `select stock_remaining as stock, (select count(*) from redemptions) as redemptions
       from shop_items where company_id = :companyId`,
      { stock: 'integer', redemptions: 'integer' },
    );
    return shop;
  };
  return { service, annId, bobId, item, state };
}

describe('POST /v1/shop/redemptions', () => {
  it('redeems once, however often it is sent, also when the item has been retired since', async (t) => {
    const { service, annId, item, state } = await setUpShop(t);
    const order = { employee: ann, item_id: item.toUpperCase(), once: 'order 1' };
    const first = await send(service, order);
    assert.equal(first.status, 200, first.text);
    const receipt = first.json as Redemption;
    assert.deepEqual(receipt, {
      id: receipt.id,
      item: { id: item, name: 'Mug', coin_price: 60 },
      employee_id: annId,
      status: 'pending',
      requested_at: '2026-11-21T09:30:00.000Z',
      coins_left: 40,
    });
    const together = await Promise.all(Array.from({ length: 10 }, () => send(service, order)));
    for (const answer of together) assert.deepEqual(answer.json, receipt);
    assert.deepEqual(state(), { stock: 1, redemptions: 1 });
    service.write((write) => retireShopItem(write, item));
    assert.deepEqual((await send(service, order)).json, receipt);
    assertRefused(await send(service, { ...order, once: 'order 2' }), 404, 'not_found');
    const { key } = await get<{ key: { id: string } }>(service, '/v1/status');
    const decisions = queryRows(
      service.db,
      service.companyId,
      `select actor from audit_log where company_id = :companyId and action = 'shop.redeem'`,
      { actor: 'text' },
    );
    assert.deepEqual(decisions, [{ actor: `key ${key.id}` }]);
  });

  it('refuses what cannot be redeemed, and leaves nothing behind', async (t) => {
    const { service, item, state, annId } = await setUpShop(t);
    const foreign = service.writeSandbox((write) => addPerson(write, 'ann'));
    service.write((write) => deactivateEmployee(write, addPerson(write, 'gone'), 'left'));
    assert.equal((await send(service, { employee: ann, item_id: item, once: 'a' })).status, 200);
    const cases: [object, number, string][] = [
      [{ employee: ann, item_id: item, once: 'b' }, 409, 'insufficient_coins'],
      [{ employee: bob, item_id: item, once: 'a' }, 409, 'conflict'],
      [{ employee: ann, item_id: UNKNOWN_ID, once: 'a' }, 404, 'not_found'],
      [{ employee: { external_id: 'X-gone' }, item_id: item, once: 'b' }, 404, 'not_found'],
      [{ employee: { employee_id: foreign }, item_id: item, once: 'b' }, 404, 'not_found'],
      [{ employee: bob, item_id: 'mug', once: 'b' }, 400, 'validation_failed'],
      [{ employee: bob, item_id: item, once: 'x'.repeat(256) }, 400, 'validation_failed'],
      [{ employee: bob, item_id: item }, 400, 'validation_failed'],
      [{ item_id: item, once: 'b' }, 400, 'validation_failed'],
      [[], 400, 'validation_failed'],
    ];
    for (const [body, status, code] of cases) {
      assertRefused(await send(service, body), status, code);
    }
    const tooLong = await send(service, { x: 'x'.repeat(102_400) });
    assertRefused(tooLong, 413, 'payload_too_large');
    const other = { employee: { employee_id: annId }, item_id: item, once: 'b' };
    assertRefused(await send(service, other, service.testKey), 404, 'not_found');
    assert.deepEqual(state(), { stock: 1, redemptions: 1 });
    assert.equal((await send(service, { employee: bob, item_id: item, once: 'b' })).status, 200);
    service.write((write) => grantCoins(write, 'X-ann', { amount: 100 }));
    assertRefused(
      await send(service, { employee: ann, item_id: item, once: 'c' }),
      409,
      'sold_out',
    );
  });

  it('sells the last item and spends the last coins once, to requests that come together', async (t) => {
    const { service, item, state, annId } = await setUpShop(t, { stock: 50 });
    const orders = Array.from({ length: 30 }, (_, at) =>
      send(service, { employee: ann, item_id: item, once: `order ${at}` }),
    );
    const answers = await Promise.all(orders);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [
      200,
      ...Array.from({ length: 29 }, () => 409),
    ]);
    assert.deepEqual(state(), { stock: 49, redemptions: 1 });
    assert.equal((await get<{ coins: number }>(service, `/v1/employees/${annId}/stats`)).coins, 40);
  });
});

describe('GET /v1/shop/redemptions', () => {
  it('lists redemptions of active people newest first, by person and by status', async (t) => {
    const { service, annId, bobId, item } = await setUpShop(t, { stock: 50 });
    service.write((write) => {
      for (const person of [annId, bobId]) grantCoins(write, person, { amount: 1_000 });
    });
    const ids: string[] = [];
    for (const [at, employee] of [ann, bob, ann, ann, bob].entries()) {
      const answer = await send(service, { employee, item_id: item, once: `order ${at}` });
      ids.push((answer.json as Redemption).id);
    }
    service.write((write) => changeRedemptionStatus(write, ids[2] ?? '', 'approved'));
    const list = async (query: string) =>
      (await readAllPages<Redemption>(service, PATH + query, 2))
        .flat()
        .map(({ id }) => ids.indexOf(id));
    assert.deepEqual(await list(''), [4, 3, 2, 1, 0]);
    assert.deepEqual(await list(`?employee_id=${annId}`), [3, 2, 0]);
    assert.deepEqual(await list('?status=pending'), [4, 3, 1, 0]);
    assert.deepEqual(await list(`?status=approved&employee_id=${annId}`), [2]);
    assert.deepEqual(await list(`?employee_id=${UNKNOWN_ID}`), []);
    const { data } = await get<Page<object>>(service, `${PATH}?status=approved`);
    assert.deepEqual(data, [
      {
        id: ids[2],
        item: { id: item, name: 'Mug', coin_price: 60 },
        employee_id: annId,
        status: 'approved',
        requested_at: '2026-11-21T09:30:00.000Z',
      },
    ]);
    service.write((write) => deactivateEmployee(write, bobId, 'left'));
    assert.deepEqual(await list(''), [3, 2, 0]);
    assert.deepEqual(await list('?status=pending'), [3, 0]);
    assert.deepEqual(await list(`?employee_id=${bobId}`), []);
    const sandbox = await get<Page<{ id: string }>>(service, `${PATH}?limit=100`, service.testKey);
    assert.ok(sandbox.data.every(({ id }) => !ids.includes(id)));
    const scopes = ['shop:read', 'employees:read'] as const;
    const answer = await service.request('GET', PATH, { key: service.issueKey({ scopes }) });
    assertRefused(answer, 403, 'forbidden');
  });
});
