import type { ErrorCode } from './failure-entry.ts';
import { FAILURES, type Failure, type FailureCode, type ParamsOf } from './failures.ts';

/**
 * An error that its receiver can act on. The message is English, for the API, the command line and the log: it names
 * fields and rules and never repeats a value that was sent.
 */
export class EngagedError extends Error {
  override readonly name = 'EngagedError';
  readonly code: ErrorCode;
  /** Seconds after which the same request is worth sending again; absent where waiting does not help. */
  readonly retryAfter: number | undefined;
  /** The same for a page, which says it in the words of a language; absent where only programs and operators read it. */
  readonly failure: Failure | undefined;

  constructor(code: ErrorCode, message: string, retryAfter?: number, failure?: Failure) {
    super(message);
    this.code = code;
    this.retryAfter = retryAfter;
    this.failure = failure;
  }
}

/** The error of a code and its parameters: of everything that somebody who uses the service may read. */
export function failure<C extends FailureCode>(
  code: C,
  ...[params]: unknown extends ParamsOf<C> ? [] : [ParamsOf<C>]
): EngagedError {
  return toError({ code, ...(params as object) } as Failure);
}

/** The error of a failure that came from elsewhere, such as another thread. */
export function toError(failure: Failure): EngagedError {
  const entry = FAILURES[failure.code];
  const english = entry.english as (params: Failure) => string;
  return new EngagedError(entry.code, english(failure), entry.retryAfter, failure);
}

/** What an error says besides its code, if it is of this one. */
export const asFailure = <C extends FailureCode>(
  error: unknown,
  code: C,
): Extract<Failure, { code: C }> | undefined => {
  const found = error instanceof EngagedError ? error.failure : undefined;
  return found?.code === code ? (found as Extract<Failure, { code: C }>) : undefined;
};

/** Seconds after which a request that met a fault of the service is worth another try. */
const RETRY_AFTER_FAULT = 30;

/** The service cannot do this work at the moment. */
export class ServiceFault extends EngagedError {
  /** What is wrong, for the log: a code of SQLite, Node or the system, or a word of ours. */
  readonly reason: string;

  constructor(reason: string, message: string, failure?: Failure) {
    super('unavailable', message, RETRY_AFTER_FAULT, failure);
    this.reason = reason;
  }
}

/** The data file cannot be read or written at the moment: its disk is full or fails, or it is not in its place. */
export class DataFileFault extends ServiceFault {}

/** The reason of `SchemaIsNewer`, by which it is known in other threads, too. */
export const SCHEMA_NEWER = 'schema_newer';

/** A newer program has upgraded the data since it was opened. What this one would write could lack what that one relies on. */
export class SchemaIsNewer extends DataFileFault {
  constructor() {
    super(SCHEMA_NEWER, FAILURES.schema_newer.english({}), { code: 'schema_newer' });
  }
}

/** A thread of the service cannot be started, or ended before it finished a task. */
export class ThreadFault extends ServiceFault {
  constructor(reason: string) {
    super(reason, 'The service cannot complete the request at the moment');
  }
}

/** An option or choice does not fit; the command line ends with exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  /** The option or argument that is wrong, where it is one. */
  readonly field: string | null;
  /** As of an `EngagedError`. */
  readonly failure: Failure | undefined;

  constructor(message: string, field: string | null = null, failure?: Failure) {
    super(message);
    this.field = field;
    this.failure = failure;
  }
}

/** As `failure`, for an option or choice that does not fit. */
export function misuse<C extends FailureCode>(
  code: C,
  ...params: unknown extends ParamsOf<C> ? [] : [ParamsOf<C>]
): UsageError {
  const { message, failure: it } = failure(code, ...params);
  return new UsageError(message, null, it);
}

// Texts that only operators and programs read: of commands, settings, files and the bodies of requests.
export const invalid = (message: string) => new EngagedError('validation_failed', message);
export const notFound = (message: string) => new EngagedError('not_found', message);
export const conflict = (message: string, retryAfter?: number) =>
  new EngagedError('conflict', message, retryAfter);
