import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Form } from '../../src/portal/forms/form.ts';
import { isLines } from '../../src/portal/forms/kinds.ts';
import { MAX_FIELDS } from '../../src/portal/request/read-form.ts';
import { ACTIONS, OPEN_ACTIONS } from '../../src/portal/routes.ts';
import { fillCompany, pathsOf } from './company-content.ts';
import { formsOf } from './forms.ts';
import { type Browser, type PortalService, startPortal, textOf } from './portal-service.ts';
import { peopleFile, upload } from './roster-upload.ts';

/** Sends fields that may repeat. */
const send = (service: PortalService, { cookie }: Browser, path: string, body: string) =>
  service.request('POST', path, {
    headers: {
      ...(cookie !== '' && { Cookie: cookie }),
      'Content-Type': 'application/x-www-form-urlencoded',
      'Sec-Fetch-Site': 'same-origin',
    },
    body,
  });

test('a form of more fields than any page has is refused before it is read', async (t) => {
  const service = await startPortal(t);
  const owner = service.signedIn('owner');
  const most = 'a&'.repeat(MAX_FIELDS - 1);
  for (const path of ['/portal/sign-in', '/portal/accounts', '/portal/link/unknown']) {
    const sent = async (body: string) => textOf(await send(service, owner, path, body));
    const refused = await sent(`${most}&`);
    assert.match(refused, /400 The request cannot be read/);
    assert.notEqual(refused, await sent(most));
    assert.equal((await send(service, owner, path, '&'.repeat(100_000))).status, 400);
  }
  const forms = [...ACTIONS, ...OPEN_ACTIONS].map(({ form }) => form);
  const largest = Math.max(...forms.map(sizeOf));
  assert.ok(largest > 200 && largest < MAX_FIELDS / 2, String(largest));
});

/** How many fields a form sends at most, without what it repeats of them. */
const sizeOf = ({ fields }: Form): number =>
  Object.values(fields)
    .map((kind) => (isLines(kind) ? kind.most * Object.keys(kind.parts).length : 1))
    .reduce((sum, one) => sum + one, 0);

test('names that objects have by themselves are fields like any other', async (t) => {
  const service = await startPortal(t);
  const owner = service.signedIn('owner');
  const body = '__proto__=a&constructor=b&__proto__=c&toString';
  const open = await send(service, service.browser(), '/portal/sign-in', body);
  assert.equal(open.status, 400);
  assert.match(textOf(open), /Not signed in\. Fill this in\./);
  const own = await send(service, owner, '/portal/accounts', body);
  assert.equal(own.status, 400);
  assert.match(textOf(own), /Whose account is it\?/);
});

const VALUES = ['NaN', '9'.repeat(20), '__proto__', 'constructor', '\0'];

/** Forms that end what the others need, or wait the longer the more often they are sent. */
const LEFT_OUT = /sign-out|\/password$|\/disable$|\/delete$|\/discard$/;

test('whatever a form sends, the answer is a page and no internal error', async (t) => {
  const service = await startPortal(t);
  const content = fillCompany(service, { now: service.clock.now, people: 20 });
  const owner = service.signedIn('owner');
  const preview = await upload(service, owner, peopleFile([['1', 'Ann']]));
  const tried = new Set<string>();
  const failed: string[] = [];
  for (const path of [...pathsOf(content), preview]) {
    for (const { action, fields } of formsOf((await owner.get(path)).text)) {
      const pattern = action.replace(/[0-9a-f-]{36}|\?.*/g, '');
      if (LEFT_OUT.test(action) || tried.has(pattern)) continue;
      tried.add(pattern);
      for (const name of new Set(fields.map(([field]) => field))) {
        for (const value of VALUES) {
          const others = fields.filter(([field]) => field !== name);
          const body = new URLSearchParams([...others, [name, value]] as [string, string][]);
          const { status } = await send(service, owner, action, body.toString());
          if (status >= 500) failed.push(`${pattern} ${name}=${value}: ${status}`);
        }
      }
    }
  }
  assert.ok(tried.size > 20, [...tried].join(' '));
  assert.deepEqual(failed, []);
});

test('a number that no form offers is refused, also where it repeats what is typed', async (t) => {
  const service = await startPortal(t);
  const content = fillCompany(service, { now: service.clock.now, people: 20 });
  const admin = service.signedIn('admin');
  const [department, into = ''] = content['/departments/:id'] ?? [];
  for (const people of ['NaN', 'Infinity', '1e400']) {
    const fields = { into, people, merge: people };
    assert.equal((await admin.post(`/portal/departments/${department}/merge`, fields)).status, 400);
    assert.equal((await admin.post('/portal/walls', { rows: people })).status, 400);
  }
});

test('what is wrong with a field that a page does not show is said without a link to it', async (t) => {
  const service = await startPortal(t);
  fillCompany(service, { now: service.clock.now, people: 20 });
  // Nobody has so much XP, so that the page asks for no number of people.
  const fields = { xp: '900000000', people: 'many' };
  const refused = await service.signedIn('admin').post('/portal/badges/hands/rule', fields);
  assert.equal(refused.status, 400);
  assert.match(refused.text, /Nothing was changed\.<\/b> A whole number, such as 150\.<\/div>/);
  assert.doesNotMatch(refused.text, /#rule-people/);
});
