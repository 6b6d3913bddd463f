import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MINUTE_MS } from '../../src/domain/duration.ts';
import { createCompany } from '../../src/service/company/companies.ts';
import { writeCompany } from '../../src/service/company/company-write.ts';
import { addEmployee, deactivateEmployee } from '../../src/service/people/employees.ts';
import {
  createAccount,
  listAccounts,
  setAccountDisabled,
  setAccountRole,
  unlinkIdentity,
} from '../../src/service/portal/accounts.ts';
import { accessibilityFaults, NO_BROWSER, openContext } from './browser.ts';
import { CookieJar } from './cookie-jar.ts';
import { ADA, type OidcService, startOidc } from './oidc-service.ts';

import { startPortal } from './portal-service.ts';

const NO_ACCESS =
  'You have no access. If you should have it, ask whoever runs this service in your company.';

const accountsOf = ({ db, companyId }: OidcService) =>
  listAccounts(db, companyId).map(({ email, name, role, state }) => [email, name, role, state]);

const assertRefused = (
  service: OidcService,
  { status, text }: { status: number; text: string },
  reason: string,
) => {
  assert.equal(status, 403);
  assert.ok(text.includes(NO_ACCESS), text);
  assert.deepEqual(service.logged('oidc_').at(-1), {
    level: 'warn',
    event: 'oidc_refused',
    reason,
  });
};

test('somebody signs in through the provider, gets an account with their first sign-in and the name of the provider', async (t) => {
  const service = await startOidc(t);
  const page = await service.browser().get('/portal/sign-in?next=/portal/account');
  assert.match(
    page.text,
    /<a class="btn pri wide" href="\/portal\/oidc\/start\?next=%2Fportal%2Faccount">Sign in with Acme ID<\/a>/,
  );
  const { status, url, text, jar } = await service.signIn({ query: '?next=/portal/account' });
  assert.deepEqual([status, url], [200, `${service.url}/portal/account`]);
  assert.match(text, /Ada Lovelace/);
  assert.deepEqual(accountsOf(service), [[ADA, 'Ada Lovelace', 'none', 'active']]);
  // Only the session is left in the browser.
  assert.deepEqual([...jar.of(service.url).keys()], ['engaged']);
  // The second sign-in finds the identity and changes nothing of the person.
  const revision = () => service.write((write) => write.revision);
  const before = revision();
  service.idp.person = {
    sub: 'ada',
    email: 'new@elsewhere.example',
    email_verified: false,
    name: 'Ada Lovelace',
  };
  assert.equal((await service.signIn()).status, 200);
  assert.equal(revision(), before + 2);
  assert.deepEqual(accountsOf(service), [[ADA, 'Ada Lovelace', 'none', 'active']]);
});

test('the email, name and groups may be in the answer about the user only, and the client may use Basic', async (t) => {
  const service = await startOidc(t, {
    provider: { isShort: true, client: { token_endpoint_auth_method: 'client_secret_basic' } },
  });
  const answer = { issuer: service.idp.issuer };
  service.idp.instead.set('/.well-known/openid-configuration', (_, res) => {
    const at = (path: string) => service.idp.issuer + path;
    res.setHeader('content-type', 'application/json');
    res.end(
      JSON.stringify({
        ...answer,
        authorization_endpoint: at('/auth'),
        token_endpoint: at('/token'),
        userinfo_endpoint: at('/me'),
        jwks_uri: at('/jwks'),
      }),
    );
  });
  assert.equal((await service.signIn()).status, 200);
  assert.ok(service.idp.requests.includes('/me'));
  assert.deepEqual(accountsOf(service), [[ADA, 'Ada Lovelace', 'none', 'active']]);
});

test('an account that has no employee is found by its own address', async (t) => {
  const service = await startOidc(t);
  service.write((write) => createAccount(write, { email: 'it@acme.example', role: 'owner' }));
  service.idp.person = {
    sub: 'it-1',
    email: 'IT@Acme.example',
    email_verified: true,
    name: 'I. T.',
  };
  assert.equal((await service.signIn()).status, 200);
  assert.deepEqual(accountsOf(service), [['it@acme.example', null, 'owner', 'active']]);
});

test('a name that cannot be kept leaves the one on record', async (t) => {
  const service = await startOidc(t);
  for (const name of ['', ' '.repeat(3), 'x'.repeat(256), 'Ada\u0000']) {
    service.idp.person = { sub: 'ada', email: ADA, email_verified: true, name };
    assert.equal((await service.signIn()).status, 200);
  }
  assert.deepEqual(accountsOf(service), [[ADA, 'A. Lovelace', 'none', 'active']]);
});

test('who has no access learns only that', async (t) => {
  const service = await startOidc(t);
  const person = { sub: 'x', name: 'X' };
  for (const [claims, reason] of [
    [{ email: ADA, email_verified: false }, 'email_not_verified'],
    [{ email: ADA }, 'email_not_verified'],
    [{}, 'email_not_verified'],
    [{ email: 'ada@elsewhere.example', email_verified: true }, 'foreign_domain'],
    [{ email: 'ada@sub.acme.example', email_verified: true }, 'foreign_domain'],
    [{ email: 'acme.example', email_verified: true }, 'unknown_person'],
    [{ email: 'nobody@acme.example', email_verified: true }, 'unknown_person'],
  ] as const) {
    service.idp.person = { ...person, ...claims };
    assertRefused(service, await service.signIn(), reason);
  }
  assert.deepEqual(accountsOf(service), []);
});

test('deactivated, erased and disabled people have no access, also those who have signed in before', async (t) => {
  const service = await startOidc(t);
  service.write((write) => deactivateEmployee(write, ADA, 'left'));
  assertRefused(service, await service.signIn(), 'deactivated');
  const bob = { sub: 'bob', email: 'bob@acme.example', email_verified: true };
  service.write((write) => addEmployee(write, { email: bob.email, given_name: 'Bob' }));
  service.idp.person = bob;
  const signedIn = await service.signIn();
  assert.equal(signedIn.status, 200);
  service.write((write) => setAccountDisabled(write, bob.email, true));
  assertRefused(service, await service.signIn(), 'disabled');
  service.write((write) => setAccountDisabled(write, bob.email, false));
  service.write((write) => deactivateEmployee(write, bob.email, 'left'));
  assertRefused(service, await service.signIn(), 'deactivated');
  assert.equal((await signedIn.jar.get(`${service.url}/portal/me`)).status, 303);
});

test('an address that was given to another person opens nothing until the account is unlinked', async (t) => {
  const service = await startOidc(t);
  const first = await service.signIn();
  service.idp.person = { sub: 'another ada', email: ADA, email_verified: true };
  assertRefused(service, await service.signIn(), 'other_identity');
  service.write((write) => unlinkIdentity(write, ADA));
  assert.equal((await first.jar.get(`${service.url}/portal/me`)).status, 303);
  assert.equal((await service.signIn()).status, 200);
});

test('the domain of the email decides to which of several companies somebody signs in', async (t) => {
  const service = await startOidc(t);
  const create = (name: string, domain: string) =>
    createCompany(service.db, {
      ...{ name, ssoDomains: [domain] },
      ...{ now: service.clock.now, actor: 'test' },
    }).company;
  const zeta = create('Zeta', 'zeta.example');
  const add = (companyId: number, email: string) =>
    writeCompany(service.db, { companyId, now: service.clock.now, actor: 'test' }, (write) =>
      addEmployee(write, { email, given_name: 'Zoe' }),
    );
  add(zeta.companyId, 'zoe@zeta.example');
  service.idp.person = { sub: 'zoe', email: 'zoe@zeta.example', email_verified: true };
  const { jar } = await service.signIn();
  assert.match((await jar.get(`${service.url}/portal/account`)).text, /<dd>Zeta<\/dd>/);
  assert.deepEqual(accountsOf(service), []);
  // Two companies with one domain: the person decides, and nobody where both have them.
  const omega = create('Omega', 'acme.example');
  assert.equal((await service.signIn()).status, 200);
  service.idp.person = { sub: 'ada', email: ADA, email_verified: true };
  add(omega.companyId, ADA);
  assertRefused(service, await service.signIn(), 'several_companies');
  assert.deepEqual(accountsOf(service), []);
});

const GROUPS = {
  roleClaim: 'groups',
  roleMap: new Map([
    ['staff', 'viewer'],
    ['bosses', 'manager'],
    ['root', 'owner'],
  ] as const),
};

test('roles come from a claim, the one that gives most, and a change ends the other sessions', async (t) => {
  const service = await startOidc(t, { settings: GROUPS });
  const person = { sub: 'ada', email: ADA, email_verified: true };
  const roleWith = async (groups: unknown) => {
    service.idp.person = { ...person, groups };
    const { jar, status } = await service.signIn();
    assert.equal(status, 200);
    return { jar, role: accountsOf(service)[0]?.[2] };
  };
  const first = await roleWith(['x', 'staff', 'root']);
  assert.equal(first.role, 'owner');
  const same = await roleWith(['root']);
  assert.equal((await first.jar.get(`${service.url}/portal/me`)).status, 200);
  assert.equal((await roleWith('bosses')).role, 'manager');
  for (const { jar } of [first, same]) {
    assert.equal((await jar.get(`${service.url}/portal/me`)).status, 303);
  }
  assert.equal((await roleWith(['staff'])).role, 'viewer');
  for (const groups of [undefined, [], {}, 7, [['staff']], 'x']) {
    assert.equal((await roleWith('root')).role, 'owner');
    assert.equal((await roleWith(groups)).role, 'none', String(groups));
  }
});

test('an account without an employee has no access without a role of its own, and its sessions end', async (t) => {
  const service = await startOidc(t, { settings: GROUPS });
  service.write((write) => createAccount(write, { email: 'it@acme.example', role: 'viewer' }));
  const person = { sub: 'it', email: 'it@acme.example', email_verified: true };
  service.idp.person = { ...person, groups: ['root'] };
  const { jar } = await service.signIn();
  assert.deepEqual(accountsOf(service), [['it@acme.example', null, 'owner', 'active']]);
  service.idp.person = { ...person, groups: ['bosses'] };
  assertRefused(service, await service.signIn(), 'no_role');
  assert.equal((await jar.get(`${service.url}/portal/account`)).status, 303);
});

test('without a role claim roles stay as they are on record', async (t) => {
  const service = await startOidc(t);
  await service.signIn();
  service.write((write) => setAccountRole(write, ADA, 'admin'));
  await service.signIn();
  assert.deepEqual(accountsOf(service), [[ADA, 'Ada Lovelace', 'admin', 'active']]);
});

test('a sign-in leads to pages of the portal only, and begins at the public address and not at another site', async (t) => {
  const service = await startOidc(t);
  for (const [next, to] of [
    ['/portal/account', '/portal/account'],
    ['//evil.example/portal', '/portal/me'],
    ['https://evil.example/portal', '/portal/me'],
    ['/v1/status', '/portal/me'],
  ] as const) {
    const { url } = await service.signIn({ query: `?next=${encodeURIComponent(next)}` });
    assert.equal(url, service.url + to, next);
  }
  const elsewhere = await new CookieJar().get(`${service.url}/portal/oidc/start`, {
    'sec-fetch-site': 'cross-site',
  });
  const form = `${service.url}/portal/sign-in?next=%2Fportal`;
  assert.deepEqual([elsewhere.status, elsewhere.location], [303, form]);
  const other = await new CookieJar().get(`http://localhost:${service.port}/portal/oidc/start`);
  assert.deepEqual([other.status, other.location], [303, form]);
});

test('somebody confirms who they are by signing in again, as the same person', async (t) => {
  const service = await startOidc(t);
  const { jar } = await service.signIn();
  const session = jar.of(service.url).get('engaged');
  // The provider remembers the person, and asks again all the same.
  const before = service.idp.requests.length;
  const asked = await service.signIn({ jar, query: '?confirm&next=/portal/account' });
  assert.deepEqual([asked.status, asked.url], [200, `${service.url}/portal/account`]);
  assert.ok(service.idp.requests.slice(before).some((path) => path.startsWith('/interaction/')));
  assert.notEqual(jar.of(service.url).get('engaged'), session);
  service.write((write) => addEmployee(write, { email: 'bob@acme.example', given_name: 'Bob' }));
  service.idp.person = { sub: 'bob', email: 'bob@acme.example', email_verified: true };
  jar.of(service.idp.issuer).clear();
  assertRefused(service, await service.signIn({ jar, query: '?confirm' }), 'other_person');
  assert.match((await jar.get(`${service.url}/portal/account`)).text, /Ada Lovelace/);
});

test('what needs a confirmation asks the provider, and a sign-in that is remembered there is none', async (t) => {
  const service = await startOidc(t, { settings: GROUPS });
  service.idp.person = { sub: 'ada', email: ADA, email_verified: true, groups: ['root'] };
  service.idp.forge = ({ claims: { auth_time: _, ...claims } }) => ({ claims });
  const { jar } = await service.signIn();
  service.idp.forge = undefined;
  const create = async () => {
    const page = await service
      .browser(`engaged=${jar.of(service.url).get('engaged')}`)
      .post('/portal/keys/new', { name: '' });
    return [
      page.status,
      /<h1>([^<]*)</.exec(page.text)?.[1],
      /href="([^"]*oidc[^"]*)"/.exec(page.text)?.[1],
    ];
  };
  const again = '/portal/oidc/start?confirm&amp;next=%2Fportal%2Fkeys%2Fnew';
  assert.deepEqual(await create(), [200, 'Confirm that it is you', again]);
  const confirmed = await jar.follow(service.url + again.replace('&amp;', '&'));
  assert.deepEqual([confirmed.status, confirmed.url], [200, `${service.url}/portal/keys/new`]);
  const [refused] = await create();
  assert.equal(refused, 400);
  service.clock.now += 10 * MINUTE_MS;
  assert.deepEqual(await create(), [200, 'Confirm that it is you', again]);
});

test('a confirmation needs a sign-in at the provider that is younger than the question', async (t) => {
  const service = await startOidc(t);
  const { jar } = await service.signIn();
  for (const auth_time of [Math.floor(Date.now() / 1_000) - 120, undefined]) {
    service.idp.forge = ({ claims }) => ({ claims: { ...claims, auth_time } });
    const { status } = await service.signIn({ jar, query: '?confirm' });
    assert.equal(status, 403);
  }
  assert.deepEqual(
    service.logged('oidc_').map(({ event, reason }) => [event, reason]),
    [
      ['oidc_failed', 'auth_time'],
      ['oidc_failed', 'oauth_invalid_response'],
    ],
  );
});

test('nothing of a provider is there where none is set up', async (t) => {
  const service = await startPortal(t);
  assert.ok(!(await service.browser().get('/portal/sign-in')).text.includes('/oidc/'));
  for (const path of ['/portal/oidc/start', '/portal/oidc/callback']) {
    assert.equal((await service.browser().get(path)).status, 404);
  }
});

test('a browser signs in through the provider, without JavaScript, too', {
  skip: NO_BROWSER,
}, async (t) => {
  const service = await startOidc(t);
  for (const javaScriptEnabled of [true, false]) {
    const context = await openContext(t, { javaScriptEnabled });
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('console', (message) => faults.push(message.text()));
    await page.goto(`${service.url}/portal/account`);
    if (javaScriptEnabled) assert.deepEqual(await accessibilityFaults(page), []);
    await page.getByRole('link', { name: 'Sign in with Acme ID' }).click();
    await page.waitForURL(`${service.url}/portal/account`);
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
    assert.deepEqual(faults, []);
  }
});
