import { EngagedError } from '../../../domain/errors.ts';
import { toProblem } from '../../../http/response/problems.ts';
import { Refused } from '../../forms/refused.ts';
import type { Call } from '../../request/call.ts';
import { errorText } from '../../view/error-text.ts';
import { lastDecisions } from './decisions.ts';

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
    const problem = toProblem(error);
    const refusal = errorText(call.t, problem);
    const when = call.t.format.moment(last.at, call.now);
    const message = call.t.errors.changedBy({ refusal, actor: last.actor, when });
    const { failure, status } = problem;
    throw failure && 'field' in failure
      ? new Refused('', { [failure.field]: message }, status)
      : new Refused(message, {}, status);
  }
}
