import { PICTURE_TYPES } from '../domain/pictures/picture.ts';
import { PICTURES, parsePicturePath } from '../service/pictures/pictures.ts';
import * as pictures from '../store/pictures/pictures.ts';
import type { Services } from './endpoint.ts';
import { NOT_FOUND } from './response/problems.ts';
import type { Answer, Exchange } from './server/exchange.ts';

/** The route of uploaded pictures. */
export const PICTURE_PATH = `${PICTURES}:name`;

/** What is at an address never changes, and nothing that a browser could run is in it. */
const HEADERS = [
  ...['Cache-Control', 'public, max-age=31536000, immutable'],
  ...['Content-Security-Policy', "default-src 'none'"],
  // Whoever reads an address from the API may show the picture.
  ...['Cross-Origin-Resource-Policy', 'cross-origin'],
] as const;

/** Responds with an uploaded picture. Who knows its address sees it, without a key. */
export async function respondWithPicture(
  { db }: Pick<Services, 'db'>,
  exchange: Exchange,
): Promise<Answer> {
  const named = parsePicturePath(exchange.path ?? '');
  if (!named) return NOT_FOUND;
  await db.refreshSnapshot();
  const { hash, type } = named;
  const found = await db.one(pictures.findByHash, { hash });
  if (found?.type !== type) return NOT_FOUND;
  const tag = `"${hash.toString('hex')}"`;
  const headers = [...HEADERS, 'ETag', tag];
  const known = exchange.req.headers['if-none-match'] ?? '';
  if (known.includes(tag) || known === '*') exchange.respond(304, '', headers);
  else exchange.respond(200, found.content, ['Content-Type', PICTURE_TYPES[type], ...headers]);
  return undefined;
}
