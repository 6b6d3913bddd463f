import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startPortal, textOf } from './portal-service.ts';
import { applyShown, shownAt, upload } from './roster-upload.ts';

const FILE = 'external_id,first_name,last_name\n700411,Ann,Lee\n700412,Bob,May\n';

test('a roster without emails is read once a domain is said, marks its people, and the next one needs no more', async (t) => {
  const service = await startPortal(t);
  const admin = service.signedIn('admin');
  const path = await upload(service, admin, FILE);
  assert.match(await shownAt(admin, path), /Where people without an email get an address/);
  const wrong = await admin.post(`${path}/options`, { 'no-email-domain': 'none' });
  assert.match(textOf(wrong), /Enter a domain such as people\.example\.com/);
  const said = await admin.post(`${path}/options`, { 'no-email-domain': 'people.example.com' });
  assert.equal(said.status, 303);
  assert.match(await shownAt(admin, path), /Ann Lee 700411 created no email/);
  assert.equal((await applyShown(admin, path)).status, 303);
  assert.match(
    textOf(await admin.get('/portal/people')),
    /Ann Lee no email signs in with number and card/,
  );
  const next = await upload(service, admin, FILE.replace('Bob', 'Robert'));
  assert.match(await shownAt(admin, next), /Unchanged 2/);
});
