/** One request, possibly malformed, and the expected response. */
export type RawCase = {
  name: string;
  /** One character per byte. `KEY` stands for the Authorization header of a key with every scope. */
  bytes: string;
  status: number;
  /** The error code; undefined if there is no error body. */
  code: string | undefined;
};

const HOST = 'Host: a\r\n';
const CLOSE = 'Connection: close\r\n';
const READ = 'GET /v1/status HTTP/1.1\r\n';
const SYNC = 'PUT /v1/employees/sync HTTP/1.1\r\n';

/** The error code of a status, unless a case names another one. */
const CODES: Readonly<Record<number, string | undefined>> = {
  400: 'bad_request',
  401: 'unauthorized',
  404: 'not_found',
  411: 'length_required',
  413: 'payload_too_large',
  415: 'bad_request',
  417: 'bad_request',
  431: 'bad_request',
};

const quote = (text: string): string => {
  const shown = JSON.stringify(text);
  return shown.length > 50 ? `${shown.slice(0, 40)}… (${text.length})` : shown;
};

/** Cases that differ in one part: pairs of that part and the expected status. */
const casesOf = (
  name: string,
  build: (part: string) => string,
  parts: readonly (readonly [part: string, status: number, code?: string])[],
): RawCase[] =>
  parts.map(([part, status, code = CODES[status]]) => ({
    name: `${name} ${quote(part)}`,
    bytes: build(part),
    status,
    code,
  }));

const each = (status: number, ...parts: string[]): [string, number][] =>
  parts.map((part) => [part, status]);

// Every other method is a 404, because routes are found by method and path.
const METHODS = [
  ...['POST', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND', 'MKCOL', 'QUERY', 'M-SEARCH'],
  ...[
    'SOURCE',
    'LINK',
    'FOO',
    'FOO-BAR',
    'get',
    'Put',
    'G3T',
    'FLUSH',
    'PLAY',
    'PRI',
    "X!#$%&'*+.^_`|~",
  ],
];

const methods: RawCase[] = [
  ...['/v1/status', '/v1/employees/sync', '/healthz'].flatMap((path) =>
    casesOf(
      `for ${path} the method`,
      (method) => `${method} ${path} HTTP/1.1\r\n${HOST}KEY${CLOSE}\r\n`,
      each(404, ...METHODS),
    ),
  ),
  ...casesOf('the method', (method) => `${method} /v1/status HTTP/1.1\r\n${HOST}KEY${CLOSE}\r\n`, [
    ['GET', 200],
    ['PUT', 404],
    ...each(400, 'G\u00c9T', 'G(T', 'GET\x00', '"GET"', 'GET:'),
  ]),
];

const versions = casesOf('the request line', (line) => `${line}\r\n${HOST}${CLOSE}\r\n`, [
  ...each(200, 'GET /healthz HTTP/1.1', 'GET /healthz HTTP/1.0', '\r\n\r\nGET /healthz HTTP/1.1'),
  ...each(
    400,
    ...['GET /healthz HTTP/0.9', 'GET /healthz HTTP/1.2', 'GET /healthz HTTP/1.10'],
    ...['GET /healthz HTTP/2.0', 'GET /healthz HTTP/3.0', 'GET /healthz http/1.1'],
    ...['GET /healthz HTTP/1', 'GET /healthz HTTP/11', 'GET /healthz HTTP/1.1x'],
    ...['GET /healthz HTTP/1.1 ', 'GET /healthz HTTP /1.1', 'GET /healthz HTP/1.1'],
    ...['GET /healthz ICE/1.0', 'GET /healthz', 'GET', 'PRI * HTTP/2.0', ' GET /healthz HTTP/1.1'],
    ...[
      'GET\t/healthz\tHTTP/1.1',
      'GET HTTP/1.1',
      'GET / healthz HTTP/1.1',
      'GET healthz HTTP/1.1',
    ],
  ),
]);

const headers = casesOf('the header', (header) => `${READ}${HOST}KEY${CLOSE}${header}\r\n\r\n`, [
  ...each(
    200,
    ...['__proto__: x', '__proto__: x\r\n__proto__: y', 'constructor: x', 'prototype: x'],
    ...['toString: x', 'hasOwnProperty: x', 'A:', 'A: \xff\xfe', `A: ${'x'.repeat(15_000)}`],
    Array.from({ length: 1_200 }, (_, i) => `a${i}: b`).join('\r\n'),
  ),
  ...each(
    400,
    ...['A b: c', 'A : b', ': x', 'A\x00: b', '\u00c9: b', 'A(: b', '"A": b', 'A', 'A: b\rc'],
    ...['A: b\x00c', 'A: \x01', 'A: \x7f', 'A: b\r\n\tc', 'A: b\nB: c', 'A: b\n'],
  ),
  ...each(
    431,
    `A: ${'x'.repeat(17_000)}`,
    `${'x'.repeat(17_000)}: a`,
    Array.from({ length: 3_000 }, (_, i) => `a${i}: b`).join('\r\n'),
  ),
]);

const hosts = casesOf('the host', (host) => `GET /healthz HTTP/1.1\r\n${host}${CLOSE}\r\n`, [
  ...each(
    200,
    ...['Host: a\r\n', 'Host:\r\n', 'Host: [::1]:80\r\n', 'Host: a_b:1\r\n', 'HOST:\ta\r\n'],
  ),
  ...each(
    400,
    ...['', 'Host: a\r\nHost: a\r\n', 'host: a\r\nHOST: b\r\n', 'Host: a, b\r\n', 'Host: a b\r\n'],
    ...['Host: a/b\r\n', 'Host: u@a\r\n', 'Host: a?b\r\n', 'Host: a#b\r\n', 'Host: a\\b\r\n'],
    ...['Host: http://a\r\n', 'Host: [::1\r\n', 'Host: a:65536\r\n', 'Host: a:-1\r\n'],
    ...['Host: a:x\r\n', 'Host: :80\r\n', 'Host: <a>\r\n', 'Host: a%00\r\n', 'Host: 1.2.3.256\r\n'],
  ),
]);

// 5 bytes follow; a parser that read another length would find a request in them.
const LENGTHS = [
  ...[
    '',
    '+5',
    '-1',
    '-0',
    '0x5',
    '5,5',
    '5, 6',
    '5 5',
    '1e1',
    '5;',
    '5.0',
    'five',
    '\xef\xbc\x95',
  ],
  ...['18446744073709551616', '99999999999999999999', '5\r\nContent-Length: 5'],
  ...['5\r\nContent-Length: 6', '5\r\nTransfer-Encoding: chunked', '5\r\nTransfer-Encoding: x'],
];

const lengths: RawCase[] = [
  ...casesOf(
    'for a sync the Content-Length',
    (length) => `${SYNC}${HOST}KEYContent-Length: ${length}\r\n\r\nabcde`,
    each(400, ...LENGTHS),
  ),
  ...casesOf(
    'for a read the Content-Length',
    (length) => `${READ}${HOST}KEY${CLOSE}Content-Length: ${length}\r\n\r\nabcde`,
    [...each(200, '5', '005', ' 5 ', '\t5', '0', '00'), ...each(400, ...LENGTHS)],
  ),
];

const BAD_CHUNKS = [
  ...[
    'g\r\nabc',
    '-1\r\n\r\n',
    '0x5\r\nabcde\r\n0\r\n\r\n',
    '\r\n\r\n',
    ' 5\r\nabcde\r\n0\r\n\r\n',
  ],
  ...['5 \r\nabcde\r\n0\r\n\r\n', '5;\x00\r\nabcde\r\n0\r\n\r\n', '5\nabcde\n0\n\n'],
  ...['FFFFFFFFFFFFFFFFF\r\nabc', '5\r\nabcdef\r\n0\r\n\r\n', '5\r\nabc\r\n0\r\n\r\n'],
  ...['5\r\nabcde0\r\n\r\n', '0\r\nA b: c\r\n\r\n', '0\r\nContent-Length: 5\r\n\r\n'],
  '0\r\nTransfer-Encoding: chunked\r\n\r\n',
];

const chunks: RawCase[] = [
  ...casesOf(
    'for a read the chunks',
    (chunk) => `${READ}${HOST}KEY${CLOSE}Transfer-Encoding: chunked\r\n\r\n${chunk}`,
    [
      ...each(
        200,
        ...['0\r\n\r\n', '5\r\nabcde\r\n0\r\n\r\n', '0005\r\nabcde\r\n0\r\n\r\n'],
        ...['5;a=b\r\nabcde\r\n0\r\n\r\n', '0\r\nA: b\r\n\r\n'],
        '0\r\nAuthorization: Bearer x\r\n\r\n',
      ),
      ...each(400, ...BAD_CHUNKS),
      [`5;${'x'.repeat(17_000)}\r\nabcde\r\n0\r\n\r\n`, 413],
      [`0\r\nA: ${'x'.repeat(17_000)}\r\n\r\n`, 431],
    ],
  ),
  ...casesOf(
    'without a key in the headers, the trailer',
    (trailer) => `${READ}${HOST}${CLOSE}Transfer-Encoding: chunked\r\n\r\n0\r\n${trailer}\r\n`,
    [['KEY', 401]],
  ),
];

const transfers: RawCase[] = [
  ...casesOf(
    'for a read the transfer encoding',
    (coding) => `${READ}${HOST}KEY${CLOSE}Transfer-Encoding: ${coding}\r\n\r\n0\r\n\r\n`,
    [
      ...each(200, 'chunked', 'CHUNKED', 'gzip, chunked'),
      ...each(
        400,
        ...['', 'identity', 'cow', 'chunked, gzip', 'chunked, chunked', 'x chunked', 'chunkedx'],
        ...['xchunked', '\x0bchunked', '"chunked"', 'chunked;q=1', 'chunked,'],
        'chunked\r\nTransfer-Encoding: identity',
      ),
    ],
  ),
  ...casesOf(
    'for a sync the transfer encoding',
    (coding) => `${SYNC}${HOST}KEYTransfer-Encoding: ${coding}\r\n\r\n0\r\n\r\n`,
    each(411, 'chunked', 'CHUNKED', 'identity', 'cow', 'gzip', 'gzip, chunked', '"chunked"'),
  ),
  ...casesOf(
    'in HTTP/1.0 the transfer encoding',
    (coding) =>
      `GET /healthz HTTP/1.0\r\nConnection: keep-alive\r\nTransfer-Encoding: ${coding}\r\n\r\n0\r\n\r\n`,
    each(400, 'chunked', 'identity', 'gzip, chunked'),
  ),
];

const expectations: RawCase[] = [
  ...casesOf('the expectation', (expect) => `${READ}${HOST}KEY${CLOSE}Expect: ${expect}\r\n\r\n`, [
    ...each(200, '100-continue', '100-CONTINUE', ' 100-continue '),
    ...each(417, '', '200-ok', '100-continued', '100 continue', 'x'),
  ]),
  ...casesOf(
    'with 100-continue before a body that is rejected, the Content-Length',
    (length) => `${SYNC}${HOST}KEYExpect: 100-continue\r\n${length}\r\n`,
    [
      ['Content-Length: 16777217\r\n', 413],
      ['Content-Length: 999999999999999\r\n', 413],
      ['Transfer-Encoding: chunked\r\n', 411],
      ['Content-Length: 5\r\nContent-Encoding: gzip\r\n', 415],
    ],
  ),
];

// Spellings of a protected path without a key: always 401, 404 or 400.
const PROTECTED = [
  ...['/v1/status', '/v1/status?', '/v1/status?x=%ff', '/v1/status#x', '/v1/./status'],
  ...[
    '/%761/status',
    '/v1/stat%75s',
    '/%76%31/%73%74%61%74%75%73',
    '/v1/x/../status',
    '/v1\\status',
  ],
  ...['/v1/x/%2e%2e/status', '/v1/x/.%2e/status', '/v1/x/%2E./status', '/../../v1/status'],
  ...['/healthz/../v1/status', '/readyz/%2e%2e/v1/status', '/openapi.json/../v1/status'],
  ...['/v1/employees/%71', '/v1/employees/%2e%2e%2fstatus', '/v1/employees/__proto__'],
  ...['/v1/employees/healthz', '/v1/employees/..%5c..%5chealthz', '/v1/employees/%00'],
  ...['http://b/v1/status', 'https://b/v1/status', 'ftp://b/v1/status', 'http://u:p@b/v1/status'],
  ...['HTTP://B/v1/x/../status', '/v1/status?access_token=x&key=y', '/v1/status?_method=GET'],
];

const ABSENT = [
  ...[
    '//',
    '/v1',
    '/v1/',
    '/v1/status/',
    '/v1/status/?x=1',
    '/V1/status',
    '/v1/Status',
    '//v1/status',
    '///v1/status',
  ],
  ...[
    '/v1//status',
    '/v1/status//',
    '/v1/status;x=1',
    '/v1/status%00',
    '/v1/status%20',
    '/v1/status.',
  ],
  ...[
    '/v1%2fstatus',
    '/v1%5cstatus',
    '/%25761/status',
    '/v1/%2573tatus',
    '/v1/__proto__',
    '/__proto__',
  ],
  ...['/constructor', '/v1/:id', '/v1/{id}', '/**', '/v1/*', '/v1/"', '/v1/<>', '/v1/employees/..'],
  ...['http:///v1/status', '/etc/passwd', '*'],
  ...['/../../etc/passwd', '/v1/employees/a/stats/b', '/v1/q', '/.env', '/metrics/../v1/q'],
];

const UNREADABLE = [
  ...[
    '/v1/%',
    '/v1/%7',
    '/v1/%zz',
    '/v1/%ff',
    '/v1/%c3%28',
    '/v1/%ed%a0%80',
    '/v1/\xff',
    '/v1/\xc3',
  ],
  ...[
    '?',
    '?x',
    'healthz',
    'a:1',
    'mailto:a',
    'javascript:alert(1)',
    '/\t',
    '/v1/\x7f',
    '/v1/\x00',
  ],
  ...['.', '..', '#', '\\v1\\status', 'http://', 'http://b:99999/v1/status'],
];

const targets: RawCase[] = [
  ...casesOf('without a key', (target) => `GET ${target} HTTP/1.1\r\n${HOST}${CLOSE}\r\n`, [
    ...each(401, ...PROTECTED),
    ...each(404, ...ABSENT),
    ...each(400, ...UNREADABLE),
  ]),
  ...casesOf('with a key', (target) => `GET ${target} HTTP/1.1\r\n${HOST}KEY${CLOSE}\r\n`, [
    ...each(200, '/%761/status', '/healthz/../v1/status', 'http://b/v1/status', '/v1/stat%75s'),
    ['/v1/employees/%71', 400, 'validation_failed'],
    ['/v1/employees/%2e%2e%2fstatus', 400, 'validation_failed'],
    ['/v1/employees?limit=1&limit=2', 400, 'validation_failed'],
    ['/v1/employees?__proto__=1&constructor=1', 200],
    [`/v1/employees/${'a'.repeat(8_000)}`, 400, 'validation_failed'],
    [`/v1/status?${'a&'.repeat(7_000)}`, 200],
    [`/v1/status?${'a'.repeat(17_000)}`, 431],
  ]),
  ...casesOf(
    'the target of CONNECT',
    (target) => `CONNECT ${target} HTTP/1.1\r\n${HOST}\r\n`,
    each(404, 'b:443', '127.0.0.1:22', '/v1/status', 'http://b'),
  ),
];

const authorizations: RawCase[] = [
  ...casesOf('the authorization', (header) => `${READ}${HOST}${header}\r\n${CLOSE}\r\n`, [
    ...each(
      401,
      ...['Authorization:', 'Authorization: Bearer', 'Authorization: Basic dTpw', 'X: y'],
      ...['Authorization: Bearer x', 'Authorization: Bearer \xff', 'Authorization: Token x'],
      `Authorization: Bearer ${'x'.repeat(10_000)}`,
      `Authorization: Bearer svc_live_${'0'.repeat(38)}`,
      'Authorization: Bearer __proto__',
    ),
    ['Authorization: Bearer \x00', 400],
    ['Authorization:\r\n Bearer x', 400],
  ]),
  ...casesOf(
    'with two authorization headers, the second',
    (second) => `${READ}${HOST}KEY${second}${CLOSE}\r\n`,
    [
      ['', 200],
      ...each(
        401,
        'KEY',
        'Authorization: Bearer x\r\n',
        'authorization:\r\n',
        'AUTHORIZATION: a\r\n',
      ),
    ],
  ),
  ...casesOf('with the key in', (header) => `${READ}${HOST}${header}${CLOSE}\r\n`, [
    ...each(401, 'Proxy-KEY', 'X-KEY', 'Cookie: KEY', 'X-Forwarded-KEY'),
  ]),
];

const encodings = casesOf(
  'the content encoding',
  (coding) => `${SYNC}${HOST}KEY${CLOSE}Content-Length: 2\r\nContent-Encoding: ${coding}\r\n\r\n{}`,
  each(415, 'gzip', 'br', 'deflate', 'zstd', 'gzip, identity', 'identity, gzip', '', 'x'),
);

/** Every case of the table, each for its own connection. */
export const RAW_CASES: readonly RawCase[] = [
  ...methods,
  ...versions,
  ...headers,
  ...hosts,
  ...lengths,
  ...chunks,
  ...transfers,
  ...expectations,
  ...targets,
  ...authorizations,
  ...encodings,
];
