import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as audit from '../../src/store/audit/audit.ts';
import * as badges from '../../src/store/badges/badges.ts';
import * as departments from '../../src/store/departments/departments.ts';
import * as closedMonths from '../../src/store/months/closed-months.ts';
import * as standings from '../../src/store/months/standings.ts';
import * as deployment from '../../src/store/operations/deployment.ts';
import * as lastJobs from '../../src/store/operations/last-jobs.ts';
import * as employees from '../../src/store/people/employees.ts';
import * as erasure from '../../src/store/people/erasure.ts';
import * as peopleSearch from '../../src/store/people/people-search.ts';
import * as personExport from '../../src/store/people/person-export.ts';
import * as portalAccounts from '../../src/store/portal/portal-accounts.ts';
import type { Cardinality, ParamShape, Query, Shape } from '../../src/store/query.ts';
import * as syncRuns from '../../src/store/roster/sync-runs.ts';
import * as redemptions from '../../src/store/shop/redemptions.ts';
import * as shopItems from '../../src/store/shop/shop-items.ts';
import { migrate } from '../../src/store/sqlite/migrate.ts';
import { SqliteDatabase } from '../../src/store/sqlite/sqlite-database.ts';
import * as webhookDeliveries from '../../src/store/webhooks/webhook-deliveries.ts';
import * as awards from '../../src/store/xp/awards.ts';
import * as ledgerCheck from '../../src/store/xp/ledger-check.ts';

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
      /^(SEARCH|SCAN) (e|d|a|r|l|employees|departments|shop_items|sync_runs|later|redemptions|audit_log|own|holder|portal_accounts)\b/.test(
        step,
      ),
    ),
    steps,
  );

const APPROVALS_OF =
  'SEARCH later USING INDEX sync_runs_by_subject (company_id=? AND subject_id=?)';
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
      'SEARCH e USING INDEX employees_by_department (company_id=? AND department_number=? AND number>?)',
      'SEARCH departments USING INDEX sqlite_autoindex_departments_2 (company_id=? AND id=?)',
      DEPARTMENT_OF,
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
      APPROVALS_OF,
    );
    // Each page of the portal asks for it, and what a run changed may have megabytes.
    assert.doesNotMatch(syncRuns.findToApprove.sql, /changes/);
    assertPlan(
      syncRuns.listFollowUps,
      'SEARCH sync_runs USING INDEX sync_runs_by_subject (company_id=? AND subject_id=?)',
      APPROVALS_OF,
    );
  });

  it('a page of runs looks up the approvals of each one', () => {
    assertPlan(
      syncRuns.listBefore,
      'SEARCH sync_runs USING INDEX sqlite_autoindex_sync_runs_1 (company_id=? AND entry<?)',
      'SEARCH sync_runs USING INDEX sqlite_autoindex_sync_runs_2 (company_id=? AND id=?)',
      APPROVALS_OF,
    );
  });

  it('redemptions are read by status or by person', () => {
    const rowsOf = (index: string) => [
      `SEARCH r USING INDEX ${index}`,
      'SEARCH e USING PRIMARY KEY (company_id=? AND number=?)',
    ];
    const byStatus = 'redemptions_by_status (company_id=? AND status=?';
    assertPlan(
      redemptions.countInStatus,
      `SEARCH redemptions USING COVERING INDEX ${byStatus})`,
      `SEARCH redemptions USING INDEX ${byStatus})`,
    );
    assertPlan(redemptions.listOldest, ...rowsOf(`${byStatus} AND entry>?)`), DEPARTMENT_OF);
    assertPlan(redemptions.listNewest, ...rowsOf(`${byStatus} AND entry<?)`), DEPARTMENT_OF);
    assertPlan(redemptions.listJsonInStatus, ...rowsOf(`${byStatus} AND entry<?)`));
    const byPerson = 'redemptions_by_employee (company_id=? AND employee_number=?';
    assertPlan(redemptions.listOfEmployee, ...rowsOf(`${byPerson} AND entry<?)`), DEPARTMENT_OF);
    assertPlan(redemptions.listJsonOfEmployee, ...rowsOf(`${byPerson} AND entry<?)`));
    assertPlan(personExport.listRedemptions, `SEARCH r USING INDEX ${byPerson})`);
  });

  it('decisions are read by action, actor, time or what they are about', () => {
    const by = (index: string) => `SEARCH audit_log USING INDEX audit_log_by_${index}`;
    const covering = (name: string, index: string) =>
      `SEARCH ${name} USING COVERING INDEX audit_log_by_${index}`;
    assertPlan(audit.list, 'SEARCH audit_log USING PRIMARY KEY (company_id=? AND entry<?)');
    assertPlan(audit.listOfAction, by('action (company_id=? AND action=? AND entry<?)'));
    assertPlan(audit.listByActor, by('actor (company_id=? AND actor=? AND entry<?)'));
    assertPlan(audit.listOfTime, by('time (company_id=? AND at>? AND at<?)'));
    assertPlan(audit.countOfTime, covering('audit_log', 'time (company_id=? AND at>? AND at<?)'));
    assertPlan(audit.listAbout, by('target (company_id=? AND target_id=? AND entry<?)'));
    assertPlan(
      audit.listActions,
      covering('audit_log', 'action (company_id=?)'),
      covering('l', 'action (company_id=? AND action>?)'),
    );
    assertPlan(
      audit.listActors,
      covering('audit_log', 'actor (company_id=?)'),
      covering('l', 'actor (company_id=? AND actor>?)'),
    );
    assertPlan(
      audit.listLast,
      'SEARCH l USING PRIMARY KEY (company_id=? AND entry=?)',
      covering('audit_log', 'target (company_id=? AND target_id=?)'),
    );
    assertPlan(
      deployment.latestRecord,
      'SEARCH sync_runs',
      covering('audit_log', 'time (company_id=?)'),
      'SEARCH l USING INDEX xp_ledger_awards_by_time (company_id=?)',
      'SEARCH l USING INDEX coin_ledger_awards_by_time (company_id=?)',
    );
  });

  it('awards are read by entry, actor, time or person, and none of them is sorted', () => {
    const steps = (query: Query<Cardinality, ParamShape, Shape>) =>
      planOf(query).filter(
        (step) => /^(SEARCH|SCAN) (l|a|e|\w+_ledger)\b/.test(step) || /B-TREE/.test(step),
      );
    const read = (found: string, isSorted = false) =>
      ['xp', 'coin'].flatMap((kind) => [
        `SEARCH l USING ${found.replace('LEDGER', `${kind}_ledger`)}`,
        'SEARCH a USING PRIMARY KEY (company_id=? AND number=?)',
        'SEARCH e USING PRIMARY KEY (company_id=? AND number=?)',
        ...(isSorted ? ['USE TEMP B-TREE FOR ORDER BY'] : []),
      ]);
    assert.deepEqual(steps(awards.list), read('INDEX LEDGER_awards (company_id=? AND entry<?)'));
    assert.deepEqual(
      steps(awards.listByActor),
      read('INDEX LEDGER_awards_by_actor (company_id=? AND actor=? AND entry<?)'),
    );
    assert.deepEqual(
      steps(awards.listTo),
      read('PRIMARY KEY (company_id=? AND employee_number=? AND entry<?)'),
    );
    // Few: others are not read by time.
    assert.deepEqual(
      steps(awards.listOfTime),
      read('INDEX LEDGER_awards_by_time (company_id=? AND recorded_at>? AND recorded_at<?)', true),
    );
    const between = (kind: string) =>
      `SEARCH l USING INDEX ${kind}_ledger_awards_by_time (company_id=? AND recorded_at>? AND recorded_at<?)`;
    assert.deepEqual(steps(awards.countOfTime), [between('xp'), between('coin')]);
  });

  it('an export and an erasure find what the audit log says about a person by index', () => {
    const found = (query: Query<Cardinality, ParamShape, Shape>) =>
      planOf(query).filter((step) => /^(SEARCH|SCAN) audit_log\b/.test(step));
    const about = 'SEARCH audit_log USING INDEX audit_log_by_target (company_id=? AND target_id=?)';
    assert.deepEqual(found(personExport.listAudit), [about, about]);
    assert.deepEqual(found(erasure.eraseAuditValues), [about]);
    assert.deepEqual(found(erasure.eraseRedemptionReasons), [about]);
  });

  it('accounts and people with a role are read without the others', () => {
    const holders = 'USING COVERING INDEX employees_out_of_the_ordinary (company_id=?)';
    assertPlan(
      portalAccounts.listPageWithRole,
      'SEARCH portal_accounts USING INDEX portal_accounts_by_own_role (company_id=? AND entry<?)',
      `SEARCH holder ${holders}`,
      'SEARCH own USING INDEX sqlite_autoindex_portal_accounts_5 (company_id=? AND employee_number=? AND entry<?)',
      'SEARCH a USING PRIMARY KEY (company_id=? AND entry=?)',
      'SEARCH e USING PRIMARY KEY (company_id=? AND number=?) LEFT-JOIN',
    );
    assertPlan(
      peopleSearch.listTextsWithRole,
      'SEARCH e USING INDEX employees_out_of_the_ordinary (company_id=?)',
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
    const waiting =
      'INDEX webhook_deliveries_undelivered (company_id=? AND webhook_entry=? AND state=?';
    assert.deepEqual(steps(webhookDeliveries.countWaiting), [
      `SEARCH webhook_deliveries USING COVERING ${waiting})`,
    ]);
    assert.deepEqual(steps(webhookDeliveries.findOldestUndelivered), [
      `SEARCH d USING COVERING ${waiting})`,
    ]);
    assert.deepEqual(steps(webhookDeliveries.listUndelivered), [
      `SEARCH d USING ${waiting} AND sequence<?)`,
    ]);
  });

  it('the last job of each kind is found without reading the history', () => {
    const steps = (query: Query<Cardinality, ParamShape, Shape>) =>
      planOf(query).filter((step) => /^(SEARCH|SCAN) (r|a|sync_runs|audit_log)\b/.test(step));
    assert.deepEqual(steps(lastJobs.listSyncs), [
      'SEARCH r USING INDEX sqlite_autoindex_sync_runs_1 (company_id=? AND entry=?)',
      'SEARCH sync_runs USING COVERING INDEX sync_runs_by_source (company_id=? AND source=? AND outcome=?)',
    ]);
    assert.deepEqual(steps(lastJobs.listXpImports), [
      'SEARCH a USING PRIMARY KEY (company_id=? AND entry=?)',
      'SEARCH audit_log USING COVERING INDEX audit_log_by_action (company_id=? AND action=?)',
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
    assert.deepEqual(plan, [
      'SCAN xp_months',
      'SCAN xp_ledger USING COVERING INDEX xp_ledger_of_person',
    ]);
  });
});
