import type { Command } from 'commander';
import { isoTime } from '../../../domain/iso-time.ts';
import { formatNumber } from '../../../domain/number-text.ts';
import {
  describeRetention,
  findNextDeletionTime,
  type KindRetention,
} from '../../../service/operations/retention.ts';
import { addCommand, type CommonOptions } from '../../command.ts';
import type { Context } from '../../context.ts';
import { withData } from '../../options/data-file-option.ts';
import { addListOptions, type List, printList } from '../../output/list.ts';
import { formatTime, printNotice } from '../../output/output.ts';
import {
  addSettingOptions,
  type RawSettings,
  RETENTION_SETTINGS,
  readSettings,
} from '../../server/settings.ts';

const NOTES = `
Counts the records of all companies and their sandboxes, and deletes nothing. A running service deletes by its own
settings, at its start and once an hour; WOULD GO is what its next hourly deletion takes. To see what other settings
would delete, give them here.
`;

/** `engaged retention`: what is kept, for how long, and what would go. */
export function addRetentionCommand(program: Command, context: Context): void {
  const command = addSettingOptions(
    addCommand(program, 'retention', {
      description: 'Show what is kept, for how long, and what the settings would delete now',
      example: 'engaged retention --audit-days 365 --run-days 365',
    }),
    RETENTION_SETTINGS,
  );
  addListOptions(command, context)
    .addHelpText('after', NOTES)
    .action((options: CommonOptions & RawSettings) => {
      const days = readSettings(options, context.env, RETENTION_SETTINGS);
      return withData(context, options, async (db) => {
        const now = context.now();
        const { at, kinds } = db.read(() => {
          const at = findNextDeletionTime(db, now);
          return { at, kinds: describeRetention(db, days, at) };
        });
        await printList(context, options, kinds, KINDS);
        if (at < now) printNotice(context, behindClock(at));
      });
    });
}

const behindClock = (at: number): string =>
  `Deletions follow the clock by at most a day each hour. The next one is as of ${formatTime(isoTime(at))}; more goes later.`;

const KINDS: List<KindRetention> = {
  empty: '',
  columns: [
    { heading: 'KIND', value: ({ kind }) => NAMES[kind] ?? kind, noTruncate: true },
    { heading: 'KEPT', value: keptFor, noTruncate: true },
    { heading: 'SETTING', value: ({ setting }) => setting, optional: true },
    { heading: 'COUNT', value: ({ count }) => formatNumber(count), align: 'right' },
    { heading: 'OLDEST', value: (one) => one.oldest_at?.slice(0, 10) ?? null },
    { heading: 'WOULD GO', value: (one) => formatNumber(one.to_delete), align: 'right' },
  ],
  csv: 'kind setting days count oldest_at:time to_delete',
};

const NAMES: Readonly<Record<string, string>> = {
  events: 'events',
  audit_entries: 'audit entries',
  sync_runs: 'sync runs',
  standings: 'standings of months',
  sessions: 'portal sessions',
  history_looks: 'looks at histories',
  xp_entries: 'XP entries',
  coin_entries: 'coin entries',
  kudos: 'thanks',
};

function keptFor({ kind, days }: KindRetention): string {
  if (kind === 'sessions') return 'until they end';
  if (days === null) return 'for good';
  return days === 1 ? '1 day' : `${formatNumber(days)} days`;
}
