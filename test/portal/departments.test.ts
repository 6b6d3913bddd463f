import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCompany } from '../../src/service/company/companies.ts';
import { writeCompany } from '../../src/service/company/company-write.ts';
import {
  createDepartment,
  listDepartments,
  requireDepartment,
} from '../../src/service/departments/departments.ts';
import { addEmployee } from '../../src/service/people/employees.ts';
import { startPortal, textOf } from './portal-service.ts';

async function withDepartments(t: Parameters<typeof startPortal>[0]) {
  const service = await startPortal(t);
  const ids = service.write((write) => {
    const engineering = createDepartment(write, { name: 'Engineering', external_id: 'ENG' });
    const tools = createDepartment(write, { name: 'Tools', parent: engineering.id });
    const sales = createDepartment(write, { name: 'Sales' });
    for (const [at, department] of ['Engineering', 'Tools', 'Tools'].entries()) {
      addEmployee(write, { email: `p${at}@acme.example`, department });
    }
    return { engineering: engineering.id, tools: tools.id, sales: sales.id };
  });
  const row = (id: string) => requireDepartment(service.db, service.companyId, id);
  return { service, ids, row };
}

test('departments stand as a tree, each with its people and those below it', async (t) => {
  const { service } = await withDepartments(t);
  const text = textOf(await service.signedIn('viewer').get('/portal/departments'));
  assert.match(text, /Engineering ENG 1 3 0 Tools level 2 – 2 2 0 Sales – 0 0 0/);
  assert.doesNotMatch(text, /New department/);
});

test('departments stand in the order in which people sort names', async (t) => {
  const service = await startPortal(t);
  const names = ['Team 1', 'Team 2', 'Team 10', 'Zoll', 'Änderungen', 'Azubis'];
  service.write((write) => {
    for (const name of names) createDepartment(write, { name });
  });
  assert.deepEqual(
    listDepartments(service.db, service.companyId).map(({ name }) => name),
    ['Änderungen', 'Azubis', 'Team 1', 'Team 2', 'Team 10', 'Zoll'],
  );
});

test('a department is made, renamed, moved, archived and restored', async (t) => {
  const { service, ids, row } = await withDepartments(t);
  const admin = service.signedIn('admin');
  const done = async (path: string, fields: Record<string, string>) => {
    const { status, headers } = await admin.post(`/portal/departments${path}`, fields);
    assert.equal(status, 303, path);
    return textOf(await admin.get(headers.location ?? ''));
  };
  assert.match(
    await done('', { name: 'Ops', external_id: 'OPS', parent: ids.sales }),
    /Departments \/ Sales Ops External ID OPS/,
  );
  await done(`/${ids.tools}/rename`, { name: 'Tool design', was: 'Tools' });
  await done(`/${ids.tools}/move`, { parent: '', was: ids.engineering });
  assert.deepEqual([row(ids.tools).name, row(ids.tools).parentId], ['Tool design', null]);
  assert.match(await done(`/${ids.tools}/archive`, {}), /archived .* Restore department/);
  await done(`/${ids.tools}/restore`, {});
  assert.equal(row(ids.tools).archivedAt, null);
});

test('of two admins the second one is told what the first one changed, and undoes nothing', async (t) => {
  const { service, ids, row } = await withDepartments(t);
  const [first, second] = [service.signedIn('admin'), service.signedIn('owner')];
  const path = `/portal/departments/${ids.tools}`;
  await first.post(`${path}/rename`, { name: 'Machines', was: 'Tools' });
  const renamed = await second.post(`${path}/rename`, { name: 'Devices', was: 'Tools' });
  assert.equal(renamed.status, 409);
  assert.match(textOf(renamed), /The name was changed in the meantime: Machines/);
  assert.match(renamed.text, /name="name"[^>]* value="Devices"/);
  await first.post(`${path}/move`, { parent: ids.sales, was: ids.engineering });
  const moved = await second.post(`${path}/move`, { parent: '', was: ids.engineering });
  assert.equal(moved.status, 409);
  service.write((write) =>
    addEmployee(write, { email: 'new@acme.example', department: 'Machines' }),
  );
  const merged = await second.post(`${path}/merge`, { into: ids.sales, people: '2', typed: '2' });
  assert.equal(merged.status, 409);
  assert.match(textOf(merged), /The number of people is 3 now/);
  assert.deepEqual(
    [row(ids.tools).name, row(ids.tools).parentId, row(ids.tools).archivedAt],
    ['Machines', ids.sales, null],
  );
});

test('a department is merged once the number of its people is typed', async (t) => {
  const { service, ids, row } = await withDepartments(t);
  const admin = service.signedIn('admin');
  const path = `/portal/departments/${ids.tools}`;
  const page = await admin.get(path);
  assert.match(textOf(page), /To confirm, type how many people: 2/);
  const wrong = await admin.post(`${path}/merge`, { into: ids.sales, people: '2', typed: '3' });
  assert.equal(wrong.status, 400);
  const { headers } = await admin.post(`${path}/merge`, {
    into: ids.sales,
    people: '2',
    typed: '2',
  });
  assert.match(
    textOf(await admin.get(headers.location ?? '')),
    /2 active people, 0 deactivated and 0 departments moved to Sales/,
  );
  assert.notEqual(row(ids.tools).archivedAt, null);
  assert.equal(
    listDepartments(service.db, service.companyId).find(({ name }) => name === 'Sales')?.members,
    2,
  );
});

test('departments of another company are unknown, also as a target', async (t) => {
  const { service, ids, row } = await withDepartments(t);
  const context = { now: service.clock.now, actor: 'test' };
  const { company } = createCompany(service.db, { name: 'Other', ssoDomains: [], ...context });
  const foreign = writeCompany(service.db, { companyId: company.companyId, ...context }, (write) =>
    createDepartment(write, { name: 'Theirs' }),
  );
  const admin = service.signedIn('admin');
  const merge = { into: foreign.id, people: '2', typed: '2' };
  assert.equal((await admin.get(`/portal/departments/${foreign.id}`)).status, 404);
  for (const name of ['rename', 'move', 'archive', 'restore', 'merge']) {
    const { status } = await admin.post(`/portal/departments/${foreign.id}/${name}`, {
      name: 'x',
      ...merge,
    });
    assert.equal(status, 404, name);
  }
  const path = `/portal/departments/${ids.tools}`;
  const was = ids.engineering;
  assert.equal((await admin.post(`${path}/move`, { parent: foreign.id, was })).status, 404);
  assert.equal((await admin.post(`${path}/merge`, merge)).status, 404);
  assert.equal(row(ids.tools).parentId, ids.engineering);
});

test('a department cannot be moved below itself, and hostile names are shown as text', async (t) => {
  const { service, ids } = await withDepartments(t);
  const admin = service.signedIn('admin');
  const path = `/portal/departments/${ids.engineering}`;
  const below = await admin.post(`${path}/move`, { parent: ids.tools, was: '' });
  assert.equal(below.status, 409);
  assert.match(textOf(below), /cannot be moved below itself/);
  const name = '"><script>alert(1)</script>';
  await admin.post(`${path}/rename`, { name, was: 'Engineering' });
  for (const page of ['/portal/departments', path, `/portal/departments/${ids.tools}`]) {
    const { text } = await admin.get(page);
    assert.ok(text.includes('&lt;script&gt;') && !text.includes('<script>alert'), page);
  }
});
