import type { Html } from '../../http/response/html.ts';
import type { Messages } from '../languages/en.ts';
import type { HiddenKind, Kind, Lines, Parts, ValueOf } from './kinds.ts';

/** The fields of a form by their names, in their order. */
export type Fields = Readonly<Record<string, Kind | Lines>>;

/** The names of the fields that people see. */
export type SeenField<F extends Fields> = {
  [Name in keyof F & string]: F[Name] extends HiddenKind ? never : Name;
}[keyof F & string];

/** The names of the fields of lines. */
export type PartOf<F extends Fields> = {
  [Name in keyof F]: F[Name] extends Lines<infer P> ? keyof P & string : never;
}[keyof F];

/** What people read at a field: its label alone, or more. A choice has the names of its values. */
export type FieldText =
  | string
  | Html
  | {
      label: string | Html;
      hint?: string | Html | undefined;
      /** What is said where nothing is in it. */
      empty?: string;
      options?: Readonly<Record<string, string | Html>>;
    };

/** What people read at lines. */
export type LinesText<P extends Parts = Parts> = {
  /** What all of them are. */
  label?: string;
  hint?: string;
  /** At the fields of a line, which are counted from 0. */
  line(line: number): { readonly [Name in keyof P]: FieldText };
};

type TextOf<K> = K extends Lines<infer P> ? LinesText<P> : FieldText;

/** What people read at a form. */
export type FormTexts<F extends Fields> = {
  button: string;
  /** What did not happen where it is refused, if it is not that nothing was changed. */
  refused?: string;
  /** The legends of its groups; of sections with what they are for. */
  groups?: readonly (string | { title: string; text: string })[];
  fields: {
    readonly [Name in SeenField<F>]: TextOf<F[Name]>;
  };
};

/** What a form asks for. It is declared once: its HTML, its reading and the errors at its fields follow. */
export type Form<F extends Fields = Fields> = {
  /** Begins the ids of its fields, where a page has several forms. */
  id: string;
  fields: F;
  texts(t: Messages): FormTexts<F>;
  /** Fields that stand side by side. */
  rows?: readonly (readonly SeenField<F>[])[];
  /** Fields under legends, below those that are in none. */
  groups?: readonly (readonly SeenField<F>[])[];
  /**
   * Its button stands beside its fields; in a `bar` above a list they have no labels that are seen, too. In `sections` each
   * group stands beside its legend, and what somebody has changed beside the button, which stays in sight. In `panels` each
   * group is a panel without a legend, and its buttons are elsewhere on the page.
   */
  layout?: 'inline' | 'bar' | 'sections' | 'panels';
};

export type Values<F extends Fields> = { [Name in keyof F]: ValueOf<F[Name]> };

/** Declares a form. The compiler holds its texts against its fields. */
export const defineForm = <const F extends Fields>(form: Form<F>): Form<F> => form;

/** A form of one button. */
export const buttonForm = (
  id: string,
  button: (t: Messages) => string,
): Form<Record<never, Kind>> => ({
  ...{ id, fields: {} },
  texts: (t) => ({ button: button(t), fields: {} }),
});

/** The id of a field in the page. */
export const idOf = (form: { id: string }, name: string): string => `${form.id}-${name}`;
