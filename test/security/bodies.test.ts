import assert from 'node:assert/strict';
import { request } from 'node:http';
import { describe, it, type TestContext } from 'node:test';
import { isFullRun, reportResult } from '../faults/run-scale.ts';
import { startTestService, type TestService } from '../http/harness.ts';
import { parseResponses } from './http-parser.ts';
import { type MeasuredService, startMeasuredService } from './measured-service.ts';

const SYNC = '/v1/employees/sync';
const LIMIT = 16 * 1_048_576;

const person = (id: string) =>
  `{"external_id":"${id}","email":"${id}@acme.test","first_name":"A","last_name":"B"}`;
const roster = (...rows: string[]) => `{"employees":[${rows.join(',')}]}`;
const keys = (count: number) => Array.from({ length: count }, (_, i) => `"k${i}":0`).join(',');

type ResponseInfo = { status: number; text: string };

/** Sends a sync to the measured process. */
const put = (service: MeasuredService, body: Uint8Array): Promise<ResponseInfo> =>
  new Promise((resolve, reject) => {
    const headers = { Authorization: `Bearer ${service.key}`, 'Content-Length': body.length };
    const outgoing = request(
      { port: service.port, method: 'PUT', path: SYNC, headers },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => {
          text += part;
        });
        response.on('error', reject);
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });

const messageOf = ({ text }: ResponseInfo): string => JSON.parse(text).error?.message;

/** The processor time that one turn of the event loop may take, in milliseconds. */
const MAX_TURN_MS = 50;

describe('a hostile body', () => {
  it('of 16 MB does not block other requests and does not count towards the sync budget', async (t: TestContext) => {
    const service = await startMeasuredService(t);
    const text = (it: string) => Buffer.from(it);
    const bodies: [name: string, body: Uint8Array, status: number, message?: RegExp][] = [
      ['[', Buffer.alloc(LIMIT, '['), 400, /nested/],
      ['{"a":', Buffer.alloc(LIMIT, '{"a":'), 400, /nested/],
      ['{}', Buffer.alloc(LIMIT, '{}'), 400, /JSON/],
      ['{},', Buffer.alloc(LIMIT, '{},'), 400, /values/],
      ['[{},{}…', text(`[${'{},'.repeat(LIMIT / 3 - 4)}{}]`), 400, /values/],
      ['empty rows', text(roster(`${'{},'.repeat(5_500_000)}{}`)), 400, /values/],
      ['one string', text(`"${'x'.repeat(LIMIT - 2)}"`), 400, /JSON object/],
      ['one string of escapes', text(`"${'\\u0041'.repeat(LIMIT / 6 - 1)}"`), 400, /JSON object/],
      ['quotes', Buffer.alloc(LIMIT, '"'), 400, /JSON/],
      ['backslashes', Buffer.alloc(LIMIT, '\\'), 400, /JSON/],
      ['zeros', Buffer.alloc(LIMIT), 400, /JSON/],
      ['no UTF-8', Buffer.alloc(LIMIT, 0xff), 400, /UTF-8/],
      ['spaces', Buffer.alloc(LIMIT, ' '), 400, /JSON/],
      ['digits', Buffer.alloc(LIMIT, '1'), 400, /JSON object/],
      ['a row of one string', text(roster(`{"external_id":"${'x'.repeat(LIMIT - 99)}"}`)), 200],
      ['a name of spaces', text(roster(`{"first_name":"${' '.repeat(LIMIT - 99)}"}`)), 200],
      ['an email of dots', text(roster(`{"email":"${'a.'.repeat(LIMIT / 2 - 99)}"}`)), 200],
      ['a million keys', text(`{${keys(1_000_000)}}`), 400, /values/],
      ['a million keys in a row', text(roster(`{${keys(1_000_000)}}`)), 400, /values/],
      ['as many keys as are let in', text(roster(`{${keys(490_000)}}`)), 200],
    ];
    await put(service, text(roster(person('first'))));
    await service.takeStats();
    let accepted = 1;
    const turns: Record<string, number> = {};
    for (const [name, body, status, message] of bodies.filter((_, i) => isFullRun || i % 4 === 0)) {
      const response = await put(service, body);
      const { busyMs } = await service.takeStats();
      turns[name] = Math.round(busyMs);
      assert.equal(response.status, status, `${name}: ${response.text.slice(0, 200)}`);
      if (message) assert.match(messageOf(response), message, name);
      else assert.equal(JSON.parse(response.text).errors.length, 1, name);
      if (status === 200) accepted++;
      assert.ok(response.text.length < 1_000, name);
      assert.ok(busyMs < MAX_TURN_MS, `${name}: one turn of the event loop took ${busyMs} ms`);
    }
    t.diagnostic(`longest turns in ms: ${JSON.stringify(turns)}`);
    reportResult({
      ...{ what: 'hostile bodies of 16 MB', tried: Object.keys(turns).length, lost: 0 },
      figures: `longest turn of the event loop ${Math.max(...Object.values(turns))} ms`,
    });
    // Only the bodies that are rosters count; the budget is 30 an hour.
    for (; accepted < 30; accepted++) {
      const response = await put(service, text(roster(person(`after${accepted}`))));
      assert.equal(response.status, 200, response.text);
    }
    assert.equal((await put(service, text(roster(person('last'))))).status, 429);
    assert.ok(service.isAlive());
    assert.doesNotMatch(service.log(), /writer_died|request_failed/);
  });
});

describe('a response of several megabytes', () => {
  it('with errors for 5,000 rows does not block other requests', async (t) => {
    const service = await startMeasuredService(t);
    const employees = Array.from({ length: 5_000 }, (_, i) => ({
      ...{ external_id: `${i}${'😀'.repeat(250)}`, email: 0, first_name: 0, last_name: 0 },
      ...{ department_external_id: 0, department_name: 0, job_title: 0 },
    }));
    const body = Buffer.from(JSON.stringify({ employees }));
    let longest = 0;
    for (let round = 0; round < 2; round++) {
      await service.takeStats();
      const response = await put(service, body);
      assert.equal(JSON.parse(response.text).errors.length, 5_000);
      longest = (await service.takeStats()).busyMs;
    }
    t.diagnostic(`${Math.round(longest)} ms`);
    assert.ok(longest < MAX_TURN_MS, `one turn of the event loop took ${longest} ms`);
  });
});

const sync = async (service: TestService, body: string | Uint8Array) => {
  const response = await service.request('PUT', SYNC, { key: service.liveKey, body });
  return {
    ...response,
    message: (response.json as { error?: { message: string } }).error?.message,
  };
};

/** The external ids of all employees. */
const listExternalIds = async (service: TestService): Promise<string[]> => {
  const response = await service.request('GET', '/v1/employees?limit=100', {
    key: service.liveKey,
  });
  return (response.json as { data: { external_id: string }[] }).data.map((row) => row.external_id);
};

describe('a sync body', () => {
  it('treats __proto__ and constructor as ordinary keys, at every level', async (t) => {
    const service = await startTestService(t);
    const good = person('good');
    for (const key of ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty']) {
      const injected = `"${key}":{"external_id":"X","email":"x@acme.test","first_name":"A","last_name":"B","deactivate_missing":true,"employees":[${good}]}`;
      const missing = await sync(service, `{${injected}}`);
      assert.equal(missing.status, 400);
      assert.equal(missing.message, 'employees is required');

      const row = await sync(service, roster(`{${injected}}`));
      assert.equal(row.status, 200, row.text);
      assert.deepEqual(
        (row.json as { errors: { external_id: null }[] }).errors[0]?.external_id,
        null,
      );

      const around = await sync(
        service,
        `{${injected},"employees":[{${injected},${good.slice(1)}]}`,
      );
      const { errors, deactivation_skipped_reason, deactivated } = around.json as {
        errors: unknown[];
        deactivation_skipped_reason: null;
        deactivated: number;
      };
      assert.deepEqual([errors, deactivation_skipped_reason, deactivated], [[], null, 0]);

      const value = await sync(
        service,
        roster(`{"external_id":{${injected}},"email":[{${injected}}]}`),
      );
      assert.equal((value.json as { errors: unknown[] }).errors.length, 1);
    }
    assert.deepEqual(await listExternalIds(service), ['good']);
    assert.equal(Reflect.get({}, 'external_id'), undefined);
  });

  it('with an array-like object is rejected, and its methods are never called', async (t) => {
    const service = await startTestService(t);
    for (const [employees, message] of [
      ['{"length":1,"0":{}}', 'employees must be an array'],
      ['"[]"', 'employees must be an array'],
      ['null', 'employees must be an array'],
      ['[]', 'employees must contain at least 1 element'],
    ]) {
      assert.equal((await sync(service, `{"employees":${employees}}`)).message, message);
    }
    const odd = '{"toString":1,"valueOf":null,"toJSON":{"length":1e9}}';
    const row = `{"external_id":${odd},"email":${odd},"first_name":[],"last_name":true,"job_title":${odd}}`;
    const { json } = await sync(service, roster(row, odd, '[]', 'null', '1', '"x"', 'true'));
    assert.deepEqual(
      (json as { errors: { index: number; code: string }[] }).errors.map(({ index, code }) => [
        index,
        code,
      ]),
      [0, 1, 2, 3, 4, 5, 6].map((index) => [index, 'validation_failed']),
    );
  });

  it('with a duplicate key uses the last value', async (t) => {
    const service = await startTestService(t);
    const twice = `{"employees":[${person('one')}],"employees":[{"external_id":"x",${person('two').slice(1)}]}`;
    assert.equal((await sync(service, twice)).status, 200);
    assert.deepEqual(await listExternalIds(service), ['two']);
  });

  it('with a byte that is not UTF-8 changes nothing, wherever the byte is', async (t) => {
    const service = await startTestService(t);
    const good = Buffer.from(roster(person('good')));
    const wrong = [
      ...[[0x80], [0xbf], [0xc0, 0x80], [0xc1, 0xbf], [0xe0, 0x80, 0x80], [0xed, 0xa0, 0x80]],
      ...[[0xed, 0xbf, 0xbf], [0xf0, 0x80, 0x80, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xf8], [0xff]],
      ...[[0xfe], [0xc3], [0xe2, 0x82], [0xf0, 0x9f, 0x98]],
    ];
    // At the start, in a key, between two tokens, in a value, in the last value, and at the end.
    const places = ['{', 'mployees', ':[', '@acme', 'B"', ''].map((text) =>
      text === '' ? good.length : good.indexOf(text),
    );
    for (const place of places) {
      for (const bytes of wrong) {
        const body = Buffer.concat([
          good.subarray(0, place),
          Buffer.from(bytes),
          good.subarray(place),
        ]);
        const response = await sync(service, body);
        assert.deepEqual([response.status, response.message], [400, 'The body must be UTF-8']);
      }
    }
    for (const encoded of [
      Buffer.from(good.toString(), 'utf16le'),
      Buffer.from('\ufeff\ufeff{}'),
    ]) {
      assert.equal((await sync(service, encoded)).status, 400);
    }
    assert.deepEqual(await listExternalIds(service), []);
    const marked = Buffer.concat([Buffer.from('\ufeff'), good]);
    assert.equal((await sync(service, marked)).status, 200, 'one byte order mark is skipped');
  });

  it('whose length differs from Content-Length does no harm, and neither does a client that disconnects', async (t) => {
    const service = await startTestService(t);
    const body = roster(person('whole'));
    const start = (length: number, more = '') =>
      `PUT ${SYNC} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${service.liveKey}\r\n${more}Content-Length: ${length}\r\n\r\n`;

    // The client disconnects at every offset, far more often than the budget allows syncs.
    for (let round = 0; round < 40; round++) {
      const connection = service.connect();
      connection.send(start(body.length, 'Expect: 100-continue\r\n'));
      const interim = await connection.until(/HTTP\/1\.1 (?:100|409) /);
      if (interim.includes(' 409 ')) round--;
      connection.send(body.slice(0, (round * body.length) / 40));
      connection.destroy();
    }
    for (;;) {
      const { status, text } = await sync(service, '{}');
      if (status === 400) break;
      assert.equal(status, 409, text);
    }
    assert.deepEqual(await listExternalIds(service), []);

    // Too short: the beginning of the next request would be read as the rest of the body.
    const short = service.connect();
    short.send(start(body.length + 10) + body);
    short.send('GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    const [refused] = parseResponses(await short.closed);
    assert.equal(refused?.status, 400);
    assert.deepEqual(await listExternalIds(service), []);

    // Too long: the rest is read as the next request, which is malformed.
    const long = parseResponses(
      await service.raw(`${start(body.length)}${body}, and more\r\n\r\n`),
    );
    assert.deepEqual(
      long.map(({ status }) => status),
      [200],
    );
    assert.deepEqual(await listExternalIds(service), ['whole']);
  });
});
