import type { BlockList } from 'node:net';
import { isIP } from 'node:net';
import { invalid } from '../../domain/errors.ts';
import { requireLabel } from '../../domain/label.ts';
import { isInNetworks, parseNetworks } from '../networks.ts';

const MAX_URL_LENGTH = 2_048;

const IPV4: readonly string[] = [
  '0.0.0.0/8', // this machine
  '127.0.0.0/8', // loopback
  '169.254.0.0/16', // link-local, with the metadata of most clouds
  '100.100.100.200', // metadata of Alibaba Cloud
  '168.63.129.16', // Azure's agent
  '192.0.0.0/24', // protocol assignments, with metadata of Oracle Cloud
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, with the broadcast address
];

const IPV6: readonly string[] = [
  '::/96', // unspecified, loopback and IPv4-compatible addresses
  '::ffff:0:0:0/96', // IPv4-translated addresses
  '64:ff9b:1::/48', // local NAT64
  '2001::/32', // Teredo
  '2002::/16', // 6to4
  'fe80::/10', // link-local
  'ff00::/8', // multicast
  'fd00:ec2::/32', // metadata of AWS
  'fd20:ce::/32', // metadata of Google Cloud
  'fd00:c1::/32', // metadata of Oracle Cloud
  'fd00:42::/32', // metadata of Scaleway
];

// NAT64 leads to the IPv4 address at its end. The list itself treats an IPv4-mapped address as the IPv4 one.
const overNat64 = (network: string): string => {
  const [address, bits = '32'] = network.split('/');
  return `64:ff9b::${address}/${96 + Number(bits)}`;
};

let refused: BlockList | undefined;

/** Created when first needed, because it would take milliseconds of every start. */
function refusedNetworks(): BlockList {
  refused ??= parseNetworks([...IPV4, ...IPV6, ...IPV4.map(overNat64)]) as BlockList;
  return refused;
}

/** What webhooks may call although it is refused otherwise. */
export type AllowedTargets = { hosts: ReadonlySet<string>; networks: BlockList };

/**
 * Reads host names, addresses and networks in CIDR notation. A name allows whatever it resolves to.
 *
 * @throws EngagedError `validation_failed`
 */
export function parseAllowedTargets(list: readonly string[]): AllowedTargets {
  const hosts = new Set<string>();
  const addresses: string[] = [];
  for (const entry of list) {
    const isAddress = /[:/]|^[\d.]+$/.test(entry);
    const host = URL.parse(`http://${entry}/`)?.hostname;
    if (isAddress) addresses.push(entry);
    else if (host && isIP(host) === 0 && /^[\w.-]+$/.test(host)) hosts.add(host);
    else throw invalid('A host is not a name');
  }
  const networks = parseNetworks(addresses);
  if (!networks) throw invalid('An address is not valid');
  return { hosts, networks };
}

/** Whether a connection to an address may be made. Private networks are allowed. */
export const isAllowedAddress = (address: string, { networks }: AllowedTargets): boolean =>
  !isInNetworks(refusedNetworks(), address) || isInNetworks(networks, address);

/**
 * The host of a URL if it is written as an address, in whatever form: Node connects to it without a lookup.
 * The parser turns decimal, octal and hexadecimal forms into the usual one.
 */
export function literalAddress({ hostname }: URL): string | undefined {
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(address) === 0 ? undefined : address;
}

/**
 * The URL of a webhook in its normal form.
 *
 * @throws EngagedError `validation_failed`
 */
export function requireWebhookUrl(text: string, allowed: AllowedTargets): string {
  const url = URL.parse(requireLabel('url', text, MAX_URL_LENGTH));
  if (!url || !/^https?:$/.test(url.protocol))
    throw invalid('url must be an http or https address');
  if (url.username || url.password) throw invalid('url must not contain a user name or password');
  if (url.hash) throw invalid('url must not have a fragment');
  if (url.href.length > MAX_URL_LENGTH) {
    throw invalid(`url must be at most ${MAX_URL_LENGTH} characters`);
  }
  const address = literalAddress(url);
  if (address !== undefined && !isAllowedAddress(address, allowed)) {
    throw invalid(
      'url leads to this machine, a link-local, multicast or metadata address. If that is intended, name it in webhook-allow',
    );
  }
  return url.href;
}
