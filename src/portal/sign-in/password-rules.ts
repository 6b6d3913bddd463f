import { codePoints, fold, isStorable } from '../../domain/text.ts';

const MIN_LENGTH = 15;
const MAX_LENGTH = 256;

export const PASSWORD_HINT = `${MIN_LENGTH} characters or more. Four or five unrelated words are strong and easy to type.`;

/** What people type when they must fill fifteen characters; also with anything short around them. */
const COMMON = [
  ...[
    'passwordpassword',
    'password',
    'qwertyuiop',
    'asdfghjkl',
    'zxcvbnm',
    'qwertzuiop',
    'azertyuiop',
  ],
  ...[
    '1q2w3e4r5t6y',
    'q1w2e3r4t5y6',
    '1qaz2wsx3edc',
    'iloveyou',
    'letmein',
    'welcome',
    'administrator',
  ],
  ...[
    'changeme',
    'correcthorsebatterystaple',
    'trustno1',
    'football',
    'baseball',
    'sunshine',
    'princess',
  ],
  ...['superman', 'starwars', 'whatever', 'passwort', 'motdepasse', 'contraseña', 'hunter2'],
  ...['abcdefghijklmnopqrstuvwxyz', '01234567890123456789', '98765432109876543210'],
];

/**
 * Why a password cannot be used; undefined for one that can. No kinds of characters are required: length is what
 * makes a password strong, so only what would be guessed first is refused.
 *
 * @param known the person's email and the names of the company and the program
 */
export function passwordProblem(password: string, known: readonly string[]): string | undefined {
  const length = codePoints(password.normalize('NFKC'));
  if (length < MIN_LENGTH) {
    return `The password has ${length === 1 ? '1 character' : `${length} characters`}; ${MIN_LENGTH} are needed.`;
  }
  if (length > MAX_LENGTH) return `The password may have at most ${MAX_LENGTH} characters.`;
  if (!isStorable(password)) return 'The password holds a character that cannot be used.';
  return isGuessable(password, known)
    ? 'The password is among the first that are tried. Choose words that nobody would expect.'
    : undefined;
}

/** Characters that must be left once everything that is easy to guess is taken out. */
const OWN_CHARACTERS = 8;

function isGuessable(password: string, known: readonly string[]): boolean {
  const words = [...known.flatMap((text) => fold(text).split(/[\s@]+/)), ...COMMON, 'engaged']
    .filter((word) => word.length >= 4)
    .sort((a, b) => b.length - a.length);
  let rest = fold(password.normalize('NFKC'));
  for (const word of words) rest = rest.replaceAll(word, '');
  return (
    new Set(rest.replace(/(.{1,6}?)\1{2,}/g, '$1').replace(SEQUENCE, '')).size < OWN_CHARACTERS
  );
}

const SEQUENCE = /(?:0?123456789?0?|9?876543210?|abcdef\w?|qwert\w*|asdf\w*)/g;
