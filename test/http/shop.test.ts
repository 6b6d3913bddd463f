import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CompanyWrite } from '../../src/service/company/company-write.ts';
import { addShopItem, retireShopItem } from '../../src/service/shop/shop.ts';
import { NOW } from '../service/test-company.ts';
import { startTestService } from './harness.ts';
import { assertErrorMessage, cursorOf, get, type Page, readAllPages } from './requests.ts';

type Item = { id: string; name: string; is_new: boolean };

const PATH = '/v1/shop/items';
const DAY = 86_400_000;
const names = (page: { name: string }[]) => page.map((item) => item.name);

const add = (write: CompanyWrite, name: string, more: { category?: string; stock?: number } = {}) =>
  addShopItem(write, {
    name,
    description: `About ${name}`,
    category: more.category ?? 'perk',
    image_url: `https://acme.example/${name}.png`,
    coin_price: 250,
    stock_remaining: more.stock ?? null,
  }).id;

describe('GET /v1/shop/items', () => {
  it('lists items in order of creation, including sold-out and unlimited ones, with every field', async (t) => {
    const service = await startTestService(t);
    const [mug, off] = service.write((write) => [
      add(write, 'mug', { category: 'merch', stock: 0 }),
      add(write, 'off'),
    ]);
    assert.deepEqual(await get(service, PATH), {
      data: [
        {
          id: mug,
          name: 'mug',
          description: 'About mug',
          category: 'merch',
          image_url: 'https://acme.example/mug.png',
          coin_price: 250,
          stock_remaining: 0,
          is_new: true,
        },
        {
          id: off,
          name: 'off',
          description: 'About off',
          category: 'perk',
          image_url: 'https://acme.example/off.png',
          coin_price: 250,
          stock_remaining: null,
          is_new: true,
        },
      ],
      pagination: { next_cursor: null },
    });
  });

  it('marks an item as new for less than thirty days', async (t) => {
    const service = await startTestService(t);
    service.write((write) => add(write, 'mug'));
    const isNew = async () => (await get<Page<Item>>(service, PATH)).data[0]?.is_new;
    service.clock.now = NOW + 30 * DAY - 1;
    assert.equal(await isNew(), true);
    service.clock.now = NOW + 30 * DAY;
    assert.equal(await isNew(), false);
  });

  it('omits retired items', async (t) => {
    const service = await startTestService(t);
    service.write((write) => {
      const [, gone] = ['kept', 'gone', 'also kept'].map((name) => add(write, name));
      retireShopItem(write, gone ?? '');
    });
    assert.deepEqual(names((await get<Page<Item>>(service, PATH)).data), ['kept', 'also kept']);
    const filtered = await get<Page<Item>>(service, `${PATH}?category=perk`);
    assert.deepEqual(names(filtered.data), ['kept', 'also kept']);
  });

  it('filters by category, page by page', async (t) => {
    const service = await startTestService(t);
    service.write((write) => {
      for (const name of ['a', 'b', 'c', 'd']) {
        add(write, name, { category: 'donation' });
        add(write, `${name}2`, { category: 'experience' });
      }
    });
    const donations = await readAllPages<Item>(service, `${PATH}?category=donation`, 2);
    assert.deepEqual(donations.map(names), [
      ['a', 'b'],
      ['c', 'd'],
    ]);
    assert.deepEqual((await readAllPages<Item>(service, PATH, 5)).map(names), [
      ['a', 'a2', 'b', 'b2', 'c'],
      ['c2', 'd', 'd2'],
    ]);
    const none = await get<Page<Item>>(service, `${PATH}?category=gift_card`);
    assert.deepEqual(none, { data: [], pagination: { next_cursor: null } });
  });

  it('accepts a cursor only with the same category', async (t) => {
    const service = await startTestService(t);
    service.write((write) => ['a', 'b'].map((name) => add(write, name)));
    const cursor = await cursorOf(service, `${PATH}?category=perk&limit=1`);
    await get(service, `${PATH}?category=perk&cursor=${cursor}`);
    for (const other of ['', 'category=merch&']) {
      await assertErrorMessage(service, `${PATH}?${other}cursor=${cursor}`, {
        status: 400,
        message: 'Invalid cursor',
      });
    }
  });

  it('rejects an unknown category', async (t) => {
    const service = await startTestService(t);
    for (const sent of ['perks', 'PERK', '']) {
      await assertErrorMessage(service, `${PATH}?category=${sent}`, {
        status: 400,
        message: 'category must be one of gift_card, merch, perk, donation, experience',
      });
    }
  });
});
