import { isDeepStrictEqual } from 'node:util';
import { failure } from '../../../domain/errors.ts';
import { readRoster } from '../../../domain/roster/read-roster.ts';
import { RosterPlanner } from '../../../domain/roster/roster-planner.ts';
import type { Roster } from '../../../domain/roster/types.ts';
import { placeholderFor } from '../../../domain/sandbox-email.ts';
import * as companies from '../../../store/company/companies.ts';
import type { Database } from '../../../store/database.ts';
import * as store from '../../../store/roster/roster.ts';
import { listNoEmailDomains } from '../../people/no-email.ts';
import { Reviewer } from '../review/review.ts';
import {
  type DepartmentsOnRecord,
  forEachPart,
  type LoadedPart,
  loadByExternalId,
  loadDepartments,
  loadParts,
} from './load-record.ts';
import { NamedPeople } from './named-people.ts';
import type { SyncInput } from './sync-input.ts';

/** A roster validated by the rules of its company. */
export type ReadRoster = {
  roster: Roster;
  rules: {
    isSandbox: boolean;
    ssoDomains: readonly string[];
    noEmailDomains: readonly string[];
  };
  employeesOnRecord: number;
};

/** Validates the rows, or reuses the earlier result if the company's rules are still the same. */
export function readInCompany(
  db: Database,
  request: SyncInput,
  before: ReadRoster | null,
): ReadRoster {
  const { companyId } = request;
  const company = db.one(store.findCompany, { companyId });
  if (!company) throw failure('company_not_found');
  const { employeesOnRecord } = company;
  const isSandbox = company.mode === 'test';
  const ssoDomains = db.all(companies.listSsoDomains, { companyId }).map(({ domain }) => domain);
  const { operator } = request;
  const noEmailDomains = operator
    ? listNoEmailDomains(db, companyId, operator.noEmailDomain ?? null)
    : [];
  const rules = { isSandbox, ssoDomains, noEmailDomains };
  if (before && isDeepStrictEqual(before.rules, rules)) return { ...before, employeesOnRecord };
  const roster = readRoster(
    request.employees,
    {
      ssoDomains: isSandbox || ssoDomains.length === 0 ? null : new Set(ssoDomains),
      noEmailDomains: new Set(noEmailDomains),
      emailKeyOf: isSandbox ? placeholderFor : (folded) => folded,
    },
    request.maxRowsKept,
  );
  return { roster, rules, employeesOnRecord };
}

/** A roster beside the record of its company, before anything is written. */
export type ComparedRoster = ReadRoster & {
  record: DepartmentsOnRecord;
  parts: Iterable<LoadedPart>;
  /** Has surveyed every part. */
  planner: RosterPlanner;
  named: NamedPeople;
  /** Only for an operator. */
  reviewer: Reviewer | undefined;
};

/** @throws EngagedError for an operator `validation_failed` for a file whose ids have lost their zeros */
export function compareRoster(db: Database, request: SyncInput, read: ReadRoster): ComparedRoster {
  const { companyId, limits, onProgress, operator } = request;
  const { roster, rules, employeesOnRecord } = read;
  onProgress?.('comparing', 0);
  const record = loadDepartments(db, companyId);
  const planner = new RosterPlanner({ ...record, employeesOnRecord }, roster.size, {
    departmentLimit: limits.departments,
    employeeLimit: rules.isSandbox ? limits.sandboxEmployees : null,
    updateProfiles: operator?.updateProfiles ?? false,
    noEmailDomains: new Set(rules.noEmailDomains),
  });
  const parts = loadParts(db, companyId, roster);
  const named = new NamedPeople(employeesOnRecord);
  const reviewer = operator && new Reviewer();
  forEachPart(parts, roster, 'comparing', onProgress, (part) => {
    planner.survey(part);
    named.add(part);
    reviewer?.survey(part);
  });
  for (const part of loadByExternalId(db, companyId, operator?.alsoNamed ?? [])) named.add(part);
  reviewer?.refuseShiftedIds(db, companyId, named);
  return { ...read, record, parts, planner, named, reviewer };
}
