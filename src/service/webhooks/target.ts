import { type BlockList, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { failure, invalid } from '../../domain/errors.ts';
import { requireLabel } from '../../domain/label.ts';
import { isInNetworks, leadsTo, parseNetworks } from '../networks.ts';

const MAX_URL_LENGTH = 2_048;

/** Who made a webhook: an operator, on the command line, or an owner of the company, in the portal. */
export type Maker = 'operator' | 'portal';

/** What no webhook calls. */
const NEVER: readonly string[] = [
  '0.0.0.0/8', // this machine
  '127.0.0.0/8', // loopback
  '169.254.0.0/16', // link-local, with the metadata of most clouds
  '100.100.100.200', // metadata of Alibaba Cloud
  '168.63.129.16', // Azure's agent
  '192.0.0.0/24', // protocol assignments, with metadata of Oracle Cloud
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, with the broadcast address
  '::/96', // unspecified, loopback and IPv4-compatible addresses
  '::ffff:0:0:0/96', // IPv4-translated addresses
  '64:ff9b:1::/48', // local NAT64
  '2001::/32', // Teredo
  '2002::/16', // 6to4
  'fe80::/10', // link-local
  'fec0::/10', // site-local
  'ff00::/8', // multicast
  'fd00:ec2::/32', // metadata of AWS
  'fd20:ce::/32', // metadata of Google Cloud
  'fd00:c1::/32', // metadata of Oracle Cloud
  'fd00:42::/32', // metadata of Scaleway
];

/** What is not on the internet, after IANA's registries of special-purpose addresses: for webhooks of operators only. */
const NOT_PUBLIC: readonly string[] = [
  '10.0.0.0/8', // private
  '172.16.0.0/12', // private
  '192.168.0.0/16', // private
  '100.64.0.0/10', // shared by the customers of a provider
  '198.18.0.0/15', // benchmarks
  '192.88.99.0/24', // 6to4 relays
  ...['192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24'], // documentation
  '2001::/23', // protocol assignments
  ...['2001:db8::/32', '3fff::/20'], // documentation
];

const GLOBAL_UNICAST = '2000::/3';

let known: Readonly<Record<'never' | 'notPublic' | 'globalUnicast', BlockList>> | undefined;

/** Created when first needed, because it would take milliseconds of every start. */
function knownNetworks() {
  known ??= {
    never: parseNetworks(NEVER) as BlockList,
    notPublic: parseNetworks(NOT_PUBLIC) as BlockList,
    globalUnicast: parseNetworks([GLOBAL_UNICAST]) as BlockList,
  };
  return known;
}

/** Whether an address is on the internet, as far as its number tells. */
function isPublic(address: string): boolean {
  const { notPublic, globalUnicast } = knownNetworks();
  const isRouted = isIP(address) === 4 || isInNetworks(globalUnicast, address);
  return isRouted && !isInNetworks(notPublic, address);
}

/** Whether an address is one of this machine's own now. Interfaces come and go while the service runs. */
function isOwn(address: string): boolean {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .some((one) => {
      // Of a loopback interface the whole network is this machine.
      const networks = parseNetworks([one.internal ? (one.cidr ?? one.address) : one.address]);
      return networks !== undefined && isInNetworks(networks, address);
    });
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

/**
 * Whether a connection to an address may be made: never to this machine and its links, and for a webhook of the portal
 * to public addresses only. `allowed` comes first.
 */
export function isAllowedAddress(
  address: string,
  { networks }: AllowedTargets,
  madeBy: Maker,
): boolean {
  if (isInNetworks(networks, address)) return true;
  const reached = leadsTo(address);
  if (isInNetworks(knownNetworks().never, reached) || isOwn(reached)) return false;
  return madeBy === 'operator' || isPublic(reached);
}

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
export function requireWebhookUrl(text: string, allowed: AllowedTargets, madeBy: Maker): string {
  const field = 'url';
  const url = URL.parse(requireLabel(field, text, MAX_URL_LENGTH));
  if (!url || !/^https?:$/.test(url.protocol)) throw failure('field_no_url', { field });
  if (url.username || url.password) throw failure('url_with_user', { field });
  if (url.hash) throw failure('url_with_fragment', { field });
  if (url.href.length > MAX_URL_LENGTH) {
    throw failure('field_too_long', { field, max: MAX_URL_LENGTH });
  }
  const address = literalAddress(url);
  if (address !== undefined && !isAllowedAddress(address, allowed, madeBy)) {
    throw failure(madeBy === 'portal' ? 'url_not_public' : 'url_inside', { field });
  }
  return url.href;
}
