import { BODY_LIMIT, discardBody, takeBody } from '../../http/body.ts';
import type { Exchange } from '../../http/exchange.ts';
import { badRequest } from '../../http/problems.ts';
import type { Route } from './router.ts';

const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;

const NO_FORM = badRequest(415, 'A form must be sent as application/x-www-form-urlencoded');

/** The fields of a form; empty for a page. Undefined where the request was refused. */
export async function readForm(
  exchange: Exchange,
  route: Route,
): Promise<URLSearchParams | undefined> {
  // A file is taken only from somebody who may send it.
  if ('action' in route && 'takesFile' in route.action) return new URLSearchParams();
  if (route.kind !== 'action' && route.kind !== 'open action') {
    return (await discardBody(exchange)) ? new URLSearchParams() : undefined;
  }
  const body = await takeBody(exchange, BODY_LIMIT);
  if (!body) return undefined;
  if (body.length > 0 && !FORM_TYPE.test(exchange.req.headers['content-type'] ?? '')) {
    exchange.refuse(NO_FORM);
    return undefined;
  }
  return new URLSearchParams(Buffer.from(body).toString('utf8'));
}
