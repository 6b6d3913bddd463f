import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '../../src/domain/duration.ts';
import type { EngagedError } from '../../src/domain/errors.ts';
import { dayOf } from '../../src/domain/iso-time.ts';
import { defineBadge } from '../../src/service/badges/badges.ts';
import { updateCompany } from '../../src/service/company/companies.ts';
import type { CompanyWrite } from '../../src/service/company/company-write.ts';
import { listContests } from '../../src/service/contests/contests.ts';
import { takeGiftStep } from '../../src/service/gifts/give.ts';
import { planPeople } from '../../src/service/gifts/plan-gift.ts';
import { requireEmployee, showEmployee } from '../../src/service/people/employee-records.ts';
import {
  addEmployee,
  setEmployeeRole,
  updateEmployee,
} from '../../src/service/people/employees.ts';
import {
  createAccount,
  requireAccount,
  requireByEmail,
  setAccountRole,
} from '../../src/service/portal/accounts.ts';
import { signInByIdentity } from '../../src/service/portal/identities.ts';
import {
  confirmSession,
  createLink,
  findByLink,
  listSessions,
} from '../../src/service/portal/sessions.ts';
import { listRedemptions, redeemShopItem } from '../../src/service/shop/redemptions.ts';
import { addShopItem } from '../../src/service/shop/shop.ts';
import { awardXp, grantCoins } from '../../src/service/xp/ledger.ts';
import * as accounts from '../../src/store/portal/portal-accounts.ts';
import type { TestResponse } from '../http/harness.ts';
import { formsOf } from './forms.ts';
import {
  type Browser,
  PASSWORD_HASH,
  type PortalService,
  startPortal,
  textOf,
} from './portal-service.ts';

const idOf = ({ db, companyId }: PortalService, email: string): string =>
  requireEmployee(db, companyId, email).id;

const ADA = 'ada@acme.example';

test('an admin neither deactivates nor reactivates an owner, and an owner does', async (t) => {
  const service = await startPortal(t);
  const owner = service.signedIn('owner');
  service.signedIn('owner', { email: ADA, isEmployee: true });
  const path = `/portal/people/${idOf(service, ADA)}`;
  const isActive = () => showEmployee(service.db, service.companyId, ADA).deactivated_at === null;
  for (const isEmployee of [false, true]) {
    const admin = service.signedIn('admin', { email: `a${isEmployee}@acme.example`, isEmployee });
    assert.doesNotMatch((await admin.get(path)).text, /\/deactivate"/);
    assert.equal((await admin.post(`${path}/deactivate`, { reason: 'Left' })).status, 403);
    assert.equal(isActive(), true);
  }
  assert.equal((await owner.post(`${path}/deactivate`, { reason: 'Left' })).status, 303);
  const admin = service.signedIn('admin', { email: 'last@acme.example' });
  assert.doesNotMatch((await admin.get(path)).text, /\/reactivate"/);
  assert.equal((await admin.post(`${path}/reactivate`)).status, 403);
  assert.equal(isActive(), false);
  assert.equal((await owner.post(`${path}/reactivate`)).status, 303);
  assert.equal(isActive(), true);
});

test('nobody decides about their own XP, badges and redemptions, and somebody else does', async (t) => {
  const service = await startPortal(t);
  const other = service.signedIn('admin');
  for (const role of ['admin', 'owner'] as const) {
    const email = `own-${role}@acme.example`;
    const own = service.signedIn(role, { email, isEmployee: true });
    const { id, redemption } = service.write((write) => {
      const code = `cup-${role}`;
      defineBadge(write, { code, name: code, category: 'social', rarity: 'rare' });
      const item = { name: code, description: 'A mug', category: 'merch' };
      addShopItem(write, {
        ...{ ...item, image_url: 'https://acme.example/x.png', coin_price: 10 },
        stock_remaining: 5,
      });
      grantCoins(write, email, { amount: 10 });
      return { id: idOf(service, email), redemption: redeemShopItem(write, email, code).id };
    });
    const code = `cup-${role}`;
    const steps = [
      [`/portal/people/${id}/xp`, { amount: '5', reason: 'x', date: '2026-01-01', once: role }],
      [`/portal/people/${id}/badges`, { code }],
      [`/portal/badges/${code}/award`, { employee: id }],
      ['/portal/redemptions/approve?status=pending', { id: redemption }],
      ['/portal/redemptions/decline?status=pending', { id: redemption, reason: 'x' }],
    ] as const;
    for (const [path, fields] of steps) {
      const refused = await own.post(path, fields);
      assert.equal(refused.status, 403, path);
      assert.match(textOf(refused), /Somebody else must decide about what is yours/);
    }
    const [list, person] = [
      await own.get('/portal/redemptions'),
      await own.get(`/portal/people/${id}`),
    ];
    assert.match(textOf(list), /Yours: somebody else decides/);
    assert.doesNotMatch(list.text, new RegExp(`value="${redemption}"`));
    assert.doesNotMatch(person.text, /action="[^"]*\/(?:xp|badges)"/);
    const { xp, coins } = showEmployee(service.db, service.companyId, email);
    assert.deepEqual([xp, coins], [0, 0]);
    for (const [path, fields] of [steps[0], steps[1], steps[3]]) {
      assert.equal((await other.post(path, fields)).status, 303, path);
    }
    for (const path of [
      `/portal/people/${id}/badges/${code}/revoke`,
      `/portal/badges/${code}/revoke`,
    ]) {
      assert.equal((await own.post(path, { employee: id })).status, 403, path);
    }
  }
  const statuses = listRedemptions(service.db, service.companyId, null).map(({ status }) => status);
  assert.deepEqual(statuses, ['approved', 'approved']);
});

test('nobody finishes or undoes a gift that gives them something or takes it, and somebody else does', async (t) => {
  const service = await startPortal(t);
  const { db, companyId } = service;
  const own = service.signedIn('admin', { email: ADA, isEmployee: true });
  const other = service.signedIn('admin', { email: 'other@acme.example', isEmployee: true });
  const gift = (coins: number) =>
    service.write((write) => {
      const given = { xp: 0, coins, badge: null, reason: 'x', at: null };
      const order = { ...write, values: given, again: false };
      const { number } = requireEmployee(db, companyId, ADA);
      const step = takeGiftStep(write, planPeople(order, 'people', null, [number]), null);
      return `/portal/given/${step.gift}`;
    });
  gift(10);
  const page = gift(-4);
  const coins = () => showEmployee(db, companyId, ADA).coins;
  for (const action of ['undo', 'continue']) {
    const refused = await own.post(`${page}/${action}`);
    assert.equal(refused.status, 403);
    assert.match(textOf(refused), /Somebody else must decide about what is yours/);
  }
  const shown = await own.get(page);
  assert.doesNotMatch(shown.text, /action="[^"]*\/(?:undo|continue)"/);
  assert.match(textOf(shown), /It concerns you, too\./);
  assert.equal(coins(), 6);
  assert.equal((await other.post(`${page}/undo`)).status, 303);
  assert.equal(coins(), 10);
  // Nothing of it is theirs any more.
  assert.equal((await own.post(`${page}/undo`)).status, 303);
  assert.equal(coins(), 10);
});

test('nobody wins the contest that they made, changed or closed, and somebody else grants it by hand', async (t) => {
  const service = await startPortal(t);
  const { db, companyId, clock } = service;
  const roles = { maker: 'admin', changer: 'admin', closer: 'owner', winner: 'none' } as const;
  const names = Object.keys(roles) as (keyof typeof roles)[];
  const emailOf = (name: string) => `${name}@acme.example`;
  const browsers = Object.fromEntries(
    names.map((name) => [
      name,
      service.signedIn(roles[name], { email: emailOf(name), isEmployee: true }),
    ]),
  ) as Record<keyof typeof roles, Browser>;
  service.write((write) => {
    for (const name of names) awardXp(write, emailOf(name), { amount: 5 });
  }, clock.now);
  const day = dayOf(clock.now);
  const rules = { name: 'Mine', first_day: day, last_day: day, department0: '', ties: 'shared' };
  const form = { ...rules, counts: 'xp', ranks0: '1', badge0: '', coins0: '50' };
  assert.equal((await browsers.maker.post('/portal/contests/new', form)).status, 303);
  const [contest] = listContests(db, companyId, clock.now);
  const path = `/portal/contests/${contest?.id}`;
  const shown = formsOf((await browsers.changer.get(path)).text);
  const held = Object.fromEntries(
    shown.find(({ action }) => action.endsWith('/change'))?.fields ?? [],
  );
  assert.equal(
    (await browsers.changer.post(`${path}/change`, { ...held, coins0: '60' })).status,
    303,
  );
  clock.now += 2 * DAY_MS;
  const closer = service.signedIn('owner', {
    email: emailOf('closer'),
    isEmployee: true,
    isNew: false,
  });
  assert.equal((await closer.post(`${path}/close`)).status, 303);
  const coins = () => names.map((name) => showEmployee(db, companyId, emailOf(name)).coins);
  assert.deepEqual(coins(), [0, 0, 0, 60]);
  const page = textOf(await closer.get(path));
  assert.equal(
    page.match(/Rank 1, 60 coins: It is for somebody who made, changed or closed/g)?.length,
    3,
  );
});

test('what is shown once is shown in the session that asked for it', async (t) => {
  const service = await startPortal(t);
  const owner = service.signedIn('owner');
  const elsewhere = service.signedIn('owner');
  const { headers } = await owner.post('/portal/accounts', {
    email: 'new@acme.example',
    role: 'viewer',
  });
  const shown = async (browser: typeof owner) =>
    /\/portal\/link\/[\w-]{22}/.test((await browser.get(headers.location ?? '')).text);
  assert.equal(await shown(elsewhere), false);
  assert.equal(await shown(owner), true);
  assert.equal(await shown(owner), false);
});

test('a password that is checked while its session ends confirms nothing', async (t) => {
  const service = await startPortal(t);
  const { db, companyId, clock } = service;
  service.signedIn('owner', { email: ADA, isEmployee: true });
  const account = db.one(accounts.findByEmail, { companyId, emailKey: ADA }) ?? assert.fail();
  const [session] = listSessions(db, account, clock.now);
  const confirm = () =>
    service.write((write) =>
      confirmSession(write, {
        ...{ account: account.id, passwordHash: PASSWORD_HASH, session: session?.id ?? '' },
      }),
    );
  confirm();
  service.write((write) => setAccountRole(write, ADA, 'viewer'));
  assert.throws(confirm, (error: EngagedError) => error.code === 'conflict');
  assert.equal(requireAccount(db, companyId, account.id).portalRole, 'viewer');
});

/** The account that the link opens which somebody gets on the page of a person. */
async function invitedTo(service: PortalService, browser: Browser, employee: string) {
  const path = `/portal/people/${employee}`;
  const forms = formsOf((await browser.get(path)).text);
  const { fields = [] } = forms.find(({ action }) => action === `${path}/invite`) ?? {};
  return opened(service, browser, await browser.post(`${path}/invite`, Object.fromEntries(fields)));
}

/** The account that the link opens to which an answer leads. */
async function opened(service: PortalService, browser: Browser, { headers }: TestResponse) {
  const secret = secretIn(await browser.get(headers.location ?? ''));
  return findByLink(service.db, secret, service.clock.now);
}

const secretIn = ({ text }: TestResponse): string =>
  /\/portal\/link\/([\w-]{22})/.exec(text)?.[1] ?? '';

test('an invitation opens the account of the person alone, whoever else signs in with the address', async (t) => {
  const service = await startPortal(t);
  const { db, companyId } = service;
  const admin = service.signedIn('admin');
  const id = service.write((write) => addEmployee(write, { email: ADA }).employee_id);
  const account = (await invitedTo(service, admin, id)) ?? assert.fail();
  const email = 'owner@acme.example';
  service.write((write) => {
    createAccount(write, { email, role: 'owner' });
    // As a roster does it.
    updateEmployee(write, id, { email });
  });
  assert.equal(requireEmployee(db, companyId, id).email, email);
  assert.equal((await invitedTo(service, admin, id))?.id, account.id);
  const owner = service.signedIn('owner', { email: 'other@acme.example' });
  const link = await owner.post(`/portal/accounts/${account.id}/link`);
  assert.equal((await opened(service, owner, link))?.id, account.id);
});

test('a link that an admin made opens nothing once its account has a role', async (t) => {
  const service = await startPortal(t);
  const { db, companyId, clock } = service;
  const admin = service.signedIn('admin');
  const changes = [
    (write: CompanyWrite) => void setAccountRole(write, ADA, 'owner'),
    (write: CompanyWrite) => void setEmployeeRole(write, ADA, 'admin'),
  ];
  const id = service.write((write) => addEmployee(write, { email: ADA }).employee_id);
  for (const raise of changes) {
    const { headers } = await admin.post(`/portal/people/${id}/invite`);
    const secret = secretIn(await admin.get(headers.location ?? ''));
    assert.equal(findByLink(db, secret, clock.now)?.employeeId, id);
    service.write(raise);
    assert.equal(findByLink(db, secret, clock.now), undefined);
    assert.equal(requireEmployee(db, companyId, id).isAdmin, 1);
    service.write((write) => setEmployeeRole(write, ADA, 'none'));
  }
});

test('a link to set a password ends with the first sign-in at the OpenID provider', async (t) => {
  const { db, companyId, clock, write } = await startPortal(t);
  const secret = write((one) => {
    updateCompany(one, { ssoDomains: ['acme.example'] });
    createAccount(one, { email: ADA, role: 'viewer' });
    return createLink(one, requireByEmail(db, companyId, ADA));
  }, clock.now);
  assert.equal(findByLink(db, secret, clock.now)?.email, ADA);
  const identity = { issuer: 'https://id.example', subject: '1', email: ADA, name: null };
  const session = { hash: '0'.repeat(64), client: '127.0.0.1', browser: 'test' };
  const { refused } = write(
    (one) =>
      signInByIdentity(one, {
        ...{ identity: { ...identity, role: null, authenticatedAt: 0 }, session, confirms: null },
      }),
    clock.now,
  );
  assert.deepEqual([refused, findByLink(db, secret, clock.now)], [null, undefined]);
});
