import type { Failure } from '../../domain/failures.ts';
import type { Problem } from '../../http/response/problems.ts';
import type { Messages } from '../languages/en.ts';
import { textOf } from '../languages/tools.ts';

/** What went wrong, as a sentence. */
export function failureText({ failures }: Messages, failure: Failure): string {
  return textOf(failures[failure.code], failure);
}

/**
 * Why a request is refused, as a sentence, and when to try again. What only programs and operators are told in detail is
 * said by its status.
 */
export function errorText(
  t: Messages,
  { status, failure, retryAfter: seconds }: Pick<Problem, 'status' | 'failure' | 'retryAfter'>,
): string {
  const texts: Readonly<Record<number, string>> = t.errors.texts;
  const text = failure ? failureText(t, failure) : (texts[status] ?? t.errors.nothingDone);
  return seconds === undefined ? text : `${text} ${t.errors.tryAgain({ seconds })}`;
}
