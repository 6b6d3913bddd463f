import { DataFileFault, EngagedError } from '../domain/errors.ts';
import { databaseCode } from '../store/error-code.ts';
import { toDataFileFault } from '../store/files/data-file-fault.ts';
import type { SerializedError } from './task-messages.ts';

/** An unexpected error in a thread. */
class WorkerError extends Error {
  override readonly name = 'WorkerError';
  /** What kind of error it was in the thread, and its code where it had one. */
  readonly code: string;

  constructor(code: string) {
    super(`A worker thread failed: ${code}`);
    this.code = code;
  }
}

/** The parts of an error that may leave its thread. */
export function serializeError(error: unknown): SerializedError {
  const fault = toDataFileFault(error);
  if (fault) {
    const { message, reason, failure } = fault;
    return { expected: true, code: 'unavailable', message, reason, failure };
  }
  if (error instanceof EngagedError) {
    const { code, message, retryAfter, failure } = error;
    return { expected: true, code, message, retryAfter, failure };
  }
  if (!(error instanceof Error)) return { expected: false, code: typeof error, trace: '' };
  const code = databaseCode(error) ?? (error as NodeJS.ErrnoException).code;
  return {
    expected: false,
    code: code === undefined ? error.name : `${error.name} ${code}`,
    trace: stackFrames(error),
  };
}

/** The error to throw in the main thread. */
export function deserializeError(sent: SerializedError): Error {
  if ('reason' in sent) return new DataFileFault(sent.reason, sent.message, sent.failure);
  if (sent.expected) {
    return new EngagedError(sent.code, sent.message, sent.retryAfter, sent.failure);
  }
  const failure = new WorkerError(sent.code);
  failure.stack = `${failure.name}: ${failure.message}\n${sent.trace}`;
  return failure;
}

/** The stack without its heading. A stack that does not start with the heading of the error is left as it is. */
function stackFrames(error: Error): string {
  const heading = `${error.name}: ${error.message}\n`;
  return error.stack?.startsWith(heading) ? error.stack.slice(heading.length) : '';
}
