import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { MINUTE_MS } from '../../src/domain/duration.ts';
import { ProviderUnreachable } from '../../src/portal/sign-in/oidc/bounded-fetch.ts';
import { Provider } from '../../src/portal/sign-in/oidc/provider.ts';
import { addEmployee } from '../../src/service/people/employees.ts';
import { createAccount, listAccounts, unlinkIdentity } from '../../src/service/portal/accounts.ts';
import { CookieJar } from './cookie-jar.ts';
import { CLIENT, type Claims, type Forged } from './identity-provider.ts';
import { type OidcService, startOidc } from './oidc-service.ts';

const NOT_ACCEPTED = 'What the sign-in provider answered cannot be accepted. Sign in again.';
const NO_ANSWER = 'The sign-in provider does not answer as it should.';
const NOT_BEGUN =
  'This sign-in is completed already, took longer than 10 minutes, or began in another browser or tab. Sign in again.';

const CALLBACK = '/portal/oidc/callback';

/** Begins a sign-in and stops before the callback; gives its address. */
async function begin(service: OidcService, jar = new CookieJar()) {
  const { location } = await jar.follow(
    `${service.url}/portal/oidc/start`,
    `${service.url}${CALLBACK}`,
  );
  return { jar, callback: location };
}

const isSignedIn = ({ url }: OidcService, jar: CookieJar) => jar.of(url).has('engaged');

const lastReason = (service: OidcService) => {
  const { event, reason } = service.logged('oidc_').at(-1) ?? {};
  return [event, reason];
};

const seconds = () => Math.floor(Date.now() / 1_000);

const FORGERIES: Record<string, [(token: { header: Claims; claims: Claims }) => Forged, string]> = {
  'another issuer': [({ claims }) => ({ claims: { ...claims, iss: 'http://127.0.0.1:1' } }), 'iss'],
  'another audience': [({ claims }) => ({ claims: { ...claims, aud: 'other' } }), 'aud'],
  'one more audience and no azp': [
    ({ claims }) => ({ claims: { ...claims, aud: [CLIENT.clientId, 'other'] } }),
    'aud',
  ],
  'another azp of several audiences': [
    ({ claims }) => ({ claims: { ...claims, aud: [CLIENT.clientId, 'other'], azp: 'other' } }),
    'azp',
  ],
  'another azp of one audience': [({ claims }) => ({ claims: { ...claims, azp: 'other' } }), 'azp'],
  'another nonce': [({ claims }) => ({ claims: { ...claims, nonce: 'other' } }), 'nonce'],
  'no nonce': [({ claims: { nonce: _, ...claims } }) => ({ claims }), 'oauth_invalid_response'],
  'no subject': [({ claims: { sub: _, ...claims } }) => ({ claims }), 'oauth_invalid_response'],
  'no end': [({ claims: { exp: _, ...claims } }) => ({ claims }), 'oauth_invalid_response'],
  'a past end': [({ claims }) => ({ claims: { ...claims, exp: seconds() - 90 } }), 'exp'],
  'a future beginning': [({ claims }) => ({ claims: { ...claims, nbf: seconds() + 90 } }), 'nbf'],
  'an issue in the future': [
    ({ claims }) => ({ claims: { ...claims, iat: seconds() + 90 } }),
    'iat',
  ],
  'an issue an hour ahead': [
    ({ claims }) => ({ claims: { ...claims, iat: seconds() + 3_600 } }),
    'iat',
  ],
  'no signature': [
    ({ header }) => ({ header: { ...header, alg: 'none' }, signer: 'nobody' }),
    'oauth_invalid_response',
  ],
  'an empty signature': [() => ({ signer: 'nobody' }), 'oauth_invalid_response'],
  'the signature of another key': [() => ({ signer: 'other' }), 'oauth_invalid_response'],
  'a symmetric algorithm': [
    ({ header }) => ({ header: { ...header, alg: 'HS256' } }),
    'oauth_invalid_response',
  ],
  'an unknown key': [
    ({ header }) => ({ header: { ...header, kid: 'unknown' }, signer: 'other' }),
    'oauth_key_selection_failed',
  ],
  'a critical extension': [
    ({ header }) => ({ header: { ...header, crit: ['x'] } }),
    'oauth_unsupported_operation',
  ],
};

test('an id token is refused with', async (t) => {
  const service = await startOidc(t);
  for (const [name, [forge, reason]] of Object.entries(FORGERIES)) {
    await t.test(name, async () => {
      service.idp.forge = forge;
      const { status, text, jar } = await service.signIn();
      assert.equal(status, 403);
      assert.ok(text.includes(NOT_ACCEPTED));
      assert.match(text, /name the request <code>[\w-]+<\/code>/);
      assert.deepEqual(lastReason(service), ['oidc_failed', reason]);
      assert.ok(!isSignedIn(service, jar));
    });
  }
  assert.deepEqual(listAccounts(service.db, service.companyId), []);
  service.idp.forge = () => ({});
  assert.equal((await service.signIn()).status, 200);
});

test('a clock that is a minute off is tolerated, and more is not', async (t) => {
  const service = await startOidc(t);
  const real = service.clock.now;
  for (const [skew, status, reason] of [
    [50_000, 200, undefined],
    [-50_000, 200, undefined],
    // A token of the provider is valid for an hour.
    [65 * MINUTE_MS, 403, 'exp'],
  ] as const) {
    service.clock.now = real + skew;
    assert.equal((await service.signIn()).status, status, String(skew));
    assert.equal(lastReason(service)[1], reason);
  }
});

test('a callback works once, in the browser that began, with its own state', async (t) => {
  const service = await startOidc(t);
  const { jar, callback } = await begin(service);
  const other = await begin(service);
  const foreign = new URL(callback);
  foreign.searchParams.set('state', new URL(other.callback).searchParams.get('state') ?? '');
  const missing = new URL(callback);
  missing.searchParams.delete('state');
  const twice = `${callback}&state=x`;
  const requests = service.idp.requests.length;
  for (const [browser, url] of [
    [new CookieJar(), callback],
    [other.jar, callback],
    [jar, foreign.href],
    [jar, missing.href],
  ] as const) {
    const { status, text } = await browser.get(url);
    assert.equal(status, 403);
    assert.ok(text.includes(NOT_BEGUN), text);
    assert.ok(!isSignedIn(service, browser));
  }
  assert.equal((await jar.get(twice)).status, 403);
  assert.equal(service.idp.requests.length, requests);
  // What others tried took nothing from the one who began, whose cookie a copy does not outlive.
  const again = await begin(service);
  const copy = new Map(again.jar.of(service.url));
  assert.equal((await again.jar.get(again.callback)).status, 303);
  assert.ok(isSignedIn(service, again.jar));
  const replay = new CookieJar();
  for (const [name, value] of copy) replay.of(service.url).set(name, value);
  assert.equal((await replay.get(again.callback)).status, 403);
  assert.ok(!isSignedIn(service, replay));
});

test('somebody who is made to open the callback of another person stays who they are', async (t) => {
  const service = await startOidc(t);
  const victim = (await service.signIn()).jar;
  const session = victim.of(service.url).get('engaged');
  const attacker = await begin(service);
  assert.equal((await victim.get(attacker.callback)).status, 403);
  // Also while they have a sign-in of their own in progress.
  await begin(service, victim);
  assert.equal((await victim.get(attacker.callback)).status, 403);
  assert.equal(victim.of(service.url).get('engaged'), session);
});

test('a session that was planted in a browser ends with the sign-in', async (t) => {
  const service = await startOidc(t);
  const planted = (await service.signIn()).jar;
  const token = planted.of(service.url).get('engaged') ?? '';
  const jar = new CookieJar();
  jar.of(service.url).set('engaged', token);
  await service.signIn({ jar });
  assert.notEqual(jar.of(service.url).get('engaged'), token);
  assert.equal((await planted.get(`${service.url}/portal/me`)).status, 303);
});

test('a sign-in takes at most ten minutes, and ends with the process', async (t) => {
  const service = await startOidc(t);
  const late = await begin(service);
  service.clock.now += 10 * MINUTE_MS;
  assert.equal((await late.jar.get(late.callback)).status, 403);
  service.clock.now -= 10 * MINUTE_MS;
  const changed = await begin(service);
  const cookies = changed.jar.of(service.url);
  const sealed = cookies.get('engaged-sign-in') ?? '';
  const middle = sealed.length / 2;
  const flipped = sealed[middle] === 'A' ? 'B' : 'A';
  cookies.set('engaged-sign-in', sealed.slice(0, middle) + flipped + sealed.slice(middle + 1));
  assert.equal((await changed.jar.get(changed.callback)).status, 403);
  const { jar, callback } = await begin(service);
  await service.restart();
  assert.equal((await jar.get(callback)).status, 403);
});

test('what the provider refuses is a sentence, and nothing that it wrote is shown or logged', async (t) => {
  const service = await startOidc(t);
  service.idp.person = null;
  const cancelled = await service.signIn();
  assert.equal(cancelled.status, 403);
  assert.match(cancelled.text, /The sign-in was cancelled at the provider\./);
  assert.deepEqual(lastReason(service), ['oidc_failed', 'access_denied']);
  service.idp.person = { sub: 'ada', email: 'ada@acme.example', email_verified: true };
  const { jar, callback } = await begin(service);
  const url = new URL(callback);
  url.searchParams.delete('code');
  url.searchParams.set('error', 'Plums <b>1</b>');
  url.searchParams.set('error_description', 'Plums');
  const { text } = await jar.get(url.href);
  assert.ok(text.includes(NOT_ACCEPTED) && !text.includes('Plums'));
  assert.deepEqual(lastReason(service), ['oidc_failed', 'other_error']);
  const wrong = await begin(service);
  const code = new URL(wrong.callback);
  code.searchParams.set('code', 'plums');
  assert.ok((await wrong.jar.get(code.href)).text.includes(NOT_ACCEPTED));
  assert.deepEqual(lastReason(service), ['oidc_failed', 'token_endpoint_invalid_grant']);
  // The answer names its issuer (RFC 9207), so that answers of two providers are not mixed up.
  const mixed = await begin(service);
  const other = new URL(mixed.callback);
  other.searchParams.set('iss', 'https://evil.example');
  assert.ok((await mixed.jar.get(other.href)).text.includes(NOT_ACCEPTED));
  assert.ok(!service.log.join('\n').includes('lums'));
});

test('the log holds no code, token, state or secret', async (t) => {
  const service = await startOidc(t);
  const bodies: string[] = [];
  service.idp.forge = (token) => {
    bodies.push(JSON.stringify(token));
    return { signer: 'other' };
  };
  const { jar, callback } = await begin(service);
  const sealed = jar.of(service.url).get('engaged-sign-in') ?? '';
  await jar.get(callback);
  const { searchParams } = new URL(callback);
  const [{ claims } = { claims: {} as Claims }] = bodies.map((body) => JSON.parse(body));
  const secrets = [
    ...[searchParams.get('code'), searchParams.get('state'), sealed, CLIENT.clientSecret],
    ...[claims.nonce, 'eyJ', 'ada@acme.example'],
  ].filter((text) => typeof text === 'string' && text !== '');
  assert.equal(secrets.length, 7);
  const log = service.log.join('\n');
  assert.match(log, /oidc_failed/);
  for (const secret of secrets) assert.ok(!log.includes(String(secret)), String(secret));
});

test('a verified email with a letter that only looks like one of ASCII is nobody else', async (t) => {
  const service = await startOidc(t);
  service.write((write) => {
    addEmployee(write, { email: 'mike@acme.example' });
    createAccount(write, { email: 'kim@acme.example', role: 'owner' });
  });
  for (const email of ['mi\u212ae@acme.example', '\u212aim@acme.example']) {
    service.idp.person = { sub: email, email, email_verified: true };
    assert.equal((await service.signIn()).status, 403);
    assert.deepEqual(lastReason(service), ['oidc_refused', 'unknown_person']);
  }
  service.idp.person = { sub: 'mike', email: 'MIKE@acme.example', email_verified: true };
  assert.equal((await service.signIn()).status, 200);
});

test('an email counts only with the verification in the same answer', async (t) => {
  // The token lacks the roles, so that the other answer is asked for, too.
  const service = await startOidc(t, {
    settings: { roleClaim: 'groups' },
    provider: { isShort: true },
  });
  service.write((write) => addEmployee(write, { email: 'boss@acme.example' }));
  const verified = { email: 'ada@acme.example', email_verified: true };
  for (const [token, more, expected] of [
    [{ email: 'boss@acme.example' }, verified, 'ada@acme.example'],
    [{ email: 'boss@acme.example', email_verified: false }, verified, 'ada@acme.example'],
    [{ email_verified: true }, { email: 'boss@acme.example' }, 'email_not_verified'],
    [{ xms_edov: true }, { email: 'boss@acme.example' }, 'email_not_verified'],
    [verified, { email: 'boss@acme.example', email_verified: true }, 'ada@acme.example'],
    [
      { email: 'boss@acme.example' },
      { email: 'boss@acme.example', email_verified: false },
      'email_not_verified',
    ],
  ] as const) {
    const sub = `sub-${Math.random()}`;
    service.idp.person = { sub, ...more };
    service.idp.forge = ({ claims }) => ({ claims: { ...claims, ...token } });
    const { status } = await service.signIn();
    const reason = status === 200 ? undefined : lastReason(service)[1];
    const [account] = listAccounts(service.db, service.companyId);
    assert.equal(reason ?? account?.email, expected, JSON.stringify([token, more]));
    if (account) {
      service.write((write) => unlinkIdentity(write, account.email ?? ''));
    }
  }
});

const json = (res: ServerResponse, body: unknown) => {
  res.setHeader('content-type', 'application/json');
  res.end(JSON.stringify(body));
};

test('a provider that is away, redirects, sends too much or nothing of use is a page, and the service goes on', async (t) => {
  const service = await startOidc(t);
  const { idp } = service;
  const description = (await (
    await fetch(`${idp.issuer}/.well-known/openid-configuration`)
  ).json()) as Record<string, unknown>;
  const answers: [string, (res: ServerResponse) => void, 403 | 503, string][] = [
    [
      'a redirect',
      (res) => res.writeHead(302, { Location: '/' }).end(),
      403,
      'oauth_response_is_not_conform',
    ],
    ['an error', (res) => res.writeHead(500).end('broken'), 403, 'oauth_response_is_not_conform'],
    ['too much', (res) => json(res, { plums: 'x'.repeat(600_000) }), 503, 'answer_too_large'],
    [
      'without end',
      (res) => {
        const timer = setInterval(() => res.write('x'.repeat(65_536)), 1);
        res.on('close', () => clearInterval(timer));
      },
      503,
      'answer_too_large',
    ],
    ['no JSON', (res) => res.end('<html>'), 403, 'oauth_response_is_not_json'],
    [
      'half of it',
      (res) => res.writeHead(200, { 'content-length': '100' }).end('{'),
      503,
      'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
    ],
    ['a hang-up', (res) => res.destroy(), 503, 'UND_ERR_SOCKET'],
    [
      'another issuer',
      (res) => json(res, { ...description, issuer: 'https://evil.example' }),
      403,
      'oauth_json_attribute_comparison_failed',
    ],
    [
      'an issuer that is spelt otherwise',
      (res) => json(res, { ...description, issuer: `${idp.issuer}/` }),
      403,
      'issuer',
    ],
    ['no sign-in page', (res) => json(res, { issuer: idp.issuer }), 403, 'authorization_endpoint'],
    [
      'an unsafe sign-in page',
      (res) => json(res, { ...description, authorization_endpoint: 'http://evil.example/auth' }),
      403,
      'authorization_endpoint',
    ],
    [
      'a script for a sign-in page',
      (res) => json(res, { ...description, authorization_endpoint: 'javascript:alert(1)' }),
      403,
      'authorization_endpoint',
    ],
  ];
  for (const [name, respond, status, reason] of answers) {
    idp.instead.set('/.well-known/openid-configuration', (_, res) => respond(res));
    const step = await service.signIn();
    assert.deepEqual(
      [step.status, ...lastReason(service)],
      [status, status === 503 ? 'oidc_unreachable' : 'oidc_failed', reason],
      name,
    );
    assert.ok(step.text.includes(status === 503 ? NO_ANSWER : NOT_ACCEPTED), name);
    // A description that was refused is not kept.
    service.clock.now += 11 * MINUTE_MS;
  }
  service.clock.now = Date.now();
  idp.instead.set('/.well-known/openid-configuration', (_, res) =>
    json(res, { ...description, token_endpoint: 'http://evil.example/token' }),
  );
  assert.equal((await service.signIn()).status, 503);
  assert.deepEqual(lastReason(service), ['oidc_unreachable', 'address_not_safe']);
  idp.instead.clear();
  service.clock.now += 11 * MINUTE_MS;
  await idp.stop();
  const away = await service.signIn();
  assert.deepEqual(
    [away.status, ...lastReason(service)],
    [503, 'oidc_unreachable', 'ECONNREFUSED'],
  );
  assert.equal((await service.browser().get('/portal/sign-in')).status, 200);
});

test('keys are read again when the provider signs with a new one, at most once a minute', async (t) => {
  const service = await startOidc(t);
  const jwks = () => service.idp.requests.filter((path) => path === '/jwks').length;
  for (let times = 0; times < 3; times++) assert.equal((await service.signIn()).status, 200);
  assert.equal(jwks(), 1);
  service.idp.rotateKey();
  assert.equal((await service.signIn()).status, 403);
  assert.deepEqual(lastReason(service), ['oidc_failed', 'oauth_key_selection_failed']);
  assert.equal(jwks(), 1);
  service.clock.now += MINUTE_MS;
  assert.equal((await service.signIn()).status, 200);
  assert.equal(jwks(), 2);
});

test('a provider that does not answer, or not to the end, is given up', async (t) => {
  const { idp, clock } = await startOidc(t);
  const settings = { ...CLIENT, issuer: idp.issuer, name: '', address: '', roleClaim: undefined };
  for (const respond of [
    () => {},
    (res: ServerResponse) => res.writeHead(200, { 'content-type': 'application/json' }).write('{'),
  ]) {
    idp.instead.set('/.well-known/openid-configuration', (_, res) => respond(res));
    const provider = new Provider({ ...settings, roleMap: new Map() }, 50);
    await assert.rejects(provider.check(clock.now), new ProviderUnreachable('timeout'));
  }
});
