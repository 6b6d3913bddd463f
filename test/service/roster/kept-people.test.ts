import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import {
  deactivateEmployee,
  setEmployeeRole,
  updateEmployee,
} from '../../../src/service/people/employees.ts';
import { collectPerson } from '../../../src/service/people/person-export.ts';
import { approveRun } from '../../../src/service/roster/follow-up/approve-run.ts';
import { requireRun } from '../../../src/service/roster/runs/runs.ts';
import { showRun } from '../../../src/service/roster/runs/show-run.ts';
import { keepEmployee, listUndecided } from '../../../src/service/roster/sync/kept-people.ts';
import type { SyncInput } from '../../../src/service/roster/sync/sync-input.ts';
import { rosterRow } from '../../domain/roster/builders.ts';
import { rounds } from '../../faults/run-scale.ts';
import { createTestCompany, NOW, type TestCompany } from '../test-company.ts';
import { people, sync, syncRun } from './sync.ts';

const operator = { updateProfiles: false, alsoNamed: [], lineOf: () => null };
/** An import of everybody, at a terminal or in the portal. */
const everybody: Partial<SyncInput> = { deactivateMissing: true, maxDeactivations: 100, operator };

/** People with these external ids, whose addresses follow from them. */
function createPeople(t: TestContext, ids: readonly string[]): TestCompany {
  const company = createTestCompany(t);
  sync(
    company,
    ids.map((id) => rosterRow(id)),
  );
  return company;
}

const activeIds = (company: TestCompany) =>
  people(company).flatMap(({ external_id, deactivated_at }) =>
    deactivated_at === null ? external_id : [],
  );

/** The row of somebody under another number. */
const renumbered = (id: string, to = `A-${id}`) => {
  const { email } = rosterRow(id);
  return rosterRow(to, { email });
};

const undecided = ({ db, companyId }: TestCompany) =>
  listUndecided(db, companyId).map(({ external_id, reason }) => [external_id, reason]);

test('an import keeps somebody whose address stands in it under another number, and names them', (t) => {
  const company = createPeople(t, ['1', '2', '3', '4']);
  const { db, companyId } = company;
  const { result, review, runId } = syncRun(
    company,
    [rosterRow('1'), renumbered('2'), rosterRow('3')],
    everybody,
  );
  assert.deepEqual(activeIds(company), ['1', '2', '3']);
  assert.deepEqual(
    [
      result.deactivated,
      result.deactivation_candidates_total,
      result.errors.map(({ code }) => code),
    ],
    [1, 1, ['external_id_mismatch']],
  );
  const named = review?.kept.people.map(({ external_id, reason }) => [external_id, reason]);
  assert.deepEqual(named, [['2', 'renumbered']]);
  const run = requireRun(db, companyId, runId ?? '');
  assert.equal('kept_renumbered' in run.result && run.result.kept_renumbered, 1);
  assert.deepEqual(
    showRun(db, companyId, run).kept.map(({ external_id, reason }) => [external_id, reason]),
    [['2', 'renumbered']],
  );
  assert.deepEqual(undecided(company), [['2', 'renumbered']]);
});

test('over HTTP somebody with another number is a candidate, as the contract says, and nobody is asked', (t) => {
  const company = createPeople(t, ['1', '2']);
  const { operator: _, ...http } = everybody;
  const { result, review } = syncRun(company, [rosterRow('1'), renumbered('2')], {
    ...http,
    source: 'http',
  });
  assert.deepEqual([result.deactivated, review, activeIds(company)], [1, null, ['1']]);
  assert.deepEqual(undecided(company), []);
});

test('somebody with a role who is missing is named, and asked about until somebody decides', (t) => {
  const company = createPeople(t, ['1', '2', '3', '4']);
  const { db, companyId, write } = company;
  write((one) => {
    setEmployeeRole(one, '2', 'admin');
    setEmployeeRole(one, '3', { role: 'manager' });
  });
  const partial = syncRun(company, [rosterRow('1')], { operator });
  assert.deepEqual([partial.review?.kept.people, undecided(company)], [[], []]);
  const whole = syncRun(company, [rosterRow('1')], everybody);
  assert.deepEqual(
    [whole.result.deactivated, whole.review?.kept.with_role, whole.review?.kept.undecided],
    [1, 2, 2],
  );
  assert.deepEqual(undecided(company), [
    ['2', 'role'],
    ['3', 'role'],
  ]);
  write((one) => keepEmployee(one, '2'));
  const again = syncRun(company, [rosterRow('1')], { ...everybody, now: NOW + 1_000 });
  assert.deepEqual([again.review?.kept.with_role, again.review?.kept.undecided], [2, 1]);
  assert.deepEqual(
    listUndecided(db, companyId).map(({ external_id, since }) => [external_id, Date.parse(since)]),
    [['3', NOW]],
  );
  write((one) => setEmployeeRole(one, '3', 'none'));
  assert.deepEqual(undecided(company), []);
});

for (const [decision, decide] of Object.entries<(company: TestCompany) => void>({
  'the new number is given': ({ write }) =>
    write((one) => updateEmployee(one, '2', { external_id: 'A-2' })),
  'the person is deactivated': ({ write }) => write((one) => deactivateEmployee(one, '2', 'left')),
  'somebody keeps the person': ({ write }) => write((one) => keepEmployee(one, '2')),
  'a later roster has the number again': (company) => sync(company, [rosterRow('2')]),
})) {
  test(`nobody is asked any more once ${decision}`, (t) => {
    const company = createPeople(t, ['1', '2']);
    sync(company, [rosterRow('1'), renumbered('2')], everybody);
    assert.deepEqual(undecided(company), [['2', 'renumbered']]);
    decide(company);
    assert.deepEqual(undecided(company), []);
  });
}

test('nobody can be kept whom no import has kept, and a decision is on record once', (t) => {
  const company = createPeople(t, ['1', '2']);
  const { write, db, companyId } = company;
  assert.throws(() => write((one) => keepEmployee(one, '2')), { code: 'conflict' });
  sync(company, [rosterRow('1'), renumbered('2')], everybody);
  for (let i = 0; i < 2; i++) write((one) => keepEmployee(one, '2'));
  const { audit, runs } = collectPerson(db, { companyId, employee: '2', now: NOW });
  assert.deepEqual(audit.filter(({ action }) => action === 'employee.keep').length, 1);
  assert.deepEqual(
    runs.flatMap(({ kept_because }) => kept_because ?? []),
    ['renumbered'],
  );
  assert.deepEqual(listUndecided(db, companyId), []);
});

test('a dry run names who is kept and asks about nobody', (t) => {
  const company = createPeople(t, ['1', '2']);
  const rows = [rosterRow('1'), renumbered('2')];
  const { review } = syncRun(company, rows, { ...everybody, dryRun: true });
  assert.deepEqual([review?.kept.renumbered, undecided(company)], [1, []]);
});

test('the approval of a blocked import leaves those who are kept', (t) => {
  const ids = Array.from({ length: 14 }, (_, i) => String(i + 1));
  const company = createPeople(t, ids);
  const { runId, result } = syncRun(company, [rosterRow('1'), renumbered('2')], {
    ...everybody,
    maxDeactivations: 3,
  });
  assert.deepEqual(
    [result.deactivation_skipped_reason, result.deactivation_candidates_total],
    ['limit_exceeded', 12],
  );
  company.write((one) => approveRun(one, runId ?? '', { clock: () => NOW }));
  assert.deepEqual(activeIds(company), ['1', '2']);
});

/** What an import may make of somebody on record. */
const FATES = [
  'stays',
  'missing',
  'renumbered',
  'role and missing',
  'role and renumbered',
] as const;

test('whatever a file holds, who is missing from it goes, but nobody whose address or role speaks for them', (t) => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...FATES), { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 1, max: 4 }),
      (fates, maxRowsKept) => {
        const company = createPeople(
          t,
          fates.map((_, i) => `P${i}`),
        );
        company.write((one) => {
          fates.forEach((fate, i) => {
            if (fate.startsWith('role')) setEmployeeRole(one, `P${i}`, 'admin');
          });
        });
        const rows = fates.flatMap((fate, i) => {
          if (fate === 'stays') return rosterRow(`P${i}`);
          return fate.endsWith('renumbered') ? renumbered(`P${i}`) : [];
        });
        const { result, review } = syncRun(company, [...rows, rosterRow('new')], {
          ...everybody,
          maxRowsKept,
        });
        const those = (...wanted: string[]) =>
          fates.flatMap((fate, i) => (wanted.includes(fate) ? `P${i}` : []));
        const gone = new Set(those('missing'));
        assert.deepEqual(
          activeIds(company),
          [...fates.map((_, i) => `P${i}`), 'new'].filter((id) => !gone.has(id)),
        );
        assert.equal(result.deactivation_candidates_total, gone.size);
        const kept = (reason: string) =>
          review?.kept.people.flatMap((one) => (one.reason === reason ? one.external_id : []));
        assert.deepEqual(
          [kept('renumbered'), kept('role')],
          [those('renumbered'), those('role and missing', 'role and renumbered')],
        );
      },
    ),
    rounds(25),
  );
});
