import type { Command } from 'commander';
import { type AuditEntry, listDecisions } from '../../../service/audit/audit.ts';
import { parseTimestampOption, wholeNumber } from '../../command.ts';
import { companyVerbs } from '../../company-command.ts';
import type { Context } from '../../context.ts';
import type { List } from '../../output/list.ts';
import { formatMinute } from '../../output/output.ts';

type ListOptions = {
  action?: string;
  actor?: string;
  target?: string;
  since?: number;
  until?: number;
  limit: number;
};

/** `engaged audit …`: what operators decided. */
export function addAuditCommands(program: Command, context: Context): void {
  const audit = program.command('audit').description('Audit log: list');

  companyVerbs(audit, context)(
    'list',
    'List audit log entries, newest first',
    '--action key --since 2026-11-01',
  )
    .option('--action <action>', 'an action such as key.create, or its noun, such as key')
    .option('--actor <text>', 'only entries whose actor contains this text')
    .option('--target <id>', "only entries about this id, or a person's external_id or email")
    .option('--since <time>', 'only entries from this date or time on', parseTimestampOption)
    .option('--until <time>', 'only entries before this date or time', parseTimestampOption)
    .option('--limit <n>', 'maximum number of entries', wholeNumber(1), 50)
    .list(
      ({ action, actor, target, since, until, limit: count }: ListOptions) =>
        (db, companyId) =>
          listDecisions(db, companyId, { action, actor, target, since, until, count }),
      ENTRIES,
    );
}

const ENTRIES: List<AuditEntry> = {
  empty: 'No matching entries.',
  columns: [
    { heading: 'AT, UTC', value: ({ at }) => formatMinute(at), noTruncate: true },
    { heading: 'ACTION', value: ({ action }) => action, noTruncate: true },
    { heading: 'TARGET', value: ({ target }) => target.id },
    { heading: 'BY', value: ({ actor }) => actor },
    { heading: 'WHAT', value: describeChange },
  ],
  csv: 'entry at:time actor action target.kind target.id before after',
};

/** The fields that a decision changed; for something new, the fields it has. */
function describeChange({ before, after }: AuditEntry): string {
  return Object.keys({ ...before, ...after })
    .flatMap((field) => {
      const [was, is] = [formatValue(before?.[field]), formatValue(after?.[field])];
      if (was === is) return [];
      return before === null ? [`${field}: ${is}`] : [`${field}: ${was} → ${is}`];
    })
    .join('; ');
}

const formatValue = (value: unknown): string => {
  if (value === null || value === undefined) return 'none';
  return typeof value === 'string' ? value : JSON.stringify(value);
};
