import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService, type TestService } from '../http/harness.ts';
import { assertWellFormed, parseFirstResponse, parseResponses } from './http-parser.ts';

/** Checks that everything received is one error response. */
function assertError(received: string, status: number, code: string): void {
  const responses = parseResponses(received);
  assert.equal(responses.length, 1, received);
  for (const response of responses) assertWellFormed(response, status, code);
}

test('an over-long chunked body without a key does not crash the service', async (t) => {
  const service = await startTestService(t);
  const connection = service.connect();
  connection.send(
    'PUT /v1/employees/sync HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n',
  );
  for (let at = 0; at < 40; at++) connection.send(`8000\r\n${'x'.repeat(0x8000)}\r\n`);
  assertError(await connection.until(/request_id[^}]+}}/), 401, 'unauthorized');
  connection.destroy();
  assert.equal((await service.request('GET', '/healthz')).status, 200);
});

const HOST = 'Host: a\r\n';
const CHUNKED = 'Transfer-Encoding: chunked\r\n';

/** Bytes to send, and the expected error. `KEY` stands for a key with every scope. */
const REFUSED: readonly [name: string, bytes: string, status: number, code: string][] = [
  ['a line that is not HTTP', 'hello\r\n\r\n', 400, 'bad_request'],
  ['the beginning of a TLS handshake', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc', 400, 'bad_request'],
  ['a method Node does not know', `FOO /v1/status HTTP/1.1\r\n${HOST}\r\n`, 404, 'not_found'],
  ['an unknown version', `GET / HTTP/3.7\r\n${HOST}\r\n`, 400, 'bad_request'],
  ['a missing Host', 'GET /healthz HTTP/1.1\r\n\r\n', 400, 'bad_request'],
  ['two Hosts', `GET /healthz HTTP/1.1\r\n${HOST}Host: b\r\n\r\n`, 400, 'bad_request'],
  [
    'a Host that is invalid in a URL, with a path to resolve',
    'GET /v1/../healthz HTTP/1.1\r\nHost: 256.1.1.1\r\n\r\n',
    400,
    'bad_request',
  ],
  ['a Host with an invalid port', 'GET /%71 HTTP/1.1\r\nHost: a:99999\r\n\r\n', 400, 'bad_request'],
  ['a space before a colon', `GET / HTTP/1.1\r\n${HOST}A : b\r\n\r\n`, 400, 'bad_request'],
  ['a folded header', `GET / HTTP/1.1\r\n${HOST}A: b\r\n c\r\n\r\n`, 400, 'bad_request'],
  ['a bare line feed', `GET / HTTP/1.1\n${HOST}\r\n`, 400, 'bad_request'],
  ['a zero byte in a header', `GET / HTTP/1.1\r\n${HOST}A: \0\r\n\r\n`, 400, 'bad_request'],
  [
    'headers over 16 KB',
    `GET / HTTP/1.1\r\n${HOST}A: ${'x'.repeat(20_000)}\r\n\r\n`,
    431,
    'bad_request',
  ],
  ['a path over 16 KB', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\n${HOST}\r\n`, 431, 'bad_request'],
  [
    'an unknown expectation',
    `GET /healthz HTTP/1.1\r\n${HOST}Expect: rain\r\n\r\n`,
    417,
    'bad_request',
  ],
  ['CONNECT', `CONNECT example.org:443 HTTP/1.1\r\n${HOST}\r\n`, 404, 'not_found'],
  [
    'OPTIONS for the whole server',
    `OPTIONS * HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`,
    404,
    'not_found',
  ],
  [
    'a malformed escape in the path',
    `GET /v1/%zz HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`,
    400,
    'bad_request',
  ],
  [
    'Content-Length with chunked encoding',
    `PUT /v1/employees/sync HTTP/1.1\r\n${HOST}Content-Length: 4\r\n${CHUNKED}\r\n0\r\n\r\n`,
    400,
    'bad_request',
  ],
  [
    'two Content-Lengths',
    `PUT /v1/employees/sync HTTP/1.1\r\n${HOST}Content-Length: 4\r\nContent-Length: 5\r\n\r\n`,
    400,
    'bad_request',
  ],
  [
    'a negative Content-Length',
    `PUT /v1/employees/sync HTTP/1.1\r\n${HOST}Content-Length: -1\r\n\r\n`,
    400,
    'bad_request',
  ],
  [
    'a Content-Length beyond all numbers',
    `PUT /v1/employees/sync HTTP/1.1\r\n${HOST}Content-Length: 99999999999999999999999\r\n\r\n`,
    400,
    'bad_request',
  ],
  [
    'a transfer encoding that Node does not decode',
    `PUT /v1/employees/sync HTTP/1.1\r\n${HOST}KEYTransfer-Encoding: gzip\r\n\r\n`,
    411,
    'length_required',
  ],
  [
    'an invalid chunk size before the handler reads the body',
    `GET /v1/status HTTP/1.1\r\n${HOST}KEY${CHUNKED}\r\nzz\r\n`,
    400,
    'bad_request',
  ],
  [
    'two keys, the first of them valid',
    `GET /v1/status HTTP/1.1\r\n${HOST}KEYAuthorization: Bearer x\r\nConnection: close\r\n\r\n`,
    401,
    'unauthorized',
  ],
  [
    'two keys, the last of them valid',
    `GET /v1/status HTTP/1.1\r\n${HOST}Authorization: Bearer x\r\nKEYConnection: close\r\n\r\n`,
    401,
    'unauthorized',
  ],
  [
    'a body over 100 KB for a read, by Content-Length',
    `GET /v1/status HTTP/1.1\r\n${HOST}KEYContent-Length: 102401\r\n\r\n${'x'.repeat(102_401)}`,
    413,
    'payload_too_large',
  ],
  [
    'a chunked body over 100 KB for a read',
    `GET /v1/status HTTP/1.1\r\n${HOST}KEY${CHUNKED}\r\n19001\r\n${'x'.repeat(102_401)}\r\n0\r\n\r\n`,
    413,
    'payload_too_large',
  ],
  [
    'a sync of more than 16 MB with Expect: 100-continue',
    `PUT /v1/employees/sync HTTP/1.1\r\n${HOST}KEYContent-Length: 16777217\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n`,
    413,
    'payload_too_large',
  ],
  [
    'a chunked sync',
    `PUT /v1/employees/sync HTTP/1.1\r\n${HOST}KEY${CHUNKED}\r\n0\r\n\r\n`,
    411,
    'length_required',
  ],
  [
    'a chunked sync whose chunks are never sent',
    `PUT /v1/employees/sync HTTP/1.1\r\n${HOST}KEY${CHUNKED}Expect: 100-continue\r\n\r\n0\r\n\r\n`,
    411,
    'length_required',
  ],
  [
    'a sync without Content-Length',
    `PUT /v1/employees/sync HTTP/1.1\r\n${HOST}KEYConnection: close\r\n\r\n`,
    411,
    'length_required',
  ],
  [
    'a compressed sync',
    `PUT /v1/employees/sync HTTP/1.1\r\n${HOST}KEYContent-Length: 4\r\nContent-Encoding: gzip\r\nConnection: close\r\n\r\nabcd`,
    415,
    'bad_request',
  ],
];

const withKey = (service: TestService, bytes: string) =>
  bytes.replaceAll('KEY', `Authorization: Bearer ${service.liveKey}\r\n`);

test('malformed and unacceptable requests are rejected', async (t) => {
  const service = await startTestService(t);
  for (const [name, bytes, status, code] of REFUSED) {
    await t.test(`${name} gets a single ${status} ${code} in the error shape`, async () => {
      const received = await service.raw(Buffer.from(withKey(service, bytes), 'latin1'));
      assertError(received, status, code);
      assert.equal(parseFirstResponse(received).headers.get('connection'), 'close');
      assert.doesNotMatch(received, /100 Continue/);
    });
  }
  assert.equal((await service.request('GET', '/healthz')).status, 200);
});

test('bytes after a rejected body are never read as a request', async (t) => {
  const service = await startTestService(t);
  const next = `GET /healthz HTTP/1.1\r\n${HOST}\r\n`;
  const put = `PUT /v1/employees/sync HTTP/1.1\r\n${HOST}`;
  const long = 'x'.repeat(200_000);
  for (const bytes of [
    `${put}Content-Length: 200000\r\n\r\n${long}${next}`,
    `${put}Content-Length: 200000\r\nExpect: 100-continue\r\n\r\n${next}`,
    `${put}Content-Length: 5\r\nExpect: 100-continue\r\n\r\n${next}`,
    `${put}${CHUNKED}\r\n5\r\nabcde\r\n0\r\n\r\n${next}`,
    `${put}${CHUNKED}Expect: 100-continue\r\n\r\n${next}`,
  ]) {
    const received = await service.raw(bytes);
    assertError(received, 401, 'unauthorized');
  }
});

test('a client that sends 17 MB before it reads still gets the error response', async (t) => {
  const service = await startTestService(t);
  const connection = service.connect();
  connection.send(
    withKey(
      service,
      `PUT /v1/employees/sync HTTP/1.1\r\n${HOST}KEYContent-Length: ${17 * 1_048_576}\r\n\r\n`,
    ),
  );
  const megabyte = new Uint8Array(1_048_576);
  for (let sent = 0; sent < 17; sent++) connection.send(megabyte);
  assertError(await connection.closed, 413, 'payload_too_large');
});

test('pipelined requests are answered in order, even with a small unexpected body between them', async (t) => {
  const service = await startTestService(t);
  const received = await service.raw(
    withKey(
      service,
      `GET /v1/status HTTP/1.1\r\n${HOST}KEYContent-Length: 5\r\n\r\nhello` +
        `GET /v1/status HTTP/1.1\r\n${HOST}KEY${CHUNKED}\r\n5\r\nhello\r\n0\r\n\r\n` +
        `GET /healthz HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`,
    ),
  );
  assert.deepEqual(
    [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status),
    ['200', '200', '200'],
  );
});

test('nothing is sent on a connection after its last response', async (t) => {
  const service = await startTestService(t, { ipLimit: 1 });
  const last = `GET /openapi.json HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`;
  for (const status of [200, 429, 429]) {
    const received = await service.raw(`${last}${last}this is no HTTP\r\n\r\n`);
    assert.equal(parseFirstResponse(received).status, status, received);
    assert.equal(parseResponses(received).length, 1, received);
  }
});

test('a client that never sends the announced body gets its response, and the connection is closed', async (t) => {
  const timeouts = { headers: 100, request: 200, answer: 5_000, keepAlive: 5_000, check: 50 };
  const service = await startTestService(t, { timeouts });
  const received = await service.raw(
    withKey(service, `GET /v1/status HTTP/1.1\r\n${HOST}KEYContent-Length: 5\r\n\r\n`),
  );
  assert.equal(parseFirstResponse(received).status, 200, received);
  assert.equal(parseResponses(received).length, 1, received);
});

test('malformed bytes after a request do not prevent its response', async (t) => {
  const service = await startTestService(t);
  const received = await service.raw(
    withKey(service, `GET /v1/status HTTP/1.1\r\n${HOST}KEY\r\nthis is no HTTP\r\n\r\n`),
  );
  assert.equal(parseFirstResponse(received).status, 200, received);
});

test('pipelined requests are answered in order, whatever follows them', async (t) => {
  const service = await startTestService(t);
  const body = '{"employees":[{}]}';
  const put = (more = '') =>
    withKey(
      service,
      `PUT /v1/employees/sync HTTP/1.1\r\n${HOST}KEY${more}Content-Length: ${body.length}\r\n\r\n${body}`,
    );
  const status = `GET /v1/status HTTP/1.1\r\n${HOST}`;
  for (const [name, bytes, statuses] of [
    ['CONNECT', `${put()}CONNECT a:1 HTTP/1.1\r\n${HOST}\r\n`, [200, 404]],
    [
      'CONNECT with a body',
      `${put()}CONNECT a:1 HTTP/1.1\r\n${HOST}Content-Length: 9\r\n\r\nhello`,
      [200, 404],
    ],
    [
      'CONNECT behind a 100 Continue',
      `${put('Expect: 100-continue\r\n')}CONNECT a:1 HTTP/1.1\r\n${HOST}\r\n`,
      [200, 404],
    ],
    ['a bad chunk', `${put()}${status}${CHUNKED}\r\nzz\r\n`, [200, 401]],
    [
      'a bad chunk where a body is awaited',
      withKey(service, `${put()}${status}KEY${CHUNKED}\r\nzz\r\n`),
      [200, 400],
    ],
    ['no HTTP', `${put()}this is no HTTP\r\n\r\n`, [200]],
    [
      'the last request and CONNECT',
      `${put('Connection: close\r\n')}CONNECT a:1 HTTP/1.1\r\n${HOST}\r\n`,
      [200],
    ],
  ] as const) {
    const responses = parseResponses(await service.raw(bytes));
    assert.deepEqual(
      responses.map((response) => response.status),
      statuses,
      name,
    );
  }
});

test('a client that half-closes its connection gets every response', async (t) => {
  const service = await startTestService(t);
  const body = '{"employees":[{}]}';
  const connection = service.connect();
  connection.send(
    withKey(
      service,
      `PUT /v1/employees/sync HTTP/1.1\r\n${HOST}KEYContent-Length: ${body.length}\r\n\r\n${body}` +
        `GET /healthz HTTP/1.1\r\n${HOST}\r\n`,
    ),
  );
  connection.end();
  const responses = parseResponses(await connection.closed);
  assert.deepEqual(
    responses.map((response) => response.status),
    [200, 200],
  );
});

test('an HTTP/1.0 request needs no Host, and its connection is closed', async (t) => {
  const service = await startTestService(t);
  const response = parseFirstResponse(await service.raw('GET /healthz HTTP/1.0\r\n\r\n'));
  assert.deepEqual([response.status, response.body], [200, '{"status":"ok"}']);
});

test('an Upgrade header is ignored, as HTTP allows', async (t) => {
  const service = await startTestService(t);
  const connection = service.connect();
  const offer = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAA\r\n';
  connection.send(`GET /healthz HTTP/1.1\r\n${HOST}${offer}\r\n`);
  assert.equal(parseFirstResponse(await connection.until(/ok"}/)).status, 200);
  connection.destroy();
});

test('no spelling of a path bypasses the key', async (t) => {
  const service = await startTestService(t);
  for (const target of [
    '/v1/employees',
    '/v1/%65mployees',
    '/v1/x/../employees',
    '/v1/x/%2e%2e/employees',
    '/healthz/../v1/employees',
    'http://elsewhere.example/v1/employees',
    'HTTP://a/v1/x/../employees?limit=1',
  ]) {
    const received = await service.raw(
      `GET ${target} HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`,
    );
    assertError(received, 401, 'unauthorized');
  }
  for (const target of [
    '//v1/employees',
    '/V1/employees',
    '/v1//employees',
    '/v1/employees%2F',
    '/v1/employees/',
  ]) {
    const received = await service.raw(
      `GET ${target} HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`,
    );
    assertError(received, 404, 'not_found');
  }
});

test('a client that sends its headers or body too slowly gets a 408 and is disconnected', async (t) => {
  const timeouts = { headers: 100, request: 200, answer: 5_000, keepAlive: 5_000, check: 50 };
  const service = await startTestService(t, { timeouts });
  const sync = `PUT /v1/employees/sync HTTP/1.1\r\n${HOST}KEYContent-Length: 10\r\n\r\nhalf`;
  for (const bytes of ['GET /healthz HTTP/1.1\r\nHo', withKey(service, sync)]) {
    assertError(await service.raw(bytes), 408, 'bad_request');
  }
});
