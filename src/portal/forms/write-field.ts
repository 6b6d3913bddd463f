import { Html, html } from '../../http/response/html.ts';
import { icon } from '../view/icons.ts';
import type { Kind } from './kinds.ts';

/** Values to choose from with what they are called, in their order. */
export type Choices = readonly (readonly [value: string, label: string | Html])[];

export const hiddenField = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}">`;

export const attribute = (name: string, value: string | number | undefined): Html =>
  value === undefined ? html`` : html` ${new Html(name)}="${value}"`;

const flag = (name: string, isSet: boolean): Html => (isSet ? html` ${new Html(name)}` : html``);

/** A field as it is written. */
export type Field = {
  id: string;
  name: string;
  kind: Kind;
  value: string;
  label: string | Html;
  hint: string | Html | undefined;
  choices: Choices;
  error: string | undefined;
  /** Everything that is chosen of several values. */
  chosen: readonly string[] | undefined;
  isFocused: boolean;
};

/** Ties a field to what is wrong with it and to its hint, which stand below it. */
function describe({ id, error, hint }: Field): {
  described: Html;
  invalid: Html;
  errorText: Html;
  hintText: Html;
} {
  const ids = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return {
    described: attribute('aria-describedby', ids === '' ? undefined : ids),
    invalid: attribute('aria-invalid', error ? 'true' : undefined),
    errorText: html`${error && html`<p class="error" id="${id}-error">${error}</p>`}`,
    hintText: html`${hint && html`<p class="hint" id="${id}-hint">${hint}</p>`}`,
  };
}

const labelled = (field: Field, control: Html): Html => {
  const { errorText, hintText } = describe(field);
  return html`<div class="field"><label for="${field.id}">${field.label}</label>${control}${errorText}${hintText}</div>`;
};

/** The attributes that every control has. */
function shared(field: Field): Html {
  const { id, name, kind, isFocused } = field;
  const { described, invalid } = describe(field);
  return html` id="${id}" name="${name}"${flag('required', kind.isRequired ?? kind.empty === undefined)}${attribute('autocomplete', kind.autocomplete)}${attribute('maxlength', kind.maxLength)}${described}${invalid}${flag('autofocus', isFocused)}`;
}

/** One of several values, all of them seen. */
function radios(
  field: Field,
  arranged: (options: readonly Html[]) => Html,
  className: string,
): Html {
  const { id, name, choices, value: chosen } = field;
  const { described, invalid, errorText, hintText } = describe(field);
  const options = choices.map(
    ([value, label], at) =>
      html`<label class="${className}"><input type="radio" name="${name}" value="${value}"${at === 0 ? attribute('id', id) : ''}${invalid}${flag('checked', value === chosen)}> <span>${label}</span></label>`,
  );
  return html`<fieldset class="field"${described}><legend>${field.label}</legend>${errorText}${arranged(options)}${hintText}</fieldset>`;
}

/** A field with its label, its hint and what is wrong with it. */
export const writeControl = (field: Field): Html => {
  const { type } = field.kind.control;
  return type === 'hidden' ? hiddenField(field.name, field.value) : WRITERS[type](field);
};

const WRITERS: Readonly<
  Record<Exclude<Kind['control']['type'], 'hidden'>, (field: Field) => Html>
> = {
  line: (field) => {
    const { kind } = field;
    const { input } = kind.control as Extract<Kind['control'], { type: 'line' }>;
    const className = `input${kind.isNumeric ? ' num' : ''}${kind.isShort ? ' short' : ''}`;
    const value = input === 'password' ? undefined : field.value;
    return labelled(
      field,
      html`<input class="${className}" type="${input}"${shared(field)}${attribute('value', value)}${attribute('inputmode', kind.isNumeric ? 'numeric' : undefined)}${attribute('placeholder', kind.isWatched ? ' ' : undefined)}>`,
    );
  },
  // The first line end of a textarea is not part of what it holds.
  area: (field) =>
    labelled(field, html`<textarea class="input"${shared(field)}>\n${field.value}</textarea>`),
  choice: (field) =>
    labelled(field, html`<select class="input"${shared(field)}>${optionsOf(field)}</select>`),
  check: ({ name, value, label, chosen }) => {
    const isChecked = chosen ? chosen.length > 0 : value !== '';
    return html`<label class="check"><input type="checkbox" name="${name}" value="on"${flag('checked', isChecked)}> <span>${label}</span></label>`;
  },
  file: (field) => {
    const { accept } = field.kind.control as Extract<Kind['control'], { type: 'file' }>;
    return labelled(
      field,
      html`<input class="input" type="file"${shared(field)} accept="${accept}">`,
    );
  },
  picture: (field) =>
    labelled(
      field,
      html`<input class="input" type="file"${shared(field)} accept="image/png,image/jpeg,image/webp">`,
    ),
  cards: (field) => radios(field, (options) => html`${options}`, 'opt-card'),
  pills: (field) => radios(field, (options) => html`<div class="row">${options}</div>`, 'pill'),
  boxes: (field) => {
    const { id, name, choices, chosen } = field;
    const { described, invalid, errorText, hintText } = describe(field);
    const boxes = choices.map(
      ([value, label], at) =>
        html`<li><label><input type="checkbox" name="${name}" value="${value}"${at === 0 ? attribute('id', id) : ''}${invalid}${flag('checked', chosen?.includes(value) ?? false)}> <span>${label}</span></label></li>`,
    );
    return html`<fieldset class="field"${described}><legend>${field.label}</legend>${errorText}<ul class="boxes">${boxes}</ul>${hintText}</fieldset>`;
  },
};

/** A field of a bar, whose label is only read out; that of a day is seen. */
export function writeBare(field: Field): Html {
  const { control } = field.kind;
  const name = html` id="${field.id}" name="${field.name}"`;
  if (control.type === 'choice') {
    return html`<select class="input"${name} aria-label="${field.label}">${optionsOf(field)}</select>`;
  }
  const type = control.type === 'line' ? control.input : 'text';
  const isDay = type === 'date';
  const read = isDay ? '' : html` placeholder="${field.label}" aria-label="${field.label}"`;
  const input = html`<input class="input" type="${type}"${name} value="${field.value}"${read}>`;
  if (isDay) return html`<label class="small">${field.label} ${input}</label>`;
  return type === 'search'
    ? html`<div class="search">${icon('search')}${input}<kbd aria-hidden="true">/</kbd></div>`
    : input;
}

const optionsOf = ({ choices, value: chosen }: Field): Html =>
  html`${choices.map(([value, label]) => html`<option value="${value}"${flag('selected', value === chosen)}>${label}</option>`)}`;
