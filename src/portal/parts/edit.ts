import { conflict, EngagedError } from '../../domain/errors.ts';
import type { Call } from '../page.ts';
import { lastDecisions } from './decisions.ts';
import { moment } from './format.ts';

/** Makes a change; where something else was decided first, the refusal says by whom. */
export async function namingOthers<T>(
  call: Call,
  target: string,
  change: () => Promise<T>,
): Promise<T> {
  try {
    return await change();
  } catch (error) {
    if (!(error instanceof EngagedError) || error.code !== 'conflict') throw error;
    const last = lastDecisions(call, [target]).get(target);
    if (!last) throw error;
    throw conflict(
      `${error.message}. The last change is by ${last.actor}, ${moment(last.at, call.now)}.`,
    );
  }
}
