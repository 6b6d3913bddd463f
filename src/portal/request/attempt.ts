import { EngagedError } from '../../domain/errors.ts';
import { html, isHtml } from '../../http/response/html.ts';
import { type Problem, toProblem } from '../../http/response/problems.ts';
import type { Form } from '../forms/form.ts';
import { type Refusal, Refused } from '../forms/refused.ts';
import { summary } from '../forms/summary.ts';
import type { Messages } from '../languages/en.ts';
import { errorText } from '../view/error-text.ts';
import type { Visit } from './call.ts';

/** The errors after which the same form makes sense again. */
const SHOWN_IN_FORM: ReadonlySet<number> = new Set([400, 409, 429]);

/** What a form offers to choose may be gone by the time it is sent: its field, by the failure. */
const CHOSEN: ReadonlyMap<string | undefined, string> = new Map([
  ['department_not_found', 'department'],
  ['badge_not_found', 'badge'],
]);

/** An action that changed nothing, and why. */
export type Attempted = { refusal: Omit<Refusal, 'action'> } & Pick<
  Problem,
  'status' | 'retryAfter'
>;

/** What an action leads to, or why it changed nothing. */
export async function attempt<T>(
  t: Messages,
  form: URLSearchParams,
  submit: () => Promise<T>,
): Promise<T | Attempted> {
  try {
    return await submit();
  } catch (error) {
    const sent = sentIn(form);
    if (error instanceof Refused) {
      const { status, message, fields } = error;
      return { status, refusal: { message, fields, ...sent } };
    }
    if (!(error instanceof EngagedError)) throw error;
    const problem = toProblem(error);
    const { status, retryAfter } = problem;
    const chosen = CHOSEN.get(problem.failure?.code);
    if (chosen !== undefined && sent.values[chosen]) {
      const fields = { [chosen]: errorText(t, problem) };
      return { status: 409, retryAfter, refusal: { message: '', fields, ...sent } };
    }
    if (!SHOWN_IN_FORM.has(status)) throw error;
    return { status, retryAfter, refusal: { ...wordsOf(t, problem, form), ...sent } };
  }
}

/** What is wrong stands at its field, if the form has it. */
function wordsOf(
  t: Messages,
  problem: Problem,
  form: URLSearchParams,
): Pick<Refusal, 'message' | 'fields'> {
  const text = errorText(t, problem);
  const { failure } = problem;
  return failure && 'field' in failure && form.has(failure.field)
    ? { message: '', fields: { [failure.field]: text } }
    : { message: text, fields: {} };
}

/** What a form sent, for the page that shows it again. */
export const sentIn = (form: URLSearchParams): Pick<Refusal, 'values' | 'chosen'> => ({
  values: Object.fromEntries(form),
  chosen: valuesByName(form),
});

/** All values of each field, in one pass. */
function valuesByName(form: URLSearchParams): Record<string, string[]> {
  const values = new Map<string, string[]>();
  for (const [name, value] of form) {
    const known = values.get(name);
    if (known) known.push(value);
    else values.set(name, [value]);
  }
  return Object.fromEntries(values);
}

/** Shows a page again, with what is wrong with one of its forms above it. */
export async function showAgain<T extends object>(
  { t }: Visit,
  form: Form,
  refusal: Refusal,
  show: (said: Refusal) => T | Promise<T>,
): Promise<T> {
  const shown = await show(refusal);
  if (!('body' in shown && isHtml(shown.body))) return shown;
  return { ...shown, body: html`${summary(form, t, refusal, shown.body)}${shown.body}` };
}
