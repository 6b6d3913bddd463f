import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { UsageError } from '../../domain/errors.ts';
import { isHostName } from '../../domain/host-name.ts';
import { CONTROL_CHARACTERS } from '../../domain/text.ts';
import { isPostgresAddress } from '../../store/postgres/address.ts';
import { version } from '../../store/version.ts';
import { addCommand, type CommonOptions, collect, wholeNumber } from '../command.ts';
import type { Context } from '../context.ts';
import { dataAsGiven } from '../data-file-option.ts';
import {
  type Cluster,
  type Endpoint,
  haproxyConfig,
  postgresSettings,
  postgresUnit,
} from '../deploy/cluster.ts';
import { type Deployment, folderOf } from '../deploy/deployment.ts';
import { type Nightly, nightlyCrontab, nightlyTimer, nightlyUnit } from '../deploy/nightly.ts';
import {
  caddySite,
  citusStatements,
  containerFile,
  litestreamConfig,
  nginxSite,
  systemdUnit,
} from '../deploy/service.ts';
import { print } from '../output.ts';
import {
  addSettingOptions,
  describeSettings,
  environmentNameOf,
  type RawSettings,
  readSettings,
  toSocket,
} from '../settings.ts';

type Recipe<Inputs extends unknown[]> = {
  description: string;
  fileName: string;
  /** Whether the data file stands in it. */
  needsFile?: boolean;
  write: (deployment: Deployment, ...inputs: Inputs) => string;
};

const RECIPES: Readonly<Record<string, Recipe<[]>>> = {
  systemd: {
    description: 'Print a systemd unit, and the commands to set it up',
    fileName: 'engaged.service',
    needsFile: true,
    write: systemdUnit,
  },
  container: {
    description: 'Print a Containerfile, and the commands to build and run it',
    fileName: 'Containerfile',
    needsFile: true,
    write: containerFile,
  },
  nginx: {
    description: 'Print a site for nginx: TLS and client addresses',
    fileName: 'engaged.conf',
    write: nginxSite,
  },
  caddy: {
    description: 'Print a site for Caddy: TLS and client addresses',
    fileName: 'Caddyfile',
    write: caddySite,
  },
  litestream: {
    description: 'Print a Litestream configuration: continuous backup, and what it can lose',
    fileName: 'litestream.yml',
    needsFile: true,
    write: litestreamConfig,
  },
};

const NIGHTLY_RECIPES: Readonly<Record<string, Recipe<[Nightly]>>> = {
  nightly: {
    description:
      'Print a systemd unit for the nightly backup and roster import, and how to set it up',
    fileName: 'engaged-nightly.service',
    needsFile: true,
    write: nightlyUnit,
  },
  'nightly-timer': {
    description: 'Print the systemd timer of that unit',
    fileName: 'engaged-nightly.timer',
    needsFile: true,
    write: nightlyTimer,
  },
  cron: {
    description: 'Print a file for /etc/cron.d with the nightly backup and roster import',
    fileName: 'engaged',
    needsFile: true,
    write: nightlyCrontab,
  },
};

const POSTGRES_RECIPES: Readonly<Record<string, Recipe<[Cluster]>>> = {
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
};

type DeployOptions = CommonOptions & RawSettings & { domain: string; program: string };

type NightlyOptions = DeployOptions & {
  at: string;
  roster: string;
  rejects?: string;
  backups: string;
  keep: number;
  company?: string;
  profile?: string;
  where?: string[];
  deactivateMissing?: boolean;
};

type PostgresOptions = DeployOptions &
  Omit<Cluster, 'nodes' | 'servers'> & { node?: Endpoint[]; server?: Endpoint[] };

const CITUS_RECIPE: Recipe<[]> = {
  description:
    'Print statements that distribute an empty PostgreSQL database by company with Citus',
  fileName: 'citus.sql',
  write: citusStatements,
};

/** `engaged deploy …`: deployment configuration, filled with the effective settings. */
export function addDeployCommands(program: Command, context: Context): void {
  const deploy = program
    .command('deploy')
    .description('Print deployment configuration with your settings filled in');
  const add = (name: string, { description, fileName }: Recipe<never>, flags: string) =>
    addSettingOptions(
      addCommand(deploy, name, {
        description,
        example: `engaged deploy ${[name, flags].filter(Boolean).join(' ')} > ${fileName}`,
      }),
    ).option(
      '--program <file>',
      'path of the engaged program there',
      oneLine,
      '/usr/local/bin/engaged',
    );
  for (const [name, recipe] of Object.entries(RECIPES)) {
    add(name, recipe, '--domain engaged.example.com')
      .option('--domain <name>', 'name of the service', domainName, 'engaged.example.com')
      .action((options: DeployOptions) => {
        const text = recipe.write(toDeployment(context, options, recipe));
        print(context, options, { file: recipe.fileName, text }, () => text);
      });
  }
  add('citus', CITUS_RECIPE, '').action((options: DeployOptions) => {
    const text = CITUS_RECIPE.write(toDeployment(context, options, CITUS_RECIPE));
    print(context, options, { file: CITUS_RECIPE.fileName, text }, () => text);
  });
  for (const [name, recipe] of Object.entries(NIGHTLY_RECIPES)) {
    add(name, recipe, "--roster /srv/hr/roster.csv --where 'Status=Active'")
      .option('--at <time>', 'time of day of the backup', timeOfDay, '02:15')
      .option('--roster <file>', 'roster to import', oneLine, '/srv/hr/roster.csv')
      .option('--rejects <file>', 'where failed rows go (default: beside the data file)', oneLine)
      .option('--backups <folder>', 'where backups go', oneLine, '/var/backups/engaged')
      .option('--keep <n>', 'how many backups are kept', wholeNumber(1, 10_000), 14)
      .option('--company <company>', 'as in engaged import', oneLine)
      .option('--profile <file>', 'as in engaged import', oneLine)
      .option('--where <filter>', 'as in engaged import; repeat to combine', collectLine)
      .option('--deactivate-missing', 'as in engaged import')
      .action((options: NightlyOptions) => {
        const deployment = toDeployment(context, options, recipe);
        const text = recipe.write(deployment, toNightly(context, options, deployment));
        print(context, options, { file: recipe.fileName, text }, () => text);
      });
  }
  for (const [name, recipe] of Object.entries(POSTGRES_RECIPES)) {
    const port = wholeNumber(1, 65_535);
    add(name, recipe, '--node 10.0.0.11:8080 --node 10.0.0.12:8080')
      .option('--domain <name>', 'name of the service', domainName, 'engaged.example.com')
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
      .option('--database-port <n>', 'where HAProxy leads services to the primary', port, 5433)
      .option('--http-port <n>', 'where HAProxy leads clients to HTTPS', port, 80)
      .option('--https-port <n>', 'where HAProxy listens for clients', port, 443)
      .option(
        '--certificate <file>',
        'certificate for clients, with its key',
        oneWord,
        '/etc/haproxy/engaged.pem',
      )
      .option('--run-folder <folder>', "folder of HAProxy's socket", oneWord, '/run/haproxy')
      .action((options: PostgresOptions) => {
        const text = recipe.write(toDeployment(context, options, recipe), toCluster(options));
        print(context, options, { file: recipe.fileName, text }, () => text);
      });
  }
}

const NODES = '10.0.0.11:8080 and 10.0.0.12:8080';
const SERVERS = '10.0.0.21:5432 and 10.0.0.22:5432';

const toCluster = ({
  node = NODES.split(' and ').map(endpoint),
  server = SERVERS.split(' and ').map(endpoint),
  ...options
}: PostgresOptions): Cluster => ({ ...options, nodes: node, servers: server });

function toNightly(context: Context, options: NightlyOptions, deployment: Deployment): Nightly {
  const { profile, rejects = resolve(folderOf(deployment), 'rejects.csv') } = options;
  const path = (text: string) => resolve(context.cwd, text);
  return {
    at: options.at,
    roster: path(options.roster),
    rejects: path(rejects),
    backups: path(options.backups),
    keep: options.keep,
    company: options.company,
    profile: profile === undefined ? undefined : path(profile),
    where: options.where ?? [],
    deactivateMissing: options.deactivateMissing ?? false,
  };
}

function toDeployment(
  context: Context,
  options: DeployOptions,
  { needsFile = false }: Pick<Recipe<never>, 'needsFile'>,
): Deployment {
  const settings = readSettings(options, context.env);
  const { host, port } = settings;
  const socket = toSocket(settings, context.cwd)?.path;
  if (port === 0) throw new UsageError('A proxy needs a fixed port: choose one with --port');
  const effective = describeSettings(options, context.env);
  const file = options.data ?? (context.env.ENGAGED_DATA || '/var/lib/engaged/engaged.db');
  if (needsFile && isPostgresAddress(file)) {
    throw new UsageError(
      'This recipe is for a data file. For PostgreSQL use engaged deploy postgres, which has the backup, and engaged deploy postgres-systemd, which has the service and the nightly import',
    );
  }
  return {
    version,
    program: resolve(context.cwd, options.program),
    file: dataAsGiven(context, { data: oneLine(file) }),
    domain: options.domain,
    host,
    port,
    socket: socket && oneLine(socket),
    variables: effective
      .filter(({ source, value }) => source !== 'default' && value !== '(set)')
      .map(({ setting, value }) => [environmentNameOf(setting), value]),
  };
}

// RFC 1123, 2.1; anything else could inject text into these files.
function domainName(text: string): string {
  if (isHostName(text)) return text;
  throw new InvalidArgumentError('It must be a host name.');
}

/** An IPv4 address, or an IPv6 address in brackets, with a port. */
function endpoint(text: string): Endpoint {
  const [, bracketed, plain = '', digits] = /^(?:\[(.+)\]|([\d.]+)):(\d{1,5})$/.exec(text) ?? [];
  const address = bracketed ?? plain;
  const port = Number(digits);
  if (isIP(address) === (bracketed ? 6 : 4) && port > 0 && port < 65_536) return { address, port };
  throw new InvalidArgumentError('It must be an IP address with a port, such as 10.0.0.11:8080.');
}

const endpoints = (text: string, before: readonly Endpoint[] = []): Endpoint[] => [
  ...before,
  endpoint(text),
];

/** A path as HAProxy reads it without quotes. */
function oneWord(text: string): string {
  if (/^\/[\w./-]*$/.test(text)) return text;
  throw new InvalidArgumentError('It must be a path of letters, digits and . _ - only.');
}

function oneLine(text: string): string {
  if (text !== '' && text.search(CONTROL_CHARACTERS) === -1) return text;
  throw new UsageError('A path or text here must be without control characters');
}

const collectLine = (text: string, before: readonly string[] | undefined): string[] =>
  collect(oneLine(text), before);

function timeOfDay(text: string): string {
  if (/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text)) return text;
  throw new InvalidArgumentError('It must be a time such as 02:15.');
}
