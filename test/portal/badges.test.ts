import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listDecisions } from '../../src/service/audit/audit.ts';
import { setBadgeRule } from '../../src/service/badges/badge-rules.ts';
import { awardBadge, defineBadge, listBadges } from '../../src/service/badges/badges.ts';
import { createCompany } from '../../src/service/company/companies.ts';
import { writeCompany } from '../../src/service/company/company-write.ts';
import {
  addEmployee,
  deactivateEmployee,
  reactivateEmployee,
} from '../../src/service/people/employees.ts';
import { awardXp } from '../../src/service/xp/ledger.ts';
import type { TestResponse } from '../http/harness.ts';
import { type Browser, startPortal, textOf } from './portal-service.ts';

const MENTOR = { code: 'mentor', name: 'Mentor', category: 'social', rarity: 'rare' };
const FORM = { ...MENTOR, code: 'v1.0', name: 'Veteran', description: '', icon_url: '' };
const PATH = '/portal/badges/mentor';

/** A company in which everybody has 100 XP more than the one before. */
async function withBadge(t: Parameters<typeof startPortal>[0], people = 3) {
  const service = await startPortal(t);
  const ids = service.write((write) => {
    defineBadge(write, MENTOR);
    return Array.from({ length: people }, (_, at) => {
      const email = `p${at}@acme.example`;
      const { employee_id } = addEmployee(write, { email, given_name: `Person ${at}.` });
      awardXp(write, email, { amount: 100 * (at + 1) });
      return employee_id;
    });
  });
  const badge = (code = 'mentor') =>
    listBadges(service.db, service.companyId).find((one) => one.code === code);
  return { service, ids, badge, admin: service.signedIn('admin') };
}

async function done(browser: Browser, path: string, fields = {}): Promise<string> {
  const answer: TestResponse = await browser.post(path, fields);
  assert.equal(answer.status, 303, textOf(answer));
  return textOf(await browser.get(answer.headers.location ?? ''));
}

test('a badge is defined and changed; a code that exists is not taken over', async (t) => {
  const { service, badge, admin } = await withBadge(t);
  assert.match(
    await done(admin, '/portal/define-badge', FORM),
    /Veteran is defined\. .* Veteran rare · social · v1\.0/,
  );
  const taken = await admin.post('/portal/define-badge', { ...FORM, code: 'mentor' });
  assert.equal(taken.status, 409);
  assert.match(textOf(taken), /No badge was defined\. There is a badge with this code/);
  assert.equal(badge()?.name, 'Mentor');
  for (const wrong of [
    { code: '' },
    { code: '-x' },
    { name: '' },
    { rarity: 'x' },
    { icon_url: 'x' },
  ]) {
    const { status } = await admin.post('/portal/define-badge', { ...FORM, code: 'new', ...wrong });
    assert.equal(status, 400);
  }
  assert.equal(badge('new'), undefined);
  const seen = {
    ...{ 'seen-name': 'Veteran', 'seen-category': 'social', 'seen-rarity': 'rare' },
    ...{ 'seen-description': '', 'seen-icon_url': '' },
  };
  const fields = { ...FORM, ...seen, rarity: 'epic', description: 'Ten\r\nyears' };
  assert.match(await done(admin, '/portal/badges/v1.0', fields), /Veteran is changed\. .* epic/);
  const { holders: _, ...changed } = badge('v1.0') ?? assert.fail();
  assert.deepEqual(changed, {
    ...{ code: 'v1.0', name: 'Veteran', category: 'social', rarity: 'epic' },
    ...{ description: 'Ten\nyears', icon_url: null, xp_threshold: null },
  });
  const bob = service.signedIn('admin', { email: 'bob@acme.example' });
  // Bob's page is older: what he changes beside it is kept, the same field is not.
  assert.match(
    await done(bob, '/portal/badges/v1.0', { ...FORM, ...seen, name: 'Old hand' }),
    /Old hand is changed/,
  );
  const late = await bob.post('/portal/badges/v1.0', { ...FORM, ...seen, rarity: 'common' });
  assert.equal(late.status, 409);
  assert.match(
    textOf(late),
    /This was changed in the meantime\. The last change is by bob@acme\.example, today/,
  );
  assert.equal(badge('v1.0')?.rarity, 'epic');
  assert.match(
    textOf(await admin.get('/portal/badges')),
    /Mentor mentor rare social rare – 0 Old hand v1\.0 epic social epic – 0/,
  );
});

test('before a rule is set the people whom it would award are counted', async (t) => {
  const { service, badge, admin } = await withBadge(t);
  assert.match(
    textOf(await admin.get(`${PATH}?xp=200`)),
    /At 200 XP , 2 people would be awarded the badge now, others when they reach it\. Set the rule and award 2/,
  );
  assert.equal(badge()?.xp_threshold, null);
  assert.match(
    await done(admin, `${PATH}/rule`, { xp: '200', seen: '' }),
    /Mentor is awarded at 200 XP\. 2 people have been awarded it now\. .* Person 2\. .* Person 1\./,
  );
  // Ada and Bob both saw no rule.
  const late = await admin.post(`${PATH}/rule`, { xp: '100', seen: '' });
  assert.equal(late.status, 409);
  assert.match(
    textOf(late),
    /The rule was changed in the meantime\. The last change is by admin@acme\.example/,
  );
  for (const xp of ['', '0', 'many', '-5']) {
    assert.equal((await admin.post(`${PATH}/rule`, { xp, seen: '200' })).status, 400);
  }
  assert.match(textOf(await admin.get(`${PATH}?xp=none`)), /A whole number, such as 150\./);
  assert.deepEqual([badge()?.xp_threshold, badge()?.holders], [200, 2]);
  assert.match(
    await done(admin, `${PATH}/rule/remove`, { seen: '200' }),
    /Mentor has no rule any more\. Who holds it keeps it\. .* None: it is awarded by hand\./,
  );
  assert.deepEqual([badge()?.xp_threshold, badge()?.holders], [null, 2]);
  const [last] = listDecisions(service.db, service.companyId, { action: 'badge', count: 1 });
  assert.deepEqual(
    [last?.action, last?.actor.split(' ')[0], last?.after],
    ['badge.rule', 'portal', { xp_threshold: null, awarded: 0 }],
  );
});

test('a rule that awards many needs their number typed, and never awards more than were counted', async (t) => {
  const { service, badge, admin } = await withBadge(t, 12);
  assert.match(
    textOf(await admin.get(`${PATH}?xp=100`)),
    /12 people would be awarded .* To confirm, type how many people: 12 Set the rule and award 12/,
  );
  for (const people of [undefined, '', '11']) {
    const answer = await admin.post(`${PATH}/rule`, {
      xp: '100',
      seen: '',
      ...(people && { people }),
    });
    assert.equal(answer.status, 400);
    assert.match(textOf(answer), /Type 12 to confirm\./);
  }
  assert.throws(
    () => service.write((write) => setBadgeRule(write, 'mentor', 100, { seen: null, atMost: 11 })),
    { code: 'conflict' },
  );
  assert.deepEqual([badge()?.xp_threshold, badge()?.holders], [null, 0]);
  assert.match(
    await done(admin, `${PATH}/rule`, { xp: '100', seen: '', people: '12' }),
    /12 people have been awarded it now/,
  );
  assert.equal(badge()?.holders, 12);
});

test('what rules say is awarded to people who were reactivated, after they were counted', async (t) => {
  const { service, badge, admin } = await withBadge(t);
  assert.doesNotMatch((await admin.get('/portal/badges')).text, /badge-rules/);
  service.write((write) => {
    deactivateEmployee(write, 'p2@acme.example', 'Left');
    setBadgeRule(write, 'mentor', 200);
    reactivateEmployee(write, 'p2@acme.example');
  });
  assert.match(
    textOf(await admin.get('/portal/badge-rules')),
    /Mentor at 200 XP 200 XP 1 Award 1 badge/,
  );
  assert.equal(badge()?.holders, 1);
  assert.match(await done(admin, '/portal/badge-rules'), /1 badge is awarded\./);
  assert.equal(badge()?.holders, 2);
  assert.match(
    textOf(await admin.get('/portal/badge-rules')),
    /Everybody has the badges that the rules award/,
  );
});

test('people are found and awarded the badge, and the badge is revoked again', async (t) => {
  const { service, ids, badge, admin } = await withBadge(t);
  const [first = ''] = ids;
  const found = textOf(await admin.get(`${PATH}?q=person`));
  assert.match(found, /Person 2\. Award to Person 2\. .* Person 0\. Award to Person 0\./);
  assert.match(
    await done(admin, `${PATH}/award`, { employee: first }),
    /Mentor is awarded to Person 0\. .* Holders 1 active person .* Person 0\. .* Revoke of Person 0\./,
  );
  assert.match(textOf(await admin.get(`${PATH}?q=P0%40`)), /Person 0\. holds it/);
  const again = await admin.post(`${PATH}/award`, { employee: first });
  assert.equal(again.status, 409);
  assert.match(textOf(again), /Nothing was changed\. This person holds the badge already\./);
  assert.match(
    await done(admin, `${PATH}/revoke`, { employee: first }),
    /Mentor of Person 0\. is revoked\. .* Nobody holds it yet/,
  );
  assert.equal((await admin.post(`${PATH}/revoke`, { employee: first })).status, 409);
  for (const employee of ['', 'p0@acme.example', '01997a3c-8f2e-7000-9c6d-000000000000']) {
    assert.equal((await admin.post(`${PATH}/award`, { employee })).status, 404);
  }
  assert.equal(badge()?.holders, 0);
  assert.match(
    textOf(await admin.get(`${PATH}?q=%3Cb%3E`)),
    /Nobody who is active matches “&lt;b&gt;”/,
  );
  service.write((write) => {
    for (let at = 0; at < 52; at++) {
      const email = `h${at}@acme.example`;
      addEmployee(write, { email, given_name: `Holder ${at}.` });
      awardBadge(write, email, 'mentor');
    }
    deactivateEmployee(write, 'h51@acme.example', 'Left');
  });
  const page = await admin.get(PATH);
  assert.match(textOf(page), /Holders 51 active people .* Holder 50\. .* Holder 1\. /);
  const [, next = ''] = /href="([^"]*before=\d+)"/.exec(page.text) ?? [];
  assert.match(textOf(await admin.get(next)), /Holder 0\. .* Back to the beginning/);
});

test('badges of another company and of the sandbox are unknown; readers and managers change nothing', async (t) => {
  const { service, ids, admin } = await withBadge(t);
  const { company } = createCompany(service.db, {
    ...{ name: 'Other', ssoDomains: [], now: service.clock.now, actor: 'test' },
  });
  const { companyId } = company;
  const context = { companyId, now: service.clock.now, actor: 'test' };
  const foreigner = writeCompany(service.db, context, (write) => {
    defineBadge(write, { ...MENTOR, code: 'foreign' });
    return addEmployee(write, { email: 'x@other.example' }).employee_id;
  });
  const posts = ['', '/rule', '/rule/remove', '/award', '/revoke'];
  service.write((write) => defineBadge(write, { ...MENTOR, code: 'live' }));
  for (const base of ['/portal/badges/foreign', '/portal/sandbox/badges/live']) {
    assert.equal((await admin.get(base)).status, 404);
    for (const to of posts) {
      assert.equal((await admin.post(base + to, { employee: ids[0] ?? '' })).status, 404);
    }
  }
  assert.equal((await admin.post(`${PATH}/award`, { employee: foreigner })).status, 404);
  const viewer = service.signedIn('viewer');
  const read = await viewer.get(PATH);
  assert.equal(read.status, 200);
  assert.doesNotMatch(read.text, /action="\/portal\/badges|action="\/portal\/define/);
  const manager = service.signedIn('manager');
  assert.equal((await manager.get('/portal/badges')).status, 403);
  for (const browser of [viewer, manager]) {
    for (const to of posts) assert.equal((await browser.post(PATH + to)).status, 403);
    assert.equal((await browser.get('/portal/define-badge')).status, 403);
    assert.equal((await browser.get('/portal/badge-rules')).status, 403);
  }
});

test('hostile names and descriptions of badges are shown as text', async (t) => {
  const hostile = `"><script>alert(1)</script><img src=x onerror=alert(1)>`;
  const { service, admin } = await withBadge(t);
  service.write((write) => {
    defineBadge(write, { ...MENTOR, name: hostile, description: hostile });
    addEmployee(write, { email: 'z@acme.example', given_name: hostile });
    awardBadge(write, 'z@acme.example', 'mentor');
  });
  for (const path of ['/portal/badges', PATH, `${PATH}?q=script`, '/portal']) {
    const { text } = await admin.get(path);
    assert.ok(!text.includes('<script>') && !text.includes('<img'), path);
    assert.ok(text.includes('&lt;script&gt;'), path);
  }
});
