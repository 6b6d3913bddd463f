import { getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { transferablesOf } from '../domain/board/board-data.ts';
import { EngagedError } from '../domain/errors.ts';
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
import { listAllDueMonths } from '../service/months/closed-months.ts';
import { Comparisons } from '../service/months/compare-month.ts';
import { searchPeople } from '../service/people-search.ts';
import { listAccountPage } from '../service/portal/accounts.ts';
import { touchSession } from '../service/portal/sessions.ts';
import { listRunParts } from '../service/roster/show-run.ts';
import { applyUpload, previewUpload } from '../service/roster-upload/run-upload.ts';
import { recordDeliveries } from '../service/webhooks/deliveries.ts';
import { openAnother } from '../store/data.ts';
import type { Database } from '../store/database.ts';
import { cannotOpen } from '../store/files/data-file-fault.ts';
import { requireInPlace } from '../store/files/data-file-place.ts';
import { SqliteDatabase } from '../store/sqlite/sqlite-database.ts';
import type { Deliverer } from './deliverer.ts';
import type { TaskKind, TaskRequest, TaskResponse, Tasks, ThreadData } from './protocol.ts';
import { rankCompany } from './rank-company.ts';
import { serializeError } from './serialized-error.ts';
import { WriteCheck } from './write-check.ts';
import { runTogether } from './write-requests.ts';
import {
  createUnchangedSyncCache,
  keepUpEvents,
  recordKeyUsage,
  syncFromBody,
} from './writer-tasks.ts';

/** A sync reads and writes people throughout the company, in MiB. */
const WRITER_CACHE_MIB = 64;

/** Rankings and deliveries read each row once, in order, so a larger cache would not help; in MiB. */
const READER_CACHE_MIB = 2;

type TaskResult = { answer: Tasks[TaskKind]['answer']; transfer?: ArrayBuffer[] };

type TaskHandler = (request: TaskRequest) => TaskResult | Promise<TaskResult>;

/**
 * Runs inside a worker thread: opens the data file and runs one task after another.
 *
 * @param clock in milliseconds UTC
 */
export function runWorkerThread(clock: () => number): void {
  const port = parentPort;
  if (!port) throw new Error('this is not a worker thread');
  const data = workerData as ThreadData;
  if (data.engagedRole !== 'ranker') lowerPriority();
  // A message that cannot be deserialized would never get a result. Ending the thread rejects it.
  port.on('messageerror', (error) => {
    throw error;
  });
  let open: { db: Database; handle: TaskHandler } | undefined;
  port.on('message', async (request: TaskRequest) => {
    if (request.kind === 'close') {
      open?.db.close();
      port.close();
      return;
    }
    try {
      // Retried with every task: a file that cannot be opened now may be available later.
      open ??= setUp(data, clock);
      const { answer, transfer } = await open.handle(request);
      const response: TaskResponse = { id: request.id, ok: true, answer };
      port.postMessage(response, transfer);
    } catch (error) {
      const response: TaskResponse = { id: request.id, ok: false, error: serializeError(error) };
      port.postMessage(response);
      // The file may be another one, which must not be written to.
      return;
    }
    // The result has been sent.
    if (data.engagedRole === 'writer' && open?.db instanceof SqliteDatabase) open.db.checkpoint();
  });
}

/** With this niceness a thread still gets a quarter of a processor that the main thread fully uses. */
const NICE = 5;

/**
 * Gives the main thread priority when processors are scarce, so that reads do not wait for a sync. Only Linux has
 * priorities for single threads (setpriority(2), "C library/kernel differences"); elsewhere this would slow the
 * whole process down.
 */
function lowerPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    // Raising the priority again needs a privilege.
    if (getPriority() < NICE) setPriority(NICE);
  } catch {
    // If the system forbids it, both share the processor.
  }
}

function setUp(data: ThreadData, clock: () => number): { db: Database; handle: TaskHandler } {
  const { place } = data;
  // A path that leads to another file now is not opened.
  if (place) requireInPlace(place);
  const db = openOwn(data);
  try {
    if (place) requireInPlace(place);
  } catch (error) {
    db.close();
    throw error;
  }
  return { db, handle: createHandler(db, data, clock) };
}

function openOwn({ file, engagedRole }: ThreadData): Database {
  try {
    return openAnother(
      file,
      engagedRole === 'writer'
        ? { write: true, cacheMegabytes: WRITER_CACHE_MIB, manualCheckpoints: true }
        : { write: false, cacheMegabytes: READER_CACHE_MIB },
    );
  } catch (error) {
    // Its message names the path, which clients must not see.
    throw error instanceof EngagedError ? cannotOpen() : error;
  }
}

function createHandler(db: Database, data: ThreadData, clock: () => number): TaskHandler {
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
): TaskHandler {
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
      case 'previewUpload':
        return { answer: check.run(() => previewUpload(db, request.task, { limits, clock })) };
      case 'applyUpload':
        return { answer: check.run(() => applyUpload(db, request.task, { limits, clock })) };
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
      case 'eventUpkeep':
        return { answer: check.run(() => keepUpEvents(db, request.task)) };
      case 'probe':
        check.probe();
        return { answer: null };
      default:
        throw new Error(`a writer does not run ${request.kind}`);
    }
  };
}

function ranker(db: Database): TaskHandler {
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
  (db: SqliteDatabase): TaskHandler =>
  async (request) => {
    if (request.kind !== 'copyDataFile') throw new Error(`a copier does not run ${request.kind}`);
    return { answer: await copyForCompany(db, request.task) };
  };

function deliverer(
  db: Database,
  { webhookAllow }: ThreadData & { engagedRole: 'deliverer' },
  clock: () => number,
): TaskHandler {
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
