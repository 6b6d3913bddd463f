import { EngagedError, type FieldProblem } from '../../domain/errors.ts';
import { toProblem } from '../../http/response/problems.ts';
import { type Refusal, Refused } from '../forms/refused.ts';

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
    if (!(error instanceof EngagedError)) throw error;
    const { status } = toProblem(error);
    if (!SHOWN_IN_FORM.has(status)) throw error;
    return { status, refusal: { ...wordsOf(error, form), ...sent } };
  }
}

/** An error of a service at the fields that it names, as far as the form has them: last_day must … is Last day must … */
function wordsOf(error: EngagedError, form: URLSearchParams): Pick<Refusal, 'message' | 'fields'> {
  const { fields, message } = error;
  const ofForm = fields.filter(({ field }) => form.has(field));
  if (ofForm.length === 0) return { message, fields: {} };
  const others = fields.filter(({ field }) => !form.has(field));
  return {
    message: others.map((one) => sentenceOf(one, form)).join(' '),
    fields: Object.fromEntries(ofForm.map((one) => [one.field, sentenceOf(one, form)])),
  };
}

/** What is wrong with a field as a sentence, in which the fields of the form have their names as people read them. */
function sentenceOf({ field, problem }: FieldProblem, form: URLSearchParams): string {
  const words = `${field} ${problem}`.replace(/[a-z_]+/g, (word) =>
    form.has(word) ? word.replaceAll('_', ' ') : word,
  );
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
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
