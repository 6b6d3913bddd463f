import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listDecisions } from '../../src/service/audit/audit.ts';
import { listProfiles, saveProfile } from '../../src/service/roster/roster-profiles.ts';
import { type PortalService, startPortal, textOf } from './portal-service.ts';
import { applyShown, peopleFile, shownAt, upload } from './roster-upload.ts';

const CROWD = [
  ['1', 'Ann'],
  ['2', 'Ben'],
  ['3', 'Cy'],
] as const;

const profiles = ({ db, companyId }: PortalService) =>
  listProfiles(db, companyId).map(({ name, reading }) => [name, reading]);

const READ = {
  external_id: 'Employee ID',
  email: 'Work email',
  first_name: 'First name',
  last_name: 'Last name',
  department_name: 'Department',
  job_title: 'Job title',
};

test('the next roster is read as the last one that was applied, which the page says', async (t) => {
  const service = await startPortal(t);
  const admin = service.signedIn('admin');
  const first = await upload(service, admin, peopleFile(CROWD), 'staff 2026-10.csv');
  assert.match(await shownAt(admin, first), /how it is read is kept as a profile for the next one/);
  await admin.post(`${first}/deactivation`, { deactivate: 'on' });
  assert.deepEqual(profiles(service), []);
  await applyShown(admin, first);
  const reading = { map: READ, deactivate_missing: true };
  assert.deepEqual(profiles(service), [['staff 2026-10', reading]]);
  const second = await upload(service, admin, peopleFile(CROWD.slice(0, 2)), 'staff 2026-11.csv');
  const shown = await shownAt(admin, second);
  assert.match(shown, /Read as last time: profile “ staff 2026-10 ”\./);
  assert.match(shown, /Deactivated 1 /);
  await applyShown(admin, second);
  assert.deepEqual(profiles(service), [['staff 2026-10', reading]]);
  assert.deepEqual(
    listDecisions(service.db, service.companyId, { count: 50 }).flatMap(({ action, after }) =>
      action.startsWith('roster_profile.') ? [[action, after]] : [],
    ),
    [
      [
        'roster_profile.save',
        {
          ...{ name: 'staff 2026-10', columns: 6, filters: 0, deactivate_missing: true },
          ...{ allow_missing_email: false, update_profiles: false },
        },
      ],
    ],
  );
});

test('a file without a column that was read last time is not read, and says which one it lacks', async (t) => {
  const service = await startPortal(t);
  const admin = service.signedIn('admin');
  await applyShown(admin, await upload(service, admin, peopleFile(CROWD)));
  const file = peopleFile(CROWD).replace('Department', 'Team').replace('Job title', 'Position');
  const path = await upload(service, admin, file);
  const shown = await shownAt(admin, path);
  assert.match(shown, /the column “Department”, which the file does not have/);
  assert.match(shown, /Read as last time: profile “ people ”\./);
  await admin.post(`${path}/profile`, { profile: '' });
  assert.match(await shownAt(admin, path), /Unchanged 3 Failed 0 .* Read without a profile\./);
  await applyShown(admin, path);
  assert.deepEqual(
    profiles(service).map(([name]) => name),
    ['people', 'people 2'],
  );
});

test('a name that is made of several columns is not read from fewer of them', async (t) => {
  const service = await startPortal(t);
  const admin = service.signedIn('admin');
  const head = 'Employee ID,First name,Preferred first name,Last name,Work email\n';
  await applyShown(
    admin,
    await upload(service, admin, `${head}1,Ann,Annie,Doe,ann@acme.example\n`),
  );
  const without = head.replace('Preferred first name,', '');
  const path = await upload(service, admin, `${without}1,Ann,Doe,ann@acme.example\n`);
  assert.match(
    await shownAt(admin, path),
    /the column “Preferred first name”, which the file does/,
  );
});

test('a profile of the command line reads an upload, and is renamed and deleted in the portal', async (t) => {
  const service = await startPortal(t);
  const admin = service.signedIn('admin');
  service.write((write) => saveProfile(write, 'Nur <Berlin>', { where: ['Department=Ops'] }), 1);
  const path = await upload(service, admin, peopleFile([...CROWD, ['4', 'Dee', 'Ops']]));
  assert.match(await shownAt(admin, path), /Created 4 /);
  await admin.post(`${path}/profile`, { profile: 'Nur <Berlin>' });
  assert.match(await shownAt(admin, path), /Created 1 .* profile “ Nur &lt;Berlin&gt; ”/);
  const renamed = await admin.post('/portal/roster/profiles/rename', {
    ...{ profile: 'Nur <Berlin>', name: 'Berlin' },
  });
  assert.match(
    textOf(await admin.get(renamed.headers.location ?? '')),
    /The profile is now called “ Berlin ”\..* Profiles .* Berlin – Delete the profile Berlin/,
  );
  const gone = await admin.post('/portal/roster/profiles/delete', { profile: 'Nur <Berlin>' });
  assert.match(textOf(gone), /There is no such profile\./);
  await admin.post('/portal/roster/profiles/delete', { profile: 'Berlin' });
  assert.deepEqual(profiles(service), []);
  const manager = service.signedIn('manager');
  const refused = await manager.post('/portal/roster/profiles/delete', { profile: 'Berlin' });
  assert.equal(refused.status, 403);
});

test('a file of failed rows leaves the profile as it is', async (t) => {
  const service = await startPortal(t);
  const admin = service.signedIn('admin');
  await applyShown(admin, await upload(service, admin, peopleFile(CROWD)));
  const before = profiles(service);
  const [head, ...rows] = peopleFile(CROWD).trim().split('\n');
  const rejects = [`${head},line,code,message`, ...rows.map((row) => `${row},2,x,y`), ''].join(
    '\n',
  );
  await applyShown(admin, await upload(service, admin, rejects));
  assert.deepEqual(profiles(service), before);
});
