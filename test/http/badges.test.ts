import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { awardBadge, defineBadge, revokeBadge } from '../../src/service/badges/badges.ts';
import type { CompanyWrite } from '../../src/service/company/company-write.ts';
import { NOW } from '../service/test-company.ts';
import { startTestService } from './harness.ts';
import {
  addPerson,
  assertErrorMessage,
  cursorOf,
  get,
  type Page,
  readAllPages,
  UNKNOWN_ID,
} from './requests.ts';

type Badge = { code: string; awarded_at: string };

const codes = (badges: Badge[]) => badges.map((badge) => badge.code);

const define = (write: CompanyWrite, ...all: string[]) => {
  for (const code of all) {
    defineBadge(write, { code, name: `The ${code}`, category: 'social', rarity: 'common' });
  }
};

describe('GET /v1/employees/{id}/badges', () => {
  it('lists the badges of an employee, newest award first, with every field', async (t) => {
    const service = await startTestService(t);
    const id = service.write((write) => {
      defineBadge(write, {
        code: 'first-steps',
        name: 'First "Steps"',
        description: 'Signed in',
        category: 'milestone',
        rarity: 'legendary',
        icon_url: 'https://acme.example/icon.svg',
      });
      define(write, 'plain');
      const person = addPerson(write, 'ann');
      awardBadge(write, person, 'first-steps', Date.UTC(2024, 1, 29, 23, 59, 59, 999));
      awardBadge(write, person, 'plain');
      awardBadge(write, addPerson(write, 'other'), 'plain');
      return person;
    });
    assert.deepEqual(await get(service, `/v1/employees/${id}/badges`), {
      data: [
        {
          code: 'plain',
          name: 'The plain',
          description: null,
          category: 'social',
          rarity: 'common',
          icon_url: null,
          awarded_at: '2026-11-21T09:30:00.000Z',
        },
        {
          code: 'first-steps',
          name: 'First "Steps"',
          description: 'Signed in',
          category: 'milestone',
          rarity: 'legendary',
          icon_url: 'https://acme.example/icon.svg',
          awarded_at: '2024-02-29T23:59:59.999Z',
        },
      ],
      pagination: { next_cursor: null },
    });
  });

  it('formats every time with milliseconds', async (t) => {
    const service = await startTestService(t);
    const times = [0, 1, 999, 1_000, 59_999, 951_782_399_999, 951_782_400_000, NOW - 1, NOW];
    for (let i = 0; i < 60; i++) times.push(1_700_000_000_000 + i * 7_919_003 + ((i * 37) % 1000));
    const id = service.write((write) => {
      const person = addPerson(write, 'ann');
      times.forEach((at, i) => {
        define(write, `b${i}`);
        awardBadge(write, person, `b${i}`, at);
      });
      return person;
    });
    const [badges = []] = await readAllPages<Badge>(service, `/v1/employees/${id}/badges`, 100);
    assert.deepEqual(
      badges.map((badge) => badge.awarded_at),
      times.sort((a, b) => b - a).map((time) => new Date(time).toISOString()),
    );
  });

  it('pages through awards of the same moment, the one recorded later first', async (t) => {
    const service = await startTestService(t);
    const id = service.write((write) => {
      const person = addPerson(write, 'ann');
      define(write, 'a', 'b', 'c', 'd');
      for (const code of ['a', 'b', 'c']) awardBadge(write, person, code, NOW - 5);
      awardBadge(write, person, 'd', NOW - 9);
      return person;
    });
    const path = `/v1/employees/${id}/badges`;
    assert.deepEqual((await readAllPages<Badge>(service, path, 2)).map(codes), [
      ['c', 'b'],
      ['a', 'd'],
    ]);
    assert.deepEqual((await readAllPages<Badge>(service, path, 1)).map(codes), [
      ['c'],
      ['b'],
      ['a'],
      ['d'],
    ]);
  });

  it('omits revoked awards, and shows a badge that was awarded again', async (t) => {
    const service = await startTestService(t);
    const id = service.write((write) => {
      const person = addPerson(write, 'ann');
      define(write, 'kept', 'lost', 'regained');
      for (const code of ['kept', 'lost', 'regained']) awardBadge(write, person, code, NOW - 9);
      revokeBadge(write, person, 'lost');
      revokeBadge(write, person, 'regained');
      awardBadge(write, person, 'regained', NOW - 1);
      return person;
    });
    const page = await get<Page<Badge>>(service, `/v1/employees/${id}/badges`);
    assert.deepEqual(codes(page.data), ['regained', 'kept']);
  });

  it('accepts a cursor only for the employee it was issued for', async (t) => {
    const service = await startTestService(t);
    const [ann, bob] = service.write((write) => {
      define(write, 'a', 'b');
      return ['ann', 'bob'].map((word) => {
        const person = addPerson(write, word);
        for (const code of ['a', 'b']) awardBadge(write, person, code);
        return person;
      });
    });
    const cursor = await cursorOf(service, `/v1/employees/${ann}/badges?limit=1`);
    await get(service, `/v1/employees/${ann?.toUpperCase()}/badges?cursor=${cursor}`);
    await assertErrorMessage(service, `/v1/employees/${bob}/badges?cursor=${cursor}`, {
      status: 400,
      message: 'Invalid cursor',
    });
  });

  it('returns an empty page for an employee without badges, and rejects an invalid id or limit', async (t) => {
    const service = await startTestService(t);
    const id = service.write((write) => addPerson(write, 'ann'));
    assert.deepEqual(await get(service, `/v1/employees/${id}/badges`), {
      data: [],
      pagination: { next_cursor: null },
    });
    await assertErrorMessage(service, '/v1/employees/ann/badges?limit=x', {
      status: 400,
      message: 'id is not valid (uuid is expected); limit must be an integer',
    });
    await assertErrorMessage(service, `/v1/employees/${UNKNOWN_ID}/badges`, {
      status: 404,
      message: 'Employee not found',
    });
  });
});
