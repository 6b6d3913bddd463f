import type { Scope } from '../../domain/api-key.ts';
import { EngagedError } from '../../domain/errors.ts';
import type { ErrorCode } from '../../domain/failure-entry.ts';
import type { Failure } from '../../domain/failures.ts';
import { toDataFileFault } from '../../store/files/data-file-fault.ts';

/** An error response: the status, and the code and message of the body. */
export type Problem = {
  status: number;
  code: ErrorCode;
  message: string;
  /** Seconds for `Retry-After`. */
  retryAfter?: number | undefined;
  /** What went wrong, for a page. */
  failure?: Failure | undefined;
  /** The value of `WWW-Authenticate` (RFC 6750, 3). */
  challenge?: string | undefined;
};

/** The status of every code, by the API contract's table of errors. */
const STATUS: Readonly<Record<ErrorCode, number>> = {
  validation_failed: 400,
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  insufficient_coins: 409,
  sold_out: 409,
  allowance_exceeded: 409,
  fair_play_limit: 409,
  gone: 410,
  length_required: 411,
  payload_too_large: 413,
  rate_limit_exceeded: 429,
  internal_error: 500,
  unavailable: 503,
};

const problem = (code: ErrorCode, message: string, retryAfter?: number): Problem => ({
  status: STATUS[code],
  code,
  message,
  retryAfter,
});

/** A client error that the contract's table does not name, under its HTTP status. */
export const badRequest = (status: number, message: string): Problem => ({
  status,
  code: 'bad_request',
  message,
});

/** The response to an error of the service. */
export const toProblem = ({ code, message, retryAfter, failure }: EngagedError): Problem => ({
  ...problem(code, message, retryAfter),
  failure,
});

/** The response to anything that was thrown. */
export function problemOf(error: unknown): Problem {
  const refusal = toDataFileFault(error) ?? error;
  if (!(refusal instanceof EngagedError)) return INTERNAL_ERROR;
  return refusal.code === 'unauthorized' ? invalidKey(true) : toProblem(refusal);
}

/** The body of every error. */
export const toErrorBody = (problem: Problem, requestId: string): string =>
  JSON.stringify({
    error: { code: problem.code, message: problem.message, request_id: requestId },
  });

export const INTERNAL_ERROR = problem('internal_error', 'Something went wrong on the server');
export const NOT_FOUND = problem('not_found', 'No such path, or the method is not supported there');
export const UNKNOWN_EXPECTATION = badRequest(417, 'Only "Expect: 100-continue" is supported');
export const INVALID_PATH = badRequest(400, 'The path is not valid');
export const LENGTH_REQUIRED = problem(
  'length_required',
  'A roster sync must be sent with a Content-Length header',
);
export const MISSING_HOST = badRequest(400, 'Exactly one valid Host header is required');
export const UNKNOWN_VERSION = badRequest(400, 'Only HTTP/1.0 and HTTP/1.1 are supported');
export const INVALID_FRAMING = badRequest(400, 'HTTP/1.0 has no Transfer-Encoding');
export const ENCODED_BODY = badRequest(415, 'The body must be sent without a Content-Encoding');
export const CHUNK_EXTENSIONS_TOO_LONG = problem(
  'payload_too_large',
  'The chunk extensions are too long',
);
export const REQUEST_TIMEOUT = badRequest(408, 'The request did not arrive in time');

export const payloadTooLarge = (limit: number): Problem =>
  problem('payload_too_large', `The body must be no larger than ${limit} bytes`);

/** @param wasSent whether there was any `Authorization` header: only then is there an error to name */
export const invalidKey = (wasSent: boolean): Problem => ({
  ...problem('unauthorized', 'Invalid API key'),
  challenge: wasSent ? 'Bearer realm="engaged", error="invalid_token"' : 'Bearer realm="engaged"',
});

export const missingScope = (scope: Scope): Problem => ({
  ...problem('forbidden', `This API key lacks the required scope: ${scope}`),
  challenge: `Bearer realm="engaged", error="insufficient_scope", scope="${scope}"`,
});

const limitExceeded = (limit: string) => (seconds: number) =>
  problem('rate_limit_exceeded', `${limit}. Retry after ${seconds} seconds.`, seconds);

export const addressLimitExceeded = limitExceeded('Too many requests from this address');
export const keyLimitExceeded = limitExceeded('Too many requests with this API key');
export const TOO_MANY_PIPELINED = problem(
  'rate_limit_exceeded',
  'Too many requests on this connection wait for their responses. Send the rest on another one',
  1,
);
export const syncLimitExceeded = limitExceeded('Too many roster syncs this hour');
