import type { ErrorCode, FieldProblem } from '../domain/errors.ts';

/** The tasks of a thread by name, each with its input and result. */
export type TaskMap = Record<string, { task: unknown; answer: unknown }>;

/** A task for a thread. */
export type TaskRequest<T extends TaskMap> = {
  [K in keyof T]: { id: number; kind: K; task: T[K]['task'] };
}[keyof T];

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
      fields: readonly FieldProblem[];
    }
  | { expected: true; code: 'unavailable'; message: string; reason: string }
  | { expected: false; code: string; trace: string };

/** The response to a task, or to a call. */
export type TaskResponse<A> =
  | { id: number; ok: true; answer: A }
  | { id: number; ok: false; error: SerializedError };
