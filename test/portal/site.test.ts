import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { newId } from '../../src/domain/id.ts';
import { parseTrustedProxies } from '../../src/http/admission/client-address.ts';
import { OPEN_FORM_LIMIT } from '../../src/portal/request/read-form.ts';
import { siteOf } from '../../src/portal/request/site.ts';
import * as companies from '../../src/store/company/companies.ts';
import { type Browser, HTML, PASSWORD, startPortal, textOf } from './portal-service.ts';

const CSP =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

test('every response of the portal carries its security headers, errors and redirects too', async (t) => {
  const service = await startPortal(t);
  const owner = service.signedIn('owner');
  const responses = [
    await service.browser().get('/portal/sign-in'),
    await service.browser().get('/portal'),
    await service.browser().get('/portal/nothing'),
    await service.browser().get('/portal/link/x'),
    await owner.get('/portal/account'),
    await owner.get('/portal/nothing'),
    await owner.post('/portal/account/password', {}, { 'Sec-Fetch-Site': 'cross-site' }),
    await owner.get('/portal/account', { Host: 'engaged.example.com' }),
  ];
  assert.deepEqual(
    responses.map(({ status }) => status),
    [200, 303, 404, 404, 200, 404, 403, 403],
  );
  for (const { headers, text } of responses) {
    assert.equal(headers['content-type'], HTML);
    assert.equal(headers['content-security-policy'], CSP);
    assert.equal(headers['referrer-policy'], 'same-origin');
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.equal(headers['cache-control'], 'no-store');
    assert.doesNotMatch(text, /<style|style="|<script>|\son\w+="|https?:\/\/(?!localhost|engaged)/);
  }
});

test('who is signed in keeps the navigation on an error page, and who is not gets the way to the sign-in', async (t) => {
  const service = await startPortal(t);
  assert.match(textOf(await service.browser().get('/portal/nothing')), /Go to the sign-in/);
  for (const root of ['/portal', '/portal/sandbox']) {
    const page = await service
      .signedIn('owner', { email: `${root.length}@acme.example` })
      .get(`${root}/nothing`);
    assert.equal(page.status, 404);
    assert.match(textOf(page), /Sign out .*Nothing is here .*Go to the start/);
    assert.equal(page.text.includes('<b>Sandbox.</b>'), root.endsWith('sandbox'));
  }
});

test('a page loads one stylesheet, one script and one picture, which browsers may keep', async (t) => {
  const service = await startPortal(t);
  const { text } = await service.browser().get('/portal/sign-in');
  const assets = [...text.matchAll(/(?:href|src)="(\/portal\/assets\/[^"]+)"/g)].map(
    ([, path]) => path ?? '',
  );
  assert.equal(assets.length, 3);
  let bytes = 0;
  for (const path of assets) {
    const { status, headers, text: body } = await service.browser().get(path);
    assert.equal(status, 200);
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.ok(body.length > 0, path);
    bytes += body.length;
  }
  assert.ok(bytes < 52_000, `they have ${bytes} bytes`);
});

test('a change needs a request from a page of the portal', async (t) => {
  const service = await startPortal(t);
  const origin = `http://localhost:${service.port}`;
  for (const [headers, status] of [
    [{ 'Sec-Fetch-Site': 'same-origin' }, 303],
    [{ 'Sec-Fetch-Site': 'none' }, 403],
    [{ 'Sec-Fetch-Site': 'none', Origin: origin }, 303],
    [{ 'Sec-Fetch-Site': 'none', Origin: 'http://evil.example' }, 403],
    [{ 'Sec-Fetch-Site': 'same-site' }, 403],
    [{ 'Sec-Fetch-Site': 'cross-site' }, 403],
    [{ 'Sec-Fetch-Site': 'cross-site', Origin: origin }, 403],
    [{ Origin: origin }, 303],
    [{ Origin: 'http://evil.example' }, 403],
    [{ Origin: 'null' }, 403],
    [{ Origin: `http://localhost:${service.port + 1}` }, 403],
    [{}, 403],
  ] as const) {
    const { cookie } = service.signedIn('owner');
    const { status: got } = await service.request('POST', '/portal/sign-out', {
      headers: { Cookie: cookie, Host: `localhost:${service.port}`, ...headers },
    });
    assert.equal(got, status, JSON.stringify(headers));
    const { status: after } = await service.browser(cookie).get('/portal/account');
    assert.equal(after, status === 303 ? 303 : 200);
  }
});

test('over plain HTTP from another name the portal is closed and says what to do', async (t) => {
  const service = await startPortal(t);
  const { cookie } = service.signedIn('owner');
  const link = service.link({ email: 'ada@acme.example' });
  for (const host of [
    'engaged.example.com',
    '192.0.2.2:8080',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
  ]) {
    const headers = { Host: host };
    const page = await service.browser(cookie).get('/portal/account', headers);
    assert.equal(page.status, 403, host);
    assert.match(textOf(page), /Sign-in needs HTTPS/);
    assert.match(textOf(page), /engaged deploy caddy/);
    const used = await service
      .browser()
      .post(link, { password: PASSWORD, again: PASSWORD }, headers);
    assert.equal(used.status, 403);
    assert.equal(used.headers['set-cookie'], undefined);
  }
  assert.equal((await service.browser().get(link)).status, 200);
});

test('behind a trusted proxy with HTTPS the cookie is bound to the host and to HTTPS', async (t) => {
  const service = await startPortal(t, { trustedProxies: ['127.0.0.1'] });
  const headers = {
    Host: 'engaged.example.com',
    'X-Forwarded-Proto': 'https',
    'X-Forwarded-For': '192.0.2.7',
  };
  const browser = service.browser();
  const link = service.link({ email: 'ada@acme.example' });
  const { status, headers: got } = await browser.post(
    link,
    { password: PASSWORD, again: PASSWORD },
    headers,
  );
  assert.equal(status, 303);
  assert.match(
    got['set-cookie']?.[0] ?? '',
    /^__Host-engaged=[\w-]{43}; Max-Age=28800; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
  );
  assert.equal((await browser.get('/portal/account', headers)).status, 200);
  // What says HTTPS without being trusted counts for nothing.
  const { 'X-Forwarded-Proto': _, ...plain } = headers;
  assert.equal((await browser.get('/portal/account', plain)).status, 403);
});

test('a proxy that is not trusted makes no HTTPS', async (t) => {
  const service = await startPortal(t);
  const headers = { Host: 'engaged.example.com', 'X-Forwarded-Proto': 'https' };
  assert.equal((await service.browser().get('/portal/sign-in', headers)).status, 403);
});

test('with a public URL requests that were forwarded, or name its host, belong to it', async (t) => {
  const service = await startPortal(t, { publicUrl: 'https://engaged.example.com' });
  for (const [email, from] of [
    ['ada@acme.example', { Host: '10.0.0.5:8080', 'X-Forwarded-For': '192.0.2.7' }],
    ['bob@acme.example', { Host: 'Engaged.example.com' }],
  ] as const) {
    const link = service.link({ email });
    const { headers } = await service
      .browser()
      .post(link, { password: PASSWORD, again: PASSWORD }, { ...from });
    assert.match(headers['set-cookie']?.[0] ?? '', /^__Host-engaged=/);
  }
});

test('with a public URL the plain port leads there and has no sign-in', async (t) => {
  const service = await startPortal(t, { publicUrl: 'https://engaged.example.com' });
  for (const Host of ['10.0.0.5:8080', 'engaged.example.com:8080']) {
    const page = await service.browser().get('/portal/sign-in', { Host });
    assert.equal(page.status, 403);
    assert.match(page.text, /href="https:\/\/engaged\.example\.com\/portal"/);
    assert.doesNotMatch(page.text, /<form/);
    assert.equal(page.headers['strict-transport-security'], undefined);
  }
});

test('over HTTPS every response of the portal tells the browser to stay there', async (t) => {
  const service = await startPortal(t, { publicUrl: 'https://engaged.example.com' });
  const headers = { Host: 'engaged.example.com' };
  for (const path of ['/portal', '/portal/sign-in', '/portal/nothing', '/portal/link/x']) {
    const { headers: got } = await service.browser().get(path, headers);
    assert.equal(got['strict-transport-security'], 'max-age=31536000', path);
  }
  const { headers: local } = await service.browser().get('/portal/sign-in');
  assert.equal(local['strict-transport-security'], undefined);
});

test('a company without a sandbox has no pages of one', async (t) => {
  const service = await startPortal(t);
  const { companyId = 0 } = service.db.one(companies.nextId, {}) ?? {};
  service.db.write(() =>
    service.db.run(companies.create, {
      ...{ companyId, id: newId(1), name: 'Zeta', nameKey: 'zeta' },
      ...{ mode: 'live', liveCompanyId: null, now: 1 },
    }),
  );
  const owner = service.signedIn('owner', { companyId });
  for (const path of ['/portal/sandbox', '/portal/sandbox/people']) {
    const page = await owner.get(path);
    assert.equal(page.status, 404, path);
    assert.match(textOf(page), /Zeta .*The company has no sandbox\./);
  }
  assert.equal((await owner.post('/portal/sandbox/people/x/xp')).status, 404);
  assert.equal((await owner.get('/portal/people')).status, 200);
});

test('a form without a session is small, and is not kept where only somebody with a session may send it', async (t) => {
  const service = await startPortal(t);
  const statusOf = async (browser: Browser, path: string, bytes: number) =>
    (await browser.post(path, { a: 'a'.repeat(bytes - 2) })).status;
  const sent = async (browser: Browser) => [
    await statusOf(browser, '/portal/sign-in', OPEN_FORM_LIMIT),
    await statusOf(browser, '/portal/sign-in', OPEN_FORM_LIMIT + 1),
    await statusOf(browser, '/portal/accounts', 100_000),
    await statusOf(browser, '/portal/accounts', 110_000),
  ];
  assert.deepEqual(
    [await sent(service.browser()), await sent(service.signedIn('owner'))],
    [
      [400, 413, 303, 413],
      [400, 400, 400, 413],
    ],
  );
});

test('a form of another content type, and one that is too large, are refused', async (t) => {
  const service = await startPortal(t);
  const owner = service.signedIn('owner');
  const json = await owner.post(
    '/portal/account/password',
    { a: 'b' },
    { 'Content-Type': 'application/json' },
  );
  assert.equal(json.status, 415);
  const large = await owner.post('/portal/account/password', { a: 'b'.repeat(110_000) });
  assert.equal(large.status, 413);
  assert.match(textOf(large), /The form is too large/);
});

test('a method that a page does not have is answered like a page that does not exist', async (t) => {
  const service = await startPortal(t);
  for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
    assert.equal((await service.request(method, '/portal/account')).status, 404);
  }
  assert.equal((await service.request('HEAD', '/portal/sign-in')).status, 200);
  assert.equal((await service.request('GET', '/portal/')).headers.location, '/portal/sign-in');
  assert.equal((await service.request('GET', '/portal/sign-out')).status, 404);
});

test('the address limit of the API counts for the portal, and its refusal is a page', async (t) => {
  const service = await startPortal(t, { ipLimit: 2 });
  const statuses = [];
  for (let at = 0; at < 3; at++) statuses.push(await service.browser().get('/portal/sign-in'));
  assert.deepEqual(
    statuses.map(({ status }) => status),
    [200, 200, 429],
  );
  assert.match(textOf(statuses[2] ?? assert.fail()), /Too many requests/);
});

test('only behind a proxy that is not trusted, or does not name its clients, they cannot be told apart', () => {
  const publicUrl = new URL('https://people.acme.example');
  const proxies = ['192.0.2.1'];
  const host = 'people.acme.example';
  const via = { host, 'x-forwarded-for': '198.51.100.7' };
  const isUnknown = (
    headers: Record<string, string>,
    { trusted = proxies, encrypted = false, remoteAddress = '192.0.2.1' } = {},
  ) =>
    siteOf({ headers, socket: { remoteAddress, encrypted } } as unknown as IncomingMessage, {
      ...{ publicUrl, externalPictures: false },
      trustedProxies: parseTrustedProxies(trusted),
    }).isFromUnknownProxy;
  assert.deepEqual(
    [
      isUnknown(via, { trusted: [] }),
      isUnknown({ host }, { trusted: [] }),
      isUnknown(via, { trusted: ['192.0.2.9'] }),
      isUnknown({ host }),
    ],
    [true, true, true, true],
  );
  assert.deepEqual(
    [
      isUnknown(via),
      // Whoever reaches the service itself cannot hide behind a proxy that there is not.
      isUnknown(via, { trusted: [], encrypted: true, remoteAddress: '198.51.100.9' }),
      isUnknown({ host: 'localhost:8080' }, { remoteAddress: '127.0.0.1' }),
    ],
    [false, false, false],
  );
});
