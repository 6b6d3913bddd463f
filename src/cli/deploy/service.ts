import { UsageError } from '../../domain/errors.ts';
import { shellWord } from '../../domain/shell-word.ts';
import { readText } from '../../store/files/read-text.ts';
import { type Deployment, folderOf, placesOf, schemeOf } from './deployment.ts';
import { type DeployOptions, domainOption, type Kind } from './kind.ts';
import { commandWord, unitPath, unitPlaces, unitWord } from './systemd.ts';
import { fill } from './template.ts';

// One service and what stands around it.

const UNIT = readText(new URL('./templates/engaged.service', import.meta.url));
const CONTAINER = readText(new URL('./templates/Containerfile', import.meta.url));
const NGINX = readText(new URL('./templates/nginx.conf', import.meta.url));
const CADDY = readText(new URL('./templates/Caddyfile', import.meta.url));
const LITESTREAM = readText(new URL('./templates/litestream.yml', import.meta.url));
const STATEMENTS = readText(new URL('../../../sql/postgres/citus.sql', import.meta.url));

/** A systemd unit (systemd.service, systemd.exec). */
function systemdUnit(deployment: Deployment): string {
  const folder = folderOf(deployment);
  const [, state] = /^\/var\/lib\/([\w.-]+)$/.exec(folder) ?? [];
  return fill(UNIT, {
    ...placesOf(deployment),
    ...unitPlaces(deployment, [deployment.file, deployment.program]),
    folder: shellWord(folder),
    filePath: unitPath(deployment.file),
    command: `${commandWord(deployment.program)} serve --data ${commandWord(deployment.file)}`,
    writable: state
      ? `StateDirectory=${state}\nStateDirectoryMode=0700`
      : `ReadWritePaths=${unitWord(folder)}`,
  });
}

/** A Containerfile (Dockerfile) over the npm package. */
function containerFile(deployment: Deployment): string {
  if (deployment.socket !== undefined)
    throw new UsageError('A container needs a port and no socket');
  const variables = [
    ...deployment.variables.filter(([name]) => name !== 'ENGAGED_HOST'),
    ['ENGAGED_DATA', '/data/engaged.db'],
    ['ENGAGED_HOST', '0.0.0.0'],
  ] as const;
  return fill(CONTAINER, {
    ...placesOf(deployment),
    variables: variables.map(([name, value]) => `ENV ${name}=${dockerWord(value)}`).join('\n'),
    // The certificate is for the name that clients use.
    unverified: schemeOf(deployment) === 'https' ? ', { rejectUnauthorized: false }' : '',
  });
}

const dockerWord = (text: string): string => `"${text.replaceAll(/["\\$]/g, '\\$&')}"`;

/** A site for nginx that terminates TLS and passes on client addresses. */
const nginxSite = (deployment: Deployment): string =>
  fill(NGINX, {
    ...placesOf(deployment),
    advice: adviceFor(deployment),
    upstream: upstreamOf(deployment),
  });

/** A site for Caddy, which obtains its certificate itself. */
const caddySite = (deployment: Deployment): string =>
  fill(CADDY, {
    ...placesOf(deployment),
    advice: adviceFor(deployment),
    upstream: upstreamOf(deployment).replace(/^unix:/, 'unix/'),
    unverified:
      schemeOf(deployment) === 'https'
        ? '\t\t\t# The certificate of the service is for the name that clients use.\n\t\t\ttls_insecure_skip_verify'
        : '',
  });

/** What a service behind a proxy on the same machine must be told. */
const adviceFor = ({ socket, domain }: Deployment): string =>
  socket === undefined
    ? `# Start the service with this option, or all clients count as one address:
#
#   engaged serve --trusted-proxies 127.0.0.1`
    : `# The user of the proxy must be in the group of the service, which is started with these options:
#
#   engaged serve --socket ${socket} --public-url https://${domain}`;

/** The address of the service for a proxy on the same machine. */
const upstreamOf = ({ host, port, socket }: Deployment): string =>
  socket === undefined
    ? `${host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host}:${port}`
    : `unix:${socket}`;

/** A configuration for Litestream, which replicates the data file continuously. */
const litestreamConfig = (deployment: Deployment): string =>
  fill(LITESTREAM, {
    ...placesOf(deployment),
    restored: shellWord(`${deployment.file}.restored`),
    quotedFile: JSON.stringify(deployment.file),
  });

/** Statements that distribute an empty database by company over the nodes of Citus. */
const citusStatements = (deployment: Deployment): string => fill(STATEMENTS, placesOf(deployment));

/** Recipes for one service on a data file. */
export const SERVICE: Kind<DeployOptions, void> = {
  flags: '--domain engaged.example.com',
  addOptions: (command) => command.option(...domainOption),
  toInput: () => {},
  recipes: {
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
  },
};

/** The recipe for Citus. */
export const CITUS: Kind<DeployOptions, void> = {
  flags: '',
  addOptions: (command) => command,
  toInput: () => {},
  recipes: {
    citus: {
      description:
        'Print statements that distribute an empty PostgreSQL database by company with Citus',
      fileName: 'citus.sql',
      write: citusStatements,
    },
  },
};
