import { MAX_PARTS, type ReadPicture } from './dimensions.ts';
import { exifOf, orientationIn } from './orientation.ts';

// WebP (RFC 9649): a RIFF file of chunks. One picture is a VP8 or VP8L chunk; VP8X announces what else there is.

/** Flags of VP8X. */
const [ALPHA, HAS_EXIF, ANIMATION] = [0x10, 0x08, 0x02];

type Chunk = { type: string; content: Buffer };

/** See `readPicture`. An animation is refused: its frames cannot be taken apart without decoding them. */
export function readWebp(file: Buffer): ReadPicture | undefined {
  const chunks = chunksOf(file);
  const pixels = chunks?.filter(({ type }) => type === 'VP8 ' || type === 'VP8L') ?? [];
  const [image] = pixels;
  const size = image && (image.type === 'VP8L' ? sizeOfLossless : sizeOfLossy)(image.content);
  if (!chunks || !image || !size || pixels.length > 1) return undefined;
  const of = (name: string) => chunks.find(({ type }) => type === name);
  const extended = of('VP8X');
  if (extended && !isHeadOf(extended.content, size)) return undefined;
  const alpha = image.type === 'VP8 ' && extended ? of('ALPH') : undefined;
  const exif = of('EXIF');
  const orientation = exif ? orientationIn(withoutName(exif.content)) : 1;
  const written = [...(alpha ? [alpha] : []), image];
  const hasAlpha = alpha !== undefined || size.hasAlpha;
  if (alpha !== undefined || orientation !== 1) {
    const flags = (hasAlpha ? ALPHA : 0) | (orientation === 1 ? 0 : HAS_EXIF);
    written.unshift({ type: 'VP8X', content: headOf(flags, size) });
  }
  if (orientation !== 1) written.push({ type: 'EXIF', content: exifOf(orientation) });
  const body = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...written.map(chunkOf)]);
  return { ...size, bytes: chunkOf({ type: 'RIFF', content: body }) };
}

/** The chunks of a file, which its own length ends. */
function chunksOf(file: Buffer): Chunk[] | undefined {
  const end = 8 + file.readUInt32LE(4);
  if (end > file.length) return undefined;
  const chunks: Chunk[] = [];
  for (let at = 12; at < end; ) {
    if (at + 8 > end || chunks.length > MAX_PARTS) return undefined;
    const next = at + 8 + file.readUInt32LE(at + 4);
    if (next > end) return undefined;
    chunks.push({
      type: file.toString('latin1', at, at + 4),
      content: file.subarray(at + 8, next),
    });
    // An odd length is filled up.
    at = next + (next % 2);
  }
  return chunks;
}

type Size = { width: number; height: number; hasAlpha: boolean };

function sizeOfLossy(content: Buffer): Size | undefined {
  if (content.length < 10) return undefined;
  const tag = content.readUIntLE(0, 3);
  const isKey = (tag & 1) === 0 && content.readUIntBE(3, 3) === 0x9d012a;
  // The first part and what follows it are there.
  if (!isKey || 10 + (tag >> 5) > content.length) return undefined;
  const width = content.readUInt16LE(6) & 0x3fff;
  const height = content.readUInt16LE(8) & 0x3fff;
  return width > 0 && height > 0 ? { width, height, hasAlpha: false } : undefined;
}

function sizeOfLossless(content: Buffer): Size | undefined {
  if (content.length < 6 || content[0] !== 0x2f) return undefined;
  const bits = content.readUInt32LE(1);
  if (bits >>> 29 !== 0) return undefined;
  return {
    width: (bits & 0x3fff) + 1,
    height: ((bits >>> 14) & 0x3fff) + 1,
    hasAlpha: ((bits >>> 28) & 1) === 1,
  };
}

/** Whether VP8X announces a still picture of this size. */
const isHeadOf = (content: Buffer, { width, height }: Size): boolean =>
  content.length === 10 &&
  ((content[0] as number) & ANIMATION) === 0 &&
  content.readUIntLE(4, 3) + 1 === width &&
  content.readUIntLE(7, 3) + 1 === height;

function headOf(flags: number, { width, height }: Size): Buffer {
  const head = Buffer.alloc(10);
  head[0] = flags;
  head.writeUIntLE(width - 1, 4, 3);
  head.writeUIntLE(height - 1, 7, 3);
  return head;
}

/** Some programs write the name that EXIF has in a JPEG. */
const withoutName = (exif: Buffer): Buffer =>
  exif.toString('latin1', 0, 6) === 'Exif\0\0' ? exif.subarray(6) : exif;

function chunkOf({ type, content }: Chunk): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, 'latin1');
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
}
