import { Html, html } from '../../http/response/html.ts';
import type { Refusal } from '../forms/refused.ts';
import type { Choices } from '../forms/write-form.ts';
import { note } from '../view/note.ts';

type Field = {
  /** Of its own among all forms of the page: links lead to it. */
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
};

const attribute = (name: string, value: string | number | undefined): Html =>
  value === undefined ? html`` : html` ${new Html(name)}="${value}"`;

const withId = (id: string, name: string, text: string | Html | undefined) =>
  text === undefined || text === '' ? undefined : `${id}-${name}`;

/** Ties a field to what is wrong with it and to its hint, which stand below it. */
function describe(
  id: string,
  { error, hint }: { error: string | undefined; hint: string | Html | undefined },
): { described: Html; invalid: Html; texts: readonly [error: Html, hint: Html] } {
  const ids = [withId(id, 'error', error), withId(id, 'hint', hint)].filter(Boolean).join(' ');
  return {
    described: attribute('aria-describedby', ids === '' ? undefined : ids),
    invalid: error ? attribute('aria-invalid', 'true') : html``,
    texts: [
      html`${error && html`<p class="error" id="${id}-error">${error}</p>`}`,
      html`${hint && html`<p class="hint" id="${id}-hint">${hint}</p>`}`,
    ],
  };
}

/** A labelled field with its hint and what is wrong with it. After a refusal of its form it holds what was typed. */
export function field(it: Field, refusal: Refusal | undefined): Html {
  const { name, type = 'text' } = it;
  const id = `f-${name}`;
  const error = refusal?.fields[name];
  const value = type === 'password' ? undefined : (refusal?.values[name] ?? it.value);
  const { described, invalid, texts } = describe(id, { error, hint: it.hint });
  const shared = html` id="${id}" name="${name}"${it.isRequired === false ? '' : new Html(' required')}${attribute('autocomplete', it.autocomplete)}${attribute('maxlength', it.maxlength)}${described}${invalid}${it.isFocused ? new Html(' autofocus') : ''}`;
  const className = `input${it.className ? ` ${it.className}` : ''}`;
  // The first line end of a textarea is not part of what it holds.
  return html`<div class="field"><label for="${id}">${it.label}</label>${
    it.isLong
      ? html`<textarea class="${className}"${shared}>\n${value}</textarea>`
      : html`<input class="${className}" type="${type}"${shared}${attribute('value', value)}${attribute('inputmode', it.inputmode)}${attribute('max', it.max)}>`
  }${texts}</div>`;
}

export type { Choices };

const optionsOf = (choices: Choices, chosen: string | undefined): Html =>
  html`${choices.map(([value, label]) => html`<option value="${value}"${value === chosen ? html` selected` : ''}>${label}</option>`)}`;

/** A labelled choice of one. After a refusal of its form it holds what was chosen. */
export function select(
  it: {
    name: string;
    label: string | Html;
    options: Choices | Readonly<Record<string, string>>;
    value?: string | undefined;
    hint?: string;
    /** Which of several choices of the same name it is, from 0. Then `value` is also that after a refusal. */
    at?: number;
    isRequired?: boolean;
  },
  refusal: Refusal | undefined,
): Html {
  const { name, options, at, hint } = it;
  const id = `f-${name}${at ? `-${at}` : ''}`;
  const choices = Symbol.iterator in options ? options : Object.entries(options);
  const chosen = at === undefined ? refusal?.values[name] : undefined;
  const { described, invalid, texts } = describe(id, {
    error: at ? undefined : refusal?.fields[name],
    hint,
  });
  return html`<div class="field"><label for="${id}">${it.label}</label><select class="input" id="${id}" name="${name}"${it.isRequired ? new Html(' required') : ''}${described}${invalid}>${optionsOf(choices as Choices, chosen ?? it.value)}</select>${texts}</div>`;
}

/** A box to check, after a refusal of its form as it was sent. */
export function checkbox(
  it: { name: string; label: string | Html; isChecked: boolean; value?: string },
  refusal: Refusal | undefined,
): Html {
  const { name, label, value = 'on' } = it;
  const isChecked = refusal ? isChosen(refusal, name, value) : it.isChecked;
  return html`<label class="check"><input type="checkbox" name="${name}" value="${value}"${isChecked ? html` checked` : ''}> <span>${label}</span></label>`;
}

const isChosen = ({ chosen }: Refusal, name: string, value: string): boolean =>
  chosen[name]?.includes(value) ?? false;

/** What is wrong with a form, above it, with links to the fields. */
export const summary = (title: string, refusal: Refusal | undefined): Html | undefined =>
  refusal && note('bad', html`<b>${title}</b> ${errors(refusal)}`, { isAlert: true });

const errors = ({ message, fields }: Refusal): Html => {
  const links = Object.entries(fields).map(
    ([name, error], at) => html`${at === 0 ? '' : ' '}<a href="#f-${name}">${error}</a>`,
  );
  return html`${message}${message === '' || links.length === 0 ? '' : ' '}${links}`;
};

/** What a form sends unseen. */
export const hiddenFields = (fields: Readonly<Record<string, string>> = {}): Html =>
  html`${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}`;

/** A form of one button. */
export const buttonForm = (
  action: string,
  label: string | Html,
  { className = '', fields = {} }: { className?: string; fields?: Record<string, string> } = {},
): Html =>
  html`<form method="post" action="${action}">${hiddenFields(fields)}<button class="btn ${className}">${label}</button></form>`;
