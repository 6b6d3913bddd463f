import * as v from 'valibot';
import type { Messages } from '../languages/en.ts';
import type { Fields, FieldText, Form, LinesText, Values } from './form.ts';
import { isLines, type Kind, type Lines, nameInLine, type ProblemCode } from './kinds.ts';
import { Refused } from './refused.ts';

/** Begins the name of a hidden field that holds what a field of the same name held when the form was made. */
export const SEEN = 'seen-';

/** The field by which a form that is sent twice is known. */
export const FORM_ID = 'form-id';

/** What tells a form from every other one; empty where it was not written by the writer of forms. */
export const formIdIn = (sent: URLSearchParams): string => (sent.get(FORM_ID) ?? '').slice(0, 100);

/** What somebody wrote into a field. Browsers send line ends as CRLF. */
const textIn = (sent: URLSearchParams, name: string): string =>
  (sent.get(name) ?? '').replaceAll('\r\n', '\n').trim();

/** The values of a form. @throws Refused naming each field that is wrong */
export function readForm<F extends Fields>(
  form: Form<F>,
  sent: URLSearchParams,
  t: Messages,
): Values<F> {
  return readAll(form, Object.keys(form.fields), { sent, t, prefix: '' }) as Values<F>;
}

/** The fields of a form that somebody changed. */
export type Changes<F extends Fields> = {
  /** What is in them, and what was in them when the form was made. */
  changes: Partial<Values<F>>;
  seen: Partial<Values<F>>;
};

/** What somebody changed in a form. @throws Refused as `readForm`, and where that is nothing */
export function readChanges<F extends Fields>(
  form: Form<F>,
  sent: URLSearchParams,
  t: Messages,
): Changes<F> {
  const changed = Object.entries(form.fields).flatMap(([name, kind]) => {
    // Of what is shown in another way nothing is sent unless somebody chose it.
    const isLeft = (now: string) => now === '' && !isLines(kind) && kind.shown !== undefined;
    const isChanged = (one: string) => {
      const now = textIn(sent, one);
      return now !== textIn(sent, SEEN + one) && !isLeft(now);
    };
    return namesOf(name, kind).some(isChanged) ? [name] : [];
  });
  if (changed.length === 0) throw new Refused(t.forms.notChanged);
  return {
    changes: readAll(form, changed, { sent, t, prefix: '' }),
    seen: readAll(form, changed, { sent, t, prefix: SEEN }),
  } as Changes<F>;
}

/** What the fields of a filter in an address ask for; nothing where one is left out or does not hold what it offers. */
export const readFilter = <F extends Fields>(
  form: Form<F>,
  query: URLSearchParams,
): Partial<Values<F>> =>
  Object.fromEntries(
    Object.entries(form.fields).flatMap(([name, kind]) => {
      const read = isLines(kind) ? {} : parseField(kind, query, name);
      return 'value' in read ? [[name, read.value]] : [];
    }),
  ) as Partial<Values<F>>;

/** The names under which a field is sent. */
const namesOf = (name: string, kind: Kind | Lines): string[] =>
  isLines(kind)
    ? Object.keys(kind.parts).flatMap((part) =>
        Array.from({ length: kind.most }, (_, at) => nameInLine(part, at)),
      )
    : [name];

/** What a form is read from. */
type Sent = { sent: URLSearchParams; t: Messages; prefix: string };

/** What is wrong, by the name under which it is sent. */
type Wrong = Record<string, string>;

function readAll<F extends Fields>(
  form: Form<F>,
  names: readonly (keyof F & string)[],
  from: Sent,
): Record<string, unknown> {
  const texts: Readonly<Record<string, FieldText | LinesText>> = form.texts(from.t).fields;
  const wrong: Wrong = {};
  const values: Record<string, unknown> = {};
  for (const name of names) {
    const kind = form.fields[name] as Kind | Lines;
    values[name] = isLines(kind)
      ? readLines(kind, texts[name] as LinesText, from, wrong)
      : readField(kind, name, { ...from, text: texts[name] as FieldText }, wrong);
  }
  if (Object.keys(wrong).length > 0) throw new Refused('', wrong);
  return values;
}

/** The lines that are not empty. */
function readLines(
  { parts, most, missing }: Lines,
  text: LinesText,
  from: Sent,
  wrong: Wrong,
): Record<string, unknown>[] {
  const names = Object.keys(parts);
  const { sent, prefix } = from;
  return Array.from({ length: most }, (_, at) => at)
    .filter((at) => names.some((part) => textIn(sent, prefix + nameInLine(part, at)) !== ''))
    .map((at) => {
      const texts = text.line(at);
      const line = Object.fromEntries(
        Object.entries(parts).map(([part, kind]) => [
          part,
          readField(kind, nameInLine(part, at), { ...from, text: texts[part] }, wrong),
        ]),
      );
      for (const part of missing(line).map(String)) {
        wrong[nameInLine(part, at)] ??= sayProblem(from.t, 'empty', parts[part], texts[part]);
      }
      return line;
    });
}

/** The value of one field; undefined where it is wrong. */
function readField(
  kind: Kind,
  name: string,
  { sent, t, prefix, text }: Sent & { text: FieldText | undefined },
  wrong: Wrong,
): unknown {
  const read = parseField(kind, sent, prefix + name);
  if ('value' in read) return read.value;
  wrong[name] = sayProblem(t, read.problem, kind, text);
  return undefined;
}

function parseField(
  kind: Kind,
  sent: URLSearchParams,
  name: string,
): { value: unknown } | { problem: ProblemCode } {
  const text = kind.isExact ? (sent.get(name) ?? '') : textIn(sent, name);
  const { control } = kind;
  const isList = control.type === 'boxes' || (control.type === 'hidden' && control.isList);
  const given = isList ? sent.getAll(name) : text;
  if (given.length === 0) return kind.empty ?? { problem: kind.emptyProblem ?? 'empty' };
  const schema = (name.startsWith(SEEN) && kind.shown) || kind.schema;
  const { success, output, issues } = v.safeParse(schema as v.GenericSchema, given);
  if (success) return { value: output };
  return { problem: issues[0].message as ProblemCode };
}

function sayProblem(
  t: Messages,
  problem: ProblemCode,
  { range = { min: 0, max: 0 }, maxLength = 0 }: Pick<Kind, 'range' | 'maxLength'> = {},
  field: FieldText = '',
): string {
  if (problem === 'empty' && typeof field === 'object' && 'empty' in field) return field.empty;
  if (problem === 'range') return t.forms.problems.range(range);
  if (problem === 'money') return t.forms.problems.money(range);
  if (problem === 'max_length') return t.forms.problems.max_length({ max: maxLength });
  return t.forms.problems[problem];
}
