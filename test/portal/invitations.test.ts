import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '../../src/domain/duration.ts';
import { listDecisions } from '../../src/service/audit/audit.ts';
import { createDepartment } from '../../src/service/departments/departments.ts';
import {
  addEmployee,
  deactivateEmployee,
  setEmployeeRole,
} from '../../src/service/people/employees.ts';
import type { TestResponse } from '../http/harness.ts';
import { formsOf } from './forms.ts';
import { PASSWORD, type PortalService, startPortal, textOf } from './portal-service.ts';

async function withPeople(t: Parameters<typeof startPortal>[0]) {
  const service = await startPortal(t);
  const ids = service.write((write) => {
    const sales = createDepartment(write, { name: 'Sales' }).id;
    const add = (name: string, department?: string) =>
      addEmployee(write, { email: `${name}@acme.example`, given_name: name, department })
        .employee_id;
    const boss = add('boss');
    setEmployeeRole(write, boss, 'admin');
    deactivateEmployee(write, add('gone'), 'Left');
    return { sales, boss, ann: add('ann', sales), bo: add('bo', sales), cy: add('cy') };
  });
  return { service, ids };
}

/** The links in what a page says was made, by email. */
function linksIn(text: string): Record<string, string> {
  const [, file = ''] = /base64,([^"]+)"/.exec(text) ?? [];
  const [, ...lines] = Buffer.from(file, 'base64').toString().trim().split('\r\n');
  return Object.fromEntries(
    lines.map((line) => [line.split(',')[1], line.split(',')[3]?.split('/portal/').at(-1) ?? '']),
  );
}

const invite = async (
  browser: ReturnType<PortalService['signedIn']>,
  fields: Record<string, string>,
) => {
  const { status, headers } = await browser.post('/portal/invitations', { days: '7', ...fields });
  assert.equal(status, 303);
  return (await browser.get(headers.location ?? '')).text;
};

const open = (service: PortalService, link = '') => service.browser().get(`/portal/${link}`);

const sets = (service: PortalService, link = '') =>
  service.browser().post(`/portal/${link}`, { password: PASSWORD, again: PASSWORD });

test('a run that invites many, also again, is one decision, with how many and the first of them', async (t) => {
  const { service, ids } = await withPeople(t);
  service.write((write) => {
    for (let at = 0; at < 120; at++) addEmployee(write, { email: `p${at}@acme.example` });
  });
  const owner = service.signedIn('owner');
  await invite(owner, {});
  await invite(owner, { again: 'again' });
  // Nobody is left to be invited.
  await invite(owner, {});
  const { db, companyId } = service;
  const made = listDecisions(db, companyId, { count: 1_000 }).filter(({ action }) =>
    ['portal.invite', 'portal.link'].includes(action),
  );
  const [second, first, ...others] = made;
  // The link with which the owner of this test signed in.
  assert.deepEqual(
    others.map(({ action }) => action),
    ['portal.link'],
  );
  const idsIn = (after: unknown) => (after as { employee_ids: string[] }).employee_ids;
  assert.deepEqual(
    [first?.action, first?.target, { ...first?.after, employee_ids: [] }],
    [
      'portal.invite',
      { kind: 'company', id: null },
      { people: 124, again: false, employee_ids: [] },
    ],
  );
  assert.deepEqual(
    [second?.action, second?.after],
    ['portal.invite', { ...first?.after, again: true }],
  );
  assert.deepEqual(idsIn(first?.after).slice(0, 4), [ids.boss, ids.ann, ids.bo, ids.cy]);
  assert.equal(idsIn(first?.after).length, 100);
  const audit = textOf(await owner.get('/portal/audit?action=portal.invite'));
  assert.match(audit, /created links to the portal for 124 people/);
});

test('everybody who has never signed in gets a link, once, and it opens their account', async (t) => {
  const { service } = await withPeople(t);
  const owner = service.signedIn('owner');
  const links = linksIn(await invite(owner, {}));
  assert.deepEqual(
    Object.keys(links),
    ['boss', 'ann', 'bo', 'cy'].map((one) => `${one}@acme.example`),
  );
  assert.match(textOf(await open(service, links['ann@acme.example'])), /ann@acme\.example/);
  assert.equal((await sets(service, links['ann@acme.example'])).status, 303);
  assert.equal((await sets(service, links['ann@acme.example'])).status, 404);
  const nobody = await invite(owner, {});
  assert.match(nobody, /There was nobody to invite/);
  const again = linksIn(await invite(owner, { again: 'again' }));
  assert.deepEqual(
    Object.keys(again),
    ['boss', 'bo', 'cy'].map((one) => `${one}@acme.example`),
  );
  assert.equal((await open(service, links['bo@acme.example'])).status, 404);
  assert.equal((await open(service, again['bo@acme.example'])).status, 200);
});

test('a link works for the days that were chosen, and the page tells who has one', async (t) => {
  const { service, ids } = await withPeople(t);
  const owner = service.signedIn('owner');
  const links = linksIn(await invite(owner, { days: '30', department: ids.sales }));
  assert.deepEqual(Object.keys(links), ['ann@acme.example', 'bo@acme.example']);
  service.clock.now += 30 * DAY_MS - 1;
  assert.equal((await open(service, links['ann@acme.example'])).status, 200);
  await sets(service, links['ann@acme.example']);
  service.clock.now += 1;
  assert.equal((await open(service, links['bo@acme.example'])).status, 404);
  const browser = service.signedIn('owner', { email: 'o2@acme.example' });
  const page = async (query: string) => textOf(await browser.get(`/portal/invitations${query}`));
  assert.match(
    await page(''),
    /1 of 4 people who are active has signed in\. Signed in 1 25% Invited, waiting 0 Link ran out 1 Never invited 2 By department .* Sales 1 of 2 0 1 0 Invite 1/,
  );
  const named = (text: string) =>
    ['ann', 'bo', 'boss', 'cy', 'gone'].filter((one) => text.includes(` ${one} ${one}@`));
  assert.deepEqual(
    [
      named(await page('?state=expired')),
      named(await page('?state=never')),
      named(await page(`?department=${ids.sales}`)),
      named(await page('?state=invited')),
    ],
    [['bo'], ['boss', 'cy'], ['ann', 'bo'], []],
  );
});

test('an admin invites no admin and no owner, neither among everybody nor by name', async (t) => {
  const { service, ids } = await withPeople(t);
  const admin = service.signedIn('admin');
  const links = linksIn(await invite(admin, {}));
  assert.deepEqual(
    Object.keys(links),
    ['ann', 'bo', 'cy'].map((one) => `${one}@acme.example`),
  );
  assert.equal((await admin.post(`/portal/people/${ids.boss}/invite`)).status, 403);
  assert.match(
    textOf(await admin.get(`/portal/people/${ids.boss}`)),
    /never invited An owner invites/,
  );
});

test('one person gets a link on their page, also a new one after they have signed in', async (t) => {
  const { service, ids } = await withPeople(t);
  const admin = service.signedIn('admin');
  const path = `/portal/people/${ids.cy}`;
  const { headers } = await admin.post(`${path}/invite`);
  const shown = (await admin.get(headers.location ?? '')).text;
  const [, link] = /value="[^"]*\/portal\/(link\/[^"]+)"/.exec(shown) ?? [];
  assert.equal((await sets(service, link)).status, 303);
  assert.match(textOf(await admin.get(path)), /Signing in signed in/);
  assert.match(textOf(await admin.get(path)), /Password lost\? A link sets a new one/);
  assert.equal((await admin.post(`${path}/invite`)).status, 303);
});

test('of two admins who make a link or card for somebody the second one is told, and ends none unawares', async (t) => {
  const { service, ids } = await withPeople(t);
  const [one, two] = [service.signedIn('admin'), service.signedIn('owner')];
  const path = `/portal/people/${ids.cy}`;
  const linkOf = async ({ headers }: TestResponse) =>
    /value="[^"]*(\/portal\/link\/[^"]+)"/.exec(
      (await one.get(headers.location ?? '')).text,
    )?.[1] ?? '';
  const link = await linkOf(await one.post(`${path}/invite`, { seen: '' }));
  for (const action of ['invite', 'card']) {
    const late = await two.post(`${path}/${action}`, { seen: '' });
    assert.equal(late.status, 409);
    assert.match(textOf(late), /Somebody made a link or card for them in the meantime/);
    assert.equal((await service.browser().get(link)).status, 200);
  }
  // Who has seen that replaces it.
  const [form] = formsOf((await two.get(path)).text).filter(
    ({ action }) => action === `${path}/invite`,
  );
  assert.equal(
    (await two.post(`${path}/invite`, Object.fromEntries(form?.fields ?? []))).status,
    303,
  );
  assert.equal((await service.browser().get(link)).status, 404);
});

test('a number of days that is none is refused at its field, and viewers see no invitations', async (t) => {
  const { service } = await withPeople(t);
  const owner = service.signedIn('owner');
  for (const days of ['0', '31', 'a week']) {
    const refused = await owner.post('/portal/invitations', { days });
    assert.equal(refused.status, 400);
    assert.match(refused.text, /id="invite-days-error"/);
  }
  assert.equal((await service.signedIn('viewer').get('/portal/invitations')).status, 403);
});
