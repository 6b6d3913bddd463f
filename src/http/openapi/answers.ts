import { SCOPES, type Scope } from '../../domain/api-key.ts';
import { MAX_ROWS, TOO_MANY_VALUES } from '../../domain/roster/sync-request.ts';
import { diskFull } from '../../store/data-file-fault.ts';
import { BODY_LIMIT, SYNC_BODY_LIMIT } from '../body.ts';
import {
  BODY_TIMEOUT,
  badRequest,
  COMPANY_BUSY,
  ENCODED_BODY,
  INTERNAL_ERROR,
  invalidKey,
  LENGTH_REQUIRED,
  limitExceeded,
  missingScope,
  type Problem,
  payloadTooLarge,
  SERVICE_BUSY,
  toErrorBody,
  toProblem,
} from '../problems.ts';
import { notReady } from '../readiness.ts';
import type { Example, Header, Reference, Response } from './document-types.ts';
import { type Json, ref } from './schema.ts';

/** What stands for a request in every example. */
const REQUEST_ID = '019aa5c2-7d1e-7000-8a3b-5c61f0d2e947';

const whole = { type: 'integer', minimum: 0 } as const;

const rate = (name: 'Limit' | 'Remaining' | 'Reset', description: string, example: number) => {
  const header = (required: boolean): Header => ({
    description: required
      ? description
      : `${description} Left out where the request was refused before its key was known, and by some refusals of a roster sync.`,
    required,
    schema: whole,
    example,
  });
  return { [`RateLimit${name}`]: header(true), [`RateLimit${name}OrNone`]: header(false) };
};

/** Every header that carries a meaning, under the name that answers refer to it by. */
export const HEADERS: Readonly<Record<string, Header>> = {
  RequestId: {
    description: 'What this answer is known by; quote it when you ask about one.',
    required: true,
    schema: { type: 'string', format: 'uuid' },
    example: REQUEST_ID,
  },
  ...rate('Limit', 'Requests that the key has in a minute.', 60),
  ...rate('Remaining', 'Requests that are left of them.', 59),
  ...rate('Reset', 'When the minute is over: Unix time in seconds.', 1_795_254_660),
  RetryAfter: {
    description: 'Seconds to wait before the request is worth sending again.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
    example: 30,
  },
  RetryAfterOrNone: {
    description: 'Seconds to wait before the request is worth sending again, where that is known.',
    required: false,
    schema: { type: 'integer', minimum: 1 },
    example: 30,
  },
  Challenge: {
    description: 'What is wrong with the key, by RFC 6750.',
    required: true,
    schema: { type: 'string' },
    example: 'Bearer realm="engaged", error="invalid_token"',
  },
};

const header = (name: string): Reference => ({ $ref: `#/components/headers/${name}` });

const REQUEST_ID_HEADER = { 'X-Request-Id': header('RequestId') };

const rateHeaders = (suffix: '' | 'OrNone') => ({
  'X-RateLimit-Limit': header(`RateLimitLimit${suffix}`),
  'X-RateLimit-Remaining': header(`RateLimitRemaining${suffix}`),
  'X-RateLimit-Reset': header(`RateLimitReset${suffix}`),
});

/** The answer of an operation that did what it was asked for. */
export const success = (answer: {
  description: string;
  schema: string;
  example: Json;
  /** Whether it was asked for with a key. */
  isKeyed: boolean;
}): Response => ({
  description: answer.description,
  headers: { ...REQUEST_ID_HEADER, ...(answer.isKeyed && rateHeaders('')) },
  content: {
    'application/json': {
      schema: ref(answer.schema),
      examples: { example: { summary: answer.description, value: answer.example } },
    },
  },
});

type Refusal = {
  description: string;
  /** By what they are about; the code of each is one that the answer may carry. */
  problems: Readonly<Record<string, readonly [summary: string, problem: Problem]>>;
  headers?: Readonly<Record<string, Reference>>;
};

const refusal = ({ description, problems, headers = {} }: Refusal): Response => ({
  description,
  headers: { ...REQUEST_ID_HEADER, ...headers },
  content: {
    'application/json': {
      schema: ref('Error'),
      examples: Object.fromEntries(
        Object.entries(problems).map(([name, [summary, problem]]): [string, Example] => [
          name,
          { summary, value: JSON.parse(toErrorBody(problem, REQUEST_ID)) },
        ]),
      ),
    },
  },
});

/** Refusals that are the same wherever they occur, under the name that operations refer to them by. */
export const SHARED_ANSWERS: Readonly<Record<string, Response>> = {
  Unauthorized: refusal({
    description: 'The key is missing, malformed, unknown, revoked or expired.',
    problems: { unauthorized: ['The key is not one in good standing', invalidKey(true)] },
    headers: { 'WWW-Authenticate': header('Challenge') },
  }),
  PayloadTooLarge: refusal({
    description: 'The request came with a body that is too large.',
    problems: { payload_too_large: ['A body over 100 KB', payloadTooLarge(BODY_LIMIT)] },
    headers: rateHeaders('OrNone'),
  }),
  RateLimited: refusal({
    description: 'A rate limit was hit.',
    problems: {
      key: ["The key's minute", limitExceeded('Too many requests with this API key', 42)],
      address: ["The address's minute", limitExceeded('Too many requests from this address', 17)],
    },
    headers: { 'Retry-After': header('RetryAfter'), ...rateHeaders('OrNone') },
  }),
  RateLimitedAddress: refusal({
    description: 'Too many requests came from one address.',
    problems: {
      address: ["The address's minute", limitExceeded('Too many requests from this address', 17)],
    },
    headers: { 'Retry-After': header('RetryAfter') },
  }),
  InternalError: refusal({
    description: 'The service failed. The same request may be sent again, after a while.',
    problems: { internal_error: ['Something went wrong', INTERNAL_ERROR] },
    headers: rateHeaders('OrNone'),
  }),
  Unavailable: refusal({
    description:
      'The service cannot read or write its data at the moment. The same request may be sent again after a while.',
    problems: { unavailable: ['A full disk, for one', toProblem(diskFull())] },
    headers: { 'Retry-After': header('RetryAfterOrNone'), ...rateHeaders('OrNone') },
  }),
  OtherError: refusal({
    description: 'Any other client error, under its own HTTP status.',
    problems: {
      not_met: [
        'An Expect header that nobody can meet',
        badRequest(417, 'The only expectation that is met is 100-continue'),
      ],
      timeout: ['A request that did not arrive', BODY_TIMEOUT],
    },
  }),
};

const shared = (name: keyof typeof SHARED_ANSWERS): Reference => ({
  $ref: `#/components/responses/${name}`,
});

const validation = (message: string): Problem => ({
  status: 400,
  code: 'validation_failed',
  message,
});

/** The refusals of an operation that takes no key. */
export const openRefusals = (): Record<string, Reference> => ({
  413: shared('PayloadTooLarge'),
  429: shared('RateLimitedAddress'),
  '4XX': shared('OtherError'),
});

/** The refusals of an operation that reads. */
export function readRefusals(operation: {
  scope: Scope | null;
  /** What somebody hears who sends a wrong parameter; undefined where there are no parameters. */
  invalid: string | undefined;
  /** What somebody hears who asks for something that is not there. */
  notFound: string | undefined;
}): Record<string, Response | Reference> {
  const { scope, invalid, notFound } = operation;
  return {
    ...(invalid !== undefined && {
      400: refusal({
        description: 'A parameter is not valid. Several problems are joined with `; `.',
        problems: {
          parameter: ['A parameter out of bounds', validation(invalid)],
          ...(invalid.startsWith('limit ') && {
            cursor: ['A cursor of another list, or a changed one', validation('Invalid cursor')],
          }),
        },
        headers: rateHeaders('OrNone'),
      }),
    }),
    401: shared('Unauthorized'),
    ...(scope && { 403: forbidden(scope) }),
    ...(notFound !== undefined && {
      404: refusal({
        description:
          'It is not one of the company: it never was, belongs to another one, or has been deactivated.',
        problems: {
          not_found: ['Nothing to be seen', { status: 404, code: 'not_found', message: notFound }],
        },
        headers: rateHeaders('OrNone'),
      }),
    }),
    413: shared('PayloadTooLarge'),
    429: shared('RateLimited'),
    500: shared('InternalError'),
    503: shared('Unavailable'),
    '4XX': shared('OtherError'),
  };
}

const forbidden = (scope: Scope): Response =>
  refusal({
    description: `The key lacks the scope \`${scope}\`.`,
    problems: { forbidden: ['The message names the scope', missingScope(scope)] },
    headers: { 'WWW-Authenticate': header('Challenge'), ...rateHeaders('') },
  });

/** The refusals of the roster sync. */
export const syncRefusals = (scope: Scope): Record<string, Response | Reference> => ({
  400: refusal({
    description:
      'The body as a whole is not a roster. What is wrong with single rows stands in the `errors` of a 200.',
    problems: {
      json: ['Not JSON', validation('The body must be JSON')],
      rows: [
        'Too many rows',
        validation(`employees must contain no more than ${MAX_ROWS} elements`),
      ],
      values: ['Too many values, fields that are ignored included', validation(TOO_MANY_VALUES)],
    },
    headers: rateHeaders('OrNone'),
  }),
  401: shared('Unauthorized'),
  403: forbidden(scope),
  409: refusal({
    description: 'A sync is in the way. Wait, and send the same request again.',
    problems: {
      company: ['One sync a company', COMPANY_BUSY],
      service: ['Four syncs a service', SERVICE_BUSY],
    },
    headers: { 'Retry-After': header('RetryAfterOrNone'), ...rateHeaders('OrNone') },
  }),
  411: refusal({
    description: 'The body came without `Content-Length`, as a chunked one does.',
    problems: { length_required: ['No length', LENGTH_REQUIRED] },
  }),
  413: refusal({
    description: 'The body is over 16 MB.',
    problems: { payload_too_large: ['Over 16 MB', payloadTooLarge(SYNC_BODY_LIMIT)] },
  }),
  429: refusal({
    description: 'A rate limit was hit.',
    problems: {
      key: ["The key's minute", limitExceeded('Too many requests with this API key', 42)],
      syncs: ["The key's hour", limitExceeded('Too many roster syncs this hour', 1260)],
      address: ["The address's minute", limitExceeded('Too many requests from this address', 17)],
    },
    headers: { 'Retry-After': header('RetryAfter'), ...rateHeaders('OrNone') },
  }),
  500: shared('InternalError'),
  503: shared('Unavailable'),
  '4XX': refusal({
    description: 'Any other client error, under its own HTTP status.',
    problems: { encoded: ['A compressed body', ENCODED_BODY] },
    headers: rateHeaders('OrNone'),
  }),
});

/** The refusal of the readiness probe. */
export const notReadyAnswer = (): Response =>
  refusal({
    description: 'The data file cannot be read or written.',
    problems: { unavailable: ['Not ready', toProblem(notReady())] },
    headers: { 'Retry-After': header('RetryAfter') },
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
