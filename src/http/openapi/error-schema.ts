import type { ErrorCode } from '../../domain/failure-entry.ts';
import { define, enumWithMeanings, object, text, uuid } from '../../domain/schema.ts';

const MEANINGS: Readonly<Record<ErrorCode, string>> = {
  validation_failed: 'A parameter, a cursor or the body is not valid.',
  unauthorized: 'The key is missing or not valid.',
  forbidden: 'The key lacks the scope.',
  not_found: 'It does not exist in this company, or there is no such path or method.',
  conflict: 'Another sync is running, or a write conflicts with what is on record.',
  insufficient_coins: 'The employee has too few coins.',
  sold_out: 'The shop item is sold out.',
  allowance_exceeded: 'The points are more than the giver, or the company, has left this month.',
  fair_play_limit: 'Too many of the points of a month would go to one person.',
  gone: 'The events that were asked for are no longer kept.',
  length_required: 'The body of a sync has no `Content-Length`.',
  payload_too_large: 'The body is too large.',
  bad_request: 'Any other client error.',
  rate_limit_exceeded: 'A rate limit was hit.',
  internal_error: 'The service failed.',
  unavailable: 'The service cannot do its work at the moment.',
};

/** The body of every error. */
export const error = define(
  'Error',
  object('The body of every error.', {
    error: object('What went wrong.', {
      code: enumWithMeanings(
        MEANINGS,
        'For programs. New codes may be added: treat an unknown one by its HTTP status.',
      ),
      message: text(
        'For logs and people. The wording may change. It never repeats a value that was sent.',
      ),
      request_id: uuid('Equals the `X-Request-Id` header.'),
    }),
  }),
);
