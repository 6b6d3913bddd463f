import type { BoardData } from '../domain/board/board-data.ts';
import type { ErrorCode } from '../domain/errors.ts';
import type { Period } from '../domain/period.ts';
import type { DepartmentRankings } from '../service/department-groups.ts';
import type { KeyUsage } from '../service/key-usage.ts';
import type { RosterLimits } from '../service/roster/sync-input.ts';
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
export type Tasks = {
  sync: { task: SyncTask; answer: SyncAnswer };
  noteKeyUses: { task: readonly KeyUsage[]; answer: null };
  probe: { task: null; answer: null };
  rank: { task: RankTask; answer: Ranking };
  /** The answer is the by-department leaderboard as JSON text; null where its people have been replaced. */
  groups: { task: DepartmentRankings; answer: string | null };
  /** Finish, in turn with everything else; the answer is the thread's end. */
  close: { task: null; answer: null };
};

export type TaskKind = keyof Tasks;

export type TaskRequest = {
  [K in TaskKind]: { id: number; kind: K; task: Tasks[K]['task'] };
}[TaskKind];

/**
 * A failure on its way between threads. Of an unexpected one only its kind, its code and places in our
 * program cross over: its message may quote what somebody sent.
 */
export type SerializedError =
  | { expected: true; code: ErrorCode; message: string; retryAfter: number | undefined }
  | { expected: true; code: 'unavailable'; message: string; reason: string }
  | { expected: false; code: string; trace: string };

export type TaskResponse =
  | { id: number; ok: true; answer: Tasks[TaskKind]['answer'] }
  | { id: number; ok: false; error: SerializedError };
