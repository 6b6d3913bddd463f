import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { ROLES } from '../../src/domain/portal-role.ts';
import { ACTIONS, NAVIGATION, OPEN_ACTIONS, OPEN_PAGES, PAGES } from '../../src/portal/routes.ts';
import { setKudosSettings } from '../../src/service/kudos/kudos-settings.ts';
import { HTML, startPortal } from './portal-service.ts';

/** A company that has everything that pages are for. */
async function startWithThanks(t: TestContext) {
  const service = await startPortal(t);
  service.write((write) => setKudosSettings(write, { on: true }));
  return service;
}

/** A path with something in the place of its parameters. */
const filled = (path: string): string =>
  path.replace(/:\w+/g, '01997a3c-8f2e-7000-9c6d-000000000000');

const rootsOf = ({ isOfCompany }: { isOfCompany: boolean }) =>
  isOfCompany ? ['/portal', '/portal/sandbox'] : ['/portal'];

/** What a page may answer somebody whose role it includes: itself, another page, or that what it is about does not exist. */
const ALLOWED = new Set([200, 303, 404]);

test('every page opens for its roles alone, and sends everybody else to the sign-in', async (t) => {
  const service = await startWithThanks(t);
  for (const role of ROLES) {
    const browser = service.signedIn(role);
    for (const page of PAGES) {
      for (const root of rootsOf(page)) {
        const path = root + filled(page.path);
        const { status, headers } = await browser.get(path);
        const isAllowed = page.roles.includes(role);
        assert.ok(isAllowed ? ALLOWED.has(status) : status === 403, `${role} ${path}: ${status}`);
        assert.equal(headers['content-type'], status === 200 ? (page.type ?? HTML) : HTML, path);
        const { status: open, headers: sent } = await service.browser().get(path);
        assert.equal(open, 303, path);
        assert.match(sent.location ?? '', /^\/portal\/sign-in/);
      }
    }
  }
});

test('every action works for its roles alone, and changes nothing for anybody else', async (t) => {
  const service = await startWithThanks(t);
  for (const role of ROLES) {
    for (const action of ACTIONS) {
      for (const root of rootsOf(action.page)) {
        const path = root + filled(action.path);
        const browser = service.signedIn(role, { email: `p${Math.random()}@acme.example` });
        const isAllowed = action.roles.includes(role) && action.page.roles.includes(role);
        const revision = () => service.write((write) => write.revision);
        const before = revision();
        const { status } = await browser.post(path);
        if (!isAllowed) {
          assert.equal(status, 403, `${role} ${path}`);
          assert.equal(revision(), before + 1, `${role} ${path}`);
        } else {
          // 200 shows a form again as it was sent.
          assert.ok([200, 303, 400, 404, 409].includes(status), `${role} ${path}: ${status}`);
        }
        const open = await service.browser().post(path);
        assert.deepEqual([open.status, open.headers.location], [303, '/portal/sign-in'], path);
      }
    }
  }
});

test('every page and action that changes something is refused to requests of other sites', async (t) => {
  const service = await startWithThanks(t);
  const owner = service.signedIn('owner');
  for (const { path } of [...ACTIONS, ...OPEN_ACTIONS.filter((one) => !one.isFromAnywhere)]) {
    const { status } = await owner.post(
      `/portal${filled(path)}`,
      {},
      { 'Sec-Fetch-Site': 'cross-site' },
    );
    assert.equal(status, 403, path);
  }
});

test('the navigation shows a page to those alone who may open it, and each has a path and a key of its own', () => {
  for (const { path, roles, nav } of NAVIGATION) {
    assert.deepEqual(
      (nav.roles ?? []).filter((role) => !roles.includes(role)),
      [],
      path,
    );
  }
  assert.equal(new Set(NAVIGATION.map(({ nav }) => nav.key)).size, NAVIGATION.length);
  const paths = [...PAGES, ...OPEN_PAGES].map(({ path }) => path);
  assert.equal(new Set(paths).size, paths.length);
});
