import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCompany, updateCompany } from '../../src/service/company/companies.ts';
import { createDepartment, listDepartments } from '../../src/service/departments/departments.ts';
import { requireEmployee, showEmployee } from '../../src/service/people/employee-records.ts';
import {
  addEmployee,
  deactivateEmployee,
  setEmployeeRole,
  updateEmployee,
} from '../../src/service/people/employees.ts';
import { grantCoins } from '../../src/service/xp/ledger.ts';
import { fillCompany } from './company-content.ts';
import { type PortalService, startPortal, textOf } from './portal-service.ts';

async function withPeople(t: Parameters<typeof startPortal>[0]) {
  const service = await startPortal(t);
  fillCompany(service, { now: service.clock.now });
  const person = (index: number) =>
    requireEmployee(service.db, service.companyId, String(700_410_000 + index));
  return { service, person, path: (index: number) => `/portal/people/${person(index).id}` };
}

/** The names in the list of people. */
const namesIn = (text: string): string[] =>
  [...text.matchAll(/<a class="strong" href="[^"]*\/people\/[^"]*"><bdi>([^<]*)</g)].map(
    ([, name]) => name ?? '',
  );

/** What a part of a page says. */
const wordsOf = (part: string): string =>
  part
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

test('people are found by any part of a name, an email or an external id, without accents and in any case', async (t) => {
  const { service } = await withPeople(t);
  const viewer = service.signedIn('viewer');
  const find = async (query: string) => namesIn((await viewer.get(`/portal/people?${query}`)).text);
  assert.deepEqual(await find('q=CHUDUKATIL'), ['Ranjit Varkey Chudukatil']);
  assert.deepEqual(await find('q=gutierrez'), [
    'María de los Ángeles Fernández-Villaverde y Gutiérrez de la Concha',
  ]);
  assert.deepEqual(await find(`q=${encodeURIComponent('преобр')}`), ['Ольга Преображенская']);
  assert.deepEqual(await find('q=700410004'), ['김민준 김민준']);
  assert.deepEqual(await find('q=user9%40'), ['Kok-Ho Loh']);
  assert.deepEqual(await find('q=saraiva'), []);
  assert.deepEqual(await find('q=saraiva&state=all'), ['José Saraiva']);
  assert.deepEqual(await find('state=deactivated'), ['José Saraiva']);
  const nobody = textOf(await viewer.get('/portal/people?q=%3Cb%3Enobody'));
  assert.match(
    nobody,
    /Nobody matches “&lt;b&gt;nobody” Searched are names, email addresses and external IDs of people who are active/,
  );
});

test('the list goes on where it ended, and filters by department and role stay in the address', async (t) => {
  const { service } = await withPeople(t);
  const viewer = service.signedIn('viewer');
  const first = await viewer.get('/portal/people');
  assert.equal(namesIn(first.text).length, 50);
  const [, more = ''] = /href="(\/portal\/people\?before=\d+)"/.exec(first.text) ?? [];
  const second = await viewer.get(more);
  assert.equal(namesIn(second.text).length, 9);
  const quality = listDepartments(service.db, service.companyId).find(
    ({ name }) => name === 'Quality',
  );
  const listed = await viewer.get(`/portal/people?department=${quality?.id}`);
  assert.equal(namesIn(listed.text).length, 3);
  assert.match(listed.text, /<option value="[^"]+" selected>Quality<\/option>/);
  service.write((write) => setEmployeeRole(write, '700410000', 'admin'));
  assert.deepEqual(namesIn((await viewer.get('/portal/people?role=any')).text), [
    'Ranjit Varkey Chudukatil',
  ]);
});

test('a role has one name: in the list, on the record and beside the account', async (t) => {
  const { service, path } = await withPeople(t);
  const viewer = service.signedIn('viewer');
  const shown = async (role: 'admin' | { role: string }) => {
    service.write((write) => setEmployeeRole(write, '700410000', role));
    const [, chip] = /<span class="chip">([^<]+)</.exec(
      (await viewer.get('/portal/people?role=any')).text,
    ) ?? [''];
    const [, record] = /<dt>Role<\/dt><dd>([^<]+)</.exec((await viewer.get(path(0))).text) ?? [''];
    return [chip, record];
  };
  assert.deepEqual(await shown('admin'), ['Admin', 'Admin']);
  assert.deepEqual(await shown({ role: 'manager' }), ['Manager', 'Manager']);
  assert.deepEqual(await shown({ role: 'auditor' }), ['auditor', 'auditor']);
  const nobody = /<dt>Role<\/dt><dd>([^<]+)</.exec((await viewer.get(path(1))).text);
  assert.equal(nobody?.[1], 'Member');
  const manager = await service.signedIn('manager').get('/portal/me');
  assert.match(textOf(manager), /Manager Manager, your account/);
});

test('a manager sees the people of their department and below it, and nobody else', async (t) => {
  const { service, path } = await withPeople(t);
  const manager = service.signedIn('manager');
  assert.deepEqual(namesIn((await manager.get('/portal/people')).text), []);
  service.write((write) =>
    updateEmployee(write, 'manager@acme.example', { department: 'Quality' }),
  );
  const listed = namesIn((await manager.get('/portal/people')).text);
  assert.equal(listed.length, 4);
  assert.equal((await manager.get(path(0))).status, 200);
  const hidden = await manager.get(path(5));
  const unknown = await manager.get('/portal/people/01997a3c-8f2e-7000-9c6d-000000000000');
  assert.deepEqual([hidden.status, unknown.status], [404, 404]);
  const without = (page: typeof hidden) => textOf(page).replace(/request \S+/, '');
  assert.equal(without(hidden), without(unknown));
  assert.doesNotMatch(
    (await manager.get(path(0))).text,
    /<form method="post" action="\/portal\/people/,
  );
  assert.match((await manager.get('/portal')).headers.location ?? '', /^\/portal\/people$/);
});

test('a person has their record, their XP entry by entry with its sum, badges and redemptions', async (t) => {
  const { service, path } = await withPeople(t);
  const text = textOf(await service.signedIn('admin').get(path(0)));
  assert.match(text, /Counted twice correction by hand · .* −200/);
  assert.match(text, /November, 2 entries −80 /);
  assert.match(text, /Counts what was earned from 1 Nov 2026 until 1 Dec 2026, 00:00 UTC/);
  assert.match(text, /Badges 2 of 5 First ride common .* Hundred handshakes legendary/);
  assert.match(text, /AWC logo cap .* 250 waiting Half a day off .* 800 waiting/);
  const all = textOf(await service.signedIn('viewer').get(`${path(0)}?xp=all`));
  const { xp } = showEmployee(service.db, service.companyId, '700410000');
  assert.match(all, new RegExp(`All time, 13 entries ${xp.toLocaleString('en-US')} `));
});

test('XP is corrected with a reason and a day; the same form sent twice makes one entry', async (t) => {
  const { service, path } = await withPeople(t);
  const admin = service.signedIn('admin');
  const xp = () => showEmployee(service.db, service.companyId, '700410005').xp;
  const before = xp();
  const wrong = await admin.post(`${path(5)}/xp`, {
    amount: 'ten',
    date: '2027-01-01',
    reason: ' ',
  });
  assert.equal(wrong.status, 400);
  assert.match(textOf(wrong), /No XP was recorded\. A whole number, such as 150\. Give a reason\./);
  assert.match(wrong.text, /aria-invalid="true" value="ten"/);
  const fields = {
    amount: '−1,120',
    date: '2026-11-02',
    reason: 'Counted twice',
    'form-id': '1',
  };
  const owner = service.signedIn('owner');
  for (const [browser, said] of [
    [admin, /recorded for/],
    [admin, /recorded for/],
    [owner, /recorded already for/],
  ] as const) {
    const { status, headers } = await browser.post(`${path(5)}/xp`, fields);
    assert.equal(status, 303);
    assert.match(textOf(await browser.get(headers.location ?? '')), said);
  }
  const zero = await admin.post(`${path(5)}/xp`, { ...fields, amount: '0' });
  assert.match(textOf(zero), /A whole number that is not 0, such as 120 or −120\./);
  const later = await admin.post(`${path(5)}/xp`, { ...fields, date: '2027-01-01' });
  assert.match(textOf(later), /No XP was recorded\. A day up to today\./);
  assert.equal(xp(), before - 1_120);
  assert.match(textOf(await admin.get(path(5))), /2 Nov 2026 Counted twice correction/);
  const other = await admin.post(`${path(5)}/xp`, { ...fields, amount: '5' });
  assert.equal(other.status, 409);
  assert.equal(xp(), before - 1_120);
});

test('more XP than the company gives without asking is recorded once it was typed again', async (t) => {
  const { service, path } = await withPeople(t);
  const admin = service.signedIn('admin');
  const xp = () => showEmployee(service.db, service.companyId, '700410005').xp;
  const before = xp();
  const fields = { amount: '1,000,000,000', date: '2026-11-02', reason: 'A year', 'form-id': '2' };
  for (const again of [undefined, '1000000', '']) {
    const asked = await admin.post(`${path(5)}/xp`, {
      ...fields,
      ...(again !== undefined && { again }),
    });
    assert.equal(asked.status, 400);
    assert.match(
      textOf(asked),
      /No XP was recorded\. This is more than 10,000 XP\. Type the amount again\./,
    );
    assert.match(asked.text, /<input[^>]* name="again"/);
  }
  assert.equal(xp(), before);
  const done = await admin.post(`${path(5)}/xp`, { ...fields, again: '1 000 000 000' });
  assert.equal(done.status, 303);
  assert.equal(xp(), before + 1_000_000_000);
  assert.equal((await admin.get(path(5))).text.includes('name="again"'), false);
});

test('badges are awarded and revoked, people deactivated with a reason and reactivated', async (t) => {
  const { service, person, path } = await withPeople(t);
  const admin = service.signedIn('admin');
  const done = async (to: string, fields = {}) => {
    const { status, headers } = await admin.post(`${path(6)}${to}`, fields);
    assert.equal(status, 303, to);
    return textOf(await admin.get(headers.location ?? ''));
  };
  assert.match(
    await done('/badges', { code: 'safety' }),
    /Safety first is awarded to .* Badges 1 of 5/,
  );
  assert.equal((await admin.post(`${path(6)}/badges`, { code: 'safety' })).status, 409);
  assert.equal((await admin.post(`${path(6)}/badges`, { code: 'none' })).status, 404);
  assert.match(await done('/badges/safety/revoke'), /Safety first is revoked.* Badges 0 of 5/);
  assert.match(
    textOf(await admin.post(`${path(6)}/deactivate`, { reason: '' })),
    /Nothing was changed\. Give a reason\./,
  );
  assert.match(
    await done('/deactivate', { reason: 'Left' }),
    /is deactivated\. .*Deactivated .*: “Left”/,
  );
  assert.equal(person(6).deactivatedBy, 'portal');
  assert.equal((await admin.post(`${path(6)}/deactivate`, { reason: 'Left' })).status, 409);
  assert.match(await done('/reactivate'), /is active again/);
  assert.equal(person(6).deactivatedAt, null);
});

test('people of another company and of the sandbox are nobody, for every page and action', async (t) => {
  const { service, person } = await withPeople(t);
  const { company } = createCompany(service.db, {
    name: 'Other',
    ssoDomains: [],
    now: service.clock.now,
    actor: 'test',
  });
  const other = service.signedIn('owner', {
    companyId: company.companyId,
    email: 'x@other.example',
  });
  const owner = service.signedIn('owner');
  const { employee_id } = service.writeSandbox((write) =>
    addEmployee(write, { email: 's@acme.example' }),
  );
  const { id } = person(0);
  const unknown = '01997a3c-8f2e-7000-9c6d-000000000000';
  const posts: [string, Record<string, string>][] = [
    ['/xp', { amount: '5', date: '2026-11-02', reason: 'x', once: 'o' }],
    ['/badges', { code: 'safety' }],
    ['/badges/hands/revoke', {}],
    ['/deactivate', { reason: 'x' }],
    ['/reactivate', {}],
  ];
  const before = person(0);
  for (const [browser, root, foreign] of [
    [other, '/portal', id],
    [other, '/portal/sandbox', id],
    [owner, '/portal', employee_id],
    [owner, '/portal/sandbox', id],
  ] as const) {
    const answers = async (one: string) => {
      const base = `${root}/people/${one}`;
      const all = [await browser.get(base)];
      for (const [path, fields] of posts) all.push(await browser.post(base + path, fields));
      return all.map((answer) => [answer.status, textOf(answer).replace(/request \S+/, '')]);
    };
    const got = await answers(foreign);
    assert.deepEqual(got, await answers(unknown));
    assert.deepEqual(new Set(got.map(([status]) => status)), new Set([404]));
  }
  assert.deepEqual(person(0), before);
  assert.equal((await owner.get(`/portal/sandbox/people/${employee_id}`)).status, 200);
});

test('hostile names, reasons and addresses are shown as text', async (t) => {
  const service: PortalService = await startPortal(t);
  const name = `"><script>alert(1)</script><img src=x onerror=alert(1)>`;
  const { employee_id } = service.write((write) =>
    addEmployee(write, { email: 'x@acme.example', given_name: name, job_title: name }),
  );
  const owner = service.signedIn('owner');
  await owner.post(`/portal/people/${employee_id}/xp`, {
    amount: '5',
    date: '2026-11-02',
    reason: name,
    once: name,
  });
  for (const path of [
    '/portal',
    '/portal/people',
    `/portal/people?q=${encodeURIComponent(name)}`,
    `/portal/people/${employee_id}`,
  ]) {
    const { status, text } = await owner.get(path);
    assert.equal(status, 200);
    assert.ok(!text.includes('<script>') && !text.includes('<img'), path);
    assert.ok(text.includes('&lt;script&gt;'), path);
  }
});

test('filters that are set are shown, each with what takes it away', async (t) => {
  const { service } = await withPeople(t);
  const viewer = service.signedIn('viewer');
  const quality = listDepartments(service.db, service.companyId).find(
    ({ name }) => name === 'Quality',
  );
  const { text } = await viewer.get(`/portal/people?q=a&department=${quality?.id}&role=any`);
  const chips = [...text.matchAll(/class="fchip" href="\/portal\/people([^"]*)">(.*?)<\/a>/g)].map(
    ([, query, name = '']) => [query?.replaceAll('&amp;', '&'), wordsOf(name)],
  );
  const department = `department=${quality?.id}`;
  assert.deepEqual(chips, [
    [`?${department}&role=any`, 'Without “a” ×'],
    ['?q=a&role=any', 'Without Quality and below ×'],
    [`?q=a&${department}`, 'Without With a role ×'],
  ]);
  assert.match(text, />Clear all</);
  assert.doesNotMatch((await viewer.get('/portal/people')).text, /fchip/);
});

test('people are selected by ticking them, a page of them or all who pass the filters', async (t) => {
  const { service, person } = await withPeople(t);
  const admin = service.signedIn('admin');
  const shown = async (query: string) => {
    const { text } = await admin.get(`/portal/people${query}`);
    const boxes = text.match(/<td><label><input type="checkbox"[^>]*>/g) ?? [];
    const [, pick = ''] = /<p class="row pick">(.*?)<\/p>/.exec(text) ?? [];
    const [, dock = ''] = /<div class="dock">([\s\S]*?)<\/div>/.exec(text) ?? [];
    return {
      boxes: boxes.length,
      ticked: boxes.filter((box) => / checked/.test(box)).length,
      ...{ pick: wordsOf(pick), dock: wordsOf(dock) },
      fields: [...dock.matchAll(/name="([^"]*)" value="([^"]*)"/g)].map(([, ...pair]) => pair),
      actions: [...dock.matchAll(/action="([^"]*)"/g)].map(([, action]) => action),
    };
  };
  const actions = ['/portal/given/new', '/portal/cards', '/portal/invitations'];
  assert.deepEqual(
    [await shown(''), await shown('?select=page'), await shown('?select=all')],
    [
      {
        ...{ boxes: 50, ticked: 0, pick: 'Select all 59 Select the 50 on this page' },
        ...{ dock: 'Selected: Print cards… Invite… Give…', fields: [['person', '']], actions },
      },
      {
        ...{ boxes: 50, ticked: 50 },
        pick: 'Select all 59 Select the 50 on this page Select nobody',
        ...{ dock: 'Selected: Print cards… Invite… Give…', fields: [['person', '']], actions },
      },
      {
        ...{ boxes: 50, ticked: 50 },
        pick: 'All 59 people are selected. Select the 50 on this page Select nobody',
        dock: 'All 59 people are selected. Print cards… Invite… Give…',
        fields: [
          ['q', ''],
          ['role', ''],
          ['department', ''],
        ],
        actions,
      },
    ],
  );
  assert.equal((await shown('?q=chudu')).pick, 'Select all 1');
  assert.deepEqual((await shown('?state=all')).boxes, 0);
  const viewer = await service.signedIn('viewer').get('/portal/people');
  assert.doesNotMatch(viewer.text, /<td><label>|class="dock"|row pick/);
  const one = person(0).id;
  const invited = await admin.post('/portal/invitations', [
    ...[
      ['person', ''],
      ['person', one],
      ['days', '7'],
    ].map((pair) => pair as [string, string]),
  ]);
  const shownOnce = textOf(await admin.get(invited.headers.location ?? ''));
  assert.match(shownOnce, /A link for Ranjit Varkey Chudukatil , which works once/);
  const nobody = textOf(await admin.get('/portal/invitations?person='));
  assert.match(nobody, /Nobody was ticked under People\./);
  assert.doesNotMatch(nobody, /Make the links/);
});

test('the page of people counts those that it lists: of a manager, of a search, of each filter', async (t) => {
  const { service } = await withPeople(t);
  const viewer = service.signedIn('viewer');
  const lead = async (browser: typeof viewer, query = '') =>
    /<h1>People<\/h1><p class="lead">(.*?)<\/p>/.exec(
      (await browser.get(`/portal/people${query}`)).text,
    )?.[1];
  assert.equal(await lead(viewer), '59 active people');
  assert.equal(await lead(viewer, '?before=20'), '59 active people');
  assert.equal(await lead(viewer, '?state=deactivated'), '1 deactivated person');
  assert.equal(await lead(viewer, '?state=all'), '60 people');
  assert.equal(await lead(viewer, '?q=person1'), '10 of 59 active people');
  assert.equal(await lead(viewer, '?state=all&role=any'), '0 people');
  const quality = listDepartments(service.db, service.companyId).find(
    ({ name }) => name === 'Quality',
  );
  assert.equal(await lead(viewer, `?department=${quality?.id}`), '3 of 59 active people');
  const email = 'person0@adventure-works.example';
  const manager = service.signedIn('manager', { email, isNew: false });
  assert.equal(await lead(manager), '3 active people in your department and below');
  assert.equal(
    await lead(manager, '?q=chudu'),
    '1 of 3 active people in your department and below',
  );
});

test('where everybody is deactivated, the pages say so and lead to them', async (t) => {
  const service = await startPortal(t);
  const viewer = service.signedIn('viewer');
  const pages = ['/portal', '/portal/people', '/portal/leaderboards'];
  for (const path of pages) assert.match(textOf(await viewer.get(path)), /No people yet/, path);
  service.write((write) => {
    addEmployee(write, { email: 'ada@acme.example', given_name: 'Ada' });
    deactivateEmployee(write, 'ada@acme.example', 'Left');
  });
  for (const path of pages) {
    const { text } = await viewer.get(path);
    assert.match(text, /<h2>Nobody is active<\/h2>/, path);
    assert.match(text, /href="\/portal\/people\?state=deactivated"/, path);
  }
  assert.deepEqual(namesIn((await viewer.get('/portal/people?state=deactivated')).text), ['Ada']);
});

test('coins stand on the page of the person and on the own one, each entry with its reason', async (t) => {
  const service = await startPortal(t);
  const email = 'none@acme.example';
  const me = service.signedIn('none', { email });
  const id = service.write((write) => {
    grantCoins(write, email, { amount: 300, reason: 'Helped at the fair' });
    grantCoins(write, email, { amount: -50, reason: 'Counted twice' });
    return requireEmployee(service.db, service.companyId, email).id;
  });
  const shown = textOf(await service.signedIn('viewer').get(`/portal/people/${id}`));
  assert.match(
    shown,
    /Coins, entry by entry Day Reason Coins Left [^−]*Counted twice [^−]* −50 250 [^+]*Helped at the fair [^+]* \+300 300 /,
  );
  assert.match(
    textOf(await me.get('/portal/me')),
    /Latest coins [^−]*Counted twice −50 [^+]*Helped at the fair \+300/,
  );
  assert.match(
    textOf(await service.signedIn('viewer', { email: 'v@x.example' }).get('/portal/audit')),
    /granted 300 coins to [^:]*: “Helped at the fair”/,
  );
});

test('a manager sees the people of the department, or sums alone where the company has it so', async (t) => {
  const service = await startPortal(t);
  const { write, clock } = service;
  const email = 'lead@acme.example';
  const ids = write((one) => {
    createDepartment(one, { name: 'Sales', external_id: 'S' });
    return [email, 'a@acme.example', 'b@acme.example', 'c@acme.example', 'd@acme.example'].map(
      (address) => addEmployee(one, { email: address, department: 'S' }).employee_id,
    );
  }, clock.now);
  const manager = service.signedIn('manager', { email, isNew: false });
  const paths = ['/people', '/people.csv', `/people/${ids[1]}`, `/people/${ids[1]}/xp.csv`];
  const statuses = () =>
    Promise.all(paths.map(async (path) => (await manager.get(`/portal${path}`)).status));
  const start = async () => (await manager.get('/portal')).headers.location;
  assert.deepEqual(await statuses(), [200, 200, 200, 200]);
  assert.equal(await start(), '/portal/people');
  write((one) => updateCompany(one, { managers_see_people: false }), clock.now);
  assert.deepEqual(await statuses(), [403, 403, 403, 403]);
  assert.equal(await start(), '/portal/insights');
  const insights = await manager.get('/portal/insights');
  assert.equal(insights.status, 200);
  assert.doesNotMatch(insights.text, /href="\/portal\/people"/);
  const viewer = service.signedIn('viewer');
  assert.equal((await viewer.get(`/portal/people/${ids[1]}`)).status, 200);
});
