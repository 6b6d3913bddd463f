import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listEmployees } from '../../src/service/people/employee-records.ts';
import { setEmployeeRole } from '../../src/service/people/employees.ts';
import { type PortalService, startPortal, textOf } from './portal-service.ts';
import { applyShown, peopleFile, shownAt, upload } from './roster-upload.ts';

const active = ({ db, companyId }: PortalService) =>
  listEmployees(db, companyId, { state: 'active' }).map(({ external_id }) => external_id);

/** A roster of 20 people is applied, and then one that lacks three: one has another number, one a role. */
async function startWithKept(service: PortalService) {
  const admin = service.signedIn('admin');
  const rows = Array.from({ length: 20 }, (_, i) => [String(i), `Person${i}`] as const);
  await applyShown(admin, await upload(service, admin, peopleFile(rows)));
  service.write((write) => setEmployeeRole(write, '18', { role: 'manager' }), service.clock.now);
  const next = `${peopleFile(rows.slice(0, 17))}A-17,Person17,Doe,p17@acme.example,Sales,Engineer\n`;
  const path = await upload(service, admin, next);
  await admin.post(`${path}/deactivation`, { deactivate: 'on' });
  return { admin, path };
}

test('a preview names whom it keeps, the run too, and Home asks until somebody decides', async (t) => {
  const service = await startPortal(t);
  const { admin, path } = await startWithKept(service);
  const preview = await shownAt(admin, path);
  assert.match(
    preview,
    /Not in the file, and kept 2 Person External ID Department Why Person17 Doe 17 17 Sales The address stands in the roster with another number\. Person18 Doe 18 18 Sales An admin, or somebody with a role\./,
  );
  assert.match(preview, /1 person is deactivated\./);
  const applied = await applyShown(admin, path);
  assert.deepEqual(active(service).slice(-2), ['17', '18']);
  assert.match(
    await shownAt(admin, applied.headers.location ?? ''),
    /Not in the roster, and kept 2 .* Person17 Doe .* Person18 Doe/,
  );
  assert.match(await shownAt(admin, '/portal'), /2 people are not in the roster and kept/);
  const kept = await admin.get('/portal/kept');
  assert.match(textOf(kept), /2 people wait for a decision .* Person17 Doe .* Person18 Doe/);
  const [, employee = ''] = /name="employee" value="([0-9a-f-]{36})"/.exec(kept.text) ?? [];
  const done = await admin.post('/portal/kept', { employee });
  assert.equal(done.status, 303);
  assert.match(await shownAt(admin, '/portal'), /1 person is not in the roster and kept/);
  assert.match(await shownAt(admin, '/portal/audit'), /decided that Person17 Doe stays/);
  service.write((write) => setEmployeeRole(write, '18', 'none'), service.clock.now);
  const home = await shownAt(admin, '/portal');
  assert.equal(/not in the roster and kept/.test(home), false);
  assert.match(await shownAt(admin, '/portal/kept'), /Nobody waits for a decision/);
});

test('a viewer sees who is kept, and decides nothing', async (t) => {
  const service = await startPortal(t);
  const { admin, path } = await startWithKept(service);
  await applyShown(admin, path);
  const viewer = service.signedIn('viewer');
  const shown = await viewer.get('/portal/kept');
  assert.deepEqual([shown.status, shown.text.includes('name="employee"')], [200, false]);
  assert.equal((await viewer.post('/portal/kept', { employee: 'x' })).status, 403);
});
