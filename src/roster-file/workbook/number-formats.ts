import type { WorkbookParts } from './parts.ts';
import { readXml } from './xml.ts';

/** A number as text. */
export type NumberFormat = (value: number) => string;

/** The formats of days and times among those that every workbook has; see ECMA-376, part 1, 18.8.30. */
const isBuiltInDay = (id: number): boolean =>
  (id >= 14 && id <= 22) ||
  (id >= 27 && id <= 36) ||
  (id >= 45 && id <= 47) ||
  (id >= 50 && id <= 58);

const MAX_STYLES = 100_000;

/** Longer ones are for something else than leading zeros. */
const MAX_CODE = 50;

/** How the numbers of cells are written, by the number of their style. */
export async function readNumberFormats(
  parts: WorkbookParts,
  path: string | undefined,
  isFrom1904: boolean,
): Promise<readonly NumberFormat[]> {
  if (path === undefined) return [];
  const codes = new Map<number, string>();
  const formats: NumberFormat[] = [];
  let isOfCells = false;
  await readXml(parts, path, {
    open(name, { numFmtId = '0', formatCode = '' }) {
      if (name === 'numFmt' && codes.size < MAX_STYLES) codes.set(Number(numFmtId), formatCode);
      if (name === 'cellXfs') isOfCells = true;
      if (name === 'xf' && isOfCells && formats.length < MAX_STYLES) {
        const id = Number(numFmtId);
        formats.push(isBuiltInDay(id) ? toDay(isFrom1904) : formatOf(codes.get(id), isFrom1904));
      }
    },
    close(name) {
      if (name === 'cellXfs') isOfCells = false;
    },
  });
  return formats;
}

/** A number as it is, with all of its digits, where Excel would show `1.23457E+11`. */
export const plain: NumberFormat = (value) =>
  Number.isSafeInteger(value) ? BigInt(value).toString() : String(value);

function formatOf(code: string | undefined, isFrom1904: boolean): NumberFormat {
  if (code === undefined || code.length > MAX_CODE) return plain;
  const tokens = tokensOf(code);
  if (tokens.some(({ letter, isText }) => !isText && /^[ymdhs]$/i.test(letter)))
    return toDay(isFrom1904);
  return withZeros(tokens) ?? plain;
}

type Token = { letter: string; isText: boolean };

/** The characters of the first section of a format, and whether they stand for themselves. */
function tokensOf(code: string): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < code.length && code.charAt(at) !== ';'; ) {
    const letter = code.charAt(at);
    const end = endOf(code, at);
    if (letter === '"' || letter === '\\') {
      for (const text of code.slice(at + 1, letter === '"' ? end - 1 : end))
        tokens.push({ letter: text, isText: true });
    } else if (letter !== '[') tokens.push({ letter, isText: '- ():'.includes(letter) });
    // In brackets stand a colour, a language, a condition, or hours that go on after 24.
    else if (/^\[[hms]+\]$/i.test(code.slice(at, end))) tokens.push({ letter: 'h', isText: false });
    at = end;
  }
  return tokens;
}

/** Where what begins at a place is over: a text in quotation marks, brackets, an escaped character, or one character. */
function endOf(code: string, at: number): number {
  const letter = code.charAt(at);
  if (letter === '\\') return at + 2;
  if (letter !== '"' && letter !== '[') return at + 1;
  const end = code.indexOf(letter === '"' ? '"' : ']', at + 1);
  return end === -1 ? code.length : end + 1;
}

/** The format of a number with leading zeros, such as `00000` or `"A-"000`; undefined for another one. */
function withZeros(tokens: readonly Token[]): NumberFormat | undefined {
  const places = tokens.filter(({ isText }) => !isText);
  if (places.length < 2 || places.some(({ letter }) => letter !== '0')) return undefined;
  return (value) => {
    if (!Number.isSafeInteger(value) || value < 0) return plain(value);
    const digits = plain(value).padStart(places.length, '0');
    let at = digits.length - places.length;
    let text = '';
    let isFirst = true;
    for (const { letter, isText } of tokens) {
      if (isText) text += letter;
      else {
        // More digits than places stand before the first of them.
        text += isFirst ? digits.slice(0, at + 1) : digits.charAt(at);
        at++;
        isFirst = false;
      }
    }
    return text;
  };
}

const DAY_MS = 86_400_000;

/** The last day that a sheet can hold: the end of the year 9999. */
const LAST_DAY = 2_958_466;

/** A day as `2026-11-16`, with its time if it has one; so it is read alike whatever the cell looks like. */
const toDay =
  (isFrom1904: boolean): NumberFormat =>
  (value) => {
    if (!(value >= 0 && value < LAST_DAY)) return plain(value);
    // The first days of 1900 are counted as if there had been a 29th of February.
    const days = isFrom1904 ? value + 1_462 : value < 60 ? value + 1 : value;
    const time = Date.UTC(1899, 11, 30) + Math.round(days * 86_400) * 1_000;
    const text = new Date(time).toISOString();
    if (time % DAY_MS === 0) return text.slice(0, 10);
    return value < 1 ? text.slice(11, 19) : text.slice(0, 19).replace('T', ' ');
  };
