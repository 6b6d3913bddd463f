import * as v from 'valibot';
import { codePoints } from '../../domain/text.ts';
import type { Messages } from '../languages/en.ts';

/** What can be wrong with a field, as the catalogue says it. */
export type ProblemCode = keyof Messages['forms']['problems'];

/** How a field looks. */
export type Control =
  | { type: 'line'; input: 'text' | 'email' | 'password' | 'date' | 'search' }
  | { type: 'area' | 'choice' | 'boxes' | 'check' | 'picture' | 'cards' | 'pills' }
  | { type: 'file'; accept: string; maxBytes: number }
  | { type: 'hidden'; isList?: boolean };

/** A kind of field: how it looks, and how the text that a browser sends becomes a value. */
export type Kind<V = unknown> = {
  control: Control;
  /** Whether white space around it belongs to it. */
  isExact?: boolean;
  /** From what was sent, trimmed and never empty; all of it for `boxes` and lists. Its messages are of `ProblemCode`. */
  schema: v.GenericSchema<string, V> | v.GenericSchema<string[], V>;
  /** How what was in it is read, where that is not what is sent: of a picture the address, which no file repeats. */
  shown?: v.GenericSchema<string, V>;
  /** What an empty field means; without it the field must not be empty. */
  empty?: { value: V };
  /** Whether a browser asks for it although it may be empty. */
  isRequired?: boolean;
  /** What is wrong with it then; `empty` without it. */
  emptyProblem?: ProblemCode;
  /** A value as it stands in the field. */
  toText(value: V): string;
  /** In code points, as in a service; a browser counts some of them twice. */
  maxLength?: number;
  /** Of a number. */
  range?: { min: number; max: number };
  autocomplete?: string;
  /** Whether a style sheet may ask if anything is in it: it has a placeholder that nobody sees. */
  isWatched?: boolean;
  /** Whether it holds digits: the keyboard of phones and the width follow. */
  isNumeric?: boolean;
  isShort?: boolean;
};

/** The fields of one line, by their names. */
export type Parts = Readonly<Record<string, Kind>>;

/** A field of several lines, each of the same fields. */
export type Lines<P extends Parts = Parts> = {
  control: { type: 'lines' };
  parts: P;
  /** How many lines there are at least and at most, and how many of them are empty where more fit. */
  least: number;
  most: number;
  spare: number;
  /** Which fields of a line must not be empty, from what the others hold. */
  missing(line: LineOf<P>): readonly (keyof P)[];
};

/** What one line holds. */
export type LineOf<P extends Parts> = { [Name in keyof P]: ValueOf<P[Name]> };

/** The value that is read from a field of a kind; of lines those that are not empty. */
export type ValueOf<K> =
  K extends Lines<infer P> ? readonly LineOf<P>[] : K extends Kind<infer V> ? V : never;

const code = (problem: ProblemCode) => problem;
const asIs = (text: string): string => text;
const textOf = (max: number) =>
  v.pipe(
    v.string(),
    v.check((text) => codePoints(text) <= max, code('max_length')),
  );

/** A line of text. @param options.max in characters */
export const text = (options: { max: number; autocomplete?: string }): Kind<string> => ({
  ...{ control: { type: 'line', input: 'text' }, schema: textOf(options.max), toText: asIs },
  ...{ maxLength: options.max, autocomplete: options.autocomplete ?? 'off' },
});

/** A line of text that is a secret: it is not seen when it is typed, and not in the form after a refusal. */
export const secretText = (options: { max: number }): Kind<string> => ({
  ...text(options),
  control: { type: 'line', input: 'password' },
});

/** What is looked for in a list: the first 200 characters. The key / goes there. */
export const search = (): Kind<string> => ({
  control: { type: 'line', input: 'search' },
  schema: v.pipe(
    v.string(),
    v.transform((text) => text.slice(0, 200)),
  ),
  toText: asIs,
  empty: { value: '' },
});

/** An email address. */
export const email = (options: { autocomplete?: string } = {}): Kind<string> => ({
  ...{ control: { type: 'line', input: 'email' }, schema: v.string(), toText: asIs },
  autocomplete: options.autocomplete ?? 'off',
});

/** A password, which is what was typed to the last space. */
export const password = (autocomplete: 'current-password' | 'new-password'): Kind<string> => ({
  ...{ control: { type: 'line', input: 'password' }, schema: v.string(), toText: asIs },
  ...{ autocomplete, isExact: true, empty: { value: '' }, isRequired: true },
});

/** A text that must be typed as the page says it. */
export const typed = (): Kind<string> => ({ ...text({ max: 1_000 }), emptyProblem: 'typed' });

/** Several lines of text. @param options.max in characters */
export const longText = (options: { max: number }): Kind<string> => ({
  ...{
    control: { type: 'area' },
    schema: textOf(options.max),
    toText: asIs,
    maxLength: options.max,
  },
});

/** A number as people type it: 1,490 is 1490. A point may begin a fraction, so that 2.50 is none. */
const digitsIn = (text: string): string => text.replace(/[\s,’']/g, '');

/** A whole number as people type it. */
export const whole = (options: { min: number; max: number; isShort?: boolean }): Kind<number> => ({
  control: { type: 'line', input: 'text' },
  schema: v.pipe(
    v.string(),
    v.transform(digitsIn),
    v.regex(/^[-−+]?\d{1,15}$/, code('whole')),
    v.transform((text) => Number(text.replace('−', '-'))),
    v.minValue(options.min, code('range')),
    v.maxValue(options.max, code('range')),
  ),
  ...{ toText: String, range: { min: options.min, max: options.max } },
  ...{ autocomplete: 'off', isNumeric: true, isShort: options.isShort ?? false },
});

/** An amount of money with at most two decimals: 2.50 or 2,50. */
export const money = (max: number): Kind<number> => ({
  control: { type: 'line', input: 'text' },
  schema: v.pipe(
    v.string(),
    v.regex(/^\d{1,9}(?:[.,]\d{1,2})?$/, code('money')),
    v.transform((text) => Number(text.replace(',', '.'))),
    v.maxValue(max, code('money')),
  ),
  ...{ toText: (value: number) => value.toFixed(2), range: { min: 0, max } },
  ...{ autocomplete: 'off', isNumeric: true, isShort: true },
});

/** The number of people, typed to confirm; null where it was not. No other number passes, so 1.490 is 1490. See `requireCount`. */
export const typedCount = (): Kind<number | null> => {
  const count = whole({ min: 0, max: Number.MAX_SAFE_INTEGER, isShort: true });
  const schema = v.pipe(
    v.string(),
    v.transform((text) => text.replaceAll('.', '')),
    count.schema as v.GenericSchema<string, number>,
  );
  return { ...optional({ ...count, schema }), isRequired: true };
};

/** A day: 2026-11-30. */
export const day = (): Kind<string> => ({
  control: { type: 'line', input: 'date' },
  schema: v.pipe(v.string(), v.isoDate(code('day'))),
  toText: asIs,
});

/** One of a few values, whose names stand in the catalogue. */
export const choice = <const T extends string>(values: readonly T[]): Kind<T> => ({
  control: { type: 'choice' },
  schema: v.picklist(values, code('choice')),
  toText: asIs,
});

/** As `choice`, each value with what it leads to. */
export const cards = <const T extends string>(values: readonly T[]): Kind<T> => ({
  ...choice(values),
  control: { type: 'cards' },
});

/** How long what is replaced still works, as durations. */
export const overlaps = () => choice(['24h', '1h', '7d', '0h']);

/** One of what the page offers, which has nothing for an empty field. */
export const pick = (): Kind<string> => ({
  ...{ control: { type: 'choice' }, schema: v.string(), toText: asIs, emptyProblem: 'choice' },
});

/** As `pick`, what the page offers side by side. */
export const pills = (): Kind<string> => ({ ...pick(), control: { type: 'pills' } });

/** Some of a few values, one at least. What is none of them is ignored. */
export const several = <const T extends string>(values: readonly T[]): Kind<T[]> => ({
  control: { type: 'boxes' },
  schema: v.pipe(
    v.array(v.string()),
    v.transform((given) => values.filter((value) => given.includes(value))),
    v.minLength(1, code('empty')),
  ),
  toText: (chosen) => chosen.join(),
});

/** Some of what the page offers, or nothing. */
export const picks = (): Kind<readonly string[]> => ({
  control: { type: 'boxes' },
  schema: v.array(v.string()),
  ...{ empty: { value: [] }, toText: (chosen) => chosen.join() },
});

/** A box to check. */
export const check = (): Kind<boolean> => ({
  control: { type: 'check' },
  schema: v.pipe(
    v.string(),
    v.transform(() => true),
  ),
  ...{ empty: { value: false }, toText: (isChecked) => (isChecked ? 'on' : '') },
});

/** A file. Its action takes it as it arrives: see `fileAction`. */
export const file = (options: { accept: string; maxBytes: number }): Kind<never> => ({
  control: { type: 'file', ...options },
  ...{ schema: v.never(), toText: () => '' },
});

/** A picture that was chosen, whose content is for `sentPicture` to read; the address of the one that is shown; null for none. */
export type PictureValue = Uint8Array | string | null;

/** A picture, beside other fields. */
export const picture = (): Kind<PictureValue> => ({
  control: { type: 'picture' },
  shown: v.string(),
  schema: v.pipe(
    v.string(),
    v.transform((text) => Buffer.from(text, 'base64')),
  ),
  empty: { value: null },
  toText: (value) => (typeof value === 'string' ? value : ''),
});

/** A file that a form sent. */
export type UploadedFile = { name: string; bytes: Uint8Array };

/** What a form sends unseen. */
export const hidden = (): HiddenKind<string> => ({
  ...{ control: { type: 'hidden' }, schema: v.string(), empty: { value: '' }, toText: asIs },
});
export type HiddenKind<V = unknown> = Kind<V> & { control: { type: 'hidden' } };

/** Texts that a form sends unseen, or that boxes elsewhere on the page send with it. */
export const hiddenList = (): HiddenKind<string[]> => ({
  ...{ control: { type: 'hidden', isList: true }, schema: v.array(v.string()) },
  ...{ empty: { value: [] }, toText: (texts) => texts.join() },
});

/** A whole number that a form sends unseen; -1 for anything else, which no form offers. */
export const hiddenCount = (): HiddenKind<number> => ({
  control: { type: 'hidden' },
  schema: v.pipe(
    v.string(),
    v.transform((text) => (/^\d{1,15}$/.test(text) ? Number(text) : -1)),
  ),
  ...{ empty: { value: -1 }, toText: String },
});

/** A field that may be left empty, which is null. */
export function optional<V>(kind: HiddenKind<V>): HiddenKind<V | null>;
export function optional<V>(kind: Kind<V>): Kind<V | null>;
export function optional<V>(kind: Kind<V>): Kind<V | null> {
  return {
    ...(kind as Kind<V | null>),
    empty: { value: null },
    toText: (value) => (value === null ? '' : kind.toText(value)),
  };
}

/** Lines of the same fields, each of which may be left empty. */
export const lines = <P extends Parts>(
  parts: P,
  options: Pick<Lines<P>, 'least' | 'most' | 'spare'> & Partial<Pick<Lines<P>, 'missing'>>,
): Lines<P> => ({ control: { type: 'lines' }, parts, missing: () => [], ...options });

/** The name under which a field of a line is sent. */
export const nameInLine = (part: string, line: number): string => `${part}${line}`;

export const isLines = (kind: Kind | Lines): kind is Lines => kind.control.type === 'lines';
