import type { IncomingMessage } from 'node:http';
import type { Credential, KeyCache } from '../../service/keys/key-cache.ts';
import type { Awaitable } from '../../store/database.ts';
import {
  INVALID_FRAMING,
  MISSING_HOST,
  type Problem,
  UNKNOWN_VERSION,
} from '../response/problems.ts';

/** The token of an `Authorization` header. */
export const bearerToken = (authorization = ''): string | undefined =>
  /^bearer +(\S+)$/i.exec(authorization)?.[1];

/** The credential of a request; undefined unless it has exactly one `Authorization` header with a valid key. */
export function findCredential(
  keys: KeyCache,
  req: IncomingMessage,
  now: number,
): Awaitable<Credential | undefined> {
  const key = bearerToken(req.headers.authorization);
  // Of several such headers Node keeps the first; a proxy may have checked the last.
  if (key === undefined || countHeader(req, 'authorization') !== 1) return undefined;
  return keys.find(key, now);
}

/**
 * What is wrong with a request that Node's parser accepts: a version other than 1.0 and 1.1, no valid `Host`, or
 * a `Transfer-Encoding` in HTTP/1.0, whose end programs disagree about (RFC 9112, 6.1).
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

/**
 * Whether a request has exactly one `Host` header, as HTTP/1.1 requires (RFC 9112, 3.2), and it is a valid host. These
 * characters would end the host within a URL.
 */
function hasValidHost(req: IncomingMessage): boolean {
  const { host } = req.headers;
  if (host === undefined || countHeader(req, 'host') !== 1) return false;
  if (host === lastHost) return true;
  const isValid = host === '' || (!/[/\\?#@]/.test(host) && URL.canParse(`http://${host}`));
  if (isValid) lastHost = host;
  return isValid;
}

/** A valid one: nearly every request has the same. */
let lastHost = '';

function countHeader(req: IncomingMessage, name: string): number {
  let count = 0;
  for (let at = 0; at < req.rawHeaders.length; at += 2) {
    const header = req.rawHeaders[at];
    if (header?.length === name.length && header.toLowerCase() === name) count++;
  }
  return count;
}
