import { parseSyncRequest } from '../../../src/domain/roster/sync-request.ts';
import type { SyncResult } from '../../../src/domain/roster/sync-result.ts';
import { joinParts } from '../../../src/service/roster/runs/recorded-changes.ts';
import type { SyncInput } from '../../../src/service/roster/sync/sync-input.ts';
import { type SyncOutcome, syncRoster } from '../../../src/service/roster/sync/sync-roster.ts';
import type { Database } from '../../../src/store/database.ts';
import * as syncRuns from '../../../src/store/roster/sync-runs.ts';
import { NOW, queryRows } from '../test-company.ts';

/** The company that rows go to, and where it is kept. */
export type Target = { db: Database; companyId: number };

/** Syncs rows into a company; everything else of the order is a default that a test may set. */
export const sync = (
  { db, companyId }: Target,
  employees: readonly unknown[],
  more: Partial<SyncInput> = {},
): SyncResult => syncRun({ db, companyId }, employees, more).result;

/** The same, with the id of the run. */
export const syncRun = (
  target: Target,
  employees: readonly unknown[],
  more: Partial<SyncInput> = {},
): SyncOutcome => syncRoster(target.db, toOrder(target, employees, more));

/** The order of such a sync. */
export const toOrder = (
  { companyId }: Target,
  employees: readonly unknown[],
  more: Partial<SyncInput> = {},
): SyncInput => ({
  companyId,
  now: NOW,
  clock: () => NOW,
  actor: 'test',
  source: 'command_line',
  requestId: null,
  employees,
  deactivateMissing: false,
  maxDeactivations: null,
  limits: { departments: 1000, sandboxEmployees: 500 },
  ...more,
});

/** Rows as they come out of a request's body. */
export const overTheWire = (employees: readonly unknown[]): unknown[] =>
  parseSyncRequest(Buffer.from(JSON.stringify({ employees }))).employees;

/** A result in which nothing happened, except for the given fields. */
export const result = (more: Partial<SyncResult>): SyncResult => ({
  created: 0,
  updated: 0,
  unchanged: 0,
  reactivated: 0,
  deactivated: 0,
  departments_created: 0,
  departments_restored: 0,
  deactivation_candidates: [],
  deactivation_candidates_total: 0,
  unlinked_members: 0,
  deactivation_limit: 10,
  deactivation_skipped_reason: null,
  errors: [],
  warnings: [],
  ...more,
});

/** Everybody on record, whole, in the order of joining. */
export const people = ({ db, companyId }: Target) =>
  queryRows(
    db,
    companyId,
    'select * from employees where company_id = :companyId order by number',
    {
      number: 'integer',
      id: 'text',
      external_id: 'text?',
      email: 'text',
      email_key: 'text',
      given_name: 'text?',
      account_name: 'text?',
      department_number: 'integer?',
      job_title: 'text?',
      is_admin: 'flag',
      portal_role: 'text?',
      deactivated_at: 'integer?',
      deactivated_by: 'text?',
      revision: 'integer',
    },
  );

/** All departments, whole, in the order of creation. */
export const departments = ({ db, companyId }: Target) =>
  queryRows(
    db,
    companyId,
    'select * from departments where company_id = :companyId order by number',
    {
      number: 'integer',
      external_id: 'text?',
      name: 'text',
      parent_number: 'integer?',
      archived_at: 'integer?',
    },
  );

/** The company's history of syncs, oldest first, each with all parts of its changes. */
export const runs = ({ db, companyId }: Target) =>
  queryRows(db, companyId, 'select * from sync_runs where company_id = :companyId order by entry', {
    entry: 'integer',
    source: 'text',
    actor: 'text',
    request_id: 'text?',
    started_at: 'integer',
    finished_at: 'integer',
    outcome: 'text',
    result: 'text',
    changes: 'text?',
  }).map(({ entry, changes, ...run }) => {
    const parts = db.all(syncRuns.listParts, { companyId, entry });
    return {
      ...run,
      changes: parts.length === 0 ? changes : JSON.stringify(joinParts(changes, parts)),
    };
  });

/** Everything that a sync can write. */
export const everything = (target: Target) => ({
  company: queryRows(
    target.db,
    target.companyId,
    'select * from companies where company_id = :companyId',
    { revision: 'integer' },
  ),
  people: people(target),
  departments: departments(target),
  runs: runs(target),
  budgets: queryRows(
    target.db,
    target.companyId,
    'select * from sync_budgets where company_id = :companyId',
    { used: 'integer' },
  ),
});
