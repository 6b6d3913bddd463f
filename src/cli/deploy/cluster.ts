import { isIP } from 'node:net';
import { shellWord } from '../../domain/shell-word.ts';
import { readText } from '../../store/files/read-text.ts';
import { wholeNumber } from '../command.ts';
import { type Deployment, placesOf, schemeOf } from './deployment.ts';
import { type DeployOptions, domainOption, type Kind } from './kind.ts';
import { domainName, type Endpoint, endpoint, endpoints, oneWord } from './option-values.ts';
import { commandWord, unitPlaces } from './systemd.ts';
import { fill } from './template.ts';

const POSTGRES = readText(new URL('./templates/postgresql.conf', import.meta.url));
const HAPROXY = readText(new URL('./templates/haproxy.cfg', import.meta.url));
const UNIT = readText(new URL('./templates/engaged-postgres.service', import.meta.url));

/** Several services on one PostgreSQL, each on a machine of its own with an HAProxy in front of all of them. */
type Cluster = {
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

/** Settings for the PostgreSQL servers, and how the whole is set up, kept and upgraded. */
function postgresSettings(deployment: Deployment, cluster: Cluster): string {
  const { nodes, servers } = cluster;
  const access = (kind: string, list: readonly Endpoint[], how: string) =>
    [...new Set(list.map(networkOf))].map((network) => `#     ${kind}  ${network} ${how}`);
  return fill(POSTGRES, {
    ...clusterPlaces(deployment, cluster),
    access: [
      ...access('hostssl engaged     engaged            ', nodes, 'scram-sha-256'),
      ...access('hostssl replication engaged_replication', servers, 'scram-sha-256'),
      ...access('host    postgres    engaged_check      ', nodes, 'trust'),
    ].join('\n'),
    firstAddress: servers[0]?.address ?? '',
    firstPort: servers[0]?.port ?? '',
    servers: servers.map(textOf).join(', '),
  });
}

/** A configuration for HAProxy on the machine of each service: in front of all services, and of all PostgreSQL servers. */
function haproxyConfig(deployment: Deployment, cluster: Cluster): string {
  // The certificate of the service is for the name that clients use.
  const tls = schemeOf(deployment) === 'https' ? ' ssl verify none' : '';
  const lines = (name: string, list: readonly Endpoint[], options: (at: number) => string) =>
    list.map(
      (one, at) => `  server ${name.replace('#', `${at + 1}`)} ${textOf(one)} ${options(at)}`,
    );
  const { nodes, servers } = cluster;
  const ready = (cookie: (at: number) => string) =>
    lines('node#', nodes, (at) => `track ready/node${at + 1}${cookie(at)}${tls}`);
  // Of the same machines: they count only where nobody is ready.
  const alive = lines('node#-alive', nodes, (at) => `track alive/node${at + 1} backup${tls}`);
  const withCookie = ready((at) => ` cookie node${at + 1}`);
  return fill(HAPROXY, {
    ...clusterPlaces(deployment, cluster),
    api: [...ready(() => ''), ...alive].join('\n'),
    portal: [...withCookie, ...alive].join('\n'),
    checked: lines('node#', nodes, () => `check${tls}`).join('\n'),
    servers: lines(
      'postgres#',
      servers,
      () => 'check fall 2 rise 1 on-marked-down shutdown-sessions',
    ).join('\n'),
  });
}

/** A systemd unit for a service on PostgreSQL, the same on every machine. */
const postgresUnit = (deployment: Deployment, cluster: Cluster): string =>
  fill(UNIT, {
    ...clusterPlaces(deployment, cluster),
    ...unitPlaces({ ...deployment, variables: clusterVariables(deployment, cluster) }, [
      deployment.program,
    ]),
    command: commandWord(deployment.program),
  });

/** The file with the address of the database and its password. */
const ENVIRONMENT_FILE = '/etc/engaged/engaged.env';

function clusterPlaces(deployment: Deployment, cluster: Cluster) {
  const { nodes: _, servers: __, ...places } = cluster;
  const { databaseHost, databasePort, databaseCa } = cluster;
  // The variables of the file are for a command, too.
  const withVariables = `sh -c 'set -a; . ${ENVIRONMENT_FILE}; exec "$0" "$@"' ${shellWord(deployment.program)}`;
  return {
    ...placesOf(deployment),
    ...places,
    environmentFile: ENVIRONMENT_FILE,
    // The password is beside it in the file, and in no command line.
    database: `postgres://engaged@${databaseHost}:${databasePort}/engaged?sslmode=verify-full&sslrootcert=${databaseCa}`,
    withVariables,
    asService: `runuser -u engaged -- ${withVariables}`,
  };
}

/** As HAProxy and most others write it. */
const textOf = ({ address, port }: Endpoint): string =>
  `${isIP(address) === 6 ? `[${address}]` : address}:${port}`;

/** The network of one address. */
const networkOf = ({ address }: Endpoint): string => `${address}/${isIP(address) === 6 ? 128 : 32}`;

/** Seconds for which a stopping service still answers: HAProxy notices within three that it is not ready any more. */
const STOP_DELAY = 5;

/** Settings that every service of a cluster needs, and those that were given, which count more. */
const clusterVariables = (
  deployment: Deployment,
  { nodes }: Cluster,
): readonly (readonly [name: string, value: string])[] => {
  const needed = new Map([
    ['ENGAGED_HOST', '0.0.0.0'],
    ['ENGAGED_PUBLIC_URL', `https://${deployment.domain}`],
    ['ENGAGED_TRUSTED_PROXIES', [...new Set(nodes.map(({ address }) => address))].join(',')],
    ['ENGAGED_STOP_DELAY', String(STOP_DELAY)],
  ]);
  return [...new Map([...needed, ...deployment.variables])];
};

type PostgresOptions = DeployOptions &
  Omit<Cluster, 'nodes' | 'servers'> & { node?: Endpoint[]; server?: Endpoint[] };

const NODES = '10.0.0.11:8080 and 10.0.0.12:8080';
const SERVERS = '10.0.0.21:5432 and 10.0.0.22:5432';

const PORT = wholeNumber(1, 65_535);

/** Recipes for several services on PostgreSQL. */
export const CLUSTER: Kind<PostgresOptions, Cluster> = {
  flags: '--node 10.0.0.11:8080 --node 10.0.0.12:8080',
  addOptions: (command) =>
    command
      .option(...domainOption)
      .option(
        '--node <address>',
        `address and port of a service; repeat (default: ${NODES})`,
        endpoints,
      )
      .option(
        '--server <address>',
        `the same of a PostgreSQL server (default: ${SERVERS})`,
        endpoints,
      )
      .option(
        '--database-host <name>',
        'name in their certificates',
        domainName,
        'postgres.internal',
      )
      .option(
        '--database-ca <file>',
        'authority of these certificates',
        oneWord,
        '/etc/engaged/postgres-ca.pem',
      )
      .option('--database-port <n>', 'where HAProxy leads services to the primary', PORT, 5433)
      .option('--http-port <n>', 'where HAProxy leads clients to HTTPS', PORT, 80)
      .option('--https-port <n>', 'where HAProxy listens for clients', PORT, 443)
      .option(
        '--certificate <file>',
        'certificate for clients, with its key',
        oneWord,
        '/etc/haproxy/engaged.pem',
      )
      .option('--run-folder <folder>', "folder of HAProxy's socket", oneWord, '/run/haproxy'),
  toInput: ({
    node = NODES.split(' and ').map(endpoint),
    server = SERVERS.split(' and ').map(endpoint),
    ...options
  }) => ({ ...options, nodes: node, servers: server }),
  recipes: {
    postgres: {
      description:
        'Print settings for PostgreSQL with a standby, and how two services on it are set up and kept',
      fileName: 'engaged.conf',
      write: postgresSettings,
    },
    'postgres-haproxy': {
      description: 'Print a configuration for HAProxy before those services and PostgreSQL servers',
      fileName: 'haproxy.cfg',
      write: haproxyConfig,
    },
    'postgres-systemd': {
      description: 'Print a systemd unit for each of those services, and how to set it up',
      fileName: 'engaged.service',
      write: postgresUnit,
    },
  },
};
