import { codePoints, fold, isStorable } from '../../domain/text.ts';

const MIN_LENGTH = 15;
const MAX_LENGTH = 256;

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

/** What is wrong with a password, and its length and limits in characters. */
export type PasswordProblem = {
  code: 'short' | 'long' | 'unusable' | 'guessable';
  length: number;
  min: number;
  max: number;
};

/**
 * Why a password cannot be used; undefined for one that can. No kinds of characters are required: length is what
 * makes a password strong, so only what would be guessed first is refused.
 *
 * @param known the person's email and the names of the company and the program
 */
export function passwordProblem(
  password: string,
  known: readonly string[],
): PasswordProblem | undefined {
  const length = codePoints(password.normalize('NFKC'));
  const is = (code: PasswordProblem['code']) => ({
    code,
    length,
    min: MIN_LENGTH,
    max: MAX_LENGTH,
  });
  if (length < MIN_LENGTH) return is('short');
  if (length > MAX_LENGTH) return is('long');
  if (!isStorable(password)) return is('unusable');
  return isGuessable(password, known) ? is('guessable') : undefined;
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
