import type { IncomingMessage } from 'node:http';
import type { Credential, KeyRing } from '../service/key-ring.ts';

const BEARER = /^bearer +(\S+)$/i;

/** Who is asking; undefined for anything but exactly one `Authorization` header with a key in good standing. */
export function findCredential(
  keys: KeyRing,
  req: IncomingMessage,
  now: number,
): Credential | undefined {
  const key = BEARER.exec(req.headers.authorization ?? '')?.[1];
  // Of several such headers Node keeps the first, and a proxy before us may have looked at the last.
  if (key === undefined || countOf(req, 'authorization') !== 1) return undefined;
  return keys.find(key, now);
}

/**
 * Whether a request says once, and in a form that a URL can be made of, which host it is for. HTTP/1.1
 * demands the header (RFC 9112, 3.2).
 */
export function hasValidHost(req: IncomingMessage): boolean {
  const { host } = req.headers;
  if (host === undefined) return req.httpVersion === '1.0';
  return countOf(req, 'host') === 1 && (host === '' || URL.canParse(`http://${host}`));
}

function countOf(req: IncomingMessage, name: string): number {
  let count = 0;
  for (let at = 0; at < req.rawHeaders.length; at += 2) {
    const header = req.rawHeaders[at];
    if (header?.length === name.length && header.toLowerCase() === name) count++;
  }
  return count;
}
