import { CONTROL_CHARACTERS } from './text.ts';

/**
 * Quotes a text as one word of a shell command. Control characters become escapes, so that the command stays readable
 * and can be pasted; bash, zsh and ksh know them.
 */
export function shellWord(text: string): string {
  if (/^[\w@%+=:,./-]+$/.test(text)) return text;
  if (text.search(CONTROL_CHARACTERS) === -1) return `'${text.replaceAll("'", "'\\''")}'`;
  return `$'${text.replace(/['\\]/g, '\\$&').replace(CONTROL_CHARACTERS, toOctal)}'`;
}

/** The bytes of a character as octal escapes, which do not depend on the shell's locale. */
const toOctal = (character: string): string =>
  Array.from(
    new TextEncoder().encode(character),
    (byte) => `\\${byte.toString(8).padStart(3, '0')}`,
  ).join('');
