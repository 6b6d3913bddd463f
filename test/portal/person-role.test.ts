import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { roleOfEmployee } from '../../src/domain/portal-role.ts';
import { requireEmployee } from '../../src/service/people/employee-records.ts';
import { addEmployee } from '../../src/service/people/employees.ts';
import { startPortal, textOf } from './portal-service.ts';

/** Ann, and an owner who is an employee, too. */
async function withAnn(t: TestContext) {
  const service = await startPortal(t);
  const ann = service.write(
    (write) => addEmployee(write, { email: 'ann@acme.example', given_name: 'Ann' }).employee_id,
  );
  const owner = service.signedIn('owner', { email: 'boss@acme.example', isEmployee: true });
  const role = (email: string) => {
    const { isAdmin, portalRole } = requireEmployee(service.db, service.companyId, email);
    return roleOfEmployee(isAdmin === 1, portalRole);
  };
  return { service, owner, ann, role };
}

test('an owner gives a role on the page of a person and takes it back', async (t) => {
  const { service, owner, ann, role } = await withAnn(t);
  const page = `/portal/people/${ann}`;
  assert.match(textOf(await owner.get(page)), /signs the person out\. Role .* Change role/);
  const given = [];
  for (const [was, next] of [
    ['none', 'admin'],
    ['admin', 'manager'],
    ['manager', 'viewer'],
    ['viewer', 'none'],
  ] as const) {
    const { status } = await owner.post(`${page}/role`, { was, role: next });
    given.push([status, role('ann@acme.example')]);
  }
  assert.deepEqual(given, [
    [303, 'admin'],
    [303, 'manager'],
    [303, 'viewer'],
    [303, 'none'],
  ]);
  const signedIn = service.signedIn('viewer', {
    ...{ email: 'ann@acme.example', isEmployee: true, isNew: false },
  });
  assert.equal((await signedIn.get('/portal/people')).status, 200);
  await owner.post(`${page}/role`, { was: 'viewer', role: 'none' });
  assert.equal((await signedIn.get('/portal/people')).status, 303);
});

test('nobody changes the own role, an owner, or a role that changed meanwhile, and nobody else changes any', async (t) => {
  const { service, owner, ann, role } = await withAnn(t);
  service.signedIn('owner', { email: 'other@acme.example', isEmployee: true });
  const idOf = (email: string) => requireEmployee(service.db, service.companyId, email).id;
  const post = async (browser: typeof owner, id: string, was: string, next: string) =>
    (await browser.post(`/portal/people/${id}/role`, { was, role: next })).status;
  const [own, other] = [idOf('boss@acme.example'), idOf('other@acme.example')];
  assert.doesNotMatch(textOf(await owner.get(`/portal/people/${own}`)), /Change role/);
  assert.match(
    textOf(await owner.get(`/portal/people/${other}`)),
    /An owner\. That is changed under Accounts/,
  );
  assert.deepEqual(
    [
      await post(owner, own, 'owner', 'none'),
      await post(owner, other, 'owner', 'none'),
      await post(owner, ann, 'none', 'owner'),
      await post(owner, ann, 'viewer', 'admin'),
      await post(service.signedIn('admin'), ann, 'none', 'admin'),
      await post(service.signedIn('viewer'), ann, 'none', 'admin'),
    ],
    [403, 409, 400, 409, 403, 403],
  );
  assert.deepEqual(
    [role('boss@acme.example'), role('other@acme.example'), role('ann@acme.example')],
    ['owner', 'owner', 'none'],
  );
});
