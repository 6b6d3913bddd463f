import type { Failure } from '../../domain/failures.ts';
import type { Messages } from '../languages/en.ts';

/** Why a request is refused, as a sentence. What only programs and operators are told in detail is said by its status. */
export function errorText(
  { failures, errors }: Messages,
  { status, failure }: { status: number; failure?: Failure | undefined },
): string {
  if (failure) {
    const text = failures[failure.code] as string | ((it: Failure) => string);
    return typeof text === 'string' ? text : text(failure);
  }
  const texts: Readonly<Record<number, string>> = errors.texts;
  return texts[status] ?? errors.nothingDone;
}
