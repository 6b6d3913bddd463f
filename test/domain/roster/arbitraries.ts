import fc from 'fast-check';
import { toDetails } from '../../../src/domain/roster/fields.ts';
import type {
  KnownDepartment,
  KnownEmployee,
  RosterRules,
} from '../../../src/domain/roster/types.ts';
import { fold } from '../../../src/domain/text.ts';
import type { SentRow } from './builders.ts';
import type { Snapshot } from './plan-roster.ts';

// Few values each, and some that are the same only after folding, so that nearly every roster collides.
const EXTERNAL_IDS = ['1', '2', '3', '4', '5', '6', '7', '8', 'a', 'A'];
const EMAILS = ['é@x.co', 'É@x.co', 'e\u0301@X.co', 'e@x.co', 'b@x.co', 'c@x.co', 'd@x.co'].concat([
  'f@x.co',
  'g@x.co',
  'h@x.co',
  'i@x.co',
  'j@x.co',
  'k@x.co',
]);
const DEPARTMENT_IDS = ['D1', 'D2', 'D3', 'D4', 'D5', 'd1'];
const DEPARTMENT_NAMES = ['é', 'É', 'e\u0301', 'Mill', 'MILL', 'Forge', 'Yard', 'Pit'];

const oneOf = <T>(values: readonly T[]) => fc.constantFrom(...values);
const maybe = <T>(arb: fc.Arbitrary<T>) => fc.option(arb, { nil: null });

const knownEmployees: fc.Arbitrary<KnownEmployee[]> = fc
  .uniqueArray(
    fc.record({
      externalId: maybe(oneOf(EXTERNAL_IDS)),
      emailKey: oneOf(EMAILS).map(fold),
      givenName: oneOf(['Ann', 'Bo', null]),
      departmentNumber: maybe(fc.nat(5)),
      ...toDetails(() => maybe(oneOf(['Smith', 'Lead']))),
      isAdmin: oneOf([false, false, true]),
      portalRole: oneOf([null, null, null, 'viewer']),
      deactivatedBy: oneOf([null, null, null, 'sync', 'sync', 'portal'] as const),
    }),
    { maxLength: 9, selector: (one) => one.emailKey },
  )
  .map((all) => {
    const taken = new Set<string>();
    return all.map((one, number) => {
      const isFree = one.externalId === null || !taken.has(one.externalId);
      if (one.externalId !== null) taken.add(one.externalId);
      return { ...one, number, externalId: isFree ? one.externalId : null };
    });
  });

const knownDepartments: fc.Arbitrary<KnownDepartment[]> = fc
  .array(
    fc.record({
      externalId: maybe(oneOf(DEPARTMENT_IDS)),
      nameKey: oneOf(DEPARTMENT_NAMES).map(fold),
      parentNumber: maybe(fc.nat(5)),
      archived: fc.boolean(),
    }),
    { maxLength: 6 },
  )
  .map((all) => {
    const taken = new Set<string>();
    return all.map((one, number) => {
      const isFree = one.externalId === null || !taken.has(one.externalId);
      if (one.externalId !== null) taken.add(one.externalId);
      const hasParent = one.parentNumber !== null && one.parentNumber < number;
      return {
        ...one,
        number,
        externalId: isFree ? one.externalId : null,
        parentNumber: hasParent ? one.parentNumber : null,
      };
    });
  });

export const companies: fc.Arbitrary<Snapshot> = fc
  .tuple(knownEmployees, knownDepartments, fc.nat(2))
  .map(([employees, departments, others]) => ({
    employees: employees.map((one) => ({
      ...one,
      departmentNumber:
        one.departmentNumber !== null && one.departmentNumber < departments.length
          ? one.departmentNumber
          : null,
    })),
    departments,
    employeesOnRecord: employees.length + others,
  }));

const details = fc.record(
  {
    department_external_id: fc.oneof(
      { weight: 5, arbitrary: oneOf(DEPARTMENT_IDS) },
      oneOf([null, '']),
    ),
    department_name: fc.oneof({ weight: 5, arbitrary: oneOf(DEPARTMENT_NAMES) }, oneOf([null, ''])),
    job_title: oneOf(['Smith', 'Lead', null]),
  },
  { requiredKeys: [] },
);

const row: fc.Arbitrary<unknown> = fc
  .tuple(
    fc.oneof({ weight: 12, arbitrary: oneOf(EXTERNAL_IDS) }, oneOf([1, 2, '', null])),
    fc.oneof({ weight: 12, arbitrary: oneOf(EMAILS) }, fc.constant('broken')),
    details,
  )
  .map(([external_id, email, more]) => ({
    external_id,
    email,
    first_name: 'Ann',
    last_name: '',
    ...more,
  }));

/** Rows that are mostly distinct people: with plain random rows, duplicates would hide everything else. */
const people: fc.Arbitrary<SentRow[]> = fc
  .tuple(
    fc.shuffledSubarray(EXTERNAL_IDS),
    fc.shuffledSubarray(EMAILS.filter((email) => email !== 'É@x.co' && email !== 'e\u0301@X.co')),
    fc.array(details, { minLength: EXTERNAL_IDS.length, maxLength: EXTERNAL_IDS.length }),
  )
  .map(([ids, emails, detailsOfRows]) =>
    ids.slice(0, emails.length).map((external_id, n) => ({
      external_id,
      email: emails[n],
      first_name: 'Ann',
      last_name: '',
      ...detailsOfRows[n],
    })),
  );

export const rosters: fc.Arbitrary<unknown[]> = fc
  .tuple(people, fc.oneof(fc.constant([]), fc.array(row, { maxLength: 4 })))
  .chain(([distinct, random]) => fc.shuffledSubarray([...distinct, ...random]));

/** Around the number of refused rows at which a sync gives up; 0 most of the time. */
const refusals = fc.oneof(
  { weight: 3, arbitrary: fc.constant(0) },
  fc.integer({ min: 97, max: 102 }),
);

/** Rosters that may also fail too often to be finished. */
export const failingRosters: fc.Arbitrary<unknown[]> = fc
  .tuple(rosters, refusals, fc.nat(12))
  .map(([rows, count, at]) => {
    const refused = Array.from({ length: count }, (_, n) => ({
      external_id: `refused ${n}`,
      email: `refused${n}@x.co`,
      first_name: 'Ann',
      last_name: '',
      department_external_id: 'nobody knows it',
    }));
    return [...rows.slice(0, at), ...refused, ...rows.slice(at)];
  });

export const tightRules: fc.Arbitrary<RosterRules> = fc.record({
  departmentLimit: fc.nat(9),
  employeeLimit: maybe(fc.nat(12)),
  updateProfiles: fc.boolean(),
});

const DISTINCT_EMAILS = EMAILS.filter((email) => fold(email) === email);

/** A company of linked people, and a roster in which their emails have changed hands. */
export const emailMoves: fc.Arbitrary<[Snapshot, SentRow[]]> = fc
  .tuple(
    companies,
    fc.shuffledSubarray(EXTERNAL_IDS, { minLength: 3 }),
    fc.shuffledSubarray(DISTINCT_EMAILS, { minLength: 10 }),
    fc.shuffledSubarray(EXTERNAL_IDS, { minLength: 3 }),
    fc.shuffledSubarray(DISTINCT_EMAILS, { minLength: 10 }),
    fc.array(details, { minLength: EXTERNAL_IDS.length, maxLength: EXTERNAL_IDS.length }),
    fc.array(oneOf([false, false, false, true]), { minLength: 10, maxLength: 10 }),
  )
  .map(([{ departments }, ids, emails, sentIds, sentEmails, detailsOfRows, admins]) => [
    {
      employees: ids.map((externalId, number) => ({
        ...{ number, externalId, emailKey: emails[number] ?? '', givenName: 'Bo' },
        ...{ departmentNumber: null, portalRole: null, deactivatedBy: null },
        ...toDetails(() => null),
        isAdmin: admins[number] ?? false,
      })),
      departments,
      employeesOnRecord: ids.length,
    },
    sentIds.map((external_id, n) => ({
      ...{ external_id, email: sentEmails[n], first_name: 'Ann', last_name: '' },
      ...detailsOfRows[n],
    })),
  ]);
