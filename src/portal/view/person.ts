import { type Html, html } from '../../http/response/html.ts';
import type { Messages } from '../languages/en.ts';

/** Writing systems in which two letters side by side are not initials. */
const ONE_LETTER =
  /\p{Script=Han}|\p{Script=Hangul}|\p{Script=Arabic}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hebrew}|\p{Script=Thai}/u;

/** The letters that stand for a person. */
function initials(name: string): string {
  const words = name.split(/\s+/).filter((word) => /^[\p{L}\p{N}]/u.test(word));
  const [first = name, ...rest] = words;
  const letter = (word: string) => [...word][0]?.toLocaleUpperCase('en') ?? '';
  const last = rest.at(-1);
  return ONE_LETTER.test(first) || !last ? letter(first) : letter(first) + letter(last);
}

export const avatar = (name: string, isBig = false): Html =>
  html`<span class="avatar${isBig ? ' big' : ''}" aria-hidden="true">${initials(name)}</span>`;

/** A name in any writing direction; who has none is known by their email. */
export const named = (
  { accounts }: Messages,
  person: { name: string | null; email: string | null },
): Html => html`<bdi>${person.name ?? person.email ?? accounts.noName}</bdi>`;
