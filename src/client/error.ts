import type { ErrorCode } from './types.ts';

/** Errors of the client itself. */
export type OwnErrorCode =
  /** No response: no connection, or a timeout. `status` is 0. */
  | 'network_error'
  /** The response is not of this API: another program responds at the address. */
  | 'unexpected_answer';

/** Every request that did not succeed, after its last attempt, or that could not be sent as it was asked for. */
export class EngagedApiError extends Error {
  override readonly name = 'EngagedApiError';
  readonly code: ErrorCode | OwnErrorCode;
  /** The HTTP status; 0 without a response. */
  readonly status: number;
  /** The service's id of the request; undefined if another program responded or nothing was sent. */
  readonly requestId: string | undefined;
  /** The seconds of `Retry-After`; undefined without that header. */
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

  /**
   * Whether the same request may succeed later: 429, 5xx, without a response, and 409 with `Retry-After`. Waiting does
   * not resolve any other conflict.
   */
  get isTransient(): boolean {
    if (this.status === 409) return this.retryAfter !== undefined;
    return [0, 429].includes(this.status) || this.status >= 500;
  }
}
