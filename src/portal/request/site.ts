import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { TLSSocket } from 'node:tls';
import { isProxy, type TrustedProxies } from '../../http/admission/client-address.ts';
import { basePathOf } from '../../http/base-path.ts';

/** How a browser reached the portal. */
export type Site = {
  /** The origin of every page, to recognise requests of other sites. */
  origin: string;
  /** Where in it the service is, see `base-path.ts`, and its address, for whole links. */
  basePath: string;
  address: string;
  /** Over HTTPS, on this machine alone, or over a network that can read along: then nobody can sign in. */
  security: 'https' | 'loopback' | 'open';
  /** Whether it came through a proxy that is not trusted or does not say for whom, so that all clients have its address. */
  isFromUnknownProxy: boolean;
  /** Whether browsers load pictures from elsewhere. */
  externalPictures: boolean;
};

const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;
const LOOPBACK_ADDRESS = /^(?:::ffff:)?127\.|^::1$/;

/**
 * Where the portal is for a request. What a proxy says of HTTPS counts only if the proxy is trusted, but with a public
 * URL every request that was forwarded, or names its host, came through it.
 */
export function siteOf(
  req: IncomingMessage,
  options: {
    publicUrl: URL | undefined;
    trustedProxies: TrustedProxies;
    externalPictures: boolean;
  },
): Site {
  const found = originOf(req, options);
  const basePath = basePathOf(options.publicUrl);
  const { externalPictures } = options;
  return { ...found, basePath, address: found.origin + basePath, externalPictures };
}

function originOf(
  req: IncomingMessage,
  options: { publicUrl: URL | undefined; trustedProxies: TrustedProxies },
): Omit<Site, 'basePath' | 'address' | 'externalPictures'> {
  const { headers, socket } = req;
  const host = (headers.host ?? '').toLowerCase();
  const { publicUrl, trustedProxies } = options;
  const wasForwarded = ['x-forwarded-for', 'x-forwarded-proto', 'forwarded'].some(
    (name) => headers[name] !== undefined,
  );
  const isPublic = publicUrl?.protocol === 'https:' && (wasForwarded || host === publicUrl.host);
  // Whoever reaches the service over its own TLS can write the headers of a proxy.
  const isFromUnknownProxy = false;
  if ((socket as Partial<TLSSocket>).encrypted) {
    const origin = isPublic ? publicUrl.origin : `https://${host}`;
    return { origin, security: 'https', isFromUnknownProxy };
  }
  if (
    !wasForwarded &&
    LOOPBACK_HOST.test(host) &&
    LOOPBACK_ADDRESS.test(socket.remoteAddress ?? '')
  ) {
    return { origin: `http://${host}`, security: 'loopback', isFromUnknownProxy };
  }
  const isTrusted = isProxy(socket.remoteAddress, trustedProxies);
  if (isPublic) {
    const namesClient = isTrusted && headers['x-forwarded-for'] !== undefined;
    return { origin: publicUrl.origin, security: 'https', isFromUnknownProxy: !namesClient };
  }
  const isHttps = headers['x-forwarded-proto'] === 'https' && isTrusted;
  return isHttps
    ? { origin: `https://${host}`, security: 'https', isFromUnknownProxy }
    : { origin: `http://${host}`, security: 'open', isFromUnknownProxy };
}

/** Whether a page of another site sent the browser here, as far as the browser tells. */
export function isFromElsewhere(headers: IncomingHttpHeaders, { origin }: Site): boolean {
  const site = headers['sec-fetch-site'] ?? 'none';
  if (site === 'same-origin') return false;
  return site !== 'none' || (headers.origin?.toLowerCase() ?? origin) !== origin;
}

/**
 * Whether a request that changes something comes from a page of the portal: a browser says so itself, and an older one
 * names the origin of the page, as does one that no page sent. A request that says neither does not count.
 */
export function isFromPortal(headers: IncomingHttpHeaders, { origin }: Site): boolean {
  const site = headers['sec-fetch-site'] ?? 'none';
  return site === 'same-origin' || (site === 'none' && headers.origin?.toLowerCase() === origin);
}
