import { BlockList, isIP } from 'node:net';

const FAMILIES = { 4: 'ipv4', 6: 'ipv6' } as const;

/**
 * Reads addresses and networks in CIDR notation.
 *
 * @returns undefined if one is neither
 */
export function parseNetworks(list: readonly string[]): BlockList | undefined {
  const networks = new BlockList();
  for (const entry of list) {
    const [address = '', prefix, ...rest] = entry.split('/');
    const family = isIP(address) as 0 | 4 | 6;
    const width = family === 4 ? 32 : 128;
    const bits = prefix === undefined ? width : Number(prefix);
    const isNetwork =
      family !== 0 &&
      !address.includes('%') &&
      rest.length === 0 &&
      (prefix === undefined || /^\d{1,3}$/.test(prefix)) &&
      bits <= width;
    if (!isNetwork) return undefined;
    networks.addSubnet(address, bits, FAMILIES[family]);
  }
  return networks;
}

/** Whether an address is in one of the networks. An IPv4-mapped IPv6 address counts as the IPv4 one. */
export function isInNetworks(networks: BlockList, address: string): boolean {
  const [withoutZone = ''] = address.split('%');
  const family = isIP(withoutZone) as 0 | 4 | 6;
  return family !== 0 && networks.check(withoutZone, FAMILIES[family]);
}

/**
 * The address that a connection to one reaches: that of IPv4 for an IPv4-mapped address and for one of the well-known
 * prefix of NAT64 (RFC 6052), and itself for any other.
 */
export function leadsTo(address: string): string {
  const [withoutZone = ''] = address.split('%');
  if (isIP(withoutZone) !== 6) return withoutZone;
  const groups = groupsOf(withoutZone);
  const prefix = groups.slice(0, 6).join(':');
  if (prefix !== '0:0:0:0:0:ffff' && prefix !== '64:ff9b:0:0:0:0') return withoutZone;
  return groups
    .slice(6)
    .flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255])
    .join('.');
}

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): string[] {
  const { hostname } = new URL(`http://[${address}]`);
  const [before = [], after = []] = hostname
    .slice(1, -1)
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''));
  return [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after];
}
