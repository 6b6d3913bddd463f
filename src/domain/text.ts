/**
 * The form in which two texts are the same "ignoring case": NFC, then lower case by Unicode's rules, then NFC
 * again, because there are small letters with an accent whose capitals are made of two characters (J̌, ǰ).
 * Kept in a column of its own wherever the store compares, because SQLite folds ASCII only.
 */
export const fold = (text: string): string =>
  // ASCII is normal by itself, and nearly all that is folded here is nothing else.
  isAscii(text) ? text.toLowerCase() : text.normalize('NFC').toLowerCase().normalize('NFC');

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

/** True where SQLite would keep exactly this text: no U+0000, which ends it early, and no lone surrogate. */
export const isStorable = (text: string): boolean =>
  !text.includes('\u0000') && text.isWellFormed();
