import { badRequest } from '../../http/response/problems.ts';
import { mediaTypeOf } from '../../http/server/media-type.ts';
import type { PortalExchange } from './exchange.ts';
import type { Route } from './router.ts';

const FORM = 'application/x-www-form-urlencoded';

/** Far more than any form has. Each takes time, however short it is, and nobody else has a page meanwhile. */
export const MAX_FIELDS = 1_000;

const NO_FORM = badRequest(415, `A form must be sent as ${FORM}`);
const TOO_MANY_FIELDS = badRequest(400, `A form must have at most ${MAX_FIELDS} fields`);

/** The fields of a form; empty for a page. Undefined where the request was refused. */
export async function readForm(
  exchange: PortalExchange,
  route: Route,
): Promise<URLSearchParams | undefined> {
  // A file is taken only from somebody who may send it.
  if ('action' in route && 'takesFile' in route.action) return new URLSearchParams();
  if (route.kind !== 'action' && route.kind !== 'open action') {
    return (await exchange.discardBody()) ? new URLSearchParams() : undefined;
  }
  const body = await exchange.takeBody();
  if (!body) return undefined;
  if (body.length > 0 && mediaTypeOf(exchange.request.headers['content-type']) !== FORM) {
    exchange.refuse(NO_FORM);
    return undefined;
  }
  const separators = body.reduce((count, byte) => (byte === AMPERSAND ? count + 1 : count), 0);
  if (separators >= MAX_FIELDS) {
    exchange.refuse(TOO_MANY_FIELDS);
    return undefined;
  }
  return new URLSearchParams(Buffer.from(body).toString('utf8'));
}

const AMPERSAND = 0x26;
