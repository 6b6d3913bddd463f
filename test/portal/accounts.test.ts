import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCompany } from '../../src/service/company/companies.ts';
import { writeCompany } from '../../src/service/company/company-write.ts';
import { showEmployee } from '../../src/service/people/employee-records.ts';
import { addEmployee } from '../../src/service/people/employees.ts';
import { createAccount, listAccounts } from '../../src/service/portal/accounts.ts';
import { type Browser, PASSWORD, startPortal, textOf } from './portal-service.ts';

const follow = async (browser: Browser, answer: Awaited<ReturnType<Browser['post']>>) => {
  assert.equal(answer.status, 303, textOf(answer));
  return browser.get(answer.headers.location ?? '');
};

async function withOwner(t: Parameters<typeof startPortal>[0]) {
  const service = await startPortal(t);
  const owner = service.signedIn('owner');
  const accountOf = (email: string) =>
    listAccounts(service.db, service.companyId).find((one) => one.email === email) ??
    assert.fail(email);
  const pathOf = (email: string) => `/portal/accounts/${accountOf(email).id}`;
  return { service, owner, accountOf, pathOf };
}

test('an owner invites somebody with a link that works once and is shown once', async (t) => {
  const { service, owner, accountOf } = await withOwner(t);
  const unknown = await owner.post('/portal/accounts', { email: 'ada@acme.example', role: '' });
  assert.equal(unknown.status, 400);
  assert.match(textOf(unknown), /No employee has this email\. Choose a role/);
  const answer = await owner.post('/portal/accounts', {
    email: 'ada@acme.example',
    role: 'viewer',
  });
  const page = await follow(owner, answer);
  const [, link = ''] = /value="(http[^"]*\/portal\/link\/[^"]+)"/.exec(page.text) ?? [];
  assert.doesNotMatch((await owner.get(answer.headers.location ?? '')).text, /portal\/link\//);
  const path = new URL(link).pathname;
  const set = { password: PASSWORD, again: PASSWORD };
  assert.equal((await service.browser().post(path, set)).status, 303);
  assert.equal((await service.browser().post(path, set)).status, 404);
  assert.deepEqual(
    [accountOf('ada@acme.example').role, accountOf('ada@acme.example').state],
    ['viewer', 'active'],
  );
});

test('a role is given and taken, which ends the sessions of the account', async (t) => {
  const { service, owner, accountOf, pathOf } = await withOwner(t);
  const viewer = service.signedIn('viewer');
  const path = `${pathOf('viewer@acme.example')}/role`;
  await follow(owner, await owner.post(path, { role: 'admin', was: 'viewer' }));
  assert.equal(accountOf('viewer@acme.example').role, 'admin');
  assert.equal((await viewer.get('/portal/account')).status, 303);
  const second = await owner.post(path, { role: 'owner', was: 'viewer' });
  assert.equal(second.status, 409);
  assert.match(textOf(second), /The role was changed in the meantime/);
  assert.equal((await owner.post(path, { role: 'manager', was: 'admin' })).status, 400);
});

test('the last owner cannot go: not by another role, disabled, or deactivated as an employee', async (t) => {
  const { service, owner, accountOf, pathOf } = await withOwner(t);
  const own = pathOf('owner@acme.example');
  const last = /Nobody else is owner/;
  assert.match(textOf(await owner.post(`${own}/role`, { role: 'admin', was: 'owner' })), last);
  assert.match(textOf(await owner.post(`${own}/disable`)), last);
  assert.equal(accountOf('owner@acme.example').state, 'active');
  service.signedIn('owner', { email: 'eve@acme.example', isEmployee: true });
  await follow(owner, await owner.post(`${own}/disable`));
  const eve = service.signedIn('owner', {
    email: 'eve@acme.example',
    isEmployee: true,
    isNew: false,
  });
  const { employee_id } = accountOf('eve@acme.example');
  const gone = await eve.post(`/portal/people/${employee_id}/deactivate`, { reason: 'Left' });
  assert.match(textOf(gone), last);
  assert.equal(accountOf('eve@acme.example').state, 'active');
});

test('an owner ends the session of another account', async (t) => {
  const { service, owner, pathOf } = await withOwner(t);
  const viewer = service.signedIn('viewer');
  const page = await owner.get(pathOf('viewer@acme.example'));
  const [, end = ''] = /action="([^"]*\/sessions\/[^"]+\/end)"/.exec(page.text) ?? [];
  await follow(owner, await owner.post(end));
  assert.equal((await viewer.get('/portal/account')).status, 303);
});

test('accounts are listed in pages, those with a role or everybody', async (t) => {
  const { service, owner } = await withOwner(t);
  service.signedIn('none');
  service.write((write) => {
    for (let at = 0; at < 55; at++) {
      createAccount(write, { email: `it${at}@acme.example`, role: 'viewer' });
    }
  });
  const rowsIn = (text: string) =>
    [...text.matchAll(/class="strong" href="\/portal\/accounts\//g)].length;
  const first = await owner.get('/portal/accounts');
  assert.equal(rowsIn(first.text), 50);
  const [, more = ''] = /href="([^"]*before=\d+)">Next 50/.exec(first.text) ?? [];
  assert.equal(rowsIn((await owner.get(more.replaceAll('&amp;', '&'))).text), 6);
  assert.doesNotMatch(first.text, /none@acme\.example/);
  const all = await owner.get('/portal/accounts?all&before=60');
  assert.match(
    (await owner.get('/portal/accounts?all')).text + all.text,
    /it0@acme\.example|none@acme/,
  );
});

test('accounts of another company are unknown, for every page and action', async (t) => {
  const { service, owner } = await withOwner(t);
  const context = { now: service.clock.now, actor: 'test' };
  const { company } = createCompany(service.db, { name: 'Other', ssoDomains: [], ...context });
  const { id } = writeCompany(service.db, { companyId: company.companyId, ...context }, (write) =>
    createAccount(write, { email: 'x@other.example', role: 'owner' }),
  );
  assert.equal((await owner.get(`/portal/accounts/${id}`)).status, 404);
  for (const name of ['role', 'link', 'disable', 'enable', 'sessions/x/end']) {
    const fields = { role: 'viewer', was: 'owner' };
    assert.equal((await owner.post(`/portal/accounts/${id}/${name}`, fields)).status, 404, name);
  }
});

test('a person is exported as a file and erased once the email is typed; both ask for the password', async (t) => {
  const { service, owner } = await withOwner(t);
  const email = 'ada@acme.example';
  const { employee_id } = service.write((write) =>
    addEmployee(write, { email, given_name: 'Ada' }),
  );
  const path = `/portal/people/${employee_id}`;
  const file = await owner.get(`${path}/export.json`);
  assert.equal(JSON.parse(file.text).employee.email, email);
  const wrong = await owner.post(`${path}/erase`, { reason: 'Request 1', confirm: 'x' });
  assert.equal(wrong.status, 400);
  service.clock.now += 10 * 60_000;
  assert.match(
    (await owner.get(`${path}/export.json`)).headers.location ?? '',
    /^\/portal\/confirm\?next=/,
  );
  const fields = { reason: 'Request 1', confirm: email };
  assert.match(textOf(await owner.post(`${path}/erase`, fields)), /Confirm that it is you/);
  assert.equal(showEmployee(service.db, service.companyId, employee_id).email, email);
  const done = await owner.post(`${path}/erase`, { ...fields, confirm_password: PASSWORD });
  assert.match(textOf(await follow(owner, done)), /The person is erased/);
  assert.equal((await owner.get(path)).status, 404);
});
