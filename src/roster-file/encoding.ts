import { UsageError } from '../domain/errors.ts';

/**
 * The encoding an option names, by its lower-case name in the Encoding Standard, where `latin1` is
 * `windows-1252`. Throws a UsageError for a name it does not have.
 */
export function toEncoding(name: string): string {
  try {
    return new TextDecoder(name).encoding;
  } catch {
    throw new UsageError(
      '--encoding knows no such encoding. Common ones are utf-8, utf-16le, utf-16be, windows-1252, windows-1250 and iso-8859-2.',
    );
  }
}

/** What people call an encoding. */
export const encodingInWords = (encoding: string): string =>
  encoding.startsWith('windows') ? `W${encoding.slice(1)}` : encoding.toUpperCase();

/** The encoding a file was read in. It is assumed where nothing but the absence of others speaks for it. */
export type ReadEncoding = { encoding: string; isAssumed: boolean };

/** What to do about an assumption, to follow a sentence that tells it. */
export const encodingHint = ({ isAssumed }: ReadEncoding): string =>
  isAssumed ? ' If accents look wrong, name the encoding with --encoding.' : '';

/** What the bytes 0x80 to 0x9F mean; five of them mean nothing. */
const HIGH = '€\uFFFD‚ƒ„…†‡ˆ‰Š‹Œ\uFFFDŽ\uFFFD\uFFFD‘’“”•–—˜™š›œ\uFFFDžŸ';

/** So much is replaced at once: a list of all that is replaced could take more memory than there is. */
const PART = 65_536;

/** Bytes as Windows-1252, U+FFFD where they mean nothing. Some versions of Node 22 read them as Latin-1. */
export function fromWindows1252(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const parts: string[] = [];
  for (let at = 0; at < buffer.length; at += PART) {
    const part = buffer.toString('latin1', at, at + PART);
    parts.push(part.replace(/[\x80-\x9f]/g, (unit) => HIGH[unit.charCodeAt(0) - 0x80] ?? unit));
  }
  return parts.join('');
}
