import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listEmployees } from '../../src/service/employee-records.ts';
import { listRuns } from '../../src/service/roster/runs.ts';
import { type PortalService, startPortal, textOf } from './portal-service.ts';
import { applyShown, digestOf, peopleFile, shownAt, upload } from './roster-upload.ts';

const active = ({ db, companyId }: PortalService) =>
  listEmployees(db, companyId, { state: 'active' }).map(({ external_id }) => external_id);

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
  assert.match(shown, /Created 2 Updated 0 Unchanged 0 Failed 0 Deactivated 0 Departments 2/);
  assert.deepEqual(active(service), []);
  assert.deepEqual(listRuns(service.db, service.companyId, 10), []);
  const done = await applyShown(admin, path);
  const [run, ...others] = listRuns(service.db, service.companyId, 10);
  assert.deepEqual(others, []);
  assert.equal(done.headers.location, `/portal/syncs/${run?.id}`);
  assert.equal(run?.source, 'portal');
  assert.match(run?.actor ?? '', /^portal [0-9a-f-]{36}$/);
  assert.deepEqual(active(service), ['1', '2']);
});
