import type { Failure } from '../../domain/failures.ts';
import type { Messages } from '../languages/en.ts';
import { textOf } from '../languages/tools.ts';

/** What went wrong, as a sentence. */
export function failureText({ failures }: Messages, failure: Failure): string {
  return textOf(failures[failure.code], failure);
}

/** Why a request is refused, as a sentence. What only programs and operators are told in detail is said by its status. */
export function errorText(
  t: Messages,
  { status, failure }: { status: number; failure?: Failure | undefined },
): string {
  if (failure) return failureText(t, failure);
  const texts: Readonly<Record<number, string>> = t.errors.texts;
  return texts[status] ?? t.errors.nothingDone;
}
