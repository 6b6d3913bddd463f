import { getPriority, setPriority } from 'node:os';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { transferablesOf } from '../domain/board/board-data.ts';
import { EngagedError } from '../domain/errors.ts';
import { departmentGroupsBody } from '../service/department-groups.ts';
import { openAnotherConnection } from '../store/data-file.ts';
import { cannotOpen } from '../store/data-file-fault.ts';
import { requireInPlace } from '../store/data-file-place.ts';
import type { Database } from '../store/database.ts';
import type { TaskKind, TaskRequest, TaskResponse, Tasks, ThreadData } from './protocol.ts';
import { rankCompany } from './rank-company.ts';
import { serializeError } from './serialized-error.ts';
import { WriteCheck } from './write-check.ts';
import { createUnchangedSyncCache, recordKeyUsage, syncFromBody } from './writer-tasks.ts';

/** Whether this is a worker thread of the service and not the main program. */
export const isWorkerThread = (): boolean =>
  !isMainThread && (workerData as Partial<ThreadData> | null)?.engagedRole !== undefined;

/** A sync looks up and writes people all over the company, in MiB. */
const WRITER_CACHE_MIB = 64;

/** A ranking reads everybody once, in order, and would only fill a cache for each of its steps; in MiB. */
const RANKER_CACHE_MIB = 2;

type TaskResult = { answer: Tasks[TaskKind]['answer']; transfer?: ArrayBuffer[] };

/** Runs the tasks of a thread. */
type Workplace = { db: Database; handle: (question: TaskRequest) => TaskResult };

/**
 * Runs inside a worker thread: opens the data file and runs one task after another.
 *
 * @param clock in milliseconds UTC
 */
export function runWorkerThread(clock: () => number): void {
  const port = parentPort;
  if (!port) throw new Error('this is not a worker thread');
  const data = workerData as ThreadData;
  if (data.engagedRole === 'writer') lowerPriority();
  // A message that cannot be deserialized would never get a result. Ending the thread rejects it.
  port.on('messageerror', (error) => {
    throw error;
  });
  let workplace: Workplace | undefined;
  port.on('message', (question: TaskRequest) => {
    if (question.kind === 'close') {
      workplace?.db.close();
      port.close();
      return;
    }
    try {
      // Retried with every task: a file that cannot be opened now may be available later.
      workplace ??= setUp(data, clock);
      const { answer, transfer } = workplace.handle(question);
      port.postMessage({ id: question.id, ok: true, answer } satisfies TaskResponse, transfer);
    } catch (error) {
      port.postMessage({
        id: question.id,
        ok: false,
        error: serializeError(error),
      } satisfies TaskResponse);
      // The file may be another one, which must not be written to.
      return;
    }
    // The result has been sent.
    if (data.engagedRole === 'writer') workplace?.db.checkpoint();
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

function setUp(data: ThreadData, clock: () => number): Workplace {
  const { place, engagedRole } = data;
  // A path that leads to another file now is not opened.
  requireInPlace(place);
  const db = openOwn(data);
  try {
    requireInPlace(place);
  } catch (error) {
    db.close();
    throw error;
  }
  return { db, handle: engagedRole === 'writer' ? writer(db, data, clock) : ranker(db) };
}

function openOwn({ file, engagedRole }: ThreadData): Database {
  try {
    return openAnotherConnection(
      file,
      engagedRole === 'writer'
        ? { write: true, cacheMegabytes: WRITER_CACHE_MIB, manualCheckpoints: true }
        : { write: false, cacheMegabytes: RANKER_CACHE_MIB },
    );
  } catch (error) {
    // Its message names the path, which clients must not see.
    throw error instanceof EngagedError ? cannotOpen() : error;
  }
}

function writer(
  db: Database,
  data: ThreadData & { engagedRole: 'writer' },
  clock: () => number,
): Workplace['handle'] {
  const check = new WriteCheck(db, data.place);
  const settled = createUnchangedSyncCache();
  return (question) => {
    switch (question.kind) {
      case 'sync': {
        const answer = check.run(() =>
          syncFromBody(db, question.task, { limits: data.limits, settled, clock }),
        );
        return { answer, transfer: [answer.json.buffer] };
      }
      case 'noteKeyUses':
        check.run(() => recordKeyUsage(db, question.task));
        return { answer: null };
      case 'probe':
        check.probe();
        return { answer: null };
      default:
        throw new Error(`a writer does not do ${question.kind}`);
    }
  };
}

const ranker =
  (db: Database): Workplace['handle'] =>
  (question) => {
    switch (question.kind) {
      case 'rank': {
        const ranking = rankCompany(db, question.task);
        return { answer: ranking, transfer: transferablesOf(ranking.data) };
      }
      case 'groups':
        return { answer: departmentGroupsBody(db, question.task) };
      default:
        throw new Error(`a ranker does not do ${question.kind}`);
    }
  };
