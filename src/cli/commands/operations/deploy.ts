import { resolve } from 'node:path';
import type { Command } from 'commander';
import { UsageError } from '../../../domain/errors.ts';
import { isPostgresAddress } from '../../../store/postgres/address.ts';
import { version } from '../../../store/version.ts';
import { addCommand } from '../../command.ts';
import type { Context } from '../../context.ts';
import { CLUSTER } from '../../deploy/cluster.ts';
import type { Deployment } from '../../deploy/deployment.ts';
import type { DeployOptions, Kind, Recipe } from '../../deploy/kind.ts';
import { NIGHTLY } from '../../deploy/nightly.ts';
import { oneLine } from '../../deploy/option-values.ts';
import { CITUS, SERVICE } from '../../deploy/service.ts';
import { SLACK } from '../../deploy/slack.ts';
import { dataAsGiven } from '../../options/data-file-option.ts';
import { print } from '../../output/output.ts';
import {
  addSettingOptions,
  describeSettings,
  environmentNameOf,
  readSettings,
  toSocket,
} from '../../server/settings.ts';

/** `engaged deploy …`: deployment configuration, filled with the effective settings. */
export function addDeployCommands(program: Command, context: Context): void {
  const deploy = program
    .command('deploy')
    .description('Print deployment configuration with your settings filled in');
  addKind(deploy, context, SERVICE);
  addKind(deploy, context, CITUS);
  addKind(deploy, context, NIGHTLY);
  addKind(deploy, context, CLUSTER);
  addKind(deploy, context, SLACK);
}

function addKind<Options extends DeployOptions, Input>(
  deploy: Command,
  context: Context,
  { flags, addOptions, toInput, recipes }: Kind<Options, Input>,
): void {
  for (const [name, recipe] of Object.entries(recipes)) {
    const { description, fileName } = recipe;
    const example = `engaged deploy ${[name, flags].filter(Boolean).join(' ')} > ${fileName}`;
    const command = addSettingOptions(addCommand(deploy, name, { description, example })).option(
      '--program <file>',
      'path of the engaged program there',
      oneLine,
      '/usr/local/bin/engaged',
    );
    addOptions(command).action((options: Options) => {
      const deployment = toDeployment(context, options, recipe);
      const text = recipe.write(deployment, toInput(options, deployment, context));
      print(context, options, { file: fileName, text }, () => text);
    });
  }
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
