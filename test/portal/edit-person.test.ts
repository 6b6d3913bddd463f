import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCompany } from '../../src/service/company/companies.ts';
import { writeCompany } from '../../src/service/company/company-write.ts';
import { archiveDepartment, createDepartment } from '../../src/service/departments/departments.ts';
import { showEmployee } from '../../src/service/people/employee-records.ts';
import { addEmployee, setEmployeeRole } from '../../src/service/people/employees.ts';
import { accessibilityFaults, fitsWidth, NO_BROWSER, openContext, openPage } from './browser.ts';
import { startPortal, textOf } from './portal-service.ts';

async function withTeam(t: Parameters<typeof startPortal>[0]) {
  const service = await startPortal(t);
  const { sales, ann } = service.write((write) => {
    const department = createDepartment(write, { name: 'Sales' });
    const details = { job_title: 'Buyer', first_day: '2026-03-02' };
    const { employee_id } = addEmployee(write, {
      ...{ email: 'ann@acme.example', given_name: 'Ann Lee', external_id: 'E-1' },
      ...{ department: department.id, ...details },
    });
    return { sales: department.id, ann: employee_id };
  });
  const recordOf = (reference: string) => {
    const { name, email, external_id, department, job_title, first_day } = showEmployee(
      service.db,
      service.companyId,
      reference,
    );
    return { name, email, external_id, department: department?.name, job_title, first_day };
  };
  return { service, sales, ann, recordOf, edit: `/portal/people/${ann}/edit` };
}

/** What the form of Ann held, as a browser sends it beside what is in it now. */
const seenOf = (sales: string) => ({
  'seen-name': 'Ann Lee',
  'seen-email': 'ann@acme.example',
  'seen-external_id': 'E-1',
  'seen-department': sales,
  'seen-job_title': 'Buyer',
  'seen-first_day': '2026-03-02',
});
const HELD = {
  ...{ name: 'Ann Lee', email: 'ann@acme.example', external_id: 'E-1' },
  ...{ job_title: 'Buyer', first_day: '2026-03-02' },
};

test('somebody is added with what the form holds, and their page says so', async (t) => {
  const { service, sales, recordOf } = await withTeam(t);
  const admin = service.signedIn('admin');
  const { status, headers } = await admin.post('/portal/people/add', {
    ...{ name: 'Bo Ek', email: ' Bo@acme.example ', external_id: '', department: sales },
    ...{ job_title: '', first_day: '2026-11-16' },
  });
  assert.equal(status, 303);
  assert.match(textOf(await admin.get(headers.location ?? '')), /Bo Ek is added\. .* 2026/);
  assert.deepEqual(recordOf('bo@acme.example'), {
    ...{ name: 'Bo Ek', email: 'Bo@acme.example', external_id: null, department: 'Sales' },
    ...{ job_title: null, first_day: '2026-11-16' },
  });
});

test('an address or number of somebody else is refused at its field, which keeps what was typed', async (t) => {
  const { service } = await withTeam(t);
  const admin = service.signedIn('admin');
  const refused = async (fields: Record<string, string>) => {
    const answer = await admin.post('/portal/people/add', { name: 'Bo Ek', ...fields });
    const [, error] = /<p class="error" id="([^"]+)">/.exec(answer.text) ?? [];
    return [answer.status, error, answer.text.includes('value="Bo Ek"')];
  };
  assert.deepEqual(
    [
      await refused({ email: 'ANN@acme.example' }),
      await refused({ email: 'bo@acme.example', external_id: 'E-1' }),
      await refused({ email: 'no address' }),
      await refused({ email: 'bo@acme.example', first_day: '2026-02-30' }),
      await refused({ email: '' }),
    ],
    [
      [409, 'person-email-error', true],
      [409, 'person-external_id-error', true],
      [400, 'person-email-error', true],
      [400, 'person-first_day-error', true],
      [400, 'person-email-error', true],
    ],
  );
});

test('only the fields that somebody changed are written, and an empty one is cleared', async (t) => {
  const { service, sales, edit, ann, recordOf } = await withTeam(t);
  const admin = service.signedIn('admin');
  const page = await admin.get(edit);
  assert.match(page.text, /name="first_day"[^>]* value="2026-03-02"/);
  assert.match(page.text, new RegExp(`<option value="${sales}" selected>Sales</option>`));
  const { status, headers } = await admin.post(edit, {
    ...{ ...seenOf(sales), ...HELD, department: '' },
    ...{ name: 'Ann Meier', job_title: '' },
  });
  assert.deepEqual([status, headers.location], [303, `/portal/people/${ann}?done=1`]);
  assert.match(
    textOf(await admin.get(headers.location ?? '')),
    /The record of Ann Meier is changed/,
  );
  assert.deepEqual(recordOf(ann), {
    ...{ name: 'Ann Meier', email: 'ann@acme.example', external_id: 'E-1', department: undefined },
    ...{ job_title: null, first_day: '2026-03-02' },
  });
});

test('of two admins the second one is told at the field what the first one changed', async (t) => {
  const { service, sales, edit, ann, recordOf } = await withTeam(t);
  const [first, second] = [service.signedIn('admin'), service.signedIn('owner')];
  const form = { ...seenOf(sales), ...HELD, department: sales };
  await first.post(edit, { ...form, job_title: 'Head buyer' });
  const late = await second.post(edit, { ...form, job_title: 'Seller' });
  assert.equal(late.status, 409);
  assert.match(late.text, /id="person-job_title-error">[^<]*admin@/);
  // What the first one left alone is changed beside it.
  assert.equal((await second.post(edit, { ...form, name: 'Ann Roth' })).status, 303);
  const { name, job_title } = recordOf(ann);
  assert.deepEqual([name, job_title], ['Ann Roth', 'Head buyer']);
});

test('an owner on record is edited by owners alone', async (t) => {
  const { service, sales, edit, ann, recordOf } = await withTeam(t);
  service.signedIn('owner', { email: 'ann@acme.example', isEmployee: true, isNew: false });
  const form = { ...seenOf(sales), ...HELD, department: sales, email: 'mine@acme.example' };
  const admin = service.signedIn('admin');
  const tried = [(await admin.get(edit)).status, (await admin.post(edit, form)).status];
  assert.deepEqual([tried, recordOf(ann).email], [[403, 403], 'ann@acme.example']);
  assert.doesNotMatch((await admin.get(`/portal/people/${ann}`)).text, /\/edit"/);
  assert.equal((await service.signedIn('owner').post(edit, form)).status, 303);
  assert.equal(recordOf(ann).email, 'mine@acme.example');
});

test('the email of an admin is changed by owners alone, all else by other admins, too', async (t) => {
  const { service, sales, edit, ann, recordOf } = await withTeam(t);
  service.signedIn('admin', { email: 'ann@acme.example', isEmployee: true, isNew: false });
  const form = { ...seenOf(sales), ...HELD, department: sales };
  const moved = { ...form, email: 'mine@acme.example' };
  const admin = service.signedIn('admin');
  const refused = await admin.post(edit, moved);
  assert.deepEqual([refused.status, recordOf(ann).email], [403, 'ann@acme.example']);
  assert.match(textOf(refused), /Only an owner changes the email of an owner or admin/);
  assert.doesNotMatch((await admin.get(edit)).text, /name="email"/);
  assert.equal((await admin.post(edit, { ...form, job_title: 'Head buyer' })).status, 303);
  const owner = service.signedIn('owner');
  assert.equal((await owner.post(edit, moved)).status, 303);
  assert.equal(recordOf(ann).email, 'mine@acme.example');
});

test('people and departments of another company are unknown to both forms', async (t) => {
  const { service, sales, edit } = await withTeam(t);
  const context = { now: service.clock.now, actor: 'test' };
  const { company } = createCompany(service.db, { name: 'Other', ssoDomains: [], ...context });
  const { department, person } = writeCompany(
    service.db,
    { companyId: company.companyId, ...context },
    (write) => ({
      department: createDepartment(write, { name: 'Theirs' }).id,
      person: addEmployee(write, { email: 'ann@acme.example' }).employee_id,
    }),
  );
  const admin = service.signedIn('admin');
  const form = { ...seenOf(sales), ...HELD, department };
  const statuses = [
    (await admin.get(`/portal/people/${person}/edit`)).status,
    (await admin.post(`/portal/people/${person}/edit`, form)).status,
    (await admin.post(edit, form)).status,
    (await admin.post('/portal/people/add', { email: 'x@acme.example', department })).status,
  ];
  // A choice that is not there any more is said at its field.
  assert.deepEqual(statuses, [404, 404, 409, 409]);
});

test('somebody in an archived department keeps it unless another one is chosen', async (t) => {
  const { service, sales, edit, ann, recordOf } = await withTeam(t);
  service.write((write) => archiveDepartment(write, sales));
  const admin = service.signedIn('admin');
  assert.match((await admin.get(edit)).text, new RegExp(`value="${sales}" selected`));
  const form = { ...seenOf(sales), ...HELD, department: sales, name: 'Ann Roth' };
  assert.equal((await admin.post(edit, form)).status, 303);
  const { name, department } = recordOf(ann);
  assert.deepEqual([name, department], ['Ann Roth', 'Sales']);
  assert.doesNotMatch((await admin.get('/portal/people/add')).text, /Sales/);
});

test('in the sandbox somebody is added with a placeholder address', async (t) => {
  const { service } = await withTeam(t);
  const admin = service.signedIn('admin');
  const add = '/portal/sandbox/people/add';
  const { status, headers } = await admin.post(add, { email: 'bo@acme.example' });
  const page = await admin.get(headers.location ?? '');
  const again = await admin.post(add, { email: 'bo@acme.example' });
  assert.deepEqual([status, again.status], [303, 409]);
  assert.doesNotMatch(page.text, /bo@acme\.example/);
});

test('each field says what the next roster does to it', async (t) => {
  const { service, edit, sales } = await withTeam(t);
  const admin = service.signedIn('admin');
  const known = textOf(await admin.get(edit));
  const led = 'A change here stays until the next roster brings another value.';
  assert.equal(known.split('led by the roster').length - 1, 3);
  assert.match(known, new RegExp(`Department led by the roster .*Sales ${led}`));
  assert.match(known, /No roster changes it, unless it is imported with “Change names and emails”/);
  const { employee_id: other } = service.write((write) =>
    addEmployee(write, { email: 'bo@acme.example', given_name: 'Bo', department: sales }),
  );
  service.write((write) => setEmployeeRole(write, other, { role: 'viewer' }));
  const unknown = textOf(await service.signedIn('owner').get(`/portal/people/${other}/edit`));
  assert.doesNotMatch(unknown, /led by the roster/);
  assert.match(unknown, /No roster changes it for somebody with a role\./);
});

for (const width of [1280, 390]) {
  test(`changed fields are marked, named and counted, ${width} pixels wide`, {
    skip: NO_BROWSER,
  }, async (t) => {
    const { service, edit, recordOf } = await withTeam(t);
    const context = await openContext(t, { viewport: { width, height: 900 } });
    const [name = '', value = ''] = service.signedIn('admin').cookie.split('=');
    await context.addCookies([{ name, value, url: service.url }]);
    const page = await openPage(context, service.url);
    await page.goto(`${service.url}${edit}`);
    const button = page.locator('.dock').getByRole('button');
    assert.equal(await button.textContent(), 'Save');
    await page.getByLabel('Job title').fill('Head buyer');
    await page.getByLabel('Department').selectOption('None');
    assert.equal(await button.textContent(), 'Save (2)');
    const says = page.locator('.dock [role=status]');
    assert.equal(await says.textContent(), 'Changed: Department · Job title');
    assert.equal(await page.locator('.input.changed').count(), 2);
    assert.equal(await fitsWidth(page), true);
    assert.deepEqual(await accessibilityFaults(page), []);
    await button.click();
    await page.getByText('The record of Ann Lee is changed').waitFor();
    const { department, job_title } = recordOf('E-1');
    assert.deepEqual([department, job_title], [undefined, 'Head buyer']);
    assert.deepEqual(page.faults, []);
  });
}
