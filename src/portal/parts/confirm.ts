import { type Html, html } from '../../http/html.ts';
import { field, type Refusal, Refused } from './form.ts';
import { number } from './format.ts';

/** A number as people type it: 1,490 is 1490. */
const digits = (text: string): string => text.replace(/[\s,.’']/g, '');

/** From how many people on their number must be typed. */
const MANY = 11;

/** A form for what may concern few or many people: the number of many must be typed. */
export const countedForm = (
  it: { action: string; name: string; people: number; button: string; fields?: Html },
  refusal: Refusal | undefined,
): Html =>
  it.people >= MANY
    ? confirmForm(it, refusal)
    : html`<form method="post" action="${it.action}">${it.fields}<button class="btn pri">${it.button}</button></form>`;

/** @throws Refused as `requireConfirmed`, where the number of people has to be typed */
export function requireCounted(form: URLSearchParams, name: string, people: number): void {
  if (people >= MANY) requireConfirmed(form, name, people);
}

/** A form for what concerns many people: their number must be typed. */
export function confirmForm(
  it: {
    action: string;
    name: string;
    people: number;
    button: string;
    isHarm?: boolean;
    /** What the form sends besides. */
    fields?: Html;
  },
  refusal: Refusal | undefined,
): Html {
  return html`<form method="post" action="${it.action}">${it.fields}<div class="row end">${field(
    {
      name: it.name,
      label: `To confirm, type how many people: ${number(it.people)}`,
      inputmode: 'numeric',
      autocomplete: 'off',
      className: 'num short',
    },
    refusal,
  )}<button class="btn ${it.isHarm ? 'kill' : 'bad'}">${it.button}</button></div></form>`;
}

/** @throws Refused where another number was typed, or the number has changed since the page was made */
export function requireConfirmed(form: URLSearchParams, name: string, people: number): void {
  if (digits(form.get(name) ?? '') === String(people)) return;
  throw new Refused('', { [name]: `Type ${number(people)} to confirm.` });
}
