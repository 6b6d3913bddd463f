import { Html, html } from '../../http/html.ts';
import { icon } from './icons.ts';

/** What was wrong with a form that was sent: as a whole, and by field. */
export type Refusal = {
  /** The action that refused it, where a page has several forms. */
  action: string;
  message: string;
  fields: Readonly<Record<string, string>>;
  values: Readonly<Record<string, string>>;
};

/** Thrown by an action that does not accept what was sent. Nothing was changed. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly fields: Readonly<Record<string, string>>;

  constructor(message: string, fields: Readonly<Record<string, string>> = {}) {
    super(message);
    this.fields = fields;
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

/** A labelled choice. */
export function choice(
  it: { name: string; label: string; options: Readonly<Record<string, string>>; value?: string },
  refusal?: Refusal,
): Html {
  const { name, label, options } = it;
  const chosen = refusal?.values[name] ?? it.value;
  return html`<div class="field"><label for="f-${name}">${label}</label><select class="input" id="f-${name}" name="${name}">${Object.entries(options).map(([value, text]) => html`<option value="${value}"${value === chosen ? new Html(' selected') : ''}>${text}</option>`)}</select></div>`;
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

/** A form of one button. */
export const buttonForm = (
  action: string,
  label: string | Html,
  { className = '', fields = {} }: { className?: string; fields?: Record<string, string> } = {},
): Html =>
  html`<form method="post" action="${action}">${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}<button class="btn ${className}">${label}</button></form>`;
