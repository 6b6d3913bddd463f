import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { EngagedClient } from '../../src/client/client.ts';
import { createWall } from '../../src/service/boards/walls.ts';
import { makeCertificate, NO_OPENSSL } from '../cli/certificates.ts';
import { NO_HAPROXY, startHaproxy } from '../cli/haproxy.ts';
import { assertRefused } from '../http/assert-error.ts';
import { startTestService } from '../http/harness.ts';
import { addPerson } from '../http/requests.ts';
import { freePort } from '../store/postgres-process.ts';
import { tempFolder } from '../store/temp-files.ts';
import { until } from '../until.ts';
import { NO_BROWSER, openContext, openPage } from './browser.ts';
import { formsOf } from './forms.ts';
import { startOidc } from './oidc-service.ts';
import { PASSWORD, startPortal } from './portal-service.ts';

/** What a proxy does with the path under which it publishes the service. */
const PROXIES = {
  keeps: '',
  strips: '  http-request replace-path /engaged(?:/)?(.*) /\\1',
};

/** A service at `https://localhost:PORT/engaged`, and a way to ask it there. */
async function publish(t: TestContext, proxy: keyof typeof PROXIES) {
  const port = await freePort();
  const address = `https://localhost:${port}/engaged`;
  const service = await startPortal(t, { publicUrl: address, trustedProxies: ['127.0.0.1'] });
  const { cert, key } = makeCertificate(tempFolder(t), 'localhost');
  const pem = join(tempFolder(t), 'site.pem');
  writeFileSync(pem, readFileSync(cert, 'utf8') + readFileSync(key, 'utf8'));
  startHaproxy(
    t,
    `defaults
  mode http
  timeout connect 1m
  timeout client 10m
  timeout server 10m
  option forwardfor
frontend site
  bind 127.0.0.1:${port} ssl crt ${pem}
  http-request set-header X-Forwarded-Proto https
  use_backend engaged if { path /engaged } || { path_beg /engaged/ }
backend engaged
${PROXIES[proxy]}
  server one 127.0.0.1:${service.port}
`,
  );
  const ca = readFileSync(cert);
  const ask = async (
    method: string,
    path: string,
    { headers = {}, body }: { headers?: Record<string, string>; body?: string } = {},
  ) => {
    const to = { host: 'localhost', family: 4, port, method, path };
    const sent = request({ ...to, ca, agent: false, headers });
    sent.end(body);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const {
      location = '',
      'set-cookie': cookies = [],
      'content-type': type = '',
    } = response.headers;
    return {
      status: response.statusCode ?? 0,
      location,
      cookies,
      type,
      text: await text(response),
    };
  };
  await until(async () =>
    ask('GET', '/').then(
      () => true,
      () => false,
    ),
  );
  return { service, address, ask };
}

/** Where a page leads: its links and files, or its forms. */
const leadsOf = (page: string, attributes = 'href|src'): string[] => [
  ...new Set(
    [...page.matchAll(new RegExp(` (?:${attributes})="([^"]*)"`, 'g'))].map(([, to = '']) =>
      to.replaceAll('&amp;', '&'),
    ),
  ),
];

for (const proxy of ['keeps', 'strips'] as const) {
  test(`behind a proxy that ${proxy} the path under which it publishes the service, everything is below that path`, {
    skip: NO_HAPROXY || NO_OPENSSL,
  }, async (t) => {
    const { service, address, ask } = await publish(t, proxy);
    service.write((write) => addPerson(write, 'ann'));
    const link = `/engaged${service.link({ email: 'ada@acme.example' })}`;
    const [form] = formsOf((await ask('GET', link)).text);
    assert.equal(form?.action, link);
    const fields = new URLSearchParams({
      ...Object.fromEntries(form?.fields ?? []),
      password: PASSWORD,
      again: PASSWORD,
    });
    const post = {
      'Content-Type': 'application/x-www-form-urlencoded',
      'Sec-Fetch-Site': 'same-origin',
    };
    const signedIn = await ask('POST', link, { headers: post, body: String(fields) });
    assert.deepEqual([signedIn.status, signedIn.location], [303, '/engaged/portal']);
    const session = signedIn.cookies.find((cookie) => cookie.startsWith('__Secure-engaged=')) ?? '';
    assert.match(
      session,
      /^__Secure-engaged=[\w-]{43}; Max-Age=28800; Path=\/engaged; HttpOnly; SameSite=Lax; Secure$/,
    );
    const Cookie = session.split(';')[0] ?? '';

    const seen = new Set([
      '/engaged/portal',
      '/engaged/portal/nothing',
      '/engaged/',
      '/engaged/docs',
    ]);
    const files: string[] = [];
    for (const path of seen) {
      const { status, type, location, text } = await ask('GET', path, { headers: { Cookie } });
      assert.ok(status === 200 || status === 303 || path.endsWith('nothing'), `${path}: ${status}`);
      assert.match(location || '/engaged/', /^\/engaged\//, path);
      if (!type.startsWith('text/html')) files.push(path);
      else {
        for (const to of leadsOf(text, 'action|formaction')) assert.match(to, /^\/engaged\/portal/);
        for (const to of leadsOf(text)) {
          assert.match(to, /^(?:#|\?|https:|otpauth:|\/engaged(?:\/|$))/, path);
          const [page = ''] = to.split(/[?#]/);
          if (page.startsWith('/engaged/') && !page.endsWith('/backup')) seen.add(page);
        }
      }
    }
    assert.ok(seen.size > 40, `${seen.size} pages`);
    for (const type of ['css', 'js', 'csv', 'json']) {
      assert.ok(
        files.some((file) => file.endsWith(type)),
        `${type} of ${files}`,
      );
    }

    const { token } = service.write(
      (write) => createWall(write, { period: 'this_month', rows: 10 }),
      service.clock.now,
    );
    const wall = await ask('GET', `/engaged/wall/${token}`);
    assert.equal(wall.status, 200);
    for (const to of leadsOf(wall.text)) assert.match(to, /^\/engaged\/portal\/assets\//);
    assert.deepEqual(JSON.parse((await ask('GET', '/engaged/openapi.json')).text).servers, [
      { url: '/engaged', description: 'The service that serves this description.' },
    ]);

    const client = new EngagedClient({
      baseUrl: address,
      key: service.liveKey,
      fetch: async (url, init) => {
        const { pathname, search } = new URL(String(url));
        const headers = Object.fromEntries(new Headers(init?.headers));
        const { status, text } = await ask(init?.method ?? 'GET', pathname + search, { headers });
        return new Response(text, { status });
      },
    });
    assert.equal((await client.status()).mode, 'live');
    const signedOut = await ask('POST', '/engaged/portal/sign-out', {
      headers: { ...post, Cookie },
    });
    assert.equal(signedOut.location, '/engaged/portal/sign-in');
    assert.ok(
      signedOut.cookies.includes(
        '__Secure-engaged=; Max-Age=0; Path=/engaged; HttpOnly; SameSite=Lax; Secure',
      ),
    );
  });
}

test('a browser signs in, follows links and signs out where a proxy publishes the service under a path', {
  skip: NO_HAPROXY || NO_OPENSSL || NO_BROWSER,
}, async (t) => {
  const { service, address } = await publish(t, 'strips');
  const context = await openContext(t, { ignoreHTTPSErrors: true });
  const page = await openPage(context, address);
  await page.goto(`${address}${service.link({ email: 'ada@acme.example' })}`);
  await page.getByLabel('New password').fill(PASSWORD);
  await page.getByLabel('The same again').fill(PASSWORD);
  await page.getByRole('button').first().click();
  await page.getByRole('link', { name: 'People' }).first().click();
  await page.waitForURL(`${address}/portal/people`);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL(`${address}/portal/sign-in`);
  assert.deepEqual(page.faults, []);
});

test('an OpenID provider sends people back to the path of the service', async (t) => {
  const { signIn } = await startOidc(t, { basePath: '/engaged' });
  const { status, url } = await signIn();
  assert.deepEqual([status, new URL(url).pathname], [200, '/engaged/portal/me']);
});

test('a path counts once, in either spelling of a target, and only as a whole name', async (t) => {
  const service = await startTestService(t, { publicUrl: 'https://acme.example/hr/engaged' });
  const { port } = service;
  for (const path of ['', '/hr/engaged', `http://localhost:${port}/hr/engaged`]) {
    assert.equal((await service.request('GET', `${path}/healthz`)).status, 200, path);
    assert.equal(
      (await service.request('GET', `${path}/v1/status?x`, { key: service.liveKey })).status,
      200,
    );
  }
  for (const path of ['/hr/engaged', '/hr/engaged?x']) {
    assert.match((await service.request('GET', path)).text, / href="\/hr\/engaged\/portal"/);
  }
  for (const path of ['/hr/engaged2/healthz', '/hr/healthz', '/hr/engaged/hr/engaged/healthz']) {
    assertRefused(await service.request('GET', path), 404, 'not_found');
  }
});
