import type { ErrorCode } from '../domain/failure-entry.ts';
import type { Failure } from '../domain/failures.ts';

/** The tasks of a thread by name: what each makes of its input. */
export type TaskMap = Record<string, (input: never) => unknown>;

export type InputOf<Task> = Task extends (input: infer Input) => unknown ? Input : never;

export type ResultOf<Task extends (input: never) => unknown> =
  Awaited<ReturnType<Task>> extends infer Result
    ? Result extends Moved<infer Answer>
      ? Answer
      : Result
    : never;

/** A result with buffers that are moved to the caller. */
export class Moved<Answer> {
  readonly answer: Answer;
  readonly buffers: ArrayBuffer[];

  constructor(answer: Answer, buffers: ArrayBuffer[]) {
    this.answer = answer;
    this.buffers = buffers;
  }
}

/** A task for a thread. */
export type TaskRequest<T extends TaskMap> = { id: number; kind: keyof T & string; task: unknown };

/** Ends a thread after the tasks before it. */
export const CLOSE = 'close';

/**
 * An error sent between threads. Of an unexpected error only name, code and stack frames are sent, because its
 * message may quote input.
 */
export type SerializedError =
  | {
      expected: true;
      code: ErrorCode;
      message: string;
      retryAfter: number | undefined;
      failure: Failure | undefined;
    }
  | {
      expected: true;
      code: 'unavailable';
      message: string;
      reason: string;
      failure: Failure | undefined;
    }
  | { expected: false; code: string; trace: string };

/** The response to a task, or to a call. */
export type TaskResponse<A> =
  | { id: number; ok: true; answer: A }
  | { id: number; ok: false; error: SerializedError };
