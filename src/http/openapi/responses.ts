import type * as v from 'valibot';
import { SCOPES, type Scope } from '../../domain/api-key.ts';
import { type EngagedError, failure, invalid } from '../../domain/errors.ts';
import type { PlainFailureCode } from '../../domain/failures.ts';
import { diskFull } from '../../store/files/data-file-fault.ts';
import { INVALID_CURSOR } from '../response/cursor.ts';
import {
  addressLimitExceeded,
  ENCODED_BODY,
  INTERNAL_ERROR,
  invalidKey,
  keyLimitExceeded,
  missingScope,
  type Problem,
  payloadTooLarge,
  REQUEST_TIMEOUT,
  toErrorBody,
  toProblem,
  UNKNOWN_EXPECTATION,
} from '../response/problems.ts';
import { BODY_LIMIT } from '../server/body-framing.ts';
import type { Example, Header, Reference, Response } from './document-types.ts';
import { error } from './error-schema.ts';
import { type Json, refTo } from './json-schema.ts';

/** The request id of every example. */
const REQUEST_ID = '019aa5c2-7d1e-7000-8a3b-5c61f0d2e947';

const whole = { type: 'integer', minimum: 0 } as const;

const rate = (name: 'Limit' | 'Remaining' | 'Reset', description: string, example: number) => {
  const header = (required: boolean): Header => ({
    description: required
      ? description
      : `${description} Absent where the request was refused before its key was checked, and from some refusals of a roster sync.`,
    required,
    schema: whole,
    example,
  });
  return { [`RateLimit${name}`]: header(true), [`RateLimit${name}OrNone`]: header(false) };
};

const retryAfter = (required: boolean): Header => ({
  description: `Seconds to wait before sending the request again${required ? '' : ', where that is known'}.`,
  required,
  schema: { type: 'integer', minimum: 1 },
  example: 30,
});

/** Every header of a response that clients may need, by the name that responses refer to. */
export const HEADERS: Readonly<Record<string, Header>> = {
  RequestId: {
    description: 'Identifies the request. Quote it when you report a problem.',
    required: true,
    schema: { type: 'string', format: 'uuid' },
    example: REQUEST_ID,
  },
  ...rate('Limit', 'Requests that the key may make a minute.', 60),
  ...rate('Remaining', 'Requests left in this minute.', 59),
  ...rate('Reset', 'When the minute ends: Unix time in seconds.', 1_795_254_660),
  RetryAfter: retryAfter(true),
  RetryAfterOrNone: retryAfter(false),
  Challenge: {
    description: 'What is wrong with the key (RFC 6750).',
    required: true,
    schema: { type: 'string' },
    example: 'Bearer realm="engaged", error="invalid_token"',
  },
};

export const header = (name: string): Reference => ({ $ref: `#/components/headers/${name}` });

const REQUEST_ID_HEADER = { 'X-Request-Id': header('RequestId') };

export const rateHeaders = (suffix: '' | 'OrNone') => ({
  'X-RateLimit-Limit': header(`RateLimitLimit${suffix}`),
  'X-RateLimit-Remaining': header(`RateLimitRemaining${suffix}`),
  'X-RateLimit-Reset': header(`RateLimitReset${suffix}`),
});

/**
 * The 200 of an operation.
 *
 * @param isKeyed whether the operation takes a key
 */
export const okResponse = (
  { description, schema, example }: { description: string; schema: v.GenericSchema; example: Json },
  isKeyed: boolean,
): Response => ({
  description,
  headers: { ...REQUEST_ID_HEADER, ...(isKeyed && rateHeaders('')) },
  content: {
    'application/json': {
      schema: refTo(schema),
      examples: { example: { summary: description, value: example } },
    },
  },
});

/** The 204 of an operation. */
export const emptyResponse = ({ description }: { description: string }): Response => ({
  description,
  headers: { ...REQUEST_ID_HEADER, ...rateHeaders('') },
});

type ErrorResponse = {
  description: string;
  /** Examples by name; the code of each is one that the response may carry. */
  problems: Readonly<Record<string, readonly [summary: string, problem: Problem]>>;
  headers?: Readonly<Record<string, Reference>>;
};

/** A response that carries the error body. */
export const errorResponse = ({
  description,
  problems,
  headers = {},
}: ErrorResponse): Response => ({
  description,
  headers: { ...REQUEST_ID_HEADER, ...headers },
  content: {
    'application/json': {
      schema: refTo(error),
      examples: Object.fromEntries(
        Object.entries(problems).map(([name, [summary, problem]]): [string, Example] => [
          name,
          { summary, value: JSON.parse(toErrorBody(problem, REQUEST_ID)) },
        ]),
      ),
    },
  },
});

const ADDRESS_LIMIT = ["The address's requests a minute", addressLimitExceeded(17)] as const;

/** The 429 of an operation that takes a key. @param limits limits of the operation beside those of every one */
export const rateLimited = (limits: ErrorResponse['problems'] = {}): Response =>
  errorResponse({
    description: 'A rate limit was hit.',
    problems: {
      key: ["The key's requests a minute", keyLimitExceeded(42)],
      ...limits,
      address: ADDRESS_LIMIT,
    },
    headers: { 'Retry-After': header('RetryAfter'), ...rateHeaders('OrNone') },
  });

/** Error responses that are the same wherever they occur, by the name that operations refer to. */
export const SHARED_RESPONSES: Readonly<Record<string, Response>> = {
  Unauthorized: errorResponse({
    description: 'The key is missing, malformed, unknown, revoked or expired.',
    problems: { unauthorized: ['The key is not valid', invalidKey(true)] },
    headers: { 'WWW-Authenticate': header('Challenge') },
  }),
  PayloadTooLarge: errorResponse({
    description: 'The body is too large.',
    problems: { payload_too_large: ['A body over 100 KB', payloadTooLarge(BODY_LIMIT)] },
    headers: rateHeaders('OrNone'),
  }),
  RateLimited: rateLimited(),
  RateLimitedAddress: errorResponse({
    description: 'Too many requests came from one address.',
    problems: { address: ADDRESS_LIMIT },
    headers: { 'Retry-After': header('RetryAfter') },
  }),
  InternalError: errorResponse({
    description: 'The service failed. Try again later.',
    problems: { internal_error: ['Something went wrong', INTERNAL_ERROR] },
    headers: rateHeaders('OrNone'),
  }),
  Unavailable: errorResponse({
    description: 'The service cannot read or write its data at the moment. Try again later.',
    problems: { unavailable: ['For example a full disk', toProblem(diskFull())] },
    headers: { 'Retry-After': header('RetryAfterOrNone'), ...rateHeaders('OrNone') },
  }),
  OtherError: errorResponse({
    description: 'Any other client error, under its own HTTP status.',
    problems: {
      not_met: ['An Expect header that cannot be met', UNKNOWN_EXPECTATION],
      timeout: ['A request that did not arrive in time', REQUEST_TIMEOUT],
    },
  }),
};

/** A reference to one of them. */
export const shared = (name: keyof typeof SHARED_RESPONSES): Reference => ({
  $ref: `#/components/responses/${name}`,
});

/** The error responses of an operation that takes no key. */
export const publicErrors = ({ isProbe }: { isProbe?: true }): Record<string, Reference> => ({
  413: shared('PayloadTooLarge'),
  ...(!isProbe && { 429: shared('RateLimitedAddress') }),
  '4XX': shared('OtherError'),
});

/** The error responses of a read operation. */
export function readErrors(operation: {
  scope: Scope | null;
  /** The message for a wrong parameter; undefined where there are no parameters. */
  parameterError: string | undefined;
  /** The message for what does not exist; undefined where there is no 404. */
  notFound: PlainFailureCode | undefined;
  /** The error of the 410; undefined where there is none. */
  gone: EngagedError | undefined;
}): Record<string, Response | Reference> {
  const { scope, parameterError, notFound, gone } = operation;
  return {
    ...(parameterError !== undefined && {
      400: errorResponse({
        description: 'A parameter is not valid. Several problems are joined with `; `.',
        problems: {
          parameter: ['A parameter out of bounds', toProblem(invalid(parameterError))],
          ...(parameterError.startsWith('limit ') && {
            cursor: [
              'A cursor of another list, from before a sandbox reset, or a modified one',
              toProblem(invalid(INVALID_CURSOR)),
            ],
          }),
        },
        headers: rateHeaders('OrNone'),
      }),
    }),
    ...keyedErrors(scope, notFound),
    ...(gone && {
      410: errorResponse({
        description: 'What was asked for is no longer kept.',
        problems: { gone: ['No longer kept', toProblem(gone)] },
        headers: rateHeaders('OrNone'),
      }),
    }),
  };
}

/** The error responses of every operation that takes a key. @param notFound undefined where there is no 404 */
const keyedErrors = (
  scope: Scope | null,
  notFound: PlainFailureCode | undefined,
): Record<string, Response | Reference> => ({
  401: shared('Unauthorized'),
  ...(scope && { 403: forbidden(scope) }),
  ...(notFound !== undefined && { 404: missing(notFound) }),
  413: shared('PayloadTooLarge'),
  429: shared('RateLimited'),
  500: shared('InternalError'),
  503: shared('Unavailable'),
  '4XX': shared('OtherError'),
});

/** The error responses of a write. */
export const writeErrors = (operation: {
  scope: Scope;
  limit: number;
  invalidMessage: string;
  /** Undefined where there is no 404. */
  notFound: PlainFailureCode | undefined;
  conflict: Response | undefined;
}): Record<string, Response | Reference> => ({
  ...keyedErrors(operation.scope, operation.notFound),
  400: errorResponse({
    description: 'A parameter, or the body as a whole, is not valid.',
    problems: { invalid: ['Not valid', toProblem(invalid(operation.invalidMessage))] },
    headers: rateHeaders('OrNone'),
  }),
  ...(operation.conflict && { 409: operation.conflict }),
  413: errorResponse({
    description: `The body is over ${operation.limit / 1024} KB.`,
    problems: { payload_too_large: ['Too large', payloadTooLarge(operation.limit)] },
    headers: rateHeaders('OrNone'),
  }),
  '4XX': errorResponse({
    description: 'Any other client error, under its own HTTP status.',
    problems: {
      encoded: ['A compressed body', ENCODED_BODY],
      not_met: ['An Expect header that cannot be met', UNKNOWN_EXPECTATION],
    },
    headers: rateHeaders('OrNone'),
  }),
});

const missing = (code: PlainFailureCode): Response =>
  errorResponse({
    description: 'It does not exist in this company, or has been deactivated.',
    problems: { not_found: ['Not found', toProblem(failure(code))] },
    headers: rateHeaders('OrNone'),
  });

export const forbidden = (scope: Scope): Response =>
  errorResponse({
    description: `The key lacks the scope \`${scope}\`.`,
    problems: { forbidden: ['The message names the missing scope', missingScope(scope)] },
    headers: { 'WWW-Authenticate': header('Challenge'), ...rateHeaders('') },
  });

/** The way to send a key. */
export const SECURITY_SCHEMES: Readonly<Record<string, Json>> = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'svc_live_… or svc_test_…',
    description: `An API key in the \`Authorization\` header. Each key has some of these scopes: ${SCOPES.map(
      (scope) => `\`${scope}\``,
    ).join(', ')}.`,
  },
};
