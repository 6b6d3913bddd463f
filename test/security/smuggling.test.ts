import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../http/harness.ts';
import { assertWellFormed, parseResponses } from './http-parser.ts';

const HOST = 'Host: a\r\n';
// Its response has a distinct body, so that it is recognised.
const HIDDEN = `GET /healthz HTTP/1.1\r\n${HOST}\r\n`;
const LONG = HIDDEN.repeat(4_000);
const sized = (body: string) => `Content-Length: ${body.length}\r\n\r\n${body}`;
const chunked = (body: string) =>
  `Transfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;

test('a request hidden in a rejected body is never answered', async (t) => {
  const service = await startTestService(t);
  const key = `Authorization: Bearer ${service.liveKey}\r\n`;
  const readOnly = `Authorization: Bearer ${service.issueKey({ scopes: ['shop:read'] })}\r\n`;
  const sync = 'PUT /v1/employees/sync HTTP/1.1\r\n';
  const read = 'GET /v1/status HTTP/1.1\r\n';
  const unknownPath = 'POST /v1/nowhere HTTP/1.1\r\n';
  const cases: [start: string, status: number, code: string][] = [
    [`${sync}${HOST}`, 401, 'unauthorized'],
    [`${sync}${HOST}${readOnly}`, 403, 'forbidden'],
    [`${unknownPath}${HOST}`, 404, 'not_found'],
    [`${read}${HOST}`, 401, 'unauthorized'],
    [`${sync}${HOST}${key}Content-Encoding: gzip\r\n`, 415, 'bad_request'],
    [`${sync}${HOST}${key}Expect: rain\r\n`, 417, 'bad_request'],
    [`${sync}${key}`, 400, 'bad_request'],
  ];
  for (const [start, status, code] of cases) {
    for (const [body, isShort] of [
      [HIDDEN, true],
      [LONG, false],
    ] as const) {
      for (const frame of [sized, chunked]) {
        // A sync without a length is rejected before its encoding is checked.
        if (status === 415 && frame === chunked) continue;
        const connection = service.connect();
        connection.send(start + frame(body));
        if (isShort) connection.send(`GET /v1/last HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`);
        const [first, second, ...more] = parseResponses(await connection.closed);
        assert.ok(first, start);
        assertWellFormed(first, status, code);
        // A short body may be skipped, and the connection continues with what follows it.
        if (second) assertWellFormed(second, 404, 'not_found');
        assert.deepEqual(more, []);
      }
    }
  }
});

test('after a 411 or a 413 nothing more is read as a request, whatever the body contains', async (t) => {
  const service = await startTestService(t);
  const key = `Authorization: Bearer ${service.liveKey}\r\n`;
  const sync = `PUT /v1/employees/sync HTTP/1.1\r\n${HOST}${key}`;
  const read = `GET /v1/status HTTP/1.1\r\n${HOST}${key}`;
  const over = 16 * 1_048_576 + 1;
  const cases: [bytes: string, status: number, code: string][] = [
    [`${sync}${chunked(HIDDEN)}${HIDDEN}`, 411, 'length_required'],
    [`${sync}${chunked(LONG)}${HIDDEN}`, 411, 'length_required'],
    [`${sync}Transfer-Encoding: chunked\r\n\r\n${HIDDEN}`, 411, 'length_required'],
    [`${sync}Transfer-Encoding: identity\r\n\r\n${HIDDEN}`, 411, 'length_required'],
    [`${sync}Transfer-Encoding: gzip\r\n\r\n${HIDDEN}${HIDDEN}`, 411, 'length_required'],
    [
      `${sync}Expect: 100-continue\r\nTransfer-Encoding: chunked\r\n\r\n${HIDDEN}`,
      411,
      'length_required',
    ],
    [`${sync}Content-Length: ${over}\r\n\r\n${LONG}`, 413, 'payload_too_large'],
    [
      `${sync}Expect: 100-continue\r\nContent-Length: ${over}\r\n\r\n${LONG}`,
      413,
      'payload_too_large',
    ],
    [`${read}${sized(LONG)}${HIDDEN}`, 413, 'payload_too_large'],
    [`${read}${chunked(LONG)}${HIDDEN}`, 413, 'payload_too_large'],
    [
      `${read}Expect: 100-continue\r\nContent-Length: 102401\r\n\r\n${HIDDEN}`,
      413,
      'payload_too_large',
    ],
  ];
  await Promise.all(
    cases.map(async ([bytes, status, code]) => {
      const connection = service.connect();
      connection.send(bytes);
      await connection.until(/"request_id":"[^"]+"\}\}/);
      // A client that has not received the response yet may continue to send.
      connection.send(HIDDEN);
      setTimeout(() => connection.destroy(), 1_000);
      const [first, ...more] = parseResponses(await connection.closed);
      assert.ok(first);
      assertWellFormed(first, status, code);
      assert.equal(first.headers.get('connection'), 'close');
      assert.deepEqual(more, [], bytes.slice(0, 200));
    }),
  );
});

test('a sync without a body gets a 411, and a request after it gets its own response', async (t) => {
  const service = await startTestService(t);
  const start = `PUT /v1/employees/sync HTTP/1.1\r\n${HOST}Authorization: Bearer ${service.liveKey}\r\n\r\n`;
  const received = await service.raw(
    `${start}GET /v1/last HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`,
  );
  const [first, second, ...more] = parseResponses(received);
  assert.ok(first);
  assertWellFormed(first, 411, 'length_required');
  if (second) assertWellFormed(second, 404, 'not_found');
  assert.deepEqual(more, []);
});
