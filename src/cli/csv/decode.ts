import { constants } from 'node:buffer';
import { invalid } from '../../domain/errors.ts';

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** Long enough for a header line, which is where ASCII letters betray UTF-16 in any language. */
const SAMPLE_BYTES = 4096;

/** What people most often hand over in place of a CSV file, by their first bytes. */
const workbooks = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
] as const;

/**
 * The text of a file in whichever of four encodings it came. A byte order mark decides and is removed;
 * without one, UTF-16 is told by where its zero bytes lie, then UTF-8 is tried strictly, and what is
 * not UTF-8 is read as Windows-1252, the form in which Excel saves "CSV".
 *
 * Throws `validation_failed` for a workbook, for a file longer than a string can be, and for text that
 * contradicts its own byte order mark.
 */
export function decodeText(bytes: Uint8Array): { text: string; encoding: Encoding } {
  if (workbooks.some((start) => startsWith(bytes, start))) {
    throw invalid('The file is an Excel workbook. Save it as "CSV UTF-8" and import that file.');
  }
  const claimed = encodingOfMark(bytes) ?? utf16WithoutMark(bytes);
  const mostUnits = claimed?.startsWith('utf-16') ? bytes.length / 2 : bytes.length;
  if (mostUnits > constants.MAX_STRING_LENGTH) {
    const megabytes = Math.floor(constants.MAX_STRING_LENGTH / 1_048_576);
    throw invalid(
      `The file is too large to be read at once (the limit is about ${megabytes} MB). Split it into several files.`,
    );
  }
  if (claimed !== undefined) {
    const text = decodeStrictly(bytes, claimed);
    if (text === undefined) {
      throw invalid(
        `The file looks like ${claimed.toUpperCase()} but holds bytes that are not. Save it as UTF-8 and try again.`,
      );
    }
    return { text, encoding: claimed };
  }
  const text = decodeStrictly(bytes, 'utf-8');
  return text === undefined
    ? { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'windows-1252' }
    : { text, encoding: 'utf-8' };
}

function encodingOfMark(bytes: Uint8Array): Encoding | undefined {
  if (startsWith(bytes, [0xef, 0xbb, 0xbf])) return 'utf-8';
  if (startsWith(bytes, [0xff, 0xfe])) return 'utf-16le';
  if (startsWith(bytes, [0xfe, 0xff])) return 'utf-16be';
  return undefined;
}

/**
 * ASCII in UTF-16 is a zero byte beside each character: after it in little endian, before it in big
 * endian. A tenth of the characters is plenty, since no other encoding of a text has zero bytes.
 */
function utf16WithoutMark(bytes: Uint8Array): Encoding | undefined {
  const pairs = Math.floor(Math.min(bytes.length, SAMPLE_BYTES) / 2);
  let even = 0;
  let odd = 0;
  for (let i = 0; i < pairs * 2; i += 2) {
    if (bytes[i] === 0) even++;
    if (bytes[i + 1] === 0) odd++;
  }
  if (Math.max(even, odd) * 10 < pairs || even === odd) return undefined;
  return odd > even ? 'utf-16le' : 'utf-16be';
}

function decodeStrictly(bytes: Uint8Array, encoding: Encoding): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, i) => bytes[i] === byte);
