import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { updateCompany } from '../../src/service/company/companies.ts';
import { requireEmployee } from '../../src/service/people/employee-records.ts';
import { revertRun } from '../../src/service/roster/follow-up/revert-run.ts';
import { listRuns, requireRun } from '../../src/service/roster/runs/runs.ts';
import { showRun } from '../../src/service/roster/runs/show-run.ts';
import { approveHeld } from '../../src/service/scim/approve.ts';
import { showDirectory } from '../../src/service/scim/overview.ts';
import { queryRows } from '../service/test-company.ts';
import { startTestService, type TestService } from './harness.ts';
import { connectDirectory, type Directory, userNamed } from './scim-client.ts';

const HOUR = 3_600_000;

const off = { Operations: [{ op: 'Replace', path: 'active', value: 'False' }] };

async function addMany(directory: Directory, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n++) ids.push((await directory.add(`p${n}`)).id);
  return ids;
}

const stateOf = ({ db, companyId, clock }: TestService) =>
  db.do(showDirectory(companyId, clock.now));

const isActive = ({ db, companyId }: TestService, id: string): boolean =>
  requireEmployee(db, companyId, id).deactivatedAt === null;

describe('the limit of deactivations', () => {
  it('holds back everybody beyond ten or a fifth of the people in 24 hours, until somebody approves it', async (t) => {
    const service = await startTestService(t);
    const directory = connectDirectory(service);
    const ids = await addMany(directory, 14);
    for (const id of ids.slice(0, 10)) await directory.expect(200, 'PATCH', `/Users/${id}`, off);
    const before = service.log.length;
    for (const [method, id] of [
      ['PATCH', ids[10]],
      ['DELETE', ids[11]],
      ['PATCH', ids[12]],
      ['PATCH', ids[10]],
    ] as const) {
      const answer = await directory.send(
        method,
        `/Users/${id}`,
        method === 'PATCH' ? off : undefined,
      );
      assert.deepEqual([answer.status, answer.headers['retry-after']], [429, '3600'], answer.text);
      assert.match(answer.text, /engaged scim approve/);
    }
    assert.deepEqual(
      ids.map((id) => isActive(service, id)),
      ids.map((_, n) => n >= 10),
    );
    const blocked = service.log.slice(before).filter((line) => line.includes('directory_blocked'));
    assert.equal(blocked.length, 1);
    const events = queryRows(
      service.db,
      service.companyId,
      "select data from events where company_id = :companyId and type = 'sync.blocked'",
      { data: 'text' },
    );
    assert.equal(events.length, 1);
    const [run] = listRuns(service.db, service.companyId, 1);
    assert.deepEqual([run?.source, run?.outcome], ['directory', 'deactivation_blocked']);
    const { waiting, held_back, deactivated_in_24_hours, deactivation_limit } = stateOf(service);
    assert.deepEqual(
      [waiting, held_back.length, deactivated_in_24_hours, deactivation_limit],
      [3, 3, 10, 10],
    );
    // Who is wanted again waits no longer.
    await directory.expect(200, 'PUT', `/Users/${ids[12]}`, userNamed('p12'));
    const approval = service.write((write) => approveHeld(write));
    assert.deepEqual(approval, { deactivated: 2, is_more: false });
    assert.deepEqual(
      ids.map((id) => isActive(service, id)),
      ids.map((_, n) => n >= 12),
    );
    assert.equal(stateOf(service).waiting, 0);
    // What waited is done by now.
    await directory.expect(200, 'PATCH', `/Users/${ids[10]}`, off);
    await directory.expect(204, 'DELETE', `/Users/${ids[11]}`);
    assert.equal((await directory.send('PATCH', `/Users/${ids[13]}`, off)).status, 429);
    service.clock.now += 26 * HOUR;
    await directory.expect(200, 'PATCH', `/Users/${ids[13]}`, off);
  });

  it('is one of the directory alone, and of one company', async (t) => {
    const service = await startTestService(t);
    const directory = connectDirectory(service);
    const test = connectDirectory(service, 'test');
    const ids = await addMany(directory, 11);
    const others = await addMany(test, 2);
    for (const id of ids.slice(0, 10)) await directory.expect(200, 'PATCH', `/Users/${id}`, off);
    assert.equal((await directory.send('PATCH', `/Users/${ids[10]}`, off)).status, 429);
    for (const id of others) await test.expect(200, 'PATCH', `/Users/${id}`, off);
    for (const id of ids)
      assert.equal((await test.refused('DELETE', `/Users/${id}`)).status, '404');
  });
});

describe('what a directory does in an hour', () => {
  it('is one run of the history, which can be shown and reverted', async (t) => {
    const service = await startTestService(t);
    const directory = connectDirectory(service);
    const [first = '', second = ''] = await addMany(directory, 2);
    service.clock.now += HOUR;
    await directory.patch(first, { op: 'replace', path: 'title', value: 'One' });
    await directory.patch(first, { op: 'replace', path: 'title', value: 'Two' });
    await directory.patch(first, {
      op: 'replace',
      value: { 'name.givenName': 'Eva', active: false },
    });
    await directory.patch(second, { op: 'replace', path: 'title', value: 'Three' });
    await directory.patch(second, { op: 'remove', path: 'title' });
    const third = (await directory.add('p2')).id;
    await directory.patch(third, { op: 'replace', path: 'title', value: 'New' });
    const runs = listRuns(service.db, service.companyId, 10);
    assert.deepEqual(
      runs.map(({ source, kind }) => [source, kind]),
      [
        ['directory', 'sync'],
        ['directory', 'sync'],
      ],
    );
    const [last] = runs as unknown as { id: string; result: Record<string, number> }[];
    const { rows, created, updated, deactivated } = last?.result ?? {};
    assert.deepEqual(
      { rows, created, updated, deactivated },
      { rows: 3, created: 1, updated: 1, deactivated: 1 },
    );
    const run = requireRun(service.db, service.companyId, last?.id ?? '');
    const { people } = showRun(service.db, service.companyId, run);
    assert.deepEqual(
      people.map(({ employee_id, change, fields }) => [employee_id, change, Object.keys(fields)]),
      [
        [first, 'deactivated', ['name', 'job_title', 'deactivated_at']],
        [third, 'created', ['external_id', 'department', 'job_title', 'first_day']],
      ],
    );
    service.write((write) =>
      revertRun(write, run.id, { departmentLimit: 100, clock: () => service.clock.now }),
    );
    const { givenName, jobTitle, deactivatedAt } = requireEmployee(
      service.db,
      service.companyId,
      first,
    );
    assert.deepEqual([givenName, jobTitle, deactivatedAt], ['p0 Lee', null, null]);
    assert.equal(isActive(service, third), false);
    // What follows in the same hour is another run.
    await directory.patch(second, { op: 'replace', path: 'title', value: 'Four' });
    assert.equal(listRuns(service.db, service.companyId, 10).length, 4);
  });
});

describe('who decides about who is active', () => {
  const sync = (service: TestService, employees: object[], more: object = {}) =>
    service.request('PUT', '/v1/employees/sync', {
      key: service.liveKey,
      body: JSON.stringify({ employees, ...more }),
    });
  const row = (word: string) => ({
    external_id: `X-${word}`,
    email: `${word}@acme.example`,
    first_name: word,
    last_name: 'Lee',
  });

  it('is what the company says', async (t) => {
    const service = await startTestService(t);
    const directory = connectDirectory(service);
    const [p0 = '', p1 = ''] = await addMany(directory, 2);
    const decide = (roster_authority: string) =>
      service.write((write) => updateCompany(write, { roster_authority }));
    decide('directory');
    const missing = await sync(service, [row('p0')], { deactivate_missing: true });
    const { deactivated, deactivation_candidates_total, deactivation_skipped_reason } =
      missing.json as Record<string, unknown>;
    assert.deepEqual(
      [deactivated, deactivation_candidates_total, deactivation_skipped_reason],
      [0, 1, null],
    );
    await directory.expect(200, 'PATCH', `/Users/${p0}`, off);
    const { errors } = (await sync(service, [row('p0')])).json as { errors: { code: string }[] };
    assert.deepEqual(
      errors.map(({ code }) => code),
      ['deactivated_in_portal'],
    );
    decide('roster');
    assert.equal((await directory.refused('PATCH', `/Users/${p1}`, off)).scimType, 'mutability');
    assert.deepEqual(
      stateOf(service).refusals.map(({ reason, employee_id }) => [reason, employee_id]),
      [['roster_decides', p1]],
    );
    decide('both');
    await directory.expect(200, 'PATCH', `/Users/${p1}`, off);
  });
});
