import { parentPort, workerData } from 'node:worker_threads';
import { transferablesOf } from '../domain/board/board-data.ts';
import { standingsBuffers } from '../domain/standings/standing.ts';
import { auditCsv, findDecisions } from '../service/audit-csv.ts';
import { countEligible } from '../service/badge-rules.ts';
import { copyForCompany } from '../service/company-copy.ts';
import { closeDueContest, rankContest } from '../service/contests/close-contest.ts';
import { listDueContests } from '../service/contests/contests.ts';
import { departmentGroupsBody } from '../service/department-groups.ts';
import { checkHealth } from '../service/doctor/health.ts';
import { leaderboardCsv, standingsCsv } from '../service/leaderboard-csv.ts';
import { closeDueMonth, rankMonth } from '../service/months/close-month.ts';
import { listAllDueMonths, listOpenMonths } from '../service/months/closed-months.ts';
import { Comparisons } from '../service/months/compare-month.ts';
import { searchPeople } from '../service/people-search.ts';
import { collectPerson } from '../service/person-export.ts';
import { listAccountPage } from '../service/portal/accounts.ts';
import { touchSession } from '../service/portal/sessions.ts';
import { takeImportStep } from '../service/roster/import-roster.ts';
import { endHoldsThatAreOver } from '../service/roster/roster-hold.ts';
import { listRunParts } from '../service/roster/show-run.ts';
import { recordDeliveries } from '../service/webhooks/deliveries.ts';
import { openAnother } from '../store/data.ts';
import type { Database } from '../store/database.ts';
import { SqliteDatabase } from '../store/sqlite/sqlite-database.ts';
import type { Deliverer } from './deliverer.ts';
import { lowerPriority, NICENESS } from './lower-priority.ts';
import { openInPlace } from './open-in-place.ts';
import type { Tasks, ThreadData } from './protocol.ts';
import { rankCompany } from './rank-company.ts';
import { type Opened, serveTasks, type TaskHandler } from './serve-tasks.ts';
import { WriteCheck } from './write-check.ts';
import { runTogether } from './write-requests.ts';
import { createUnchangedSyncCache, keepUp, recordKeyUsage, syncFromBody } from './writer-tasks.ts';

/** A sync reads and writes people throughout the company, in MiB. */
const WRITER_CACHE_MIB = 64;

/** Rankings and deliveries read each row once, in order, so a larger cache would not help; in MiB. */
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
  serveTasks<Tasks>(port, () => setUp(data, clock));
}

function setUp(data: ThreadData, clock: () => number): Opened<Tasks> {
  const db = openInPlace(data.place, () => openOwn(data));
  return {
    handle: createHandler(db, data, clock),
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

function createHandler(db: Database, data: ThreadData, clock: () => number): TaskHandler<Tasks> {
  switch (data.engagedRole) {
    case 'writer':
      return writer(db, data, clock);
    case 'ranker':
      return ranker(db);
    case 'copier':
      if (!(db instanceof SqliteDatabase)) throw new Error('only a data file is copied');
      return copier(db);
    case 'deliverer':
      return deliverer(db, data, clock);
  }
}

function writer(
  db: Database,
  data: ThreadData & { engagedRole: 'writer' },
  clock: () => number,
): TaskHandler<Tasks> {
  const { limits, place } = data;
  const check = new WriteCheck(db, place);
  const context = { limits, unchanged: createUnchangedSyncCache(), clock };
  const changes = { departmentLimit: limits.departments, clock };
  return (request) => {
    switch (request.kind) {
      case 'sync': {
        const answer = check.run(() => syncFromBody(db, request.task, context));
        return { answer, transfer: [answer.json.buffer] };
      }
      case 'importStep':
        check.run(() => takeImportStep(db, request.task));
        return { answer: null };
      case 'write':
        return { answer: check.run(() => runTogether(db, request.task, changes)) };
      case 'due': {
        const { task } = request;
        const answer = {
          months: listAllDueMonths(db, task),
          contests: listDueContests(db, task),
        };
        return { answer };
      }
      case 'closeMonth': {
        const { ranking, ...task } = request.task;
        return { answer: check.run(() => closeDueMonth(db, task, ranking)) };
      }
      case 'closeContest': {
        const { ranking, ...task } = request.task;
        return { answer: check.run(() => closeDueContest(db, task, ranking)) };
      }
      case 'noteKeyUses':
        check.run(() => recordKeyUsage(db, request.task));
        return { answer: null };
      case 'recordDeliveries':
        return { answer: check.run(() => recordDeliveries(db, request.task, Math.random)) };
      case 'noteSessionUse':
        check.run(() => touchSession(db, request.task.hash, request.task.now));
        return { answer: null };
      case 'upkeep':
        return { answer: check.run(() => keepUp(db, request.task)) };
      case 'endHolds':
        check.run(() => endHoldsThatAreOver(db, clock()));
        return { answer: null };
      case 'shrinkLog':
        return { answer: db instanceof SqliteDatabase && db.shrinkLog() };
      case 'probe':
        check.probe();
        return { answer: null };
      default:
        throw new Error(`a writer does not run ${request.kind}`);
    }
  };
}

function ranker(db: Database): TaskHandler<Tasks> {
  const comparisons = new Comparisons(db);
  return (request) => {
    switch (request.kind) {
      case 'rank': {
        const ranking = rankCompany(db, request.task);
        return { answer: ranking, transfer: transferablesOf(ranking.data) };
      }
      case 'rankMonth': {
        const { companyId, month } = request.task;
        const ranking = rankMonth(db, companyId, month);
        return { answer: ranking, transfer: standingsBuffers(ranking.standings) };
      }
      case 'rankContest': {
        const { companyId, entry } = request.task;
        const ranking = rankContest(db, companyId, entry);
        return { answer: ranking, transfer: standingsBuffers(ranking.standings) };
      }
      case 'groups':
        return { answer: departmentGroupsBody(db, request.task) };
      case 'search':
        return { answer: searchPeople(db, request.task) };
      case 'listOpenMonths':
        return { answer: listOpenMonths(db, request.task.companyId, request.task.now) };
      case 'countEligible':
        return { answer: countEligible(db, request.task) };
      case 'listAccounts':
        return { answer: listAccountPage(db, request.task) };
      case 'checkHealth':
        return { answer: checkHealth(db, request.task.file, request.task.now) };
      case 'findDecisions':
        return { answer: findDecisions(db, request.task) };
      case 'listRunParts':
        return { answer: listRunParts(db, request.task) };
      case 'collectPerson':
        return { answer: collectPerson(db, request.task) };
      case 'auditCsv':
        return { answer: auditCsv(db, request.task) };
      case 'leaderboardCsv':
        return { answer: leaderboardCsv(db, request.task) };
      case 'standingsCsv':
        return { answer: standingsCsv(db, request.task) };
      case 'compareMonth':
        return { answer: comparisons.part(request.task) };
      default:
        throw new Error(`a ranker does not run ${request.kind}`);
    }
  };
}

const copier =
  (db: SqliteDatabase): TaskHandler<Tasks> =>
  async (request) => {
    if (request.kind !== 'copyDataFile') throw new Error(`a copier does not run ${request.kind}`);
    return { answer: await copyForCompany(db, request.task) };
  };

function deliverer(
  db: Database,
  { webhookAllow }: ThreadData & { engagedRole: 'deliverer' },
  clock: () => number,
): TaskHandler<Tasks> {
  const created = createDeliverer(db, webhookAllow, clock);
  return async ({ kind }) => {
    const deliveries = await created;
    switch (kind) {
      case 'collectDeliveries':
        return { answer: await deliveries.collect() };
      case 'drainDeliveries':
        return { answer: await deliveries.drain() };
      default:
        throw new Error(`a deliverer does not run ${kind}`);
    }
  };
}

// Loaded here, so that no other thread loads an HTTP client.
async function createDeliverer(
  db: Database,
  webhookAllow: readonly string[],
  clock: () => number,
): Promise<Deliverer> {
  const [{ Deliverer }, { Sender }, { parseAllowedTargets }] = await Promise.all([
    import('./deliverer.ts'),
    import('../service/webhooks/sender.ts'),
    import('../service/webhooks/target.ts'),
  ]);
  const sender = new Sender({ allowed: parseAllowedTargets(webhookAllow) });
  return new Deliverer({ db, sender, clock });
}
