import { badRequest } from '../../http/response/problems.ts';
import { BODY_LIMIT } from '../../http/server/body-framing.ts';
import { mediaTypeOf } from '../../http/server/multipart.ts';
import { takesPicture } from '../forms/write-form.ts';
import type { Action } from '../pages/page.ts';
import type { Route } from '../routes.ts';
import type { PortalExchange } from './exchange.ts';

const FORM = 'application/x-www-form-urlencoded';

/** Far more than any form has. Each takes time, however short it is, and nobody else has a page meanwhile. */
export const MAX_FIELDS = 1_000;

const NO_FORM = badRequest(415, `A form must be sent as ${FORM}`);
const TOO_MANY_FIELDS = badRequest(400, `A form must have at most ${MAX_FIELDS} fields`);

/** The largest form of somebody without a session: many may wait for their turn at once. */
export const OPEN_FORM_LIMIT = 16_384;

/**
 * The fields of a form; empty for a page, and where nobody is signed in who may send it. Undefined where the request was refused.
 *
 * @param hasSession tells whether somebody who is signed in sends it
 */
export async function readForm(
  exchange: PortalExchange,
  route: Route,
  hasSession: () => boolean,
): Promise<URLSearchParams | undefined> {
  // A file is taken only from somebody who may send it.
  if ('action' in route && ('takesFile' in route.action || sendsPictures(exchange, route.action)))
    return new URLSearchParams();
  // Programs for mail send forms of any kind.
  if (route.kind === 'open action' && route.action.isFromAnywhere) {
    return (await exchange.discardBody()) ? new URLSearchParams() : undefined;
  }
  const isChange = route.kind === 'action' || route.kind === 'open action';
  const isOpen = isChange && !hasSession();
  if (!isChange || (isOpen && route.kind === 'action')) {
    return (await exchange.discardBody()) ? new URLSearchParams() : undefined;
  }
  const body = await exchange.takeBody(isOpen ? OPEN_FORM_LIMIT : BODY_LIMIT);
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

/** Whether a form with pictures is sent, which a script may do without any. */
export const sendsPictures = (
  { request }: PortalExchange,
  { form }: Pick<Action, 'form'>,
): boolean =>
  takesPicture(form) && mediaTypeOf(request.headers['content-type']) === 'multipart/form-data';

const AMPERSAND = 0x26;
