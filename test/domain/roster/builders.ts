import { toDetails } from '../../../src/domain/roster/fields.ts';
import { readRoster } from '../../../src/domain/roster/read-roster.ts';
import type {
  KnownDepartment,
  KnownEmployee,
  Roster,
  RosterRow,
  RosterRules,
  RowError,
} from '../../../src/domain/roster/types.ts';
import { fold } from '../../../src/domain/text.ts';
import { type Plan, planRoster, type Snapshot } from './plan-roster.ts';

export type SentRow = Record<string, unknown>;

/** A valid row of a person called after their external id. */
export const rosterRow = (externalId: string, more: SentRow = {}): SentRow => ({
  external_id: externalId,
  email: `${externalId.toLowerCase()}@example.com`,
  first_name: 'Ann',
  last_name: 'Lee',
  ...more,
});

/** An active employee on record with the external id and email that `sent` gives. */
export const employee = (
  number: number,
  externalId: string,
  more: Partial<KnownEmployee> = {},
): KnownEmployee => ({
  number,
  externalId,
  emailKey: `${externalId.toLowerCase()}@example.com`,
  givenName: 'Ann Lee',
  departmentNumber: null,
  ...toDetails(() => null),
  isAdmin: false,
  portalRole: null,
  deactivatedBy: null,
  ...more,
});

/** An active top-level department without external id. */
export const department = (
  number: number,
  name: string,
  more: Partial<KnownDepartment> = {},
): KnownDepartment => ({
  number,
  externalId: null,
  nameKey: fold(name),
  parentNumber: null,
  archived: false,
  ...more,
});

export const company = (
  employees: KnownEmployee[] = [],
  departments: KnownDepartment[] = [],
): Snapshot => ({ employees, departments, employeesOnRecord: employees.length });

/** A roster with its rows sorted out. */
export type SortedRoster = Roster & {
  rows: RosterRow[];
  rejected: RowError[];
  /** Every external id and email key that any row carries in usable form, rejected rows included. */
  namedExternalIds: Set<string>;
  namedEmailKeys: Set<string>;
};

export const read = (
  rows: readonly unknown[],
  ssoDomains: string[] | null = null,
  emailKeyOf = (email: string) => email,
): SortedRoster => {
  const roster = readRoster(rows, {
    ssoDomains: ssoDomains === null ? null : new Set(ssoDomains),
    emailKeyOf,
  });
  const readings = [...roster.readings];
  return {
    ...roster,
    rows: readings.flatMap((reading) => ('error' in reading ? [] : reading)),
    rejected: readings.flatMap((reading) => ('error' in reading ? reading.error : [])),
    namedExternalIds: new Set(readings.flatMap(({ externalId }) => externalId ?? [])),
    namedEmailKeys: new Set(readings.flatMap(({ emailKey }) => emailKey ?? [])),
  };
};

export const UNLIMITED: RosterRules = { departmentLimit: 1000, employeeLimit: null };

export const plan = (
  snapshot: Snapshot,
  rows: readonly unknown[],
  rules: Partial<RosterRules> = {},
): Plan => planRoster(snapshot, read(rows), { ...UNLIMITED, ...rules });

/** `[index, code]` of each entry: what callers branch on. */
export const codes = (entries: readonly { index: number; code: string }[]): [number, string][] =>
  entries.map(({ index, code }) => [index, code]);
