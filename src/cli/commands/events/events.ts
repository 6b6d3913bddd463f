import type { Command } from 'commander';
import {
  listNewestEvents,
  readEventTypes,
  type ShownEvent,
} from '../../../service/events/event-feed.ts';
import { wholeNumber } from '../../command.ts';
import { companyVerbs } from '../../company-command.ts';
import type { Context } from '../../context.ts';
import type { List } from '../../output/list.ts';
import { formatMinute } from '../../output/output.ts';

/** `engaged events …`: what the event feed and webhooks show. */
export function addEventsCommands(program: Command, context: Context): void {
  const events = program.command('events').description('Event feed: list');

  companyVerbs(events, context)(
    'list',
    'List events, newest first',
    '--types level.reached,badge.awarded',
  )
    .option('--types <types>', 'only events of these types, separated by commas')
    .option('--limit <n>', 'maximum number of events', wholeNumber(1), 50)
    .list((options: { types?: string; limit: number }) => {
      const types = options.types === undefined ? null : readEventTypes(options.types);
      return (db, companyId) => listNewestEvents(db, companyId, { types, count: options.limit });
    }, EVENTS);
}

const EVENTS: List<ShownEvent> = {
  empty: 'No matching events.',
  columns: [
    { heading: 'NUMBER', value: ({ sequence }) => String(sequence), noTruncate: true },
    { heading: 'AT, UTC', value: ({ timestamp }) => formatMinute(timestamp), noTruncate: true },
    { heading: 'TYPE', value: ({ type }) => type, noTruncate: true },
    { heading: 'DATA', value: ({ data }) => describeData(data) },
  ],
  csv: 'id type timestamp:time sequence mode data',
};

const describeData = (data: ShownEvent['data']): string =>
  Object.entries(data)
    .map(([field, value]) => `${field}: ${value ?? 'none'}`)
    .join('; ');
