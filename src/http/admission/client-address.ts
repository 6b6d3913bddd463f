import { type BlockList, isIP, SocketAddress } from 'node:net';
import { invalid } from '../../domain/errors.ts';
import { upTo } from '../../domain/text.ts';
import { isInNetworks, parseNetworks } from '../../service/networks.ts';

/** The proxies whose `X-Forwarded-For` is trusted. */
export type TrustedProxies = BlockList | undefined;

/**
 * Reads a list of addresses and networks in CIDR notation.
 *
 * @throws EngagedError `validation_failed` that names the setting
 */
export function parseTrustedProxies(list: readonly string[]): TrustedProxies {
  if (list.length === 0) return undefined;
  const proxies = parseNetworks(list);
  if (proxies) return proxies;
  throw invalid(
    'trusted-proxies must list IP addresses or networks such as 10.0.0.0/8, separated by commas',
  );
}

/**
 * The client that a request counts for: an IPv4 address, or the /64 of an IPv6 address, because customers get whole
 * /64 networks. `X-Forwarded-For` is read from the right while the entries are trusted proxies; an invalid entry
 * ends the search at the hop before it.
 *
 * @param remote the remote address of the connection
 * @param forwarded the `X-Forwarded-For` header
 */
export function clientAddress(
  remote: string | undefined,
  forwarded: string | undefined,
  proxies: TrustedProxies,
): string {
  let client = normalizeAddress(remote ?? '');
  if (!proxies || forwarded === undefined) return rateLimitNetwork(client);
  for (const entry of forwarded.split(',').reverse()) {
    if (!isInNetworks(proxies, client)) break;
    const address = parseForwarded(entry.trim());
    if (address === undefined) break;
    client = address;
  }
  return rateLimitNetwork(client);
}

/** Whether a remote address is a trusted proxy. */
export const isProxy = (remote: string | undefined, proxies: TrustedProxies): boolean =>
  proxies !== undefined && isInNetworks(proxies, normalizeAddress(remote ?? ''));

// Some proxies add the port: 192.0.2.1:4711, [2001:db8::1]:4711.
function parseForwarded(entry: string): string | undefined {
  const [, bracketed, plain] = /^\[([^\]]*)\](?::\d+)?$|^([\d.]+):\d+$/.exec(entry) ?? [];
  const address = normalizeAddress(bracketed ?? plain ?? entry);
  return isIP(address) === 0 ? undefined : address;
}

/** An address without its zone, in its canonical form; an IPv4 one that comes as IPv6 (RFC 4291, 2.5.5.2) as IPv4. */
function normalizeAddress(text: string): string {
  if (!text.includes(':')) return text;
  const address = upTo(text, '%');
  if (isIP(address) === 0) return address;
  const canonical = new SocketAddress({ address, family: 'ipv6' }).address;
  return /^::ffff:([\d.]+)$/.exec(canonical)?.[1] ?? canonical;
}

/** The /64 of a canonical IPv6 address. */
function rateLimitNetwork(address: string): string {
  if (!address.includes(':') || isIP(address) !== 6) return address;
  const [head = '', tail] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail ? tail.split(':') : [];
  const zeros = new Array<string>(8 - left.length - right.length).fill('0');
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':')}::/64`;
}
