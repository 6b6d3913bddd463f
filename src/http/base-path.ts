import { withoutEnd } from '../domain/text.ts';

// The one place that knows where in a site the service is. Everything else is written as if it had the site for itself:
// requests lose the base path when they arrive, and pages get it when they leave.

/** The base path of an address: nothing, or a path such as `/engaged`. */
export const basePathOf = (address: URL | undefined): string =>
  withoutEnd(address?.pathname ?? '', '/');

/** An address without a slash at its end, for paths to follow. */
export const addressOf = (address: URL): string => address.origin + basePathOf(address);

/** The target of a request in the service. A proxy may have taken the base path away or left it. */
export function belowBase(base: string, target: string): string {
  if (base === '') return target;
  const [site = ''] = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i.exec(target) ?? [];
  if (!target.startsWith(base, site.length)) return target;
  const rest = target.slice(site.length + base.length);
  if (rest.startsWith('/')) return site + rest;
  return /^(?:$|[?#])/.test(rest) ? `${site}/${rest}` : target;
}

/** A place of the service for a browser. An address of another site stays as it is. */
export const underBase = (base: string, place: string): string =>
  place.startsWith('/') ? base + place : place;

/** The attributes that lead somewhere. No text on a page has quotation marks of its own: they are escaped. */
const LEADS_TO = / (href|src|action|formaction)="(?=\/)/g;

/** A page whose links, forms and files are where browsers reach them. */
export const pageUnderBase = (base: string, page: string): string =>
  base === '' ? page : page.replace(LEADS_TO, ` $1="${base}`);
