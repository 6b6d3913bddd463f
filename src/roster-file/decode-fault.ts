import type { PlaceInFile } from '../domain/file-failures.ts';
import { lineAt } from './records.ts';

/** The first place at which a text is not what its file should have said. */
export type Fault = {
  place: PlaceInFile;
  /** True if the file itself contains U+FFFD: the program that wrote it had already lost the character. */
  isLost: boolean;
};

/** A file and its text, in which U+FFFD stands for what cannot be read. */
type Decoded = { bytes: Uint8Array; text: string; encoding: string; markLength: number };

const REPLACEMENT = '\uFFFD';

/** How U+FFFD is written. */
const written: Readonly<Record<string, Buffer>> = {
  'utf-8': Buffer.from(REPLACEMENT),
  'utf-16le': Buffer.of(0xfd, 0xff),
  'utf-16be': Buffer.of(0xff, 0xfd),
};

/**
 * Where a text first shows that it is not in its encoding, or null. No roster has control characters of
 * C1: they come of reading as ISO 8859 what is in one of Windows' encodings.
 */
export function findFault(decoded: Decoded): Fault | null {
  const { bytes, text, encoding } = decoded;
  const isUnicode = encoding.startsWith('utf-');
  const at = isUnicode ? text.indexOf(REPLACEMENT) : text.search(/[\uFFFD\x80-\x9f]/);
  if (at === -1) return null;
  const line = lineAt(text, at);
  const offset = offsetOf(decoded, at);
  if (offset === undefined) return { place: { line }, isLost: false };
  const byte = (bytes[offset] ?? 0).toString(16).toUpperCase().padStart(2, '0');
  const lost = written[encoding];
  return {
    place: { line, byte: { value: byte, offset } },
    isLost: lost?.equals(bytes.subarray(offset, offset + lost.length)) ?? false,
  };
}

/** The offset of the first fault in the file; undefined for multi-byte encodings. */
function offsetOf({ bytes, text, encoding, markLength }: Decoded, at: number): number | undefined {
  if (encoding === 'utf-8') return markLength + Buffer.byteLength(text.slice(0, at));
  if (encoding.startsWith('utf-16')) return markLength + 2 * at;
  return text.length === bytes.length ? at : undefined;
}
