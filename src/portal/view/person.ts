import { type Html, html } from '../../http/response/html.ts';
import type { BoardRow } from '../../service/boards/board-rows.ts';
import type { Messages } from '../languages/en.ts';
import { strongLink } from './cells.ts';

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
export const personName = (
  { accounts }: Messages,
  person: { name: string | null; email: string | null },
): Html => html`<bdi>${person.name ?? person.email ?? accounts.noName}</bdi>`;

/** Somebody on a board, as its viewer sees them. */
export type BoardPerson = Pick<BoardRow, 'as' | 'name'>;

/** The name of somebody on a board; of whoever is not shown, that. */
export const boardName = (t: Messages, { as, name }: BoardPerson): Html =>
  as === 'hidden'
    ? html`<span class="muted">${t.boards.notShown}</span>`
    : personName(t, { name, email: null });

/** Somebody on a board with the letters that stand for them. @param more as of `personEntry` */
export const shownPerson = (
  t: Messages,
  person: BoardPerson,
  href: string | undefined,
  ...more: readonly Html[]
): Html =>
  person.as === 'hidden'
    ? html`<span class="person">${avatar('–')}<span>${boardName(t, person)}</span></span>`
    : personEntry(t, { name: person.name, email: null }, href, ...more);

/** Says of somebody that they have no email. */
export const noEmailChip = ({ people }: Messages, hasEmail: boolean): Html =>
  hasEmail ? html`` : html` <span class="chip">${people.noEmail}</span>`;

/**
 * Somebody with the letters that stand for them.
 *
 * @param href where their name leads; undefined for nowhere
 * @param more what else is known, beside and below the name
 */
export const personEntry = (
  t: Messages,
  person: { name: string | null; email: string | null },
  href: string | undefined,
  ...more: readonly Html[]
): Html => {
  const name = personName(t, person);
  const shown =
    href === undefined ? html`<span class="strong">${name}</span>` : strongLink(href, name);
  return html`<span class="person">${avatar(person.name ?? person.email ?? '?')}<span>${shown}${more}</span></span>`;
};
