import { crc32, inflateSync, type ZlibOptions } from 'node:zlib';
import { isShowable, MAX_PARTS, type ReadPicture } from './dimensions.ts';
import { exifOf, orientationIn } from './orientation.ts';

// PNG (ISO/IEC 15948): a signature, then chunks of length, type, content and checksum.

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/** The parts that change how pixels look, besides the pixels. A profile (iCCP) is left out: it may hold texts. */
const SHOWN: ReadonlySet<string> = new Set(['IHDR', 'PLTE', 'tRNS', 'gAMA', 'cHRM', 'sRGB']);

/** Channels by the type of colour, and how many bits one may have. */
const COLOURS: Readonly<Record<number, { channels: number; depths: readonly number[] }>> = {
  0: { channels: 1, depths: [1, 2, 4, 8, 16] },
  2: { channels: 3, depths: [8, 16] },
  3: { channels: 1, depths: [1, 2, 4, 8] },
  4: { channels: 2, depths: [8, 16] },
  6: { channels: 4, depths: [8, 16] },
};

/** The passes of interlacing: where the first pixel is, and how far the next one. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** Bytes that are unpacked at once: by less, the largest picture would take a fifth of a second. */
const STEP = 262_144;

type Chunk = { type: string; content: Buffer };

/** See `readPicture`. An animation becomes its still picture. */
export function readPng(file: Buffer): ReadPicture | 'large' | undefined {
  const chunks = chunksOf(file);
  const head = chunks && headOf(chunks);
  if (!chunks || !head) return undefined;
  if (!isShowable(head)) return 'large';
  const pixels = Buffer.concat(
    chunks.filter(({ type }) => type === 'IDAT').map(({ content }) => content),
  );
  const used = inflatedTo(pixels, head.size);
  if (used === undefined || (head.hasPalette && !chunks.some(({ type }) => type === 'PLTE'))) {
    return undefined;
  }
  const exif = chunks.find(({ type }) => type === 'eXIf');
  const orientation = exif ? orientationIn(exif.content) : 1;
  const bytes = Buffer.concat([
    SIGNATURE,
    ...chunks.filter(({ type }) => SHOWN.has(type)).map(chunkOf),
    ...(orientation === 1 ? [] : [chunkOf({ type: 'eXIf', content: exifOf(orientation) })]),
    chunkOf({ type: 'IDAT', content: pixels.subarray(0, used) }),
    chunkOf({ type: 'IEND', content: Buffer.alloc(0) }),
  ]);
  return { ...head, bytes };
}

/** The chunks up to the end of the picture, each at most once but for the pixels; undefined where they are not in order. */
function chunksOf(file: Buffer): Chunk[] | undefined {
  const chunks: Chunk[] = [];
  const seen = new Set<string>();
  for (let at = SIGNATURE.length; at + 12 <= file.length; ) {
    const end = at + 8 + file.readUInt32BE(at);
    if (end + 4 > file.length || chunks.length > MAX_PARTS) return undefined;
    const type = file.toString('latin1', at + 4, at + 8);
    if (file.readUInt32BE(end) !== crc32(file.subarray(at + 4, end))) return undefined;
    if (type === 'IEND') return chunks;
    const isFirst = chunks.length === 0;
    if (isFirst !== (type === 'IHDR')) return undefined;
    const isNeeded = type.charCodeAt(0) < 0x60;
    if (isNeeded && !SHOWN.has(type) && type !== 'IDAT') return undefined;
    const isRepeated = seen.has(type);
    // Pixels follow each other, and what says how they look comes before them.
    const isLate = seen.has('IDAT') && SHOWN.has(type);
    const isTorn = type === 'IDAT' && isRepeated && chunks.at(-1)?.type !== 'IDAT';
    if (isTorn || isLate || (isRepeated && SHOWN.has(type))) return undefined;
    seen.add(type);
    chunks.push({ type, content: file.subarray(at + 8, end) });
    at = end + 4;
  }
  return undefined;
}

/** What the first chunk says, and how many bytes the pixels have. */
function headOf([head]: readonly Chunk[]) {
  if (head?.content.length !== 13) return undefined;
  const [width, height] = [head.content.readUInt32BE(0), head.content.readUInt32BE(4)];
  const [depth = 0, colour = 0, compression, filter, interlace = 2] = head.content.subarray(8);
  const { channels, depths } = COLOURS[colour] ?? { channels: 0, depths: [] };
  const isKnown = depths.includes(depth) && compression === 0 && filter === 0 && interlace < 2;
  if (!isKnown || width === 0 || height === 0) return undefined;
  const bits = channels * depth;
  const bytesOf = (columns: number, rows: number) =>
    columns === 0 ? 0 : rows * (1 + Math.ceil((columns * bits) / 8));
  const size =
    interlace === 0
      ? bytesOf(width, height)
      : PASSES.map(([x, y, right, down]) =>
          bytesOf(Math.ceil((width - x) / right), Math.ceil((height - y) / down)),
        ).reduce((sum, one) => sum + one, 0);
  return { width, height, size, hasPalette: colour === 3 };
}

/** How many bytes of a stream hold content of this size; undefined where none do. */
function inflatedTo(stream: Buffer, size: number): number | undefined {
  try {
    const options: ZlibOptions = { info: true, maxOutputLength: size, chunkSize: STEP };
    const { buffer, engine } = inflateSync(stream, options) as unknown as {
      buffer: Buffer;
      engine: { bytesWritten: number };
    };
    return buffer.length === size ? engine.bytesWritten : undefined;
  } catch {
    return undefined;
  }
}

function chunkOf({ type, content }: Chunk): Buffer {
  const chunk = Buffer.alloc(content.length + 12);
  chunk.writeUInt32BE(content.length, 0);
  chunk.write(type, 4, 'latin1');
  content.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, content.length + 8)), content.length + 8);
  return chunk;
}
