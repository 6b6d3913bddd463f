/** The codes of all errors. HTTP maps a code to a status, the command line to a message and an exit code. */
export const ERROR_CODES = [
  'validation_failed',
  'unauthorized',
  'forbidden',
  'not_found',
  'conflict',
  'insufficient_coins',
  'sold_out',
  'gone',
  'length_required',
  'payload_too_large',
  'bad_request',
  'rate_limit_exceeded',
  'internal_error',
  'unavailable',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** What is wrong with a field, in words that come after its name: must not be empty. */
export type FieldProblem = { field: string; problem: string };

/**
 * An error that its receiver can act on. The message is shown to that receiver unchanged, so it names fields and
 * rules and never repeats a value that was sent.
 */
export class EngagedError extends Error {
  override readonly name = 'EngagedError';
  readonly code: ErrorCode;
  /** Seconds after which the same request is worth sending again; absent where waiting does not help. */
  readonly retryAfter: number | undefined;
  /** The fields that are wrong, for a form that has them. The message says the same. */
  readonly fields: readonly FieldProblem[];

  constructor(
    code: ErrorCode,
    message: string,
    retryAfter?: number,
    fields: readonly FieldProblem[] = [],
  ) {
    super(message);
    this.code = code;
    this.retryAfter = retryAfter;
    this.fields = fields;
  }
}

/** Seconds after which a request that met a fault of the service is worth another try. */
const RETRY_AFTER_FAULT = 30;

/** The service cannot do this work at the moment. */
export class ServiceFault extends EngagedError {
  /** What is wrong, for the log: a code of SQLite, Node or the system, or a word of ours. */
  readonly reason: string;

  constructor(reason: string, message: string) {
    super('unavailable', message, RETRY_AFTER_FAULT);
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
    super(
      SCHEMA_NEWER,
      'The data was upgraded by a newer version of engaged, so this one no longer writes to it. Start the newer version',
    );
  }
}

/** A thread of the service cannot be started, or ended before it finished a task. */
export class ThreadFault extends ServiceFault {
  constructor(reason: string) {
    super(reason, 'The service cannot complete the request at the moment');
  }
}

/** Another process held a lock for longer than a write waits. */
export class DataIsBusy extends EngagedError {
  constructor() {
    super('conflict', 'Another process is writing to the data; try again', 5);
  }
}

/** A roster is being applied to the company in several transactions, and nothing else changes it meanwhile. */
export class CompanyIsHeld extends EngagedError {
  constructor() {
    super(
      'unavailable',
      'A roster is being applied to this company; try again in a few seconds',
      5,
    );
  }
}

/** The connection to the data was lost during a commit. Nothing is half applied. */
export class UnknownOutcome extends EngagedError {
  constructor() {
    super(
      'internal_error',
      'The connection to the data was lost during the commit, so the change may or may not have been made. Check before you repeat it',
    );
  }
}

/** An option or choice does not fit; the command line ends with exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export const invalid = (message: string) => new EngagedError('validation_failed', message);
export const notFound = (message: string) => new EngagedError('not_found', message);
export const conflict = (message: string, retryAfter?: number) =>
  new EngagedError('conflict', message, retryAfter);

const ofField = (code: ErrorCode, field: string, problem: string) =>
  new EngagedError(code, `${field} ${problem}`, undefined, [{ field, problem }]);

/** Refuses the value of a field. @param problem in words that come after its name */
export const invalidField = (field: string, problem: string) =>
  ofField('validation_failed', field, problem);

/** Refuses the value of a field that does not go with what is on record. @param problem as `invalidField` */
export const conflictingField = (field: string, problem: string) =>
  ofField('conflict', field, problem);
