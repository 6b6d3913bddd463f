import { createHmac, randomBytes } from 'node:crypto';
import { failure } from '../../domain/errors.ts';
import type { PICTURE_TYPES, Picture, PictureType } from '../../domain/pictures/picture.ts';
import type { Database } from '../../store/database.ts';
import * as pictures from '../../store/pictures/pictures.ts';
import type { CompanyWrite } from '../company/company-write.ts';
import { requireUrl } from '../input.ts';

/** The most that the pictures of a company may take. */
const MAX_MEGABYTES = 200;

/** Where the service has the pictures that were uploaded. */
export const PICTURES = '/images/';

const PATH = /^\/images\/([0-9a-f]{64})\.(png|jpg|webp)$/;

/** What the path of an uploaded picture says; undefined for anything else. */
export function parsePicturePath(path: string): { hash: Buffer; type: PictureType } | undefined {
  const [, hash, type] = PATH.exec(path) ?? [];
  return hash && type
    ? { hash: Buffer.from(hash, 'hex'), type: type as keyof typeof PICTURE_TYPES }
    : undefined;
}

/**
 * Keeps a picture, each once in a company, and gives its path.
 *
 * Its address is all that somebody needs to see it, and depends on a secret of the company: from a picture that somebody has
 * they cannot tell whether another company has it, too.
 *
 * @throws EngagedError `conflict` where the company has too many
 */
export function keepPicture(write: CompanyWrite, { type, bytes }: Picture): string {
  const { db, companyId } = write;
  const hash = createHmac('sha256', secretOf(write)).update(bytes).digest();
  if (!db.one(pictures.isKept, { companyId, hash })) {
    const total = db.one(pictures.total, { companyId })?.bytes ?? 0;
    if (total + bytes.length > MAX_MEGABYTES * 1_048_576) {
      throw failure('picture_bytes', { megabytes: MAX_MEGABYTES });
    }
    const { length: size } = bytes;
    db.run(pictures.keep, { companyId, hash, type, size, content: bytes });
  }
  return `${PICTURES}${hash.toString('hex')}.${type}`;
}

function secretOf({ db, companyId }: CompanyWrite): Uint8Array {
  const known = db.one(pictures.findSecret, { companyId })?.secret;
  if (known) return known;
  const secret = randomBytes(32);
  db.run(pictures.setSecret, { companyId, secret });
  return secret;
}

/** The address of a picture: elsewhere, or the path of one that the company keeps. @throws EngagedError `validation_failed` */
export function requirePictureUrl(
  { db, companyId }: CompanyWrite,
  field: string,
  text: string,
): string {
  const own = parsePicturePath(text);
  if (own && db.one(pictures.isKept, { companyId, hash: own.hash })?.type === own.type) return text;
  return requireUrl(field, text);
}

/** The whole address of a picture, which may be the path of an uploaded one. @param site the address of the service */
export const addressOfPicture = (site: string, url: string): string =>
  url.startsWith(PICTURES) ? site + url : url;

/** Removes a picture that nothing shows any more. @param path what showed it before */
export function removeUnused({ db, companyId }: CompanyWrite, path: string | null): void {
  const own = parsePicturePath(path ?? '');
  if (own && path) db.run(pictures.removeUnused, { companyId, hash: own.hash, path });
}

/** Sets the logo of a company, or removes it. @throws EngagedError as `keepPicture` */
export function setLogo(write: CompanyWrite, logo: Picture | null): void {
  const { db, companyId } = write;
  const before = logoOf(db, companyId);
  db.run(pictures.setLogo, { companyId, logo: logo && keepPicture(write, logo) });
  removeUnused(write, before);
}

/** The path of a company's logo; null without one. */
export const logoOf = (db: Database, companyId: number): string | null =>
  db.one(pictures.findLogo, { companyId })?.logo ?? null;
