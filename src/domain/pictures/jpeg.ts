import { MAX_PARTS, type ReadPicture } from './dimensions.ts';
import { exifOf, orientationIn } from './orientation.ts';

// JPEG (ISO/IEC 10918-1): segments of a marker, a length and content; pixels follow the header of a scan.

const START = Buffer.from([0xff, 0xd8]);
const END = Buffer.from([0xff, 0xd9]);
const [SCAN, APP0, EXIF, ADOBE] = [0xda, 0xe0, 0xe1, 0xee];

/** Baseline, extended and progressive: what browsers show. */
const FRAMES: readonly number[] = [0xc0, 0xc1, 0xc2];

/** The segments that show the picture: with these, scans, tables, and how often decoding begins anew. */
const SHOWN: readonly number[] = [...FRAMES, SCAN, 0xdb, 0xc4, 0xdd];

/** Scans of one picture, of which programs write a dozen: a browser paints all of its pixels with each. */
const MAX_SCANS = 64;

const ADOBE_LENGTH = 12;
const EXIF_NAME = 'Exif\0\0';

/** Says nothing but that the file is a JPEG as others are. */
const JFIF = segmentOf(APP0, Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\0\0', 'latin1'));

type Segment = { marker: number; content: Buffer; bytes: Buffer };

/** See `readPicture`. */
export function readJpeg(file: Buffer): ReadPicture | undefined {
  const segments = segmentsOf(file);
  const frames = segments?.filter(({ marker }) => FRAMES.includes(marker)) ?? [];
  const [frame] = frames;
  if (!segments || !frame || frames.length > 1 || !isFrame(frame.content)) return undefined;
  const shown = segments.filter(({ marker }) => SHOWN.includes(marker));
  const scans = shown.filter(({ marker }) => marker === SCAN);
  // Pixels follow what says how many there are.
  const isBefore = shown.findIndex(({ marker }) => marker === SCAN) < shown.indexOf(frame);
  if (isBefore || scans.length > MAX_SCANS) return undefined;
  const orientation = orientationOf(segments);
  const adobe = segments.find(isAdobe);
  const bytes = Buffer.concat([
    START,
    adobe ? segmentOf(ADOBE, adobe.content.subarray(0, ADOBE_LENGTH)) : JFIF,
    ...(orientation === 1 ? [] : [segmentOf(EXIF, exifSegment(orientation))]),
    ...shown.map(({ bytes }) => bytes),
    END,
  ]);
  const { content } = frame;
  return { height: content.readUInt16BE(1), width: content.readUInt16BE(3), bytes };
}

/** The segments up to the end of the picture, with the pixels of scans; undefined where one is broken or of an unknown kind. */
function segmentsOf(file: Buffer): Segment[] | undefined {
  const segments: Segment[] = [];
  for (let at = START.length; at + 2 <= file.length; ) {
    if (file[at] !== 0xff || segments.length > MAX_PARTS) return undefined;
    const marker = file[at + 1] as number;
    if (marker === END[1]) return segments;
    // Any number of these may come before a marker.
    const isFill = marker === 0xff;
    const segment = isFill ? undefined : segmentAt(file, at, marker);
    if (!segment && !isFill) return undefined;
    if (segment) segments.push(segment);
    at += segment?.bytes.length ?? 1;
  }
  return undefined;
}

function segmentAt(file: Buffer, at: number, marker: number): Segment | undefined {
  if (at + 4 > file.length || (marker < APP0 && !SHOWN.includes(marker))) return undefined;
  const end = at + 2 + file.readUInt16BE(at + 2);
  if (end > file.length || end < at + 4) return undefined;
  const content = file.subarray(at + 4, end);
  if (marker !== SCAN) return { marker, content, bytes: file.subarray(at, end) };
  const next = endOfScan(file, end);
  return next === end || content.length < 6
    ? undefined
    : { marker, content, bytes: file.subarray(at, next) };
}

/** Says how colours are meant. */
const isAdobe = ({ marker, content }: Segment): boolean =>
  marker === ADOBE &&
  content.length >= ADOBE_LENGTH &&
  content.toString('latin1', 0, 5) === 'Adobe';

function orientationOf(segments: readonly Segment[]): number {
  const exif = segments.find(
    ({ marker, content }) => marker === EXIF && content.toString('latin1', 0, 6) === EXIF_NAME,
  );
  return exif ? orientationIn(exif.content.subarray(6)) : 1;
}

const exifSegment = (orientation: number): Buffer =>
  Buffer.concat([Buffer.from(EXIF_NAME, 'latin1'), exifOf(orientation)]);

/** Whether a frame has pixels of 8 bits and of 1, 3 or 4 components. */
function isFrame(content: Buffer): boolean {
  const [depth] = content;
  const components = content[5] ?? 0;
  return (
    depth === 8 &&
    [1, 3, 4].includes(components) &&
    content.length === 6 + components * 3 &&
    content.readUInt16BE(1) > 0 &&
    content.readUInt16BE(3) > 0
  );
}

/** Where the marker after the pixels of a scan is; the length of the file where there is none. */
function endOfScan(file: Buffer, from: number): number {
  for (let at = file.indexOf(0xff, from); at !== -1; at = file.indexOf(0xff, at + 1)) {
    const next = file[at + 1];
    // Escaped, or where decoding begins anew.
    const isPixels = next === 0 || (next !== undefined && next >= 0xd0 && next <= 0xd7);
    if (!isPixels && next !== 0xff) return at;
  }
  return file.length;
}

function segmentOf(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}
