import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listDecisions } from '../../src/service/audit/audit.ts';
import { setBadgeRule } from '../../src/service/badges/badge-rules.ts';
import { defineBadge } from '../../src/service/badges/badges.ts';
import { deactivateEmployee } from '../../src/service/people/employees.ts';
import { explainXp } from '../../src/service/xp/explanation.ts';
import { NOW, queryRows } from '../service/test-company.ts';
import { assertRefused } from './assert-error.ts';
import { startTestService, type TestService } from './harness.ts';
import { addPerson, get, type Page } from './requests.ts';

const PATH = '/v1/xp/awards';

type Row = Record<string, unknown>;
type Stats = { xp: number; coins: number; badges_count: number };
type Awards = {
  applied: number;
  repeated: number;
  results: Row[];
  errors: { index: number; code: string; message: string }[];
};

const send = (service: TestService, body: unknown, key = service.liveKey) =>
  service.request('POST', PATH, { key, body: JSON.stringify(body) });

/** Awards that are expected to be read. */
async function award(service: TestService, rows: unknown[], key?: string): Promise<Awards> {
  const answer = await send(service, { awards: rows }, key);
  assert.equal(answer.status, 200, answer.text);
  const awards = answer.json as Awards;
  assert.equal(awards.applied + awards.repeated + awards.errors.length, rows.length);
  return awards;
}

const ledger = (service: TestService, companyId = service.companyId) =>
  queryRows(
    service.db,
    companyId,
    'select amount, once_key as once from xp_ledger where company_id = :companyId order by entry',
    { amount: 'integer', once: 'text?' },
  );

const keyIdOf = async (service: TestService) =>
  (await get<{ key: { id: string } }>(service, '/v1/status')).key.id;

const ann = { external_id: 'X-ann' };

describe('POST /v1/xp/awards', () => {
  it('awards XP, coins and the badges they earn, to people by any reference', async (t) => {
    const service = await startTestService(t);
    const [id = '', bob = '', cat = ''] = service.write((write) => {
      defineBadge(write, { code: 'sage', name: 'Sage', category: 'skill', rarity: 'rare' });
      setBadgeRule(write, 'sage', 100);
      return ['ann', 'bob', 'cat'].map((word) => addPerson(write, word));
    });
    const answer = await award(service, [
      { employee: ann, amount: 100, coins: 7, once: 'a', reason: 'sale', at: '2026-10-31' },
      { employee: { employee_id: bob.toUpperCase() }, amount: -5, once: 'b', unknown: 1 },
      { employee: { email: ' CAT@acme.example' }, amount: 99, once: 'c', reason: null, at: null },
      { employee: ann, amount: 1, once: 'd', coins: null },
    ]);
    assert.deepEqual(answer, {
      applied: 4,
      repeated: 0,
      results: [
        {
          ...{ index: 0, employee_id: id, applied: true, xp: 100, level: 2, level_before: 1 },
          badges_awarded: ['sage'],
        },
        {
          ...{ index: 1, employee_id: bob, applied: true, xp: -5, level: 1, level_before: 1 },
          badges_awarded: [],
        },
        {
          ...{ index: 2, employee_id: cat, applied: true, xp: 99, level: 1, level_before: 1 },
          badges_awarded: [],
        },
        {
          ...{ index: 3, employee_id: id, applied: true, xp: 101, level: 2, level_before: 2 },
          badges_awarded: [],
        },
      ],
      errors: [],
    });
    const stats = await get<Stats>(service, `/v1/employees/${id}/stats`);
    assert.deepEqual([stats.xp, stats.coins, stats.badges_count], [101, 7, 1]);
    const { data } = await get<Page<Row>>(service, `/v1/employees/${id}/xp`);
    assert.deepEqual(data.at(-1), {
      amount: 100,
      reason: 'sale',
      counts_at: '2026-10-31T00:00:00.000Z',
      recorded_at: '2026-11-21T09:30:00.000Z',
    });
  });

  it('records the key as who did it, in the audit log and in the explanation of XP', async (t) => {
    const service = await startTestService(t);
    const id = service.write((write) => addPerson(write, 'ann'));
    await award(service, [{ employee: ann, amount: 5, coins: 2, once: 'a' }]);
    const actor = `key ${await keyIdOf(service)}`;
    const decisions = listDecisions(service.db, service.companyId, { actor, count: 9 });
    assert.deepEqual(
      decisions.map(({ action, target }) => ({ action, target })),
      [
        { action: 'coins.grant', target: { kind: 'employee', id } },
        { action: 'xp.award', target: { kind: 'employee', id } },
      ],
    );
    const { entries } = explainXp(service.db, service.companyId, id, 'all_time', NOW);
    assert.deepEqual(
      entries.map(({ amount, source, once }) => ({ amount, source, once })),
      [{ amount: 5, source: actor, once: 'a' }],
    );
  });

  it('awards once, however often a request is sent', async (t) => {
    const service = await startTestService(t);
    const id = service.write((write) => addPerson(write, 'ann'));
    const rows = [
      { employee: ann, amount: 5, coins: 2, once: 'a', reason: 'first' },
      { employee: ann, amount: 6, once: 'b' },
    ];
    await award(service, rows);
    const again = await award(service, [...rows].reverse());
    assert.deepEqual([again.applied, again.repeated, again.errors], [0, 2, []]);
    assert.deepEqual(again.results[0], {
      ...{ index: 0, employee_id: id, applied: false, xp: 11, level: 1, level_before: 1 },
      badges_awarded: [],
    });
    const together = await Promise.all(
      Array.from({ length: 20 }, () => award(service, [{ employee: ann, amount: 9, once: 'c' }])),
    );
    assert.equal(together.filter(({ applied }) => applied === 1).length, 1);
    assert.equal(together.filter(({ repeated }) => repeated === 1).length, 19);
    const twice = await award(service, [
      { employee: ann, amount: 1, once: 'd' },
      { employee: { employee_id: id }, amount: 1, once: ' d ' },
    ]);
    assert.deepEqual([twice.applied, twice.repeated], [1, 1]);
    assert.deepEqual(
      ledger(service).map(({ amount }) => amount),
      [5, 6, 9, 1],
    );
    assert.equal((await get<Stats>(service, `/v1/employees/${id}/stats`)).coins, 2);
  });

  it('refuses a once that was used for something else, and changes nothing by it', async (t) => {
    const service = await startTestService(t);
    const id = service.write((write) => [addPerson(write, 'ann'), addPerson(write, 'bob')])[0];
    await award(service, [
      { employee: ann, amount: 5, coins: 2, once: 'a' },
      { employee: ann, amount: 5, once: 'plain' },
    ]);
    const { errors } = await award(service, [
      { employee: { external_id: 'X-bob' }, amount: 5, coins: 2, once: 'a' },
      { employee: ann, amount: 6, coins: 2, once: 'a' },
      { employee: ann, amount: 5, coins: 3, once: 'a' },
      { employee: ann, amount: 5, coins: 3, once: 'plain' },
    ]);
    assert.deepEqual(
      errors.map(({ index, code }) => [index, code]),
      [0, 1, 2, 3].map((index) => [index, 'conflict']),
    );
    const { xp, coins } = await get<Stats>(service, `/v1/employees/${id}/stats`);
    assert.deepEqual([xp, coins, ledger(service).length], [10, 2, 2]);
  });

  it('reports rows that fail beside rows that apply, and leaves nothing of them behind', async (t) => {
    const service = await startTestService(t);
    service.write((write) => {
      addPerson(write, 'ann');
      deactivateEmployee(write, addPerson(write, 'gone'), 'left');
    });
    const { applied, errors } = await award(service, [
      { employee: ann, amount: 5, once: 'a' },
      { employee: { external_id: 'X-gone' }, amount: 5, once: 'b' },
      { employee: { external_id: 'nobody' }, amount: 5, once: 'c' },
      { employee: ann, amount: 5, coins: -1, once: 'd' },
      { employee: ann, amount: 0, once: 'e' },
      { employee: ann, amount: 1.5, once: 'e' },
      { employee: ann, amount: 1_000_000_001, once: 'e' },
      { employee: ann, amount: '5', once: 'e' },
      { employee: ann, amount: 5 },
      { employee: ann, amount: 5, once: '' },
      { employee: ann, amount: 5, once: 'x'.repeat(256) },
      { employee: ann, amount: 5, once: 7 },
      { employee: ann, amount: 5, once: 'e', reason: 'x'.repeat(501) },
      { employee: ann, amount: 5, once: 'e', reason: {} },
      { employee: ann, amount: 5, once: 'e', at: '2026-11-22' },
      { employee: ann, amount: 5, once: 'e', at: 'yesterday' },
      { employee: ann, amount: 5, once: 'e', coins: 0.5 },
      { amount: 5, once: 'e' },
      { employee: {}, amount: 5, once: 'e' },
      { employee: { ...ann, email: 'ann@acme.example' }, amount: 5, once: 'e' },
      { employee: 'X-ann', amount: 5, once: 'e' },
      { employee: { employee_id: 'X-ann' }, amount: 5, once: 'e' },
      { employee: { email: null }, amount: 5, once: 'e' },
      [],
      null,
      { employee: ann, amount: 7, once: 'x'.repeat(255) },
    ]);
    assert.equal(applied, 2);
    assert.deepEqual(
      errors.map(({ code, message }) => [code, message]),
      [
        ['not_found', 'Employee not found'],
        ['not_found', 'Employee not found'],
        ['insufficient_coins', 'coins would take the balance below zero'],
        ...[
          'amount must not be zero',
          'amount must be a whole number from -1000000000 to 1000000000',
          'amount must be a whole number from -1000000000 to 1000000000',
          'amount must be a whole number',
          'once is required',
          'once must not be empty',
          'once must be at most 255 characters',
          'once must be a string',
          'reason must be at most 500 characters',
          'reason must be a string',
          'at must not be in the future',
          'at must be a date (2026-09-30) or a time with its offset (2026-09-30T14:00Z)',
          'coins must be a whole number from -1000000000 to 1000000000',
          'employee is required',
          'employee must have exactly one of employee_id, external_id and email',
          'employee must have exactly one of employee_id, external_id and email',
          'employee must be an object',
          'employee.employee_id is not valid (uuid is expected)',
          'employee.email must be a string',
          'The award must be an object',
          'The award must be an object',
        ].map((message) => ['validation_failed', message]),
      ],
    );
    assert.deepEqual(
      ledger(service).map(({ amount }) => amount),
      [5, 7],
    );
  });

  it('refuses a body that is no list of 1 to 1,000 awards, and writes nothing', async (t) => {
    const service = await startTestService(t);
    service.write((write) => addPerson(write, 'ann'));
    const row = { employee: ann, amount: 1, once: 'a' };
    const bodies: [string, string][] = [
      ['', 'The body must be JSON'],
      [
        `{"awards":[{"employee":{"external_id":"X-ann"},"amount":NaN,"once":"a"}]}`,
        'The body must be JSON',
      ],
      ['[]', 'The body must be a JSON object'],
      ['null', 'The body must be a JSON object'],
      ['{}', 'awards is required'],
      ['{"awards":{}}', 'awards must be an array'],
      ['{"awards":[]}', 'awards must contain at least 1 element'],
      [
        JSON.stringify({ awards: Array.from({ length: 1_001 }, () => row) }),
        'awards must contain no more than 1000 elements',
      ],
      [
        `{"x":${'['.repeat(200)}${']'.repeat(200)}}`,
        'The body must not be nested more than 100 levels deep',
      ],
      [
        `{"x":[${'0,'.repeat(500_001)}0]}`,
        'The body must not hold more than 500000 values, ignored ones included',
      ],
    ];
    const key = service.liveKey;
    for (const [body, message] of bodies) {
      const answer = await service.request('POST', PATH, { key, body });
      assert.equal(assertRefused(answer, 400, 'validation_failed'), message);
    }
    const notUtf8 = Buffer.from('{"awards":[{"once":"\xff"}]}', 'latin1');
    assertRefused(
      await service.request('POST', PATH, { key, body: notUtf8 }),
      400,
      'validation_failed',
    );
    for (const headers of [{}, { 'Transfer-Encoding': 'chunked' }]) {
      const body = ' '.repeat(1_048_577);
      const answer = await service.request('POST', PATH, { key, body, headers });
      assert.equal(
        assertRefused(answer, 413, 'payload_too_large'),
        'The body must be no larger than 1048576 bytes',
      );
    }
    const encoded = { key, body: '{}', headers: { 'Content-Encoding': 'gzip' } };
    assertRefused(await service.request('POST', PATH, encoded), 415, 'bad_request');
    assertRefused(await service.request('POST', PATH, { key }), 400, 'validation_failed');
    assert.deepEqual(ledger(service), []);
  });

  it('takes a chunked body, and one that is announced with Expect', async (t) => {
    const service = await startTestService(t);
    service.write((write) => addPerson(write, 'ann'));
    const body = (once: string) => JSON.stringify({ awards: [{ employee: ann, amount: 1, once }] });
    const headers = { 'Transfer-Encoding': 'chunked' };
    const chunked = await service.request('POST', PATH, {
      key: service.liveKey,
      body: body('a'),
      headers,
    });
    assert.equal(chunked.status, 200);
    const connection = service.connect();
    connection.send(
      `POST ${PATH} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${service.liveKey}\r\n` +
        `Content-Length: ${body('b').length}\r\nExpect: 100-continue\r\n\r\n`,
    );
    await connection.until(/^HTTP\/1\.1 100 /);
    connection.send(body('b'));
    await connection.until(/HTTP\/1\.1 200 /);
    connection.destroy();
    assert.equal(ledger(service).length, 2);
  });

  it('needs the scope by name, which no key has by default', async (t) => {
    const service = await startTestService(t);
    service.write((write) => addPerson(write, 'ann'));
    const key = service.issueKey({
      scopes: [
        'employees:read',
        'leaderboard:read',
        'departments:read',
        'shop:read',
        'employees:write',
      ],
    });
    const answer = await send(service, { awards: [{ employee: ann, amount: 1, once: 'a' }] }, key);
    assert.equal(
      assertRefused(answer, 403, 'forbidden'),
      'This API key lacks the required scope: xp:write',
    );
    assert.deepEqual(ledger(service), []);
  });

  it('reaches only the company of the key: a test key the sandbox, and no id of another company', async (t) => {
    const service = await startTestService(t);
    const id = service.write((write) => addPerson(write, 'ann'));
    service.writeSandbox((write) => addPerson(write, 'ann'));
    const key = service.issueKey({ mode: 'test' });
    const { results, errors } = await award(
      service,
      [
        { employee: ann, amount: 3, once: 'a' },
        { employee: { email: 'ann@acme.example' }, amount: 4, once: 'b' },
        { employee: { employee_id: id }, amount: 5, once: 'c' },
      ],
      key,
    );
    assert.equal(results.length, 2);
    assert.deepEqual(errors, [{ index: 2, code: 'not_found', message: 'Employee not found' }]);
    assert.deepEqual(ledger(service), []);
    // What `once` says is the company's own.
    const live = await award(service, [{ employee: ann, amount: 9, once: 'a' }]);
    assert.equal(live.applied, 1);
  });

  it('is shown by every board with the next request, however many people it concerns', async (t) => {
    const service = await startTestService(t);
    const people = service.write((write) =>
      Array.from({ length: 1_100 }, (_, at) => addPerson(write, `p${at}`)),
    );
    const path = '/v1/leaderboard?limit=1&period=this_month';
    const first = async () =>
      (await get<Page<{ xp: number; employee_id: string }>>(service, path)).data[0];
    for (const round of [1, 2]) {
      await first();
      const rows = people.map((employee_id, at) => ({
        employee: { employee_id },
        amount: at + 1,
        once: `${round}-${at}`,
      }));
      // More people in all than a board moves, so that it is built again.
      assert.equal((await award(service, rows.slice(0, 600))).applied, 600);
      assert.equal((await award(service, rows.slice(600))).applied, 500);
      const best = await first();
      assert.deepEqual([best?.xp, best?.employee_id], [1_100 * round, people.at(-1)]);
    }
  });
});
