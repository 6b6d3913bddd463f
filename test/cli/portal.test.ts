import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createCommandLine } from './command-line.ts';

type Account = { email: string; role: string; state: string; employee_id: string | null };

async function createCompany(t: TestContext) {
  const line = createCommandLine<Account & { link: string; employee_id: string }>(t);
  await line.json('company', 'create', '--name', 'Acme');
  const accounts = async () =>
    (await line.json<{ data: Account[] }>('portal', 'accounts', 'list')).data.map(
      ({ email, role, state }) => [email, role, state],
    );
  return { ...line, accounts };
}

test('a link for an employee gives them an account with the role on record of them', async (t) => {
  const { json, run, accounts } = await createCompany(t);
  await json('employee', 'add', '--email', 'Ada@acme.example');
  await json('employee', 'role', 'ada@acme.example', '--admin');
  const { link } = await json('portal', 'link', 'ADA@acme.example');
  assert.match(link, /^http:\/\/localhost:8080\/portal\/link\/[\w-]{22}$/);
  assert.deepEqual(await accounts(), [['Ada@acme.example', 'admin', 'no password']]);
  const { stdout } = await run([
    'portal',
    'link',
    'ada@acme.example',
    '--url',
    'https://engaged.example.com/',
  ]);
  assert.match(
    stdout,
    /^https:\/\/engaged\.example\.com\/portal\/link\/[\w-]{22}\n\nThe link works once, until .* UTC\.\n$/,
  );
  assert.equal((await accounts()).length, 1);
});

test('somebody who is no employee gets an account only with a role', async (t) => {
  const { json, run, accounts } = await createCompany(t);
  const refused = await run(['portal', 'link', 'it@acme.example']);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /Nobody has this email address.*--role owner\|admin\|viewer/s);
  assert.doesNotMatch(refused.stderr, /it@acme/);
  await json('portal', 'link', 'it@acme.example', '--role', 'viewer');
  assert.deepEqual(await accounts(), [['it@acme.example', 'viewer', 'no password']]);
  const other = await run(['portal', 'link', 'it@acme.example', '--role', 'owner']);
  assert.match(other.stderr, /another role/);
  assert.equal((await run(['portal', 'link', 'x@acme.example', '--role', 'manager'])).code, 2);
});

test('a role is changed for an account, and on record of its employee', async (t) => {
  const { json, run, accounts } = await createCompany(t);
  await json('employee', 'add', '--email', 'ada@acme.example');
  await json('portal', 'link', 'ada@acme.example');
  await json('portal', 'link', 'it@acme.example', '--role', 'owner');
  for (const [role, isAdmin, portalRole] of [
    ['owner', true, 'owner'],
    ['admin', true, null],
    ['manager', false, 'manager'],
    ['viewer', false, 'viewer'],
    ['none', false, null],
  ] as const) {
    await json('portal', 'accounts', 'role', 'ada@acme.example', role);
    const shown = await json<{ is_admin: boolean; portal_role: string | null }>(
      'employee',
      'show',
      'ada@acme.example',
    );
    assert.deepEqual([shown.is_admin, shown.portal_role], [isAdmin, portalRole]);
    assert.equal((await accounts())[0]?.[1], role);
  }
  await json('portal', 'accounts', 'role', 'it@acme.example', 'admin');
  const refused = await run(['portal', 'accounts', 'role', 'it@acme.example', 'manager']);
  assert.match(refused.stderr, /without an employee must be one of owner, admin, viewer/);
  assert.equal((await run(['portal', 'accounts', 'role', 'it@acme.example', 'king'])).code, 2);
});

test('a disabled account gets no link until it is enabled, and a deactivated employee gets none', async (t) => {
  const { json, run, accounts } = await createCompany(t);
  await json('portal', 'link', 'it@acme.example', '--role', 'owner');
  await json('portal', 'accounts', 'disable', 'it@acme.example');
  assert.deepEqual(await accounts(), [['it@acme.example', 'owner', 'disabled']]);
  assert.match(
    (await run(['portal', 'link', 'it@acme.example'])).stderr,
    /The account is disabled/,
  );
  await json('portal', 'accounts', 'enable', 'it@acme.example');
  assert.equal((await run(['portal', 'link', 'it@acme.example'])).code, 0);
  await json('employee', 'add', '--email', 'ada@acme.example');
  await json('employee', 'deactivate', 'ada@acme.example', '--reason', 'Left');
  assert.match(
    (await run(['portal', 'link', 'ada@acme.example'])).stderr,
    /The employee is deactivated/,
  );
});

test('whoever takes the last owner away is told so, and how to make another one', async (t) => {
  const { json, run } = await createCompany(t);
  await json('employee', 'add', '--email', 'ada@acme.example');
  await json('portal', 'link', 'ada@acme.example', '--role', 'owner');
  await json('portal', 'link', 'it@acme.example', '--role', 'owner');
  const said =
    'Nobody may sign in as owner of the portal now. To let somebody: engaged portal link EMAIL --role owner\n';
  const disable = ['portal', 'accounts', 'disable', 'it@acme.example'];
  assert.equal((await run(disable)).stderr, '');
  const deactivate = ['employee', 'deactivate', 'ada@acme.example', '--reason', 'Left'];
  assert.equal((await run(deactivate)).stderr, said);
  await json('portal', 'accounts', 'enable', 'it@acme.example');
  assert.equal(
    (await run(['portal', 'accounts', 'role', 'it@acme.example', 'viewer'])).stderr,
    said,
  );
  assert.equal((await run(['portal', 'link', 'eve@acme.example', '--role', 'owner'])).stderr, '');
  assert.equal((await run(['portal', 'accounts', 'disable', 'eve@acme.example'])).stderr, said);
});

test('a sandbox has no accounts of its own, and the audit log names no address', async (t) => {
  const { json, run } = await createCompany(t);
  const refused = await run(['portal', 'link', 'it@acme.example', '--role', 'owner', '--test']);
  assert.match(refused.stderr, /those of its company/);
  await json('portal', 'link', 'it@acme.example', '--role', 'owner');
  await json('portal', 'accounts', 'role', 'it@acme.example', 'admin');
  const { stdout } = await run(['audit', 'list', '--action', 'portal', '--json']);
  const { data } = JSON.parse(stdout) as { data: { action: string }[] };
  assert.deepEqual(
    data.map(({ action }) => action),
    ['portal.role', 'portal.link', 'portal.account'],
  );
  assert.doesNotMatch(stdout, /it@acme/);
});
