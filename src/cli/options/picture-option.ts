import { failure, UsageError } from '../../domain/errors.ts';
import { MAX_PICTURE_BYTES, type Picture, readPicture } from '../../domain/pictures/picture.ts';
import type { Context } from '../context.ts';
import { readInputFile } from '../input-file.ts';

/** An option that takes a picture. @param name such as `icon` */
export const pictureOption = (name: string) =>
  [`--${name} <file>`, 'a picture to upload: PNG, JPEG or WebP, up to 1 MB'] as const;

/**
 * Reads the picture of an option; undefined without it.
 *
 * @param other the option with its address elsewhere, in place of the file
 * @throws EngagedError for a file that is no such picture, UsageError where both are given
 */
export async function readPictureOption(
  context: Context,
  name: string,
  file: string | undefined,
  other?: string,
): Promise<Picture | undefined> {
  if (file === undefined) return undefined;
  if (other !== undefined) {
    throw new UsageError(`--${name} and --${name}-url exclude each other`, `--${name}`);
  }
  const tooLarge = () => failure('picture_too_large', { field: name });
  return readPicture(
    name,
    await readInputFile(context, file, { maxBytes: MAX_PICTURE_BYTES, tooLarge }),
  );
}
