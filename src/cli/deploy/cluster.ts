import { isIP } from 'node:net';
import type { Deployment } from './deployment.ts';

/** An address with its port. */
export type Endpoint = { address: string; port: number };

/** Several services on one PostgreSQL, each on a machine of its own with an HAProxy in front of all of them. */
export type Cluster = {
  /** The services, as the others reach them. */
  nodes: readonly Endpoint[];
  /** The PostgreSQL servers, of which one at a time is the primary. */
  servers: readonly Endpoint[];
  /** The name by which the services know the primary; it stands in the certificates of the servers. */
  databaseHost: string;
  /** The authority of these certificates, a file on the machine of each service. */
  databaseCa: string;
  /** Where HAProxy leads to the primary, on the machine of each service. */
  databasePort: number;
  /** Where HAProxy listens for clients. */
  httpPort: number;
  httpsPort: number;
  /** The certificate for clients, with its key. */
  certificate: string;
  /** The folder of HAProxy's socket for operators. */
  runFolder: string;
};

/** Seconds for which a stopping service still answers: HAProxy notices within three that it is not ready any more. */
const STOP_DELAY = 5;

/** The file with the address of the database and its password. */
export const ENVIRONMENT_FILE = '/etc/engaged/engaged.env';

/** The first names are easy to tell from one another in a log. */
export const nameOf = (kind: 'node' | 'postgres', at: number): string => `${kind}${at + 1}`;

/** As HAProxy and most others write it. */
export const textOf = ({ address, port }: Endpoint): string =>
  `${isIP(address) === 6 ? `[${address}]` : address}:${port}`;

/** The network of one address. */
export const networkOf = ({ address }: Endpoint): string =>
  `${address}/${isIP(address) === 6 ? 128 : 32}`;

/** The address of the database. The password is beside it in the file, and in no command line. */
export const databaseAddress = ({ databaseHost, databasePort, databaseCa }: Cluster): string =>
  `postgres://engaged@${databaseHost}:${databasePort}/engaged?sslmode=verify-full&sslrootcert=${databaseCa}`;

/** A command with the variables of the file. */
export const withVariables = (words: string): string =>
  `sh -c 'set -a; . ${ENVIRONMENT_FILE}; exec "$0" "$@"' ${words}`;

/** The same, run as the user of the service. */
export const asService = (words: string): string => `runuser -u engaged -- ${withVariables(words)}`;

/** Settings that every service of a cluster needs, and those that were given, which count more. */
export const clusterVariables = (
  it: Deployment,
  { nodes }: Cluster,
): readonly (readonly [name: string, value: string])[] => {
  const needed = new Map([
    ['ENGAGED_HOST', '0.0.0.0'],
    ['ENGAGED_PUBLIC_URL', `https://${it.domain}`],
    ['ENGAGED_TRUSTED_PROXIES', [...new Set(nodes.map(({ address }) => address))].join(',')],
    ['ENGAGED_STOP_DELAY', String(STOP_DELAY)],
  ]);
  return [...new Map([...needed, ...it.variables])];
};
