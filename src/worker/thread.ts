import { getPriority, setPriority } from 'node:os';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { transferablesOf } from '../domain/board/board-data.ts';
import { departmentGroupsBody } from '../service/department-groups.ts';
import { openDataFileAgain } from '../store/data-file.ts';
import type { Database } from '../store/database.ts';
import type { Question, Reply, ThreadData, Work, WorkKind } from './protocol.ts';
import { rankCompany } from './rank-company.ts';
import { toSentError } from './sent-error.ts';
import {
  noteKeyUses,
  probeWriting,
  type SettledSyncs,
  settledSyncs,
  syncFromBody,
} from './writer-tasks.ts';

/** Whether this is a thread that the service has started, rather than the program itself. */
export const isServingThread = (): boolean =>
  !isMainThread && (workerData as Partial<ThreadData> | null)?.engagedRole !== undefined;

/** A sync looks up and writes people all over the company, in MiB. */
const WRITING_CACHE = 64;

/** A ranking reads everybody once, in order, and would only fill a cache for each of its steps; in MiB. */
const RANKING_CACHE = 2;

type Answered = { answer: Work[WorkKind]['answer']; transfer?: ArrayBuffer[] };

/** The inside of a worker thread: opens the data file for itself and does one task after another. */
export function serveThread(): void {
  const port = parentPort;
  if (!port) throw new Error('this is not a worker thread');
  const data = workerData as ThreadData;
  if (data.engagedRole === 'writer') yieldToReaders();
  const db = openDataFileAgain(
    data.file,
    data.engagedRole === 'writer'
      ? { write: true, cacheMegabytes: WRITING_CACHE, checkpointsByHand: true }
      : { write: false, cacheMegabytes: RANKING_CACHE },
  );
  const settled = settledSyncs();
  // A question that cannot be read would never be answered. The end of the thread fails it.
  port.on('messageerror', (error) => {
    throw error;
  });
  port.on('message', (question: Question) => {
    if (question.kind === 'close') {
      db.close();
      port.close();
      return;
    }
    try {
      const { answer, transfer } = work(db, data, settled, question);
      port.postMessage({ id: question.id, ok: true, answer } satisfies Reply, transfer);
    } catch (error) {
      port.postMessage({
        id: question.id,
        ok: false,
        error: toSentError(error),
      } satisfies Reply);
    }
    // The answer is on its way by now.
    if (data.engagedRole === 'writer') db.checkpoint();
  });
}

/** A quarter of a processor that the main thread fully uses still goes to a thread of this niceness. */
const NICE = 5;

/**
 * Lets the main thread go first where there are not processors enough for both: nobody should wait for a page
 * because somebody else's roster is being written. Linux alone has priorities for single threads (setpriority(2),
 * under "C library/kernel differences"); elsewhere it would slow the whole process down.
 */
function yieldToReaders(): void {
  if (process.platform !== 'linux') return;
  try {
    // Raising a priority again takes a privilege.
    if (getPriority() < NICE) setPriority(NICE);
  } catch {
    // Where the system forbids it, both have to share.
  }
}

function work(db: Database, data: ThreadData, settled: SettledSyncs, question: Question): Answered {
  if (data.engagedRole === 'writer' && question.kind === 'sync') {
    const answer = syncFromBody(db, data.limits, settled, question.task);
    return { answer, transfer: [answer.json.buffer] };
  }
  if (data.engagedRole === 'writer' && question.kind === 'noteKeyUses') {
    noteKeyUses(db, question.task);
    return { answer: null };
  }
  if (data.engagedRole === 'writer' && question.kind === 'probe') {
    probeWriting(db);
    return { answer: null };
  }
  if (data.engagedRole === 'ranker' && question.kind === 'rank') {
    const ranking = rankCompany(db, question.task);
    return { answer: ranking, transfer: transferablesOf(ranking.data) };
  }
  if (data.engagedRole === 'ranker' && question.kind === 'groups') {
    const { companyId, standings } = question.task;
    return { answer: departmentGroupsBody(db, companyId, standings) };
  }
  throw new Error(`a ${data.engagedRole} does not do ${question.kind}`);
}
