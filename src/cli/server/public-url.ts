import { addressOf } from '../../http/base-path.ts';

/** What a public address is. */
export const PUBLIC_URL_FORM =
  'an http or https address, with a path only if the service has none that begins like it';

/** How paths of the service begin. Below one of them nobody could tell whether a proxy has taken the path away. */
const OWN_NAMES = 'portal|wall|v1|docs|openapi\\.json|healthz|readyz|metrics';

const BASE_PATH = new RegExp(`^(?!/(?:${OWN_NAMES})(?:/|$))(?:/[\\w~-][\\w.~-]*)*/?$`);

/** The address at which browsers reach a service; undefined for what cannot be one. */
export function parsePublicUrl(text: string): URL | undefined {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || !BASE_PATH.test(url.pathname)) return undefined;
  return [addressOf(url), `${addressOf(url)}/`].includes(url.href) ? url : undefined;
}
