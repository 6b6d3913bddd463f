import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as badges from '../../src/store/badges.ts';
import * as closedMonths from '../../src/store/closed-months.ts';
import * as departments from '../../src/store/departments.ts';
import * as employees from '../../src/store/employees.ts';
import * as lastJobs from '../../src/store/last-jobs.ts';
import * as ledgerCheck from '../../src/store/ledger-check.ts';
import type { Cardinality, ParamShape, Query, Shape } from '../../src/store/query.ts';
import * as shopItems from '../../src/store/shop-items.ts';
import { migrate } from '../../src/store/sqlite/migrate.ts';
import { SqliteDatabase } from '../../src/store/sqlite/sqlite-database.ts';
import * as standings from '../../src/store/standings.ts';
import * as syncRuns from '../../src/store/sync-runs.ts';
import * as webhookDeliveries from '../../src/store/webhook-deliveries.ts';

const db = new SqliteDatabase(':memory:', { write: true });
migrate(db);

/** The query plan of a statement. */
function planOf({ name, sql, params }: Query<Cardinality, ParamShape, Shape>): string[] {
  const plan = {
    name: `plan of ${name}`,
    sql: `explain query plan ${sql}`,
    cardinality: 'many',
    params,
    row: { detail: 'text' },
  } as const;
  const values = Object.fromEntries(
    Object.entries(params).map(([param, kind]) => [
      param,
      typeof kind === 'object' ? [] : kind.startsWith('text') ? '' : 1,
    ]),
  );
  return db.all(plan, values as never).map((step) => step.detail);
}

const assertPlan = (query: Query<Cardinality, ParamShape, Shape>, ...steps: string[]) =>
  assert.deepEqual(
    planOf(query).filter((step) =>
      /^(SEARCH|SCAN) (e|d|a|employees|departments|shop_items|sync_runs)\b/.test(step),
    ),
    steps,
  );

const DEPARTMENT_OF = 'SEARCH d USING PRIMARY KEY (company_id=? AND number=?) LEFT-JOIN';

describe('the cost of a read does not grow with the company:', () => {
  it('a page of employees starts at its cursor and skips no deactivated rows', () => {
    assertPlan(
      employees.listJson,
      'SEARCH e USING INDEX employees_active (company_id=? AND number>?)',
      DEPARTMENT_OF,
    );
  });

  it('an email or external id is looked up in an index', () => {
    assertPlan(
      employees.listJsonByEmail,
      'SEARCH e USING INDEX sqlite_autoindex_employees_4 (company_id=? AND email_key=?)',
      DEPARTMENT_OF,
    );
    assertPlan(
      employees.listJsonByExternalId,
      'SEARCH e USING INDEX sqlite_autoindex_employees_3 (company_id=? AND external_id=? AND number>?)',
      DEPARTMENT_OF,
    );
  });

  it('a department filter looks up the department, then its active members from the cursor on', () => {
    assertPlan(
      employees.listJsonInDepartment,
      'SEARCH d USING INDEX sqlite_autoindex_departments_2 (company_id=? AND id=?)',
      'SEARCH e USING INDEX employees_by_department (company_id=? AND department_number=? AND deactivated_at=? AND number>?)',
    );
  });

  it('an employee is looked up by id, with badges and totals', () => {
    const byId = 'USING INDEX sqlite_autoindex_employees_2 (company_id=? AND id=?)';
    assertPlan(employees.findJson, `SEARCH e ${byId}`, DEPARTMENT_OF);
    assertPlan(employees.findActiveNumber, `SEARCH employees ${byId}`);
    const badgeLookup = 'SEARCH a USING PRIMARY KEY (company_id=? AND employee_number=?)';
    assertPlan(employees.findTotals, `SEARCH e ${byId}`, badgeLookup);
    assertPlan(badges.listJsonHeld, badgeLookup);
  });

  it('leaderboard rows are looked up one by one', () => {
    assertPlan(
      employees.listJsonRanked,
      'SEARCH e USING PRIMARY KEY (company_id=? AND number=?)',
      DEPARTMENT_OF,
    );
    assertPlan(
      departments.listReferences,
      'SEARCH d USING PRIMARY KEY (company_id=? AND number=?)',
    );
  });

  it('a page of a closed month reads its blocks one by one', () => {
    const steps = (query: Query<Cardinality, ParamShape, Shape>) =>
      planOf(query).filter((step) => !step.startsWith('SCALAR'));
    const key = 'company_id=? AND standings=? AND list=? AND department_number=? AND';
    assert.deepEqual(steps(standings.findBlock), [
      `SEARCH standings_blocks USING PRIMARY KEY (${key} first=?)`,
    ]);
    assert.deepEqual(steps(standings.listMemberBlocks), [
      `SEARCH standings_blocks USING PRIMARY KEY (${key} first>?)`,
      `SEARCH standings_blocks USING PRIMARY KEY (${key} first<?)`,
    ]);
    const inForce = 'SEARCH closed_months USING INDEX closed_months_in_force (company_id=? AND';
    assert.deepEqual(steps(closedMonths.findInForce), [`${inForce} month=?)`]);
    assert.deepEqual(steps(closedMonths.listInForce), [`${inForce} month<?)`]);
  });

  it('a page of departments or shop items starts at its cursor', () => {
    assertPlan(departments.listJson, 'SEARCH d USING PRIMARY KEY (company_id=? AND number>?)');
    assertPlan(
      shopItems.listJson,
      'SEARCH shop_items USING INDEX shop_items_on_offer (company_id=? AND entry>?)',
    );
    assertPlan(
      shopItems.listJsonInCategory,
      'SEARCH shop_items USING INDEX shop_items_on_offer_by_category (company_id=? AND category=? AND entry>?)',
    );
  });

  it('a department is looked up by id', () => {
    assertPlan(
      departments.findNumber,
      'SEARCH departments USING INDEX sqlite_autoindex_departments_2 (company_id=? AND id=?)',
    );
  });

  it('a sync finds the run to approve, and a run its reverts, without reading the history', () => {
    assertPlan(
      syncRuns.findToApprove,
      'SEARCH sync_runs USING INDEX sync_runs_to_approve (company_id=?)',
    );
    // Each page of the portal asks for it, and what a run changed may have megabytes.
    assert.doesNotMatch(syncRuns.findToApprove.sql, /changes/);
    assertPlan(
      syncRuns.listFollowUps,
      'SEARCH sync_runs USING INDEX sync_runs_by_subject (company_id=? AND subject_id=?)',
    );
  });

  it('the deliveries that are due, and those that wait, are found without reading the delivered ones', () => {
    const steps = (query: Query<Cardinality, ParamShape, Shape>) =>
      planOf(query).filter((step) => /webhook_deliveries_/.test(step));
    const due = (range: string) =>
      `SEARCH d USING COVERING INDEX webhook_deliveries_due (company_id=? AND webhook_entry=? AND ${range})`;
    assert.deepEqual(steps(webhookDeliveries.listDue), [
      due('next_attempt_at>? AND next_attempt_at<?'),
      due('next_attempt_at>?'),
    ]);
    const waiting = 'INDEX webhook_deliveries_waiting (company_id=? AND webhook_entry=?)';
    assert.deepEqual(steps(webhookDeliveries.countWaiting), [
      `SEARCH webhook_deliveries USING ${waiting}`,
    ]);
    assert.deepEqual(steps(webhookDeliveries.findOldestUndelivered), [`SEARCH d USING ${waiting}`]);
  });

  it('the last job of each kind is found without reading the history', () => {
    const steps = (query: Query<Cardinality, ParamShape, Shape>) =>
      planOf(query).filter((step) => /^(SEARCH|SCAN) (r|a|sync_runs|audit_log)\b/.test(step));
    assert.deepEqual(steps(lastJobs.listSyncs), [
      'SEARCH r USING PRIMARY KEY (company_id=? AND entry=?)',
      'SEARCH sync_runs USING COVERING INDEX sync_runs_by_source (company_id=? AND source=? AND outcome=?)',
    ]);
    assert.deepEqual(steps(lastJobs.listXpImports), [
      'SEARCH a USING PRIMARY KEY (company_id=? AND entry=?)',
      'SEARCH audit_log USING COVERING INDEX audit_log_xp_imports (company_id=?)',
    ]);
  });
});

describe('a check of a whole file', () => {
  it('reads every table once, and none of them again for each row of another', () => {
    const again = /^(SCAN \w+ LEFT-JOIN|RIGHT-JOIN)/;
    for (const query of Object.values(ledgerCheck))
      assert.deepEqual(
        [query.name, planOf(query).filter((step) => again.test(step))],
        [query.name, []],
      );
    const plan = planOf(ledgerCheck.listWrongMonths).filter((step) => step.startsWith('SCAN xp_'));
    assert.deepEqual(plan, ['SCAN xp_months', 'SCAN xp_ledger']);
  });
});
