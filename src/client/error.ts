import type { ErrorCode } from './types.ts';

/** What went wrong, where it was not the service that said so. */
export type OwnErrorCode =
  /** No answer came: no connection, or not in time. `status` is 0. */
  | 'network_error'
  /** An answer came that this API does not give: another program answers at the address. */
  | 'unexpected_answer';

/** Every request that did not succeed, after its last attempt. */
export class EngagedApiError extends Error {
  override readonly name = 'EngagedApiError';
  readonly code: ErrorCode | OwnErrorCode;
  /** The HTTP status; 0 where no answer came. */
  readonly status: number;
  /** What the service knows the answer by; undefined where it was not the service that answered. */
  readonly requestId: string | undefined;
  /** Seconds after which the service wants to be asked again; undefined where it did not say. */
  readonly retryAfter: number | undefined;

  constructor(
    message: string,
    about: {
      code: ErrorCode | OwnErrorCode;
      status: number;
      requestId?: string | undefined;
      retryAfter?: number | undefined;
      cause?: unknown;
    },
  ) {
    super(message, { cause: about.cause });
    this.code = about.code;
    this.status = about.status;
    this.requestId = about.requestId;
    this.retryAfter = about.retryAfter;
  }

  /** Whether the same request may succeed later: 409, 429, 5xx, and where no answer came. */
  get isTransient(): boolean {
    return [0, 409, 429].includes(this.status) || this.status >= 500;
  }
}
