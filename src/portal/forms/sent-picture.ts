import { readPicture } from '../../domain/pictures/picture.ts';
import type { PictureValue } from './kinds.ts';

/** A picture of a form as a change takes it; undefined without one. @param field its name. @throws EngagedError as `readPicture` */
export function sentPicture(field: string, content: PictureValue | undefined) {
  if (!(content instanceof Uint8Array)) return undefined;
  const { type, bytes } = readPicture(field, content);
  return { type, bytes: Buffer.from(bytes).toString('base64') };
}

/** The address of the picture that a form has shown, null for none; undefined where nobody chose another one. */
export const shownPicture = (seen: PictureValue | undefined): string | null | undefined =>
  seen instanceof Uint8Array ? null : seen;
