/** What the API calls an error. HTTP maps it to a status, the command line to an exit code. */
export type ErrorCode =
  | 'validation_failed'
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'insufficient_coins'
  | 'sold_out'
  | 'allowance_exceeded'
  | 'fair_play_limit'
  | 'gone'
  | 'length_required'
  | 'payload_too_large'
  | 'bad_request'
  | 'rate_limit_exceeded'
  | 'internal_error'
  | 'unavailable';

/** A failure: what the API calls it, its English, and the seconds after which the same request is worth sending again. */
export type Entry<Params> = {
  code: ErrorCode;
  english(params: Params): string;
  retryAfter: number | undefined;
};

/** Declares failures that the API calls alike. */
export const of =
  (code: ErrorCode) =>
  <Params = unknown>(
    english: string | ((params: Params) => string),
    retryAfter?: number,
  ): Entry<Params> => ({
    code,
    english: typeof english === 'string' ? () => english : english,
    retryAfter,
  });
