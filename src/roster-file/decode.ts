import { constants } from 'node:buffer';
import { failure } from '../domain/errors.ts';
import { findFault } from './decode-fault.ts';
import { encodingInWords, fromWindows1252, type ReadEncoding } from './encoding.ts';

/** Long enough for a header line, which is where ASCII letters betray UTF-16 in any language. */
const SAMPLE_BYTES = 4096;

/** What people hand over that cannot be read, by its first bytes. */
const foreign: readonly (readonly [
  start: readonly number[],
  why: 'workbook_old' | 'file_no_text',
])[] = [
  [[0xd0, 0xcf, 0x11, 0xe0], 'workbook_old'],
  [[0xff, 0xfe, 0x00, 0x00], 'file_no_text'],
  [[0x00, 0x00, 0xfe, 0xff], 'file_no_text'],
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
 * Throws `validation_failed` for a workbook of an old form, for a file longer than a string can be, and, with line and
 * byte, for a text that is not wholly in its encoding or that lost characters earlier.
 */
export function decodeText(bytes: Uint8Array, named?: string): { text: string } & ReadEncoding {
  for (const [start, why] of foreign) if (startsWith(bytes, start)) throw failure(why);
  const mark = marks.find(([start]) => startsWith(bytes, start));
  const certain = mark?.[1] ?? named ?? detectUtf16(bytes);
  const encoding = certain ?? 'utf-8';
  const text = decode(bytes, encoding);
  const fault = findFault({ bytes, text, encoding, markLength: mark?.[0].length ?? 0 });
  if (fault === null) return { text, encoding, isAssumed: false };
  const { isLost, place } = fault;
  if (isLost) throw failure('file_lost_characters', { place });
  if (certain !== undefined) {
    throw failure('file_other_encoding', { encoding: encodingInWords(encoding), place });
  }
  if (/[^\0-\x7f\ufffd]/.test(text) || Buffer.from(bytes).includes('\uFFFD')) {
    throw failure('file_broken_characters', { place });
  }
  return { text: assumeWindows1252(bytes), encoding: 'windows-1252', isAssumed: true };
}

function assumeWindows1252(bytes: Uint8Array): string {
  const encoding = 'windows-1252';
  const text = decode(bytes, encoding);
  const fault = findFault({ bytes, text, encoding, markLength: 0 });
  if (fault === null && !text.includes('\0')) return text;
  throw failure('file_unknown_encoding', { place: fault?.place ?? null });
}

/** The text, with U+FFFD in the place of what cannot be read. */
function decode(bytes: Uint8Array, encoding: string): string {
  const mostUnits = encoding.startsWith('utf-16') ? bytes.length / 2 : bytes.length;
  if (mostUnits > constants.MAX_STRING_LENGTH) {
    const megabytes = Math.floor(constants.MAX_STRING_LENGTH / 1_048_576);
    throw failure('file_too_long', { megabytes });
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
  if (pairs > 0 && both * 10 >= pairs) throw failure('file_no_text');
  if (Math.max(even, odd) * 10 < pairs || even === odd) return undefined;
  return odd > even ? 'utf-16le' : 'utf-16be';
}

/** True of an archive, which today's workbooks are. */
export const isArchive = (bytes: Uint8Array): boolean =>
  startsWith(bytes, [0x50, 0x4b, 0x03, 0x04]);

const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, i) => bytes[i] === byte);
