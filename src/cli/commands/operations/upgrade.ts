import type { Command } from 'commander';
import { formatBytes } from '../../../domain/number-text.ts';
import { openData, planUpgrade } from '../../../store/data.ts';
import { withoutPassword } from '../../../store/postgres/address.ts';
import { SCHEMA_VERSION } from '../../../store/sqlite/migrate.ts';
import type { Upgrade, UpgradePlan } from '../../../store/upgrade.ts';
import { version } from '../../../store/version.ts';
import { addCommand, type CommonOptions } from '../../command.ts';
import { type Context, EXIT, ExitError } from '../../context.ts';
import { dataOf } from '../../options/data-file-option.ts';
import { print } from '../../output/output.ts';
import { escapeControl } from '../../output/terminal.ts';
import { upgradeText } from '../../output/upgrade-text.ts';

const NOTES = `
Nothing is upgraded while a service has the data open: stop it first. Of a data file the previous state is kept beside
it as FILE.before-schema-N. Of a PostgreSQL database no copy is kept: make a dump first, with pg_dump.

The first start of a newer service upgrades as well, and so does every other command of a newer program.

--check changes nothing. Exit code 1: an upgrade would be refused now.
`;

/** `engaged upgrade`: brings data to the schema of this program, or says what that would do. */
export function addUpgradeCommand(program: Command, context: Context): void {
  addCommand(program, 'upgrade', {
    description: 'Upgrade the data to the schema of this version; stop the service first',
    example: 'engaged upgrade --check --data /var/lib/engaged/engaged.db',
  })
    .option('--check', 'say what an upgrade would do, and what is in its way')
    .addHelpText('after', NOTES)
    .action((options: CommonOptions & { check?: true }) => {
      const data = dataOf(context, options);
      if (options.check) check(context, options, data);
      else upgrade(context, options, data);
    });
}

function upgrade(context: Context, options: CommonOptions, data: string): void {
  let made: Upgrade | undefined;
  const onUpgrade = (upgrade: Upgrade) => {
    made = upgrade;
  };
  openData(data, { write: true }, { isService: false, onUpgrade }).close();
  const { from, to, kept } = made ?? { from: SCHEMA_VERSION, to: SCHEMA_VERSION, kept: null };
  print(context, options, { data: withoutPassword(data), from, to, kept }, () =>
    made ? upgradeText(data, made) : nothingToDo(data),
  );
}

function check(context: Context, options: CommonOptions, data: string): void {
  const plan = planUpgrade(data);
  const { copy, ...rest } = plan;
  const value = {
    ...{ data: withoutPassword(data), version, ...rest },
    copy: copy && { file: copy.file, bytes: copy.bytes, free_bytes: copy.freeBytes },
  };
  print(context, options, value, () => planText(data, plan));
  if (plan.obstacles.length > 0) throw new ExitError(EXIT.failed);
}

const nothingToDo = (data: string): string =>
  `${escapeControl(withoutPassword(data))} has schema ${SCHEMA_VERSION}, which engaged ${version} works with. There is nothing to upgrade.`;

function planText(data: string, plan: UpgradePlan): string {
  const { from, to, steps, services, copy, obstacles } = plan;
  const servedBy = `Served by: ${services.length > 0 ? services.join(', ') : 'nothing'}`;
  if (from === to) return [nothingToDo(data), escapeControl(servedBy)].join('\n');
  return [
    `${withoutPassword(data)} has schema ${from}. engaged ${version} upgrades it to schema ${to}.`,
    '',
    `Steps:     ${steps.join(', ')}`,
    copy
      ? `Copy kept: ${copy.file}, up to ${formatBytes(copy.bytes)}; ${formatBytes(copy.freeBytes)} are free`
      : 'Copy kept: none; make a dump first, with pg_dump',
    servedBy,
    '',
    ...(obstacles.length > 0
      ? obstacles.map((one) => `Refused now: ${one}`)
      : ['Nothing is in its way.']),
  ]
    .map(escapeControl)
    .join('\n');
}
