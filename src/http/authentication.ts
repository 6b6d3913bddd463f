import type { IncomingMessage } from 'node:http';
import type { Credential, KeyCache } from '../service/key-cache.ts';
import { INVALID_FRAMING, MISSING_HOST, type Problem, UNKNOWN_VERSION } from './problems.ts';

const BEARER = /^bearer +(\S+)$/i;

/** The credential of a request; undefined unless it has exactly one `Authorization` header with a valid key. */
export function findCredential(
  keys: KeyCache,
  req: IncomingMessage,
  now: number,
): Credential | undefined {
  const key = BEARER.exec(req.headers.authorization ?? '')?.[1];
  // Of several such headers Node keeps the first, and a proxy before us may have looked at the last.
  if (key === undefined || countHeader(req, 'authorization') !== 1) return undefined;
  return keys.find(key, now);
}

/**
 * What is wrong with a request that Node's parser lets pass: a version other than 1.0 and 1.1, a coded
 * transfer in HTTP/1.0, whose end no two programs agree on (RFC 9112, 6.1), or no valid `Host`.
 */
export function findRequestError(req: IncomingMessage): Problem | undefined {
  const { headers, httpVersion } = req;
  if (httpVersion !== '1.1') {
    if (httpVersion !== '1.0') return UNKNOWN_VERSION;
    if (headers['transfer-encoding'] !== undefined) return INVALID_FRAMING;
    if (headers.host === undefined) return undefined;
  }
  return hasValidHost(req) ? undefined : MISSING_HOST;
}

/** The host that was last found valid; nearly every request names the same one. */
let knownHost = '';

/**
 * Whether a request says once, and in a form that a URL can be made of, which host it is for. HTTP/1.1
 * demands the header (RFC 9112, 3.2); these characters would make the rest of it something else in a URL.
 */
function hasValidHost(req: IncomingMessage): boolean {
  const { host } = req.headers;
  if (host === undefined || countHeader(req, 'host') !== 1) return false;
  if (host === '' || host === knownHost) return true;
  if (/[/\\?#@]/.test(host) || !URL.canParse(`http://${host}`)) return false;
  knownHost = host;
  return true;
}

function countHeader(req: IncomingMessage, name: string): number {
  let count = 0;
  for (let at = 0; at < req.rawHeaders.length; at += 2) {
    const header = req.rawHeaders[at];
    if (header?.length === name.length && header.toLowerCase() === name) count++;
  }
  return count;
}
