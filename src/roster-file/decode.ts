import { constants } from 'node:buffer';
import { invalid } from '../domain/errors.ts';
import { findFault } from './decode-fault.ts';
import { encodingInWords, fromWindows1252, type ReadEncoding } from './encoding.ts';
import { COMMAND_LINE_WORDS, type Words } from './words.ts';

/** Long enough for a header line, which is where ASCII letters betray UTF-16 in any language. */
const SAMPLE_BYTES = 4096;

const WORKBOOK = 'The file is an Excel workbook. Save it as "CSV UTF-8" and import that file.';
const UTF_32 = 'The file is UTF-32 or no text at all. Save it as "CSV UTF-8" and import that file.';

/** What people hand over that cannot be read, by its first bytes. */
const foreign: readonly (readonly [start: readonly number[], why: string])[] = [
  [[0x50, 0x4b, 0x03, 0x04], WORKBOOK],
  [[0xd0, 0xcf, 0x11, 0xe0], WORKBOOK],
  [[0xff, 0xfe, 0x00, 0x00], UTF_32],
  [[0x00, 0x00, 0xfe, 0xff], UTF_32],
];

const marks: readonly (readonly [mark: readonly number[], encoding: string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];

/**
 * The text of a file, exactly or not at all. A byte order mark decides and is removed; without one,
 * `named` does; then UTF-16 is told by where its zero bytes lie, and all else is UTF-8. Only a file that
 * is ASCII but for single bytes which UTF-8 does not have is assumed to be Windows-1252, the form in
 * which Excel saves "CSV".
 *
 * Throws `validation_failed` for a workbook, for a file longer than a string can be, and, with line and
 * byte, for a text that is not wholly in its encoding or that lost characters earlier.
 */
export function decodeText(
  bytes: Uint8Array,
  named?: string,
  words: Words = COMMAND_LINE_WORDS,
): { text: string } & ReadEncoding {
  for (const [start, why] of foreign) if (startsWith(bytes, start)) throw invalid(why);
  const mark = marks.find(([start]) => startsWith(bytes, start));
  const certain = mark?.[1] ?? named ?? detectUtf16(bytes);
  const encoding = certain ?? 'utf-8';
  const text = decode(bytes, encoding);
  const fault = findFault({ bytes, text, encoding, markLength: mark?.[0].length ?? 0 });
  if (fault === null) return { text, encoding, isAssumed: false };
  if (fault.isLost) {
    throw invalid(
      `Characters of the file were lost before it came here: see ${fault.where}, where U+FFFD stands in for one. Export it again, or correct it there.`,
    );
  }
  if (certain !== undefined) {
    throw invalid(
      `The file is not ${encodingInWords(encoding)} throughout: see ${fault.where}. Save it as UTF-8 and try again.`,
    );
  }
  if (/[^\0-\x7f\ufffd]/.test(text) || Buffer.from(bytes).includes('\uFFFD')) {
    throw invalid(
      `The file is UTF-8 with broken characters: see ${fault.where}. Export it again, or correct it there. If it is in another encoding, ${words.otherEncoding}.`,
    );
  }
  return { text: assumeWindows1252(bytes, words), encoding: 'windows-1252', isAssumed: true };
}

function assumeWindows1252(bytes: Uint8Array, words: Words): string {
  const encoding = 'windows-1252';
  const text = decode(bytes, encoding);
  const fault = findFault({ bytes, text, encoding, markLength: 0 });
  if (fault === null && !text.includes('\0')) return text;
  const where = fault === null ? 'it holds bytes of zero' : `see ${fault.where}`;
  throw invalid(
    `The file is neither UTF-8 nor Windows-1252: ${where}. Save it as UTF-8, or ${words.encoding}.`,
  );
}

/** The text, with U+FFFD in the place of what cannot be read. */
function decode(bytes: Uint8Array, encoding: string): string {
  const mostUnits = encoding.startsWith('utf-16') ? bytes.length / 2 : bytes.length;
  if (mostUnits > constants.MAX_STRING_LENGTH) {
    const megabytes = Math.floor(constants.MAX_STRING_LENGTH / 1_048_576);
    throw invalid(
      `The file is too large to be read at once (the limit is about ${megabytes} MB). Split it into several files.`,
    );
  }
  return encoding === 'windows-1252'
    ? fromWindows1252(bytes)
    : new TextDecoder(encoding).decode(bytes);
}

/**
 * ASCII in UTF-16 is a zero byte beside each character: after it in little endian, before it in big
 * endian. A tenth of the characters is plenty, since no other encoding of a text has zero bytes but
 * UTF-32, which has several side by side.
 */
function detectUtf16(bytes: Uint8Array): string | undefined {
  const pairs = Math.floor(Math.min(bytes.length, SAMPLE_BYTES) / 2);
  let even = 0;
  let odd = 0;
  let both = 0;
  for (let i = 0; i < pairs * 2; i += 2) {
    if (bytes[i] === 0) even++;
    if (bytes[i + 1] === 0) odd++;
    if (bytes[i] === 0 && bytes[i + 1] === 0) both++;
  }
  if (pairs > 0 && both * 10 >= pairs) throw invalid(UTF_32);
  if (Math.max(even, odd) * 10 < pairs || even === odd) return undefined;
  return odd > even ? 'utf-16le' : 'utf-16be';
}

const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, i) => bytes[i] === byte);
