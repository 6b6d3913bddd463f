import { type Html, html } from '../../http/response/html.ts';
import { type Refusal, Refused } from '../forms/refused.ts';
import { field, hiddenFields } from './form.ts';
import { number } from './format.ts';

/** A number as people type it: 1,490 is 1490. */
const digits = (text: string): string => text.replace(/[\s,.’']/g, '');

/** A field in which the number of people is typed. */
const confirmField = (name: string, people: number, refusal: Refusal | undefined): Html =>
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
