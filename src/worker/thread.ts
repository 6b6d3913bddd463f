import { parentPort, workerData } from 'node:worker_threads';
import { transferablesOf } from '../domain/board/board-data.ts';
import type { SlackState } from '../domain/slack-state.ts';
import { standingsBuffers } from '../domain/standings/standing.ts';
import {
  type AuditQuery,
  auditPart,
  countDecisions,
  findDecisions,
} from '../service/audit/audit-parts.ts';
import { countEligible, type ProposedRule } from '../service/badges/badge-rules.ts';
import {
  type LeaderboardPart,
  leaderboardPart,
  type StandingsPart,
  standingsPart,
} from '../service/boards/leaderboard-parts.ts';
import { type CopyTask, copyForCompany } from '../service/company/company-copy.ts';
import { closeDueContest, rankContest } from '../service/contests/close-contest.ts';
import { type DueContest, listDueContests } from '../service/contests/contests.ts';
import {
  type DepartmentRankings,
  departmentGroupsBody,
} from '../service/departments/department-groups.ts';
import { type PreviewRequest, previewPage } from '../service/gifts/preview-page.ts';
import type { KeyUsage } from '../service/keys/key-usage.ts';
import { type MailAttempt, recordMails } from '../service/mail/record-mails.ts';
import { takeRoundStep } from '../service/mail/rounds.ts';
import { closeDueMonth, rankMonth } from '../service/months/close-month.ts';
import {
  type CompanyMonth,
  listAllDueMonths,
  listOpenMonths,
  type Timing,
} from '../service/months/closed-months.ts';
import { type ComparisonPart, Comparisons } from '../service/months/compare-month.ts';
import { checkHealth } from '../service/operations/doctor/health.ts';
import { noteSlack } from '../service/operations/slack-state.ts';
import { type Look, recordLook } from '../service/people/history-looks.ts';
import { findNearPeople } from '../service/people/near-people.ts';
import { type PeopleQuery, searchPeople } from '../service/people/people-search.ts';
import { collectPerson, type ExportOrder } from '../service/people/person-export.ts';
import { listAccountPage } from '../service/portal/accounts.ts';
import {
  InvitationOverview,
  type InvitationsQuery,
} from '../service/portal/invitation-overview.ts';
import { touchSession } from '../service/portal/sessions.ts';
import { participationByDepartment } from '../service/reports/by-department.ts';
import { type GivenRequest, listGiven, listGivenByPeriod } from '../service/reports/given.ts';
import { medianXp } from '../service/reports/medians.ts';
import {
  type ParticipationRequest,
  type PeriodsRequest,
  participation,
} from '../service/reports/participation.ts';
import { listWithout, type WithoutRequest } from '../service/reports/without.ts';
import { listRunParts, type RunPartsQuery } from '../service/roster/runs/show-run.ts';
import { type Step, takeStep } from '../service/roster/steps/change-in-steps.ts';
import { endHoldsThatAreOver } from '../service/roster/steps/roster-hold.ts';
import { type DeliveryBatch, recordDeliveries } from '../service/webhooks/deliveries.ts';
import { openAnother } from '../store/data.ts';
import type { Database } from '../store/database.ts';
import { SqliteDatabase } from '../store/sqlite/sqlite-database.ts';
import { openInPlace } from './open-in-place.ts';
import { lowerPriority, NICENESS } from './priority.ts';
import type { CloseContestTask, CloseMonthTask, Due, RankTask, ThreadData } from './protocol.ts';
import { rankCompany } from './rank-company.ts';
import { type Opened, serveTasks } from './serve-tasks.ts';
import { Moved, type TaskMap } from './task-messages.ts';
import { WriteCheck } from './write-check.ts';
import { runTogether, type WriteRequest } from './write-requests.ts';
import type { SessionUse, SyncRun, Upkeep } from './writer.ts';
import { createUnchangedSyncCache, keepUp, recordKeyUsage, syncFromBody } from './writer-tasks.ts';

/** A sync reads and writes people throughout the company, in MiB. */
const WRITER_CACHE_MIB = 64;

/** Rankings read each row once, in order, so a larger cache would not help; in MiB. */
const READER_CACHE_MIB = 2;

/**
 * Runs inside a worker thread: opens the data file and runs one task after another.
 *
 * @param clock in milliseconds UTC
 */
export function runWorkerThread(clock: () => number): void {
  const port = parentPort;
  if (!port) throw new Error('this is not a worker thread');
  const data = workerData as ThreadData;
  if (data.engagedRole !== 'ranker') lowerPriority(NICENESS.changes);
  serveTasks(port, () => setUp(data, clock));
}

function setUp(data: ThreadData, clock: () => number): Opened {
  const db = openInPlace(data.place, () => openOwn(data));
  return {
    tasks: createTasks(db, data, clock),
    afterResult: () => {
      if (data.engagedRole === 'writer' && db instanceof SqliteDatabase) db.checkpoint();
    },
    close: () => db.close(),
  };
}

const openOwn = ({ file, engagedRole }: ThreadData): Database =>
  openAnother(
    file,
    engagedRole === 'writer'
      ? { write: true, cacheMegabytes: WRITER_CACHE_MIB, manualCheckpoints: true }
      : { write: false, cacheMegabytes: READER_CACHE_MIB },
  );

/** What the threads that are started with `ThreadData` do, each by its role. */
export type Tasks = ReturnType<typeof writer> &
  ReturnType<typeof ranker> &
  ReturnType<typeof copier>;

function createTasks(db: Database, data: ThreadData, clock: () => number): TaskMap {
  switch (data.engagedRole) {
    case 'writer':
      return writer(db, data, clock);
    case 'ranker':
      return ranker(db);
    case 'copier':
      if (!(db instanceof SqliteDatabase)) throw new Error('only a data file is copied');
      return copier(db);
  }
}

function writer(
  db: Database,
  { limits, place }: ThreadData & { engagedRole: 'writer' },
  clock: () => number,
) {
  const check = new WriteCheck(db, place);
  const context = { limits, unchanged: createUnchangedSyncCache(), clock };
  const { departments: departmentLimit, sandboxEmployees: sandboxLimit } = limits;
  const changes = { departmentLimit, sandboxLimit, clock };
  return {
    sync: (task: SyncRun) => {
      const answer = check.run(() => syncFromBody(db, task, context));
      return new Moved(answer, [answer.json.buffer]);
    },
    step: (step: Step) => check.run(() => takeStep(db, step, clock)),
    /** Writes that share a commit. */
    write: (requests: readonly WriteRequest[]) =>
      check.run(() => runTogether(db, requests, changes)),
    due: (timing: Timing): Due => ({
      months: listAllDueMonths(db, timing),
      contests: listDueContests(db, timing),
    }),
    /** Null for a month that is not due any more. */
    closeMonth: ({ ranking, ...task }: CloseMonthTask) =>
      check.run(() => closeDueMonth(db, task, ranking)),
    /** Null for a contest that is not due any more. */
    closeContest: ({ ranking, ...task }: CloseContestTask) =>
      check.run(() => closeDueContest(db, task, ranking)),
    noteKeyUses: (uses: readonly KeyUsage[]) => check.run(() => recordKeyUsage(db, uses)),
    recordDeliveries: (batch: DeliveryBatch) =>
      check.run(() => recordDeliveries(db, batch, Math.random)),
    recordMails: (attempts: readonly MailAttempt[]) =>
      check.run(() => recordMails(db, attempts, Math.random)),
    takeRoundStep: (now: number) => check.run(() => takeRoundStep(db, now)),
    noteSlack: (state: SlackState | null) => check.run(() => noteSlack(db, state)),
    noteLook: (look: Look) => check.run(() => recordLook(db, look)),
    noteSessionUse: ({ hash, now }: SessionUse) => check.run(() => touchSession(db, hash, now)),
    upkeep: (task: Upkeep) => check.run(() => keepUp(db, task)),
    endHolds: () => {
      check.run(() => endHoldsThatAreOver(db, clock));
    },
    /** Returns whether the log is empty now. */
    shrinkLog: () => db instanceof SqliteDatabase && db.shrinkLog(),
    probe: () => check.probe(),
  };
}

function ranker(db: Database) {
  const comparisons = new Comparisons(db);
  const invitations = new InvitationOverview(db);
  return {
    rank: (task: RankTask) => {
      const ranking = rankCompany(db, task);
      return new Moved(ranking, transferablesOf(ranking.data));
    },
    rankMonth: ({ companyId, month }: Omit<CompanyMonth, 'id'>) => {
      const ranking = rankMonth(db, companyId, month);
      return new Moved(ranking, standingsBuffers(ranking.standings));
    },
    rankContest: ({ companyId, entry }: Pick<DueContest, 'companyId' | 'entry'>) => {
      const ranking = rankContest(db, companyId, entry);
      return new Moved(ranking, standingsBuffers(ranking.standings));
    },
    groups: (rankings: DepartmentRankings) => departmentGroupsBody(db, rankings),
    search: (query: PeopleQuery) => searchPeople(db, query),
    findNear: (query: Parameters<typeof findNearPeople>[1]) => findNearPeople(db, query),
    listOpenMonths: ({ companyId, now }: { companyId: number; now: number }) =>
      listOpenMonths(db, companyId, now),
    countEligible: (rule: ProposedRule) => countEligible(db, rule),
    listAccounts: (page: Parameters<typeof listAccountPage>[1]) => listAccountPage(db, page),
    listInvitations: (query: InvitationsQuery) => invitations.list(query),
    checkHealth: ({ file, now }: { file: string; now: number }) => checkHealth(db, file, now),
    previewGift: (request: PreviewRequest) => previewPage(db, request),
    findDecisions: (query: AuditQuery) => findDecisions(db, query),
    countDecisions: (query: AuditQuery) => countDecisions(db, query),
    listRunParts: (query: RunPartsQuery) => listRunParts(db, query),
    collectPerson: (order: ExportOrder) => collectPerson(db, order),
    auditPart: (query: AuditQuery) => auditPart(db, query),
    leaderboardPart: (part: LeaderboardPart) => leaderboardPart(db, part),
    standingsPart: (part: StandingsPart) => standingsPart(db, part),
    listGiven: (request: GivenRequest) => listGiven(db, request),
    listGivenByPeriod: (request: PeriodsRequest) => listGivenByPeriod(db, request),
    medianXp: (months: Parameters<typeof medianXp>[1]) => medianXp(db, months),
    listWithout: (request: WithoutRequest) => listWithout(db, request),
    participationByDepartment: (request: PeriodsRequest) =>
      db.read(() => db.do(participationByDepartment(request))),
    participation: (request: ParticipationRequest) => db.read(() => db.do(participation(request))),
    compareMonth: (part: ComparisonPart) => comparisons.part(part),
  };
}

const copier = (db: SqliteDatabase) => ({
  copyDataFile: (task: CopyTask) => copyForCompany(db, task),
});
