import { badRequest } from '../../http/response/problems.ts';
import { mediaTypeOf } from '../../http/server/media-type.ts';
import type { PortalExchange } from './exchange.ts';
import type { Route } from './router.ts';

const FORM = 'application/x-www-form-urlencoded';

const NO_FORM = badRequest(415, `A form must be sent as ${FORM}`);

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
  return new URLSearchParams(Buffer.from(body).toString('utf8'));
}
