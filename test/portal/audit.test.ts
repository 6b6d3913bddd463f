import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '../../src/domain/duration.ts';
import { createCompany } from '../../src/service/company/companies.ts';
import { recordDecisions, writeCompany } from '../../src/service/company/company-write.ts';
import { changeContest } from '../../src/service/contests/change-contests.ts';
import { addEmployee, deactivateEmployee } from '../../src/service/people/employees.ts';
import { listAccounts } from '../../src/service/portal/accounts.ts';
import { awardXp } from '../../src/service/xp/ledger.ts';
import { fillCompany } from './company-content.ts';
import { type PortalService, startPortal, textOf } from './portal-service.ts';

const decide = (service: PortalService, count: number) =>
  service.write((write) =>
    recordDecisions(
      write,
      Array.from({ length: count }, (_, at) => ({
        action: 'shop.add',
        target: ['shop_item', null] as const,
        after: { name: `Item ${at}` },
      })),
    ),
  );

const itemsIn = (text: string) => [...text.matchAll(/<b>(Item \d+)<\/b>/g)].map(([, name]) => name);

test('the audit log is read in pages, newest first, and each entry once', async (t) => {
  const service = await startPortal(t);
  decide(service, 120);
  const viewer = service.signedIn('viewer');
  const seen: (string | undefined)[] = [];
  for (let path = '/portal/audit?action=shop'; path !== ''; ) {
    const { text } = await viewer.get(path);
    seen.push(...itemsIn(text));
    const [, more = ''] = /href="([^"]*before=\d+)">Next 50/.exec(text) ?? [];
    path = more.replaceAll('&amp;', '&');
  }
  assert.deepEqual(
    seen,
    Array.from({ length: 120 }, (_, at) => `Item ${119 - at}`),
  );
});

test('the audit log says how many entries match, and counts no more than a thousand', async (t) => {
  const service = await startPortal(t);
  decide(service, 1_000);
  const viewer = service.signedIn('viewer');
  const counted = async (query: string) =>
    /([^.]*)\. Who decided what/.exec((await viewer.get(`/portal/audit?${query}`)).text)?.[1];
  const said = async (query: string) => (await counted(query))?.split('>').at(-1);
  assert.deepEqual(
    [await said('action=shop'), await said('action=portal'), await said('action=badge')],
    ['1,000 entries', '4 entries', undefined],
  );
  assert.deepEqual(
    [await said(''), await said('action=shop&before=500')],
    ['More than 1,000 entries', '1,000 entries'],
  );
});

test('every decision of a company is described in words', async (t) => {
  const service = await startPortal(t);
  const content = fillCompany(service, { now: service.clock.now });
  const [running = ''] = content['/contests/:id'] ?? [];
  service.write((write) => changeContest(write, running, { name: 'Winter' }));
  const viewer = service.signedIn('viewer');
  const unknown: string[] = [];
  for (let path = '/portal/audit'; path !== ''; ) {
    const { text } = await viewer.get(path);
    unknown.push(...(text.match(/made the change [^<]*/g) ?? []));
    const [, more = ''] = /href="([^"]*before=\d+)">Next 50/.exec(text) ?? [];
    path = more;
  }
  assert.deepEqual(unknown, []);
  const { text } = await viewer.get('/portal/audit?action=contest');
  assert.match(text, /changed the contest <b>Winter<\/b>/);
  assert.match(text, /closed the contest <b>October<\/b>/);
  const months = await viewer.get('/portal/audit?action=month');
  assert.match(months.text, /reopened the month <b>2026-10<\/b>/);
  const badges = await viewer.get('/portal/audit?action=badge');
  assert.match(badges.text, /awarded the badge <b>Hundred handshakes<\/b>/);
  assert.match(badges.text, /changed the rule of the badge <b>Trailblazer<\/b>/);
  assert.match(text, /<option value="contest" selected>/);
});

test('a decision about the account of somebody else names them', async (t) => {
  const service = await startPortal(t);
  const owner = service.signedIn('owner');
  service.signedIn('viewer');
  const account = listAccounts(service.db, service.companyId).find(
    ({ email }) => email === 'viewer@acme.example',
  );
  await owner.post(`/portal/accounts/${account?.id}/role`, { role: 'admin', was: 'viewer' });
  const text = textOf(await owner.get('/portal/audit?action=portal.role'));
  assert.match(text, /owner@acme\.example changed the role of the account of viewer@acme\.example/);
});

test('filters by action, actor, person and day stand in the address', async (t) => {
  const service = await startPortal(t);
  const owner = service.signedIn('owner');
  const at = (time: number, change: Parameters<typeof service.write<unknown>>[0]) =>
    service.write(change, time);
  const { now } = service.clock;
  at(now - 5 * DAY_MS, (write) =>
    addEmployee(write, { email: 'ada@acme.example', given_name: 'Ada' }),
  );
  at(now - 2 * DAY_MS, (write) =>
    awardXp(write, 'ada@acme.example', { amount: 5, reason: 'Demo' }),
  );
  at(now, (write) => deactivateEmployee(write, 'ada@acme.example', 'Gone'));
  await owner.post('/portal/departments', { name: 'By hand', external_id: '', parent: '' });
  const day = (time: number) => new Date(time).toISOString().slice(0, 10);
  const actions = async (query: string) =>
    [
      ...(await owner.get(`/portal/audit?${query}`)).text.matchAll(
        /<code class="opt muted">([^<]+)</g,
      ),
    ].map(([, action]) => action);
  const about = 'person=ADA@acme.example';
  assert.deepEqual(await actions(about), ['employee.deactivate', 'xp.award', 'employee.add']);
  assert.deepEqual(await actions(`${about}&action=xp`), ['xp.award']);
  assert.deepEqual(
    await actions(`${about}&since=${day(now - 2 * DAY_MS)}&until=${day(now - 2 * DAY_MS)}`),
    ['xp.award'],
  );
  assert.deepEqual(await actions('actor=OWNER@acme'), ['department.create']);
  assert.deepEqual(await actions('person=nobody'), []);
  const { text } = await owner.get(`/portal/audit?${about}&action=xp`);
  assert.match(text, /<option value="xp" selected>/);
  assert.match(text, /href="\/portal\/audit\.csv\?action=xp&amp;person=ADA%40acme\.example"/);
});

test('the audit log is a file with every entry, in which no cell is a formula', async (t) => {
  const service = await startPortal(t);
  decide(service, 2_500);
  service.write((write) =>
    recordDecisions(write, [{ action: '=shop.add', target: ['shop_item', '=1+1'] as const }]),
  );
  const { status, headers, text } = await service.signedIn('viewer').get('/portal/audit.csv');
  assert.equal(status, 200);
  assert.match(headers['content-disposition'] ?? '', /^attachment; filename="audit-[\d-]+\.csv"$/);
  const lines = text.split('\r\n');
  assert.equal(lines.filter((line) => line.includes('shop.add')).length, 2_501);
  assert.ok(text.includes(",'=shop.add,shop_item,'=1+1,"));
});

test('decisions of another company are on no page and in no file, and hostile texts are shown as text', async (t) => {
  const service = await startPortal(t);
  const context = { now: service.clock.now, actor: 'test' };
  const { company } = createCompany(service.db, { name: 'Other', ssoDomains: [], ...context });
  const { companyId } = company;
  writeCompany(service.db, { companyId, ...context }, (write) =>
    addEmployee(write, { email: 'their@other.example', given_name: 'Theirs' }),
  );
  const name = '<script>alert(1)</script>';
  service.write((write) =>
    recordDecisions(write, [
      { action: name, target: ['x', null] as const, after: { [name]: name } },
    ]),
  );
  const viewer = service.signedIn('viewer');
  for (const path of [
    '/portal/audit',
    '/portal/audit?person=their@other.example',
    '/portal/audit.csv',
  ]) {
    const { text } = await viewer.get(path);
    assert.ok(
      !text.includes('Theirs') && !/their@other.example/.test(path.includes('?') ? '' : text),
    );
  }
  const { text } = await viewer.get(`/portal/audit?action=${encodeURIComponent(name)}`);
  assert.ok(text.includes('&lt;script&gt;') && !text.includes('<script>alert'));
  assert.match(textOf(await viewer.get('/portal/audit?since=x&until=9&before=-1')), /Audit/);
});
