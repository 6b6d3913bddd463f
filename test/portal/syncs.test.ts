import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCompany } from '../../src/service/company/companies.ts';
import { listEmployees } from '../../src/service/people/employee-records.ts';
import { listRuns } from '../../src/service/roster/runs/runs.ts';
import { syncRun } from '../service/roster/sync.ts';
import { fillCompany } from './company-content.ts';
import { type PortalService, startPortal, textOf } from './portal-service.ts';

async function withBlockedRun(t: Parameters<typeof startPortal>[0]) {
  const service = await startPortal(t);
  const content = fillCompany(service, { now: service.clock.now });
  const [, blocked = ''] = content['/syncs/:id'] ?? [];
  return { service, path: `/portal/syncs/${blocked}` };
}

const active = ({ db, companyId }: PortalService) =>
  listEmployees(db, companyId, { state: 'active' }).length;

test('home shows a blocked sync, waiting redemptions and keys that end soon, with the way to decide', async (t) => {
  const { service, path } = await withBlockedRun(t);
  const page = await service.signedIn('owner').get('/portal');
  const text = textOf(page);
  assert.match(
    text,
    /Waiting for a decision 7 A roster sync is blocked 48 people would be deactivated/,
  );
  assert.match(
    text,
    /2 redemptions Somebody spent coins and waits for an answer\. under a minute Decide/,
  );
  assert.ok(page.text.includes('href="/portal/redemptions">Decide'));
  assert.match(
    text,
    /The webhook to hooks\.adventure-works\.example is disabled Deliveries failed for days/,
  );
  assert.match(text, /Key “intranet” ends on 30 Nov 2026/);
  assert.match(text, /Syncs 1 1 waiting .* Redemptions 2 2 waiting/);
  assert.ok(page.text.includes(`href="${path}"`));
});

test('home of a company without people says how to bring them in', async (t) => {
  const service = await startPortal(t);
  const text = textOf(await service.signedIn('owner').get('/portal'));
  assert.match(text, /Nothing waits for a decision/);
  assert.match(text, /No people yet .* Upload roster or engaged import people\.csv/);
});

test('the history lists runs with their counts, and one run shows every change', async (t) => {
  const { service } = await withBlockedRun(t);
  const viewer = service.signedIn('viewer');
  assert.match(
    textOf(await viewer.get('/portal/syncs')),
    /waits for a decision .* applied .* applied/,
  );
  const [, , moved] = listRuns(service.db, service.companyId, 3);
  const text = textOf(await viewer.get(`/portal/syncs/${moved?.id}`));
  assert.match(
    text,
    /Ranjit Varkey Chudukatil 700410000 updated Department Sales becomes → Quality Job title .* becomes → Lead/,
  );
  assert.doesNotMatch(text, /Revert this run/);
});

test('an approval needs the number of people typed, deactivates exactly them, and is reverted', async (t) => {
  const { service, path } = await withBlockedRun(t);
  const admin = service.signedIn('admin');
  assert.equal(active(service), 59);
  for (const [approve, says] of [
    ['', /Type 48 to confirm/],
    ['47', /Type 48 to confirm/],
    ['48x', /A whole number, such as 150\./],
  ] as const) {
    const refused = await admin.post(`${path}/approve`, { approve });
    assert.equal(refused.status, 400);
    assert.match(textOf(refused), says);
  }
  assert.equal(active(service), 59);
  const done = await admin.post(`${path}/approve`, { approve: ' 48 ' });
  assert.equal(done.status, 303);
  const page = await admin.get(done.headers.location ?? '');
  assert.match(textOf(page), /48 people are deactivated\./);
  assert.equal(active(service), 12 - 1);
  assert.match(textOf(page), /Roster of [^.]* approved Approved/);
  assert.match(textOf(await admin.get('/portal/syncs')), /applied .* approved .* applied/);
  const home = textOf(await admin.get('/portal'));
  assert.doesNotMatch(home, /A roster sync is blocked|Syncs 1 1 waiting/);
  const again = await admin.post(`${path}/approve`, { approve: '48' });
  assert.equal(again.status, 409);
  const [approval] = listRuns(service.db, service.companyId, 1);
  assert.match(approval?.actor ?? '', /^portal [0-9a-f-]{36}$/);
  assert.equal(approval?.source, 'portal');
  const reverted = await admin.post(`/portal/syncs/${approval?.id}/revert`, { revert: '48' });
  assert.match(textOf(await admin.get(reverted.headers.location ?? '')), /The run is reverted/);
  assert.equal(active(service), 59);
});

test('an approval is refused where somebody it concerns has changed since, and names the reason', async (t) => {
  const { service, path } = await withBlockedRun(t);
  const admin = service.signedIn('admin');
  syncRun(
    service,
    [
      {
        external_id: '700410030',
        email: 'person30@adventure-works.example',
        first_name: 'A',
        last_name: 'B',
      },
    ],
    { now: service.clock.now },
  );
  const before = active(service);
  const refused = await admin.post(`${path}/approve`, { approve: '48' });
  assert.equal(refused.status, 400);
  assert.match(textOf(refused), /Something has changed since: .* is in a later roster/);
  assert.equal(active(service), before);
});

test('a run of another company, and one that does not exist, are answered alike', async (t) => {
  const { service } = await withBlockedRun(t);
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
  const [run] = listRuns(service.db, service.companyId, 1);
  const unknown = '01997a3c-8f2e-7000-9c6d-000000000000';
  for (const [path, fields] of [
    ['', undefined],
    ['/approve', { approve: '48' }],
    ['/revert', { revert: '48' }],
  ] as const) {
    const answers = [];
    for (const id of [run?.id ?? '', unknown]) {
      const address = `/portal/syncs/${id}${path}`;
      const answer = fields ? await other.post(address, fields) : await other.get(address);
      answers.push([answer.status, textOf(answer).replace(/request \S+/, '')]);
    }
    assert.deepEqual(answers[0], answers[1]);
    assert.equal(answers[0]?.[0], 404);
  }
});
