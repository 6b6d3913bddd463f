import { randomUUID } from 'node:crypto';
import { Html, html } from '../../http/html.ts';
import { icon } from './icons.ts';

/** What was wrong with a form that was sent: as a whole, and by field. */
export type Refusal = {
  /** The action that refused it, where a page has several forms. */
  action: string;
  message: string;
  fields: Readonly<Record<string, string>>;
  values: Readonly<Record<string, string>>;
  /** All values of each field, for fields that have several. */
  chosen: Readonly<Record<string, readonly string[]>>;
};

/** Thrown by an action that does not accept what was sent. Nothing was changed. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly fields: Readonly<Record<string, string>>;
  readonly status: number;

  constructor(message: string, fields: Readonly<Record<string, string>> = {}, status = 400) {
    super(message);
    this.fields = fields;
    this.status = status;
  }
}

type Field = {
  name: string;
  label: string | Html;
  type?: 'text' | 'email' | 'password' | 'number' | 'date' | 'search';
  value?: string;
  hint?: string | Html | undefined;
  autocomplete?: string;
  isRequired?: boolean;
  isLong?: boolean;
  inputmode?: 'numeric';
  max?: string;
  maxlength?: number;
  className?: string;
  isFocused?: boolean;
  /** Distinguishes fields of the same name in several forms of a page. */
  id?: string;
};

const attribute = (name: string, value: string | number | undefined): Html =>
  value === undefined ? html`` : html` ${new Html(name)}="${value}"`;

/** A labelled field with its hint and what is wrong with it. */
export function field(it: Field, refusal?: Refusal): Html {
  const { name, type = 'text', id = `f-${name}` } = it;
  const error = refusal?.fields[name];
  const value = type === 'password' ? undefined : (refusal?.values[name] ?? it.value);
  const described = [error && `${id}-error`, it.hint && `${id}-hint`].filter(Boolean).join(' ');
  const shared = html` id="${id}" name="${name}"${it.isRequired === false ? '' : new Html(' required')}${attribute('autocomplete', it.autocomplete)}${attribute('maxlength', it.maxlength)}${described === '' ? '' : attribute('aria-describedby', described)}${error ? attribute('aria-invalid', 'true') : ''}${it.isFocused ? new Html(' autofocus') : ''}`;
  const className = `input${it.className ? ` ${it.className}` : ''}`;
  return html`<div class="field"><label for="${id}">${it.label}</label>${
    it.isLong
      ? html`<textarea class="${className}"${shared}>${value}</textarea>`
      : html`<input class="${className}" type="${type}"${shared}${attribute('value', value)}${attribute('inputmode', it.inputmode)}${attribute('max', it.max)}>`
  }${error && html`<p class="error" id="${id}-error">${error}</p>`}${it.hint && html`<p class="hint" id="${id}-hint">${it.hint}</p>`}</div>`;
}

/** Values to choose from with what they are called, in their order. */
export type Choices = readonly (readonly [value: string, label: string])[];

export const optionsOf = (choices: Choices, chosen: string | undefined): Html =>
  html`${choices.map(([value, label]) => html`<option value="${value}"${value === chosen ? html` selected` : ''}>${label}</option>`)}`;

/** A labelled choice of one. */
export function select(
  it: {
    name: string;
    label: string | Html;
    options: Choices | Readonly<Record<string, string>>;
    value?: string | undefined;
    hint?: string;
    /** Distinguishes choices of the same name in a page. */
    id?: string;
  },
  refusal?: Refusal,
): Html {
  const { name, options, id = `f-${name}` } = it;
  const choices = Symbol.iterator in options ? options : Object.entries(options);
  const described = it.hint === undefined ? '' : attribute('aria-describedby', `${id}-hint`);
  return html`<div class="field"><label for="${id}">${it.label}</label><select class="input" id="${id}" name="${name}"${described}>${optionsOf(choices as Choices, refusal?.values[name] ?? it.value)}</select>${it.hint && html`<p class="hint" id="${id}-hint">${it.hint}</p>`}</div>`;
}

/** A labelled choice of several. */
export function checkboxes(
  it: {
    name: string;
    legend: string;
    options: readonly (readonly [string, Html])[];
    hint?: Html | undefined;
  },
  refusal?: Refusal,
): Html {
  const { name } = it;
  const error = refusal?.fields[name];
  const boxes = it.options.map(
    ([value, label], at) =>
      html`<li><label><input type="checkbox" name="${name}" value="${value}"${at === 0 ? html` id="f-${name}"` : ''}${refusal?.chosen[name]?.includes(value) ? html` checked` : ''}> <span>${label}</span></label></li>`,
  );
  return html`<fieldset class="field"><legend>${it.legend}</legend>${error && html`<p class="error">${error}</p>`}<ul class="boxes">${boxes}</ul>${it.hint && html`<p class="hint">${it.hint}</p>`}</fieldset>`;
}

/** What is wrong with a form, above it, with links to the fields. */
export const summary = (title: string, refusal: Refusal | undefined): Html | undefined =>
  refusal && note('bad', html`<b>${title}</b> ${errors(refusal)}`, { isAlert: true });

const errors = ({ message, fields }: Refusal): Html => {
  const links = Object.entries(fields).map(
    ([name, error], at) => html`${at === 0 ? '' : ' '}<a href="#f-${name}">${error}</a>`,
  );
  return html`${message}${message === '' || links.length === 0 ? '' : ' '}${links}`;
};

export const note = (
  kind: 'ok' | 'warn' | 'bad',
  text: Html,
  { isAlert = false }: { isAlert?: boolean } = {},
): Html =>
  html`<div class="note ${kind}" role="${isAlert ? 'alert' : 'status'}">${icon(kind === 'ok' ? 'check' : 'alert')}<div>${text}</div></div>`;

/** A whole number in a field; -1 for anything else, which no form offers. */
export function countIn(form: URLSearchParams, name: string): number {
  const text = form.get(name) ?? '';
  return /^\d{1,10}$/.test(text) ? Number(text) : -1;
}

/** What a form sends unseen. */
export const hiddenFields = (fields: Readonly<Record<string, string>> = {}): Html =>
  html`${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}`;

/** The field by which a form that is sent twice is known. */
export const ONCE = 'form-id';

/** Makes what a form does happen once, however often it is sent. */
export const once = (): Record<string, string> => ({ [ONCE]: randomUUID() });
export const onceField = (): Html => hiddenFields(once());

/** A form of one button. */
export const buttonForm = (
  action: string,
  label: string | Html,
  { className = '', fields = {} }: { className?: string; fields?: Record<string, string> } = {},
): Html =>
  html`<form method="post" action="${action}">${hiddenFields(fields)}<button class="btn ${className}">${label}</button></form>`;
