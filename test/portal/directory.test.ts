import assert from 'node:assert/strict';
import { test } from 'node:test';
import { updateCompany } from '../../src/service/company/companies.ts';
import { requireEmployee } from '../../src/service/people/employee-records.ts';
import { setEmployeeRole } from '../../src/service/people/employees.ts';
import { askDirectory } from '../service/scim/ask-directory.ts';
import { NOW } from '../service/test-company.ts';
import { formsOf } from './forms.ts';
import { startPortal, textOf } from './portal-service.ts';

test('an owner approves with one click whom the limit of the directory held back', async (t) => {
  const service = await startPortal(t);
  const { db, companyId } = service;
  const owner = service.signedIn('owner');
  const viewer = service.signedIn('viewer');
  assert.match(
    textOf(await owner.get('/portal/directory')),
    /No directory is connected.*engaged scim create/s,
  );
  service.write((write) => updateCompany(write, { roster_authority: 'both' }));
  const place = { companyId, now: NOW };
  const ids: string[] = [];
  for (let n = 0; n < 12; n++) {
    const { body } = askDirectory(db, place, { body: { userName: `p${n}@acme.example` } });
    ids.push(String(body?.['id']));
  }
  service.write((write) => setEmployeeRole(write, ids[0] ?? '', 'admin'));
  for (const id of ids) askDirectory(db, place, { method: 'DELETE', id });
  const [, last = ''] = [ids[0], ids[11]];
  const active = () => requireEmployee(db, companyId, last).deactivatedAt === null;
  assert.equal(active(), true);
  assert.match(textOf(await owner.get('/portal/')), /1 person waits to be deactivated/);
  const shown = textOf(await viewer.get('/portal/directory'));
  assert.match(
    shown,
    /1 person waits to be deactivated.*p11@acme\.example.*An owner can approve this/s,
  );
  assert.match(
    shown,
    /p0@acme\.example.*The person has a role in the portal\. Take it away first\./s,
  );
  assert.match(shown, /10 of at most 10/);
  const [form] = formsOf((await owner.get('/portal/directory')).text).filter(({ action }) =>
    action.endsWith('/approve'),
  );
  const answer = await owner.post(form?.action ?? '', Object.fromEntries(form?.fields ?? []));
  assert.equal(answer.status, 303, textOf(answer));
  assert.match(textOf(await owner.get(answer.headers.location ?? '')), /1 person is deactivated\./);
  assert.equal(active(), false);
});
