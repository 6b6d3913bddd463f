/**
 * The form in which two texts are the same "ignoring case": NFC, then lower case by Unicode's rules, then NFC
 * again, because there are small letters with an accent whose capitals are made of two characters (J̌, ǰ).
 * `LIKE_ASCII` stays as it is, so that no text with a character outside ASCII is the same as one without.
 * Kept in a column of its own wherever the store compares, because SQLite folds ASCII only.
 */
export function fold(text: string): string {
  // Most texts are ASCII in small letters, and ASCII is always normalised.
  if (!/[A-Z\x80-\uffff]/.test(text)) return text;
  if (isAscii(text)) return text.toLowerCase();
  return text
    .split(LIKE_ASCII_CHARACTER)
    .map((part) => (LIKE_ASCII.includes(part) ? part : foldPart(part)))
    .join('');
}

const foldPart = (text: string): string => text.normalize('NFC').toLowerCase().normalize('NFC');

/** The characters that NFC replaces by one of ASCII: the Greek question mark, the varia, and the sign of the kelvin. */
export const LIKE_ASCII: readonly string[] = ['\u037e', '\u1fef', '\u212a'];

const LIKE_ASCII_CHARACTER = /([\u037e\u1fef\u212a])/;

/** Letters that differ from another one by more than an accent that Unicode could take off. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', ł: 'l', ø: 'o', đ: 'd', æ: 'ae', œ: 'oe', ı: 'i' },
};

/** The form in which two texts are the same ignoring case and accents, for searching: `Łódź` matches `lodz`. */
export const foldAccents = (text: string): string =>
  isAscii(text)
    ? text.toLowerCase()
    : text
        .normalize('NFKD')
        .toLowerCase()
        .replace(/\p{M}/gu, '')
        .replace(/[ßłøđæœı]/g, (letter) => PLAIN_LETTERS[letter] ?? letter);

const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);

/** Length in Unicode code points, the unit of every limit in the API contract. */
export function codePoints(text: string): number {
  let count = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0xd800 && unit <= 0xdbff && i + 1 < text.length) {
      const next = text.charCodeAt(i + 1);
      if (next >= 0xdc00 && next <= 0xdfff) i++;
    }
    count++;
  }
  return count;
}

/** A text without what it ends in, however often that is repeated. */
export function withoutEnd(text: string, end: string): string {
  let length = text.length;
  while (length > 0 && text.endsWith(end, length)) length -= end.length;
  return text.slice(0, length);
}

/** A text up to where another one first occurs in it. */
export const upTo = (text: string, end: string): string => text.split(end, 1)[0] ?? '';

/** True where SQLite would keep exactly this text: no U+0000, which ends it early, and no lone surrogate. */
export const isStorable = (text: string): boolean =>
  !text.includes('\u0000') && text.isWellFormed();

/** C0, DEL and C1 drive terminals; the directional overrides make text look like other text. */
export const CONTROL_CHARACTERS = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;
