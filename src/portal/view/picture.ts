import { PICTURES } from '../../service/pictures/pictures.ts';
import type { Site } from '../request/site.ts';

/** Whether a picture was uploaded, and is not elsewhere. */
export const isUploaded = (url: string | null): boolean => url?.startsWith(PICTURES) ?? false;

/** Whether a page shows a picture: one that was uploaded, and where the operator allows it one that is elsewhere over HTTPS. */
export const isShown = (url: string | null, { externalPictures }: Site): url is string =>
  url !== null && (isUploaded(url) || (externalPictures && url.startsWith('https:')));
