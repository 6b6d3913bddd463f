import { failure } from '../errors.ts';
import { isShowable, MAX_PIXELS, MAX_SIDE, type ReadPicture } from './dimensions.ts';
import { readJpeg } from './jpeg.ts';
import { readPng } from './png.ts';
import { readWebp } from './webp.ts';

/** The types of pictures, by the ends of their names. */
export const PICTURE_TYPES = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
} as const;

export type PictureType = keyof typeof PICTURE_TYPES;

/** A picture without anything that is not needed to show it. */
export type Picture = { type: PictureType; bytes: Uint8Array };

/** The largest file. */
export const MAX_PICTURE_BYTES = 1_048_576;

const READERS: Readonly<Record<PictureType, (file: Buffer) => ReadPicture | 'large' | undefined>> =
  {
    png: readPng,
    jpg: readJpeg,
    webp: readWebp,
  };

/**
 * Reads a PNG, JPEG or WebP picture and writes it anew, from the parts that show it. Its content alone decides what it is.
 *
 * @param field the field that has it
 * @throws EngagedError `validation_failed`
 */
export function readPicture(field: string, content: Uint8Array): Picture {
  if (content.length > MAX_PICTURE_BYTES) throw failure('picture_too_large', { field });
  const file = Buffer.from(content.buffer, content.byteOffset, content.length);
  const type = typeOf(file);
  if (!type) throw failure('picture_type', { field });
  const read = READERS[type](file);
  if (!read) throw failure('picture_broken', { field });
  if (read === 'large' || !isShowable(read)) {
    throw failure('picture_dimensions', { field, side: MAX_SIDE, pixels: MAX_PIXELS });
  }
  return { type, bytes: read.bytes };
}

function typeOf(file: Buffer): PictureType | undefined {
  const begins = file.toString('latin1', 0, 12);
  if (begins.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (begins.startsWith('\xff\xd8\xff')) return 'jpg';
  return begins.startsWith('RIFF') && begins.endsWith('WEBP') ? 'webp' : undefined;
}
