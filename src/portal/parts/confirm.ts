import { type Html, html } from '../../http/html.ts';
import { field, hiddenFields, type Refusal, Refused } from './form.ts';
import { number } from './format.ts';

/** A number as people type it: 1,490 is 1490. */
const digits = (text: string): string => text.replace(/[\s,.’']/g, '');

/** A field in which the number of people is typed. */
export const confirmField = (name: string, people: number, refusal: Refusal | undefined): Html =>
  field(
    {
      name,
      label: `To confirm, type how many people: ${number(people)}`,
      inputmode: 'numeric',
      autocomplete: 'off',
      className: 'num short',
    },
    refusal,
  );

/** A form for what concerns many people: their number must be typed. */
export function confirmForm(
  it: {
    action: string;
    name: string;
    people: number;
    button: string;
    isHarm?: boolean;
    /** What the form sends besides. */
    fields?: Readonly<Record<string, string>>;
  },
  refusal: Refusal | undefined,
): Html {
  return html`<form method="post" action="${it.action}">${hiddenFields(it.fields)}<div class="row end">${confirmField(it.name, it.people, refusal)}<button class="btn ${it.isHarm ? 'kill' : 'bad'}">${it.button}</button></div></form>`;
}

/** @throws Refused where another number was typed, or the number has changed since the page was made */
export function requireConfirmed(form: URLSearchParams, name: string, people: number): void {
  if (digits(form.get(name) ?? '') === String(people)) return;
  throw new Refused('', { [name]: `Type ${number(people)} to confirm.` });
}

/** From how many people on their number must be typed, where few or many may be concerned. */
const MANY = 11;

/** A form for what may concern few or many people: the number of many must be typed. */
export const countedForm = (
  it: { action: string; name: string; people: number; button: string; fields?: Html },
  refusal: Refusal | undefined,
): Html =>
  html`<form method="post" action="${it.action}">${it.fields}${it.people >= MANY ? confirmField(it.name, it.people, refusal) : ''}<p class="field"><button class="btn pri">${it.button}</button></p></form>`;

/** @throws Refused as `requireConfirmed`, where there are many */
export function requireCounted(form: URLSearchParams, name: string, people: number): void {
  if (people >= MANY) requireConfirmed(form, name, people);
}

/** A field in which a text is typed. */
export const typedField = (
  it: { name: string; what: string; typed: string },
  refusal: Refusal | undefined,
): Html =>
  field(
    {
      name: it.name,
      label: html`To confirm, type ${it.what}: <bdi>${it.typed}</bdi>`,
      autocomplete: 'off',
    },
    refusal,
  );

/** A form for what cannot be undone: a text must be typed. */
export const typedForm = (
  it: { action: string; name: string; what: string; typed: string; button: string },
  refusal: Refusal | undefined,
): Html =>
  html`<form method="post" action="${it.action}">${typedField(it, refusal)}<p class="field"><button class="btn kill">${it.button}</button></p></form>`;

/** @throws Refused where another text was typed */
export function requireTyped(form: URLSearchParams, name: string, typed: string): void {
  if ((form.get(name) ?? '').trim() === typed.trim()) return;
  throw new Refused('', { [name]: 'Type it exactly to confirm.' });
}
