import { type Html, html } from '../../http/html.ts';
import { field, hiddenFields, type Refusal, Refused } from './form.ts';
import { number } from './format.ts';

/** A number as people type it: 1,490 is 1490. */
const digits = (text: string): string => text.replace(/[\s,.’']/g, '');

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
  return html`<form method="post" action="${it.action}">${hiddenFields(it.fields)}<div class="row end">${field(
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
