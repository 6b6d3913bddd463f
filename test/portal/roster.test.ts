import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR_MS } from '../../src/domain/duration.ts';
import { createCompany, updateCompany } from '../../src/service/company/companies.ts';
import { createDepartment } from '../../src/service/departments/departments.ts';
import { listEmployees } from '../../src/service/people/employee-records.ts';
import { deactivateEmployee, updateEmployee } from '../../src/service/people/employees.ts';
import { eraseEmployee } from '../../src/service/people/erasure.ts';
import { listRuns, type Run } from '../../src/service/roster/runs/runs.ts';
import { awardXp } from '../../src/service/xp/ledger.ts';
import { type PortalService, startPortal, textOf } from './portal-service.ts';
import {
  applyShown,
  digestOf,
  formWith,
  peopleFile,
  sendForm,
  shownAt,
  upload,
} from './roster-upload.ts';

const people = ({ db, companyId }: PortalService) =>
  listEmployees(db, companyId, { state: 'active' }).map(
    ({ external_id, department }) => `${external_id} ${department?.name ?? '-'}`,
  );

const runs = ({ db, companyId }: PortalService): Run[] => listRuns(db, companyId, 20);

const change = (service: PortalService, make: Parameters<PortalService['write']>[0]) =>
  service.write(make, service.clock.now);

const crowd = (count: number, from = 0) =>
  peopleFile(Array.from({ length: count }, (_, i) => [String(from + i), `Person${from + i}`]));

test('an upload is previewed without a change, applied as the account, and leads to its run', async (t) => {
  const service = await startPortal(t);
  const admin = service.signedIn('admin');
  const path = await upload(
    service,
    admin,
    peopleFile([
      ['1', 'Ann'],
      ['2', 'Ben', 'Ops'],
    ]),
  );
  const shown = await shownAt(admin, path);
  assert.match(shown, /people\.csv Preview\. Nothing has been changed yet\./);
  assert.match(shown, /Created 2 Updated 0 Unchanged 0 Failed 0 Deactivated 0 New departments 2/);
  assert.match(shown, /Ann Doe 1 created External ID 1 Department Sales Job title Engineer/);
  assert.deepEqual(people(service), []);
  assert.deepEqual(runs(service), []);
  const done = await applyShown(admin, path);
  const [run, ...others] = runs(service);
  assert.deepEqual(others, []);
  assert.match(
    textOf(await admin.get(done.headers.location ?? '')),
    /The roster is applied: created 2 people\. Revert it .* Roster of today/,
  );
  assert.equal(run?.source, 'portal');
  assert.match(run?.actor ?? '', /^portal [0-9a-f-]{36}$/);
  assert.deepEqual(people(service), ['1 Sales', '2 Ops']);
});

test('an upload that is applied twice, one after the other or at once, is one run', async (t) => {
  const service = await startPortal(t);
  const admin = service.signedIn('admin');
  const path = await upload(service, admin, crowd(3));
  const digest = digestOf(await admin.get(path));
  const both = await Promise.all([
    admin.post(`${path}/apply`, { digest }),
    admin.post(`${path}/apply`, { digest }),
  ]);
  const later = await admin.post(`${path}/apply`, { digest });
  const opened = await admin.get(path);
  const [run, ...others] = runs(service);
  assert.deepEqual(others, []);
  for (const { status, headers } of [...both, later, opened]) {
    const [to] = headers.location?.split('?') ?? [];
    assert.deepEqual([status, to], [303, `/portal/syncs/${run?.id}`]);
  }
});

test('a preview is refused once the company has changed in what it is about, and a new one is shown', async (t) => {
  const service = await startPortal(t);
  const [admin, owner] = [service.signedIn('admin'), service.signedIn('owner')];
  await applyShown(
    admin,
    await upload(
      service,
      admin,
      peopleFile([
        ['1', 'Ann'],
        ['2', 'Ben'],
      ]),
    ),
  );
  const moved = peopleFile([
    ['1', 'Ann', 'Ops'],
    ['2', 'Ben'],
  ]);
  service.clock.now += 1_000;
  const mine = await upload(service, admin, moved);
  const theirs = await upload(
    service,
    owner,
    peopleFile([
      ['1', 'Ann', 'Legal'],
      ['2', 'Ben'],
    ]),
  );
  const digest = digestOf(await admin.get(mine));
  assert.equal((await applyShown(owner, theirs)).status, 303);
  const refused = await admin.post(`${mine}/apply`, { digest });
  assert.equal(refused.status, 409);
  assert.match(
    textOf(refused),
    /Nothing was applied\. .* The company has changed since the preview was made\. owner@acme\.example synced a roster: updated 1\. This is a new preview\./,
  );
  assert.match(textOf(refused), /Legal becomes → Ops/);
  assert.deepEqual(people(service), ['1 Legal', '2 Sales']);
  assert.equal(runs(service).length, 2);
  const again = await admin.post(`${mine}/apply`, { digest: digestOf(refused) });
  assert.equal(again.status, 303);
  assert.deepEqual(people(service), ['1 Ops', '2 Sales']);
});

test('every change that would make the application differ from its preview refuses it, and no other does', async (t) => {
  const service = await startPortal(t);
  const admin = service.signedIn('admin');
  await applyShown(admin, await upload(service, admin, crowd(12)));
  const file = `${crowd(11).replace('Sales', 'Ops')}99,New,Doe,p99@acme.example,Ops,Engineer\n`;
  const differing: readonly (readonly [string, Parameters<PortalService['write']>[0]])[] = [
    ['a department of the file appears', (write) => createDepartment(write, { name: 'Ops' })],
    ['a person of the file is deactivated', (write) => deactivateEmployee(write, '1', 'Left')],
    ['a person of the file changes', (write) => updateEmployee(write, '2', { job_title: 'Boss' })],
    ['somebody who is missing leaves', (write) => deactivateEmployee(write, '11', 'Left')],
  ];
  for (const [what, make] of differing) {
    const path = await upload(service, admin, file);
    await admin.post(`${path}/deactivation`, { deactivate: 'on' });
    const digest = digestOf(await admin.get(path));
    const before = runs(service).length;
    change(service, make);
    const { status } = await admin.post(`${path}/apply`, { digest });
    assert.deepEqual([status, runs(service).length], [409, before], what);
  }
  const path = await upload(service, admin, file);
  const digest = digestOf(await admin.get(path));
  change(service, (write) => awardXp(write, '0', { amount: 10, reason: 'Demo day' }));
  assert.equal((await admin.post(`${path}/apply`, { digest })).status, 303);
});

test('a file that cannot be used any more when it is applied says why', async (t) => {
  const service = await startPortal(t);
  const admin = service.signedIn('admin');
  const path = await upload(service, admin, crowd(30, 100));
  const digest = digestOf(await admin.get(path));
  const onRecord = Array.from({ length: 30 }, (_, i) => [`00${100 + i}`, `Person${i}`] as const);
  await applyShown(admin, await upload(service, admin, peopleFile(onRecord)));
  const refused = await admin.post(`${path}/apply`, { digest });
  assert.equal(refused.status, 400);
  assert.match(
    textOf(refused),
    /Nothing was applied\. The file’s external IDs have lost their leading zeros: 5 digits on record, 3 in the file\./,
  );
  assert.equal(runs(service).length, 1);
});

test('a sync over HTTP between preview and application refuses it', async (t) => {
  const service = await startPortal(t);
  const admin = service.signedIn('admin');
  const path = await upload(service, admin, crowd(2));
  const digest = digestOf(await admin.get(path));
  const synced = await service.request('PUT', '/v1/employees/sync', {
    key: service.liveKey,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      employees: [
        { external_id: '1', email: 'p1@acme.example', first_name: 'Other', last_name: 'Doe' },
      ],
    }),
  });
  assert.equal(synced.status, 200);
  const refused = await admin.post(`${path}/apply`, { digest });
  assert.equal(refused.status, 409);
  assert.match(textOf(refused), /Name stays Other Doe , the file says Person1 Doe/);
  assert.deepEqual(people(service), ['1 -']);
});

test('while another sync of the company runs nothing is applied, and the upload is kept', async (t) => {
  const service = await startPortal(t);
  const admin = service.signedIn('admin');
  const path = await upload(service, admin, crowd(2));
  const digest = digestOf(await admin.get(path));
  // A sync has its slot before its body.
  const connection = service.connect();
  const body = JSON.stringify({ employees: [] });
  connection.send(
    `PUT /v1/employees/sync HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${service.liveKey}\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
  );
  await connection.until(/100 Continue/);
  const refused = await admin.post(`${path}/apply`, { digest });
  assert.equal(refused.status, 409);
  assert.match(textOf(refused), /Another roster is being applied to this company\./);
  connection.send(body);
  await connection.until(/ 400 /);
  assert.equal((await admin.post(`${path}/apply`, { digest })).status, 303);
});

test('a preview names nobody who was erased since, whichever process did it', async (t) => {
  const service = await startPortal(t);
  const admin = service.signedIn('admin');
  await applyShown(admin, await upload(service, admin, crowd(30)));
  const path = await upload(service, admin, crowd(27));
  const before = await admin.get(path);
  assert.match(textOf(before), /Person28 Doe/);
  // The connection of the test is another one than those of the service.
  service.write((write) => eraseEmployee(write, 'p28@acme.example', 'Asked for it'));
  const after = await admin.get(path);
  assert.doesNotMatch(textOf(after), /Person28/);
  assert.match(textOf(after), /Person27 Doe/);
  const refused = await admin.post(`${path}/apply`, { digest: digestOf(before) });
  assert.equal(refused.status, 409);
  assert.doesNotMatch(textOf(refused), /Person28/);
});

test('a preview that was made again in another window is not applied by the button of the earlier one', async (t) => {
  const service = await startPortal(t);
  const admin = service.signedIn('admin');
  await applyShown(admin, await upload(service, admin, crowd(3)));
  const path = await upload(service, admin, crowd(2));
  const digest = digestOf(await admin.get(path));
  await admin.post(`${path}/deactivation`, { deactivate: 'on' });
  const refused = await admin.post(`${path}/apply`, { digest });
  assert.equal(refused.status, 409);
  assert.match(textOf(refused), /The preview has been made again in the meantime/);
  assert.equal(people(service).length, 3);
});

test('people who are missing stay active until that is asked for, and are shown by name before', async (t) => {
  const service = await startPortal(t);
  const admin = service.signedIn('admin');
  await applyShown(admin, await upload(service, admin, crowd(30)));
  const path = await upload(service, admin, crowd(27));
  assert.match(
    await shownAt(admin, path),
    /Not in the file 3 of a limit of 10 Deactivate them .* Person27 Doe .* Person29 Doe .* Nobody is deactivated\./,
  );
  await admin.post(`${path}/deactivation`, { deactivate: 'on' });
  assert.match(
    await shownAt(admin, path),
    /Deactivated 3 .* 3 people are deactivated\. A run can be reverted\. Apply 3 changes/,
  );
  await applyShown(admin, path);
  assert.equal(people(service).length, 27);
});

test('beyond the limit nobody is deactivated until their number is typed', async (t) => {
  const service = await startPortal(t);
  const admin = service.signedIn('admin');
  await applyShown(admin, await upload(service, admin, crowd(60)));
  const path = await upload(service, admin, crowd(20));
  await admin.post(`${path}/deactivation`, { deactivate: 'on' });
  assert.match(
    await shownAt(admin, path),
    /Nobody is deactivated\. 40 people with an external ID are not in the file, more than the limit of 12 people\./,
  );
  for (const confirm of ['', '39']) {
    const refused = await admin.post(`${path}/confirm`, { confirm });
    assert.equal(refused.status, 400);
    assert.match(textOf(refused), /Type 40 to confirm/);
  }
  // As it is, everything else is applied and the run waits for a decision.
  const blocked = await upload(service, admin, crowd(20));
  await admin.post(`${blocked}/deactivation`, { deactivate: 'on' });
  const run = await applyShown(admin, blocked);
  assert.match(
    await shownAt(admin, run.headers.location ?? ''),
    /Nobody was deactivated\. 40 people .* Upload the whole roster/,
  );
  assert.equal(people(service).length, 60);
  await admin.post(`${path}/confirm`, { confirm: '40' });
  assert.match(await shownAt(admin, path), /Deactivated 40 .* Apply 40 changes/);
  assert.equal((await applyShown(admin, path)).status, 303);
  assert.equal(people(service).length, 20);
});

test('more than half within the limit has to be typed, too', async (t) => {
  const service = await startPortal(t);
  const admin = service.signedIn('admin');
  await applyShown(admin, await upload(service, admin, crowd(12)));
  const path = await upload(service, admin, crowd(4));
  await admin.post(`${path}/deactivation`, { deactivate: 'on' });
  const shown = await admin.get(path);
  assert.match(textOf(shown), /More than half of the people would be deactivated: 8 people of 12/);
  assert.equal(digestOf(shown), '');
  assert.equal((await admin.post(`${path}/apply`, { digest: 'x' })).status, 400);
  await admin.post(`${path}/confirm`, { confirm: '8' });
  await applyShown(admin, path);
  assert.equal(people(service).length, 4);
});

test('an upload of another company, an unknown one and one that is gone are answered alike', async (t) => {
  const service = await startPortal(t);
  const admin = service.signedIn('admin');
  const { company } = createCompany(service.db, {
    ...{ name: 'Other', ssoDomains: [], now: service.clock.now, actor: 'test' },
  });
  const other = service.signedIn('owner', {
    ...{ companyId: company.companyId, email: 'x@other.example' },
  });
  const path = await upload(service, admin, crowd(2));
  const digest = digestOf(await admin.get(path));
  const unknown = '/portal/roster/01997a3c-8f2e-7000-9c6d-000000000000';
  const answers = async (address: string) => [
    await other.get(address),
    await other.post(`${address}/apply`, { digest }),
    await other.post(`${address}/deactivation`, { deactivate: 'on' }),
    await other.post(`${address}/confirm`, { confirm: '1' }),
    await other.post(`${address}/discard`),
  ];
  const comparable = (all: Awaited<ReturnType<typeof answers>>) =>
    all.map((one) => [one.status, textOf(one).replace(/request \S+/, '')]);
  const foreign = comparable(await answers(path));
  assert.deepEqual(foreign, comparable(await answers(unknown)));
  assert.deepEqual(new Set(foreign.map(([status]) => status)), new Set([404]));
  const inSandbox = path.replace('/portal', '/portal/sandbox');
  assert.equal((await admin.get(inSandbox)).status, 404);
  assert.match(await shownAt(admin, path), /Created 2/);
});

test('an upload is gone after an hour, after a restart and when it is discarded', async (t) => {
  const service = await startPortal(t);
  const admin = service.signedIn('admin');
  const discarded = await upload(service, admin, crowd(2));
  const discard = await admin.post(`${discarded}/discard`);
  assert.match(await shownAt(admin, discard.headers.location ?? ''), /The file is discarded/);
  assert.equal((await admin.get(discarded)).status, 404);
  const path = await upload(service, admin, crowd(2));
  assert.match(await shownAt(admin, '/portal/roster'), /Not applied yet .* people\.csv/);
  service.clock.now += HOUR_MS;
  const later = service.signedIn('admin', { email: 'later@acme.example' });
  assert.match(
    await shownAt(later, path),
    /The file is not here any more\. It is kept for an hour, .* Upload it again\./,
  );
  assert.doesNotMatch(await shownAt(later, '/portal/roster'), /Not applied yet/);
  const kept = await upload(service, later, crowd(2));
  const restarted = await service.restart();
  const answer = await restarted.request('GET', kept, { headers: { Cookie: later.cookie } });
  assert.equal(answer.status, 404);
});

test('an upload for the sandbox changes nothing of the company', async (t) => {
  const service = await startPortal(t);
  const admin = service.signedIn('admin');
  const live = await upload(service, admin, crowd(2));
  const sent = await sendForm(service, admin, formWith(crowd(2)), { root: '/portal/sandbox' });
  const path = sent.headers.location ?? '';
  assert.match(path, /^\/portal\/sandbox\/roster\//);
  assert.match(
    (await applyShown(admin, path)).headers.location ?? '',
    /^\/portal\/sandbox\/syncs\//,
  );
  assert.deepEqual(people(service), []);
  assert.match(await shownAt(admin, live), /Created 2/);
});

test('names and emails are left as they are, shown with both values, and changed where that is asked for', async (t) => {
  const service = await startPortal(t);
  const admin = service.signedIn('admin');
  await applyShown(admin, await upload(service, admin, peopleFile([['1', 'Ann']])));
  const path = await upload(service, admin, peopleFile([['1', 'Anna']]));
  assert.match(
    await shownAt(admin, path),
    /Different, and left as it is 1 person Change them too .* Name stays Ann Doe , the file says Anna Doe \. line 2\./,
  );
  await admin.post(`${path}/profiles`);
  assert.match(await shownAt(admin, path), /Anna Doe 1 updated Name Ann Doe becomes → Anna Doe/);
  await applyShown(admin, path);
  const [person] = listEmployees(service.db, service.companyId, { state: 'active' });
  assert.equal(person?.name, 'Anna Doe');
});

test('a number that was typed is for the people of one preview', async (t) => {
  const service = await startPortal(t);
  const admin = service.signedIn('admin');
  await applyShown(admin, await upload(service, admin, crowd(60)));
  const path = await upload(service, admin, crowd(20));
  await admin.post(`${path}/deactivation`, { deactivate: 'on' });
  await admin.post(`${path}/confirm`, { confirm: '40' });
  assert.match(await shownAt(admin, path), /Deactivated 40/);
  await admin.post(`${path}/profiles`);
  assert.match(await shownAt(admin, path), /Nobody is deactivated\. 40 people/);
  await admin.post(`${path}/confirm`, { confirm: '40' });
  const digest = digestOf(await admin.get(path));
  change(service, (write) => deactivateEmployee(write, '30', 'Left'));
  const refused = await admin.post(`${path}/apply`, { digest });
  assert.equal(refused.status, 409);
  assert.match(textOf(refused), /Nobody is deactivated\. 39 people/);
});

test('sign-in domains and departments without a name are explained', async (t) => {
  const service = await startPortal(t);
  const admin = service.signedIn('admin');
  change(service, (write) => updateCompany(write, { ssoDomains: ['acme.example'] }));
  const file =
    'Employee ID,First name,Last name,Work email,Department code\n1,Ann,Doe,ann@other.example,\n2,Ben,Doe,ben@acme.example,D1\n';
  const shown = await shownAt(admin, await upload(service, admin, file));
  assert.match(
    shown,
    /The email is not on one of the company’s sign-in domains: acme\.example\. email_domain_not_allowed/,
  );
  assert.match(shown, /No department has this code, and the row has no name to create one with\./);
  assert.match(
    shown,
    /A new department needs a name, and no column of department names was read\./,
  );
  const sent = await sendForm(service, admin, formWith(file), { root: '/portal/sandbox' });
  assert.match(
    await shownAt(admin, sent.headers.location ?? ''),
    /Outside the sandbox 1 of these rows would fail\. Only these sign-in domains are allowed there: acme\.example\./,
  );
});

test('a filter that no form offers is refused, and the preview stays as it is', async (t) => {
  const service = await startPortal(t);
  const admin = service.signedIn('admin');
  const path = await upload(service, admin, crowd(3));
  const before = await shownAt(admin, path);
  for (const where of ['', 'Status', '=A', ' = ']) {
    assert.equal((await admin.post(`${path}/filter`, { where })).status, 400, where);
  }
  assert.equal(await shownAt(admin, path), before);
});
