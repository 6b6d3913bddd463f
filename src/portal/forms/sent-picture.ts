import { readPicture } from '../../domain/pictures/picture.ts';

/** A picture of a form as a change takes it; undefined without one. @param field its name. @throws EngagedError as `readPicture` */
export function sentPicture(field: string, content: Uint8Array | null | undefined) {
  if (!content) return undefined;
  const { type, bytes } = readPicture(field, content);
  return { type, bytes: Buffer.from(bytes).toString('base64') };
}
