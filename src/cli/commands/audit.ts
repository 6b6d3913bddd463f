import type { Command } from 'commander';
import { type AuditEntry, listDecisions } from '../../service/audit.ts';
import { addCommand, parseTimestampOption, wholeNumber } from '../command.ts';
import { type CompanyOptions, readCompany } from '../company-command.ts';
import { addCompanyOption } from '../company-option.ts';
import type { Context } from '../context.ts';
import { formatMinute, print } from '../output.ts';
import { table } from '../table.ts';

type ListOptions = CompanyOptions & {
  action?: string;
  actor?: string;
  target?: string;
  since?: number;
  until?: number;
  limit: number;
};

/** `engaged audit …`: what operators decided. */
export function addAuditCommands(program: Command, context: Context): void {
  const audit = program.command('audit').description('decisions of operators: list');

  addCompanyOption(
    addCommand(audit, 'list', {
      description: 'List audit log entries, newest first',
      example: 'engaged audit list --action key --since 2026-11-01',
    }),
  )
    .option('--action <action>', 'an action such as key.create, or its noun, such as key')
    .option('--actor <text>', 'only entries whose actor contains this text')
    .option('--target <id>', "only entries about this id, or a person's external_id or email")
    .option('--since <time>', 'only entries from this date or time on', parseTimestampOption)
    .option('--until <time>', 'only entries before this date or time', parseTimestampOption)
    .option('--limit <n>', 'maximum number of entries', wholeNumber(1), 50)
    .action(async (options: ListOptions) => {
      const { action, actor, target, since, until, limit: count } = options;
      const entries = await readCompany(context, options, (db, companyId) =>
        listDecisions(db, companyId, { action, actor, target, since, until, count }),
      );
      print(context, options, entries, () => toTable(context, entries));
    });
}

const toTable = (context: Context, entries: readonly AuditEntry[]): string =>
  table(
    context,
    entries,
    [
      {
        heading: 'AT, UTC',
        value: ({ at }) => formatMinute(at),
        noTruncate: true,
      },
      { heading: 'ACTION', value: ({ action }) => action, noTruncate: true },
      { heading: 'TARGET', value: ({ target }) => target.id },
      { heading: 'BY', value: ({ actor }) => actor },
      { heading: 'WHAT', value: whatOf },
    ],
    'No matching entries.',
  );

/** The fields that a decision changed; of something new, those that it has. */
function whatOf({ before, after }: AuditEntry): string {
  const fields = Object.keys({ ...before, ...after });
  return fields
    .flatMap((field) => {
      const [was, is] = [inWords(before?.[field]), inWords(after?.[field])];
      if (was === is) return [];
      return before === null ? [`${field}: ${is}`] : [`${field}: ${was} → ${is}`];
    })
    .join('; ');
}

const inWords = (value: unknown): string =>
  value === null || value === undefined
    ? 'none'
    : typeof value === 'string'
      ? value
      : JSON.stringify(value);
