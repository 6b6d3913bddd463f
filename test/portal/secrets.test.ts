import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { test } from 'node:test';
import { toBase32 } from '../../src/domain/totp.ts';
import { switchOn } from './authenticator.ts';
import { formsOf } from './forms.ts';
import { type Browser, type PortalService, startPortal } from './portal-service.ts';

const PASSWORD = 'plums & 12 tractors/violets = ünique';
const NEW_PASSWORD = 'another + 99 tractors/violets = ünique';

/** A secret as it may stand anywhere. */
const spellings = (secret: string): string[] => [
  ...new Set([
    secret,
    encodeURIComponent(secret),
    new URLSearchParams({ '': secret }).toString().slice(1),
    JSON.stringify(secret).slice(1, -1),
    Buffer.from(secret).toString('base64').replace(/=+$/, ''),
    Buffer.from(secret).toString('base64url'),
    Buffer.from(secret).toString('hex'),
  ]),
];

const cookieOf = ({ cookie }: Browser) => cookie.replace(/^[^=]*=/, '');

/** Sends a form of a page as it is, with what somebody writes into it, and returns the next page. */
async function send(browser: Browser, page: string, action: RegExp, fields = {}) {
  const form = formsOf((await browser.get(page)).text).find((one) => action.test(one.action));
  assert.ok(form, `${page} ${action}`);
  const sent = { ...Object.fromEntries(form.fields), ...fields };
  const { status, headers, text } = await browser.post(form.action, sent);
  assert.equal(status, 303, `${page} ${text}`);
  return (await browser.get(headers.location ?? '')).text;
}

/** What a pattern finds in a page that shows a secret once. */
function shownIn(text: string, pattern: RegExp): string[] {
  const found = text.match(pattern) ?? [];
  assert.ok(found.length > 0, String(pattern));
  return [...new Set(found)];
}

/** Goes through everything that has secrets, and returns them by what they are. */
async function useEverything(service: PortalService): Promise<Record<string, string[]>> {
  const path = service.link({ email: 'owner@acme.example' });
  const owner = service.browser();
  await owner.get(path);
  assert.equal((await owner.post(path, { password: PASSWORD, again: PASSWORD })).status, 303);
  const sessions = [cookieOf(owner)];
  await owner.post('/portal/sign-out');
  const fields = { email: 'owner@acme.example', password: PASSWORD };
  for (const wrong of [
    { ...fields, email: PASSWORD },
    { ...fields, password: `${PASSWORD}x` },
    { [PASSWORD]: PASSWORD },
  ]) {
    assert.equal((await service.browser().post('/portal/sign-in', wrong)).status, 400);
  }
  assert.equal((await owner.post('/portal/sign-in', fields)).status, 303);
  sessions.push(cookieOf(owner));
  const changed = { current: PASSWORD, password: NEW_PASSWORD, again: NEW_PASSWORD };
  await send(owner, '/portal/account', /password$/, changed);
  sessions.push(cookieOf(owner));
  const keys = shownIn(
    await send(owner, '/portal/keys/new', /new$/, { name: 'intranet', scope: 'employees:read' }),
    /svc_live_\w+/g,
  ).filter((key) => key.length > 30);
  const list = (await owner.get('/portal/keys')).text;
  let keyPage = '';
  for (const path of shownIn(list, /\/portal\/keys\/[0-9a-f-]{36}/g)) {
    if ((await owner.get(path)).text.includes('<bdi>intranet</bdi>')) keyPage = path;
  }
  keys.push(...shownIn(await send(owner, keyPage, /rotate$/), /svc_live_\w{30,}/g));
  const webhookPage = await send(owner, '/portal/webhooks/new', /new$/, {
    url: 'https://hooks.acme.example/x',
  });
  const webhookSecrets = shownIn(webhookPage, /whsec_[\w+/=]+/g);
  const [webhook = ''] = shownIn(webhookPage, /\/portal\/webhooks\/[0-9a-f-]{36}/g);
  webhookSecrets.push(...shownIn(await send(owner, webhook, /rotate$/), /whsec_[\w+/=]+/g));
  const walls = shownIn(await send(owner, '/portal/walls', /walls$/), /\/wall\/[\w-]{22}/g);
  for (const wall of walls) {
    for (const way of ['', '?x=1', '/more', '%2e']) await service.browser().get(wall + way);
  }
  const invited = await send(owner, '/portal/accounts', /accounts$/, {
    ...{ email: 'new@acme.example', role: 'viewer' },
  });
  const links = [path, ...shownIn(invited, /\/portal\/link\/[\w-]{22}/g)];
  for (const link of links) {
    for (const way of ['', '?x=1', '/more', '%2e']) await service.browser().get(link + way);
    await service.browser().post(link, { password: 'short', again: 'other' });
    await service.request('DELETE', link, { headers: { Referer: `http://x${link}` } });
  }
  const { secret, recoveryCodes: recovery } = await switchOn(service, owner);
  const totp = toBase32(secret);
  const again = service.browser();
  await again.post('/portal/sign-in', { ...fields, password: NEW_PASSWORD });
  const [used = ''] = recovery;
  await again.post('/portal/sign-in/code', { code: 'AAAA-BBBB' });
  const signedIn = await again.post('/portal/sign-in/code', { code: used });
  assert.equal(signedIn.status, 303);
  sessions.push(cookieOf(again));
  for (const key of keys) {
    await service.request('GET', '/v1/status', { key });
    await service.request('GET', `/v1/employees?cursor=${key}`, { key });
    await service.request('GET', `/v1/${key}`, { key: `${key}x` });
  }
  return {
    ...{ session: sessions, password: [PASSWORD, NEW_PASSWORD], key: keys },
    ...{ 'secret of a webhook': webhookSecrets.map((one) => one.slice(6)) },
    link: [...links, ...walls].map((one) => one.slice(one.lastIndexOf('/') + 1)),
    ...{ 'secret of an app': [totp], 'recovery code': recovery, code: [used] },
  };
}

/** What signs and what codes are made from must be kept. */
const KEPT = ['secret of a webhook', 'secret of an app'];

test('no secret is in the log, the audit log, an event, a later page or, but for two, the data file', async (t) => {
  const service = await startPortal(t);
  const secrets = await useEverything(service);
  assert.deepEqual(
    Object.entries(secrets).map(([what, all]) => [what, all.length]),
    [
      ['session', 4],
      ['password', 2],
      ['key', 2],
      ['secret of a webhook', 2],
      ['link', 3],
      ['secret of an app', 1],
      ['recovery code', 10],
      ['code', 1],
    ],
  );
  const viewer = service.signedIn('owner', { email: 'later@acme.example' });
  const paths = [
    '',
    '/audit',
    '/audit.csv',
    '/accounts',
    '/keys',
    '/webhooks',
    '/walls',
    '/health',
  ];
  const pages = [];
  for (const path of paths) pages.push((await viewer.get(`/portal${path}`)).text);
  const errors = [];
  for (const secret of Object.values(secrets).flat()) {
    const text = encodeURIComponent(secret);
    errors.push((await service.browser().get(`/portal/${text}`)).text);
    errors.push((await viewer.get(`/portal/people/${text}`)).text);
    errors.push(
      (await service.request('GET', `/v1/employees/${text}`, { key: service.liveKey })).text,
    );
  }
  const events = await service.request('GET', '/v1/events?after=0', { key: service.liveKey });
  const folder = dirname(service.file);
  const places = {
    log: service.log.join(''),
    events: events.text,
    pages: pages.join(''),
    'pages of errors': errors.join(''),
    'data file': readdirSync(folder)
      .map((name) => readFileSync(`${folder}/${name}`).toString('latin1'))
      .join(''),
  };
  const found: string[] = [];
  for (const [what, all] of Object.entries(secrets)) {
    for (const secret of all.flatMap(spellings)) {
      for (const [place, text] of Object.entries(places)) {
        if (place === 'data file' && KEPT.includes(what)) continue;
        const isThere = text.toLowerCase().includes(secret.toLowerCase());
        if (isThere) found.push(`${what} in ${place}`);
      }
    }
  }
  assert.deepEqual(found, []);
  assert.ok(places.log.includes('/portal/link/:secret') || places.log.includes('/portal/sign-in'));
});
