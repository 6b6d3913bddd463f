import { EngagedError } from '../../domain/errors.ts';
import { toProblem } from '../../http/problems.ts';
import { type Refusal, Refused } from '../parts/form.ts';

/** The errors after which the same form makes sense again. */
const SHOWN_IN_FORM: ReadonlySet<number> = new Set([400, 409, 429]);

/** What an action leads to, or why it changed nothing. */
export async function attempt<T>(
  form: URLSearchParams,
  submit: () => Promise<T>,
): Promise<T | { status: number; refusal: Omit<Refusal, 'action'> }> {
  try {
    return await submit();
  } catch (error) {
    const chosen = Object.fromEntries([...form.keys()].map((name) => [name, form.getAll(name)]));
    const sent = { values: Object.fromEntries(form), chosen };
    if (error instanceof Refused) {
      const { status, message, fields } = error;
      return { status, refusal: { message, fields, ...sent } };
    }
    const problem = error instanceof EngagedError ? toProblem(error) : undefined;
    if (!problem || !SHOWN_IN_FORM.has(problem.status)) throw error;
    return { status: problem.status, refusal: { message: problem.message, fields: {}, ...sent } };
  }
}
