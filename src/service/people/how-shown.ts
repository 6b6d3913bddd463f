import { CHOICES, type Choice, MAX_NICKNAME, MIN_NICKNAME } from '../../domain/board/shown.ts';
import { failure } from '../../domain/errors.ts';
import { CONTROL_CHARACTERS, codePoints, foldAccents } from '../../domain/text.ts';
import type { EmployeeRow } from '../../store/people/employees.ts';
import * as employees from '../../store/people/employees.ts';
import type { CompanyWrite } from '../company/company-write.ts';
import { readLabel, requireChoice } from '../input.ts';

/** How somebody is shown to others; null for what their company does with those who choose nothing. */
export type ShownChanges = {
  shown_as?: string | null | undefined;
  nickname?: string | null | undefined;
};

/** Small letters of Cyrillic and Greek, each before the one of Latin that it looks like. */
const LOOKALIKES = 'аaеeоoрpсcуyхxіiјjѕsԁdһhԛqԝwкkмmтtвbнhβbοoαaρpνvυuιiκkτtχxγy';

const latinOf = (letter: string): string => {
  const at = LOOKALIKES.indexOf(letter);
  return at === -1 || at % 2 === 1 ? letter : LOOKALIKES.charAt(at + 1);
};

/**
 * The form in which two names are the same for whoever reads them, ignoring case, accents, spaces and what is not seen,
 * with letters of other alphabets as those that they look like.
 */
const readable = (text: string): string =>
  foldAccents(text)
    .replace(/[\s\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(/[\u0370-\u052f]/g, latinOf);

/** Whether a text reads as another one. A look at its first letter spares most of a million people the rest. */
function readsAs(text: string | null | undefined, key: string): boolean {
  if (!text) return false;
  const isLetter = /^[a-z\d]/i.test(text);
  return (!isLetter || text.charAt(0).toLowerCase() === key.charAt(0)) && readable(text) === key;
}

/**
 * Changes how a person is shown to others.
 *
 * @throws EngagedError `validation_failed`; `conflict` for a nickname that is taken, or a name or address of somebody
 */
export function setShown(
  { db, companyId, revision }: CompanyWrite,
  person: EmployeeRow,
  changes: ShownChanges,
): void {
  const shownAs =
    changes.shown_as === undefined
      ? person.shownAs
      : changes.shown_as && requireChoice('shown_as', changes.shown_as, CHOICES);
  const nickname =
    changes.nickname === undefined ? person.nickname : readNickname(changes.nickname);
  if (shownAs === ('nickname' satisfies Choice) && nickname === null) {
    throw failure('nickname_missing', { field: 'nickname' });
  }
  const nicknameKey = nickname === null ? null : readable(nickname);
  if (nicknameKey !== null && nickname !== person.nickname) {
    for (const other of db.each(employees.listKnownAs, { companyId })) {
      const names = [other.accountName, other.givenName, other.email, other.email.split('@')[0]];
      const taken = other.number === person.number ? names : [...names, other.nickname];
      if (taken.some((name) => readsAs(name, nicknameKey))) {
        throw failure('nickname_taken', { field: 'nickname' });
      }
    }
  }
  const { number } = person;
  db.run(employees.setShown, { companyId, number, shownAs, nickname, nicknameKey, revision });
}

function readNickname(text: string | null): string | null {
  const nickname = readLabel(
    'nickname',
    text?.replace(CONTROL_CHARACTERS, '') || null,
    MAX_NICKNAME,
  );
  // What nobody sees does not count.
  if (nickname !== null && codePoints(readable(nickname)) < MIN_NICKNAME) {
    throw failure('field_too_short', { field: 'nickname', min: MIN_NICKNAME });
  }
  return nickname;
}
