import type { BoardData } from '../domain/board/board-data.ts';
import type { ErrorCode } from '../domain/errors.ts';
import type { Period } from '../domain/period.ts';
import type { RankedDepartments } from '../service/department-groups.ts';
import type { KeyUse } from '../service/key-uses.ts';
import type { RosterLimits } from '../service/roster/sync-order.ts';
import type { DataFilePlace } from '../store/data-file-place.ts';
import type { SyncAnswer, SyncTask } from './writer.ts';

/** What a thread is for, given to it when it is started. Its presence tells a thread of ours from the main program. */
export type ThreadData = ThreadRole & {
  file: string;
  /** Of the file that the service has open: threads work on no other one. */
  place: DataFilePlace;
};

type ThreadRole = { engagedRole: 'writer'; limits: RosterLimits } | { engagedRole: 'ranker' };

/** `now` in milliseconds UTC. */
export type RankTask = { companyId: number; period: Period; now: number };

/** A ranking, and the state of the company that it shows. */
export type Ranking = { data: BoardData; revision: number; generation: number };

/** Everything a thread can be asked, and what it answers. */
export type Work = {
  sync: { task: SyncTask; answer: SyncAnswer };
  noteKeyUses: { task: readonly KeyUse[]; answer: null };
  probe: { task: null; answer: null };
  rank: { task: RankTask; answer: Ranking };
  /** The answer is the by-department leaderboard as JSON text; null where its people have been replaced. */
  groups: { task: RankedDepartments; answer: string | null };
  /** Finish, in turn with everything else; the answer is the thread's end. */
  close: { task: null; answer: null };
};

export type WorkKind = keyof Work;

export type Question = {
  [K in WorkKind]: { id: number; kind: K; task: Work[K]['task'] };
}[WorkKind];

/**
 * A failure on its way between threads. Of an unexpected one only its kind, its code and places in our
 * program cross over: its message may quote what somebody sent.
 */
export type SentError =
  | { expected: true; code: ErrorCode; message: string; retryAfter: number | undefined }
  | { expected: true; code: 'unavailable'; message: string; reason: string }
  | { expected: false; code: string; trace: string };

export type Reply =
  | { id: number; ok: true; answer: Work[WorkKind]['answer'] }
  | { id: number; ok: false; error: SentError };
