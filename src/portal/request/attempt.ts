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
    const sent = { values: Object.fromEntries(form), chosen: valuesByName(form) };
    if (error instanceof Refused) {
      const { status, message, fields } = error;
      return { status, refusal: { message, fields, ...sent } };
    }
    const problem = error instanceof EngagedError ? toProblem(error) : undefined;
    if (!problem || !SHOWN_IN_FORM.has(problem.status)) throw error;
    return { status: problem.status, refusal: { ...wordsOf(problem.message, form), ...sent } };
  }
}

/** An error of a service at the field that it names, if the form has it: last_day must … becomes Last day must … */
function wordsOf(message: string, form: URLSearchParams): Pick<Refusal, 'message' | 'fields'> {
  const [, name = ''] = /^([a-z_]+) (?:must|is) /.exec(message) ?? [];
  if (!form.has(name)) return { message, fields: {} };
  const words = message.replace(/[a-z]+_[a-z_]+/g, (word) =>
    form.has(word) ? word.replaceAll('_', ' ') : word,
  );
  return { message: '', fields: { [name]: `${words.charAt(0).toUpperCase()}${words.slice(1)}.` } };
}

/** All values of each field, in one pass: a form can repeat a field 50,000 times. */
function valuesByName(form: URLSearchParams): Record<string, string[]> {
  const values = new Map<string, string[]>();
  for (const [name, value] of form) {
    const known = values.get(name);
    if (known) known.push(value);
    else values.set(name, [value]);
  }
  return Object.fromEntries(values);
}
