import { type Command, InvalidArgumentError } from 'commander';
import { EVENT_TYPES, type EventType } from '../../domain/event.ts';
import { listNewestEvents, type ShownEvent } from '../../service/event-feed.ts';
import { wholeNumber } from '../command.ts';
import { companyVerbs } from '../company-command.ts';
import type { Context } from '../context.ts';
import { formatMinute } from '../output.ts';
import { tableOf } from '../table.ts';

/** `engaged events …`: what the event feed and webhooks show. */
export function addEventsCommands(program: Command, context: Context): void {
  const events = program.command('events').description('event feed: list');

  companyVerbs(events, context)(
    'list',
    'List events, newest first',
    '--types level.reached,badge.awarded',
  )
    .option('--types <types>', 'only events of these types, separated by commas', parseTypes)
    .option('--limit <n>', 'maximum number of events', wholeNumber(1), 50)
    .read(
      ({ types, limit: count }: { types?: EventType[]; limit: number }) =>
        (db, companyId) =>
          listNewestEvents(db, companyId, { types: types ?? null, count }),
      toTable,
    );
}

const isEventType = (text: string): text is EventType => Object.hasOwn(EVENT_TYPES, text);

function parseTypes(text: string): EventType[] {
  const types = text.split(',').map((type) => type.trim());
  if (types.every(isEventType)) return types;
  throw new InvalidArgumentError(`Allowed choices are ${Object.keys(EVENT_TYPES).join(', ')}.`);
}

const toTable = tableOf<ShownEvent>('No matching events.', [
  { heading: 'NUMBER', value: ({ sequence }) => String(sequence), noTruncate: true },
  { heading: 'AT, UTC', value: ({ timestamp }) => formatMinute(timestamp), noTruncate: true },
  { heading: 'TYPE', value: ({ type }) => type, noTruncate: true },
  { heading: 'DATA', value: ({ data }) => describeData(data) },
]);

const describeData = (data: ShownEvent['data']): string =>
  Object.entries(data)
    .map(([field, value]) => `${field}: ${value ?? 'none'}`)
    .join('; ');
