import { resolve } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { addCommand, type CommonOptions } from '../command.ts';
import { type Context, UsageError } from '../context.ts';
import { caddySite } from '../deploy/caddy.ts';
import { containerFile } from '../deploy/container.ts';
import type { Deployment } from '../deploy/deployment.ts';
import { litestreamConfig } from '../deploy/litestream.ts';
import { nginxSite } from '../deploy/nginx.ts';
import { systemdUnit } from '../deploy/systemd.ts';
import { print } from '../output.ts';
import {
  addSettingOptions,
  describeSettings,
  environmentNameOf,
  type RawSettings,
  readSettings,
} from '../settings.ts';
import { version } from '../version.ts';

type Recipe = { description: string; fileName: string; write: (deployment: Deployment) => string };

const RECIPES: Readonly<Record<string, Recipe>> = {
  systemd: {
    description: 'Print a systemd unit, and the commands to set it up',
    fileName: 'engaged.service',
    write: systemdUnit,
  },
  container: {
    description: 'Print a Containerfile, and the commands to build and run it',
    fileName: 'Containerfile',
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
    write: litestreamConfig,
  },
};

type DeployOptions = CommonOptions & RawSettings & { domain: string; program: string };

/** `engaged deploy …`: deployment configuration, filled with the effective settings. */
export function addDeployCommands(program: Command, context: Context): void {
  const deploy = program
    .command('deploy')
    .description('Print deployment configuration with your settings filled in');
  for (const [name, { description, fileName, write }] of Object.entries(RECIPES)) {
    const example = `engaged deploy ${name} --domain engaged.example.com > ${fileName}`;
    addSettingOptions(addCommand(deploy, name, { description, example }))
      .option('--domain <name>', 'name of the service', domainName, 'engaged.example.com')
      .option(
        '--program <file>',
        'path of the engaged program there',
        oneLine,
        '/usr/local/bin/engaged',
      )
      .action((options: DeployOptions) => {
        const text = write(toDeployment(context, options));
        print(context, options, { file: fileName, text }, () => text);
      });
  }
}

function toDeployment(context: Context, options: DeployOptions): Deployment {
  const { host, port } = readSettings(options, context.env);
  if (port === 0) throw new UsageError('A proxy needs a fixed port: choose one with --port');
  const effective = describeSettings(options, context.env);
  const file = options.data ?? (context.env.ENGAGED_DATA || '/var/lib/engaged/engaged.db');
  return {
    version,
    program: resolve(context.cwd, options.program),
    file: resolve(context.cwd, oneLine(file)),
    domain: options.domain,
    host,
    port,
    variables: effective
      .filter(({ source, value }) => source !== 'default' && value !== '(set)')
      .map(({ setting, value }) => [environmentNameOf(setting), value]),
  };
}

// RFC 1123, 2.1; anything else could inject text into these files.
function domainName(text: string): string {
  if (
    /^(?=.{1,253}$)(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)*[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i.test(
      text,
    )
  )
    return text;
  throw new InvalidArgumentError('It must be a host name.');
}

function oneLine(text: string): string {
  if (/^[^\p{Cc}\u2028\u2029]+$/u.test(text)) return text;
  throw new UsageError('A path here must be without control characters');
}
