import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS, HOUR_MS } from '../../src/domain/duration.ts';
import { requireEmployee } from '../../src/service/people/employee-records.ts';
import { addEmployee } from '../../src/service/people/employees.ts';
import { eraseEmployee } from '../../src/service/people/erasure.ts';
import {
  deleteOldLooks,
  LOOK_DAYS,
  listLooks,
  stateOfLooks,
} from '../../src/service/people/history-looks.ts';
import { collectPerson } from '../../src/service/people/person-export.ts';
import { type PortalService, startPortal, textOf } from './portal-service.ts';

const ADA = { email: 'ada@acme.example', given_name: 'Ada Lark' };

function start(service: PortalService) {
  const { write, clock, db, companyId } = service;
  const { employee_id: id } = write((one) => addEmployee(one, ADA), clock.now);
  const { number: employeeNumber } = requireEmployee(db, companyId, id);
  const looks = () =>
    listLooks(db, { companyId, employeeNumber, now: clock.now }).map(({ kind, role }) => [
      kind,
      role,
    ]);
  return { id, looks, path: `/portal/people/${id}`, employeeNumber };
}

test('whoever opens a history is shown to its person, once a day each, with name, role and what it was', async (t) => {
  const service = await startPortal(t);
  const { looks, path } = start(service);
  const ada = service.signedIn('none', { email: ADA.email, isNew: false });
  assert.match(
    textOf(await ada.get('/portal/me/shown')),
    /Who looked at my history .* Nobody opened it\./,
  );
  const admin = service.signedIn('admin', { email: 'hr@acme.example', isEmployee: true });
  const viewer = service.signedIn('viewer');
  await admin.get(path);
  await admin.get(`${path}/xp.csv`);
  await admin.get(`${path}/coins.csv`);
  service.clock.now += HOUR_MS / 4;
  await admin.get(path);
  await viewer.get(path);
  assert.deepEqual(looks(), [
    ['history', 'viewer'],
    ['history', 'admin'],
  ]);
  const page = textOf(await ada.get('/portal/me/shown'));
  assert.match(page, /last 90 days .* Viewer XP and coins .* A admin Admin XP and coins/);
  const owner = service.signedIn('owner');
  const from = { 'Sec-Fetch-Site': 'same-origin' };
  service.clock.now += 1;
  assert.equal((await owner.get(`${path}/export.json`, from)).status, 200);
  assert.deepEqual(looks()[0], ['export', 'owner']);
  service.clock.now += DAY_MS;
  await service
    .signedIn('admin', { email: 'hr@acme.example', isEmployee: true, isNew: false })
    .get(path);
  assert.equal(looks().filter(([, role]) => role === 'admin').length, 2);
});

test('nobody is recorded for their own history, for lists, or for people of the sandbox', async (t) => {
  const service = await startPortal(t);
  const { looks, path } = start(service);
  const lead = service.signedIn('admin', { email: ADA.email, isEmployee: true, isNew: false });
  await lead.get(path);
  await lead.get('/portal/me/xp');
  const owner = service.signedIn('owner');
  for (const list of ['/portal/people', '/portal/people.csv', '/portal/leaderboards']) {
    await owner.get(list);
  }
  const sandbox = service.writeSandbox((one) => addEmployee(one, ADA));
  assert.equal((await owner.get(`/portal/sandbox/people/${sandbox.employee_id}`)).status, 200);
  assert.deepEqual(looks(), []);
  assert.equal(stateOfLooks(service.db, service.clock.now).count, 0);
});

test('looks are in the export of their person without names, and go with an erasure, or after two years', async (t) => {
  const service = await startPortal(t);
  const { db, companyId, clock, write } = service;
  const { id, path } = start(service);
  await service.signedIn('viewer').get(path);
  const order = { companyId, employee: id, now: clock.now };
  assert.deepEqual(collectPerson(db, order).looks, [
    { at: new Date(clock.now).toISOString(), kind: 'history', role: 'viewer' },
  ]);
  const later = clock.now + LOOK_DAYS * DAY_MS;
  assert.equal(deleteOldLooks(service.db, later), false);
  const all = () => stateOfLooks(db, later + 1);
  assert.deepEqual([all().count, all().expired], [1, 1]);
  write((one) => eraseEmployee(one, id, 'Asked for'));
  assert.equal(all().count, 0);
  const { employee_id: other } = write((one) => addEmployee(one, ADA), clock.now);
  await service.signedIn('viewer', { email: 'second@acme.example' }).get(`/portal/people/${other}`);
  assert.equal(all().count, 1);
  assert.deepEqual([deleteOldLooks(db, later + 1), deleteOldLooks(db, later + 1)], [true, false]);
  assert.equal(all().count, 0);
});
