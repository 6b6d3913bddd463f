import * as v from 'valibot';
import { EngagedError } from '../../../domain/errors.ts';
import { EVENT_TYPES, type EventType } from '../../../domain/event.ts';
import { define, flag, listOf, object, whole } from '../../../domain/schema.ts';
import { readEndpoint } from '../../endpoint.ts';
import { integer } from '../../parameters.ts';
import { TEODOR } from '../examples.ts';
import { event } from './event-schemas.ts';

const anyType = Object.keys(EVENT_TYPES)
  .map((type) => type.replace('.', '\\.'))
  .join('|');

const after = v.pipe(
  v.string(),
  v.regex(/^(?:latest|\d{1,15})$/, 'must be a number or latest'),
  v.examples(['latest']),
  v.transform((sent): number | 'latest' => (sent === 'latest' ? sent : Number(sent))),
  v.description(
    'The `next_after` of the previous response, or the `sequence` of an event. `latest`: start with the next event. Left out: start with the oldest event that is kept.',
  ),
);

const types = v.pipe(
  v.string(),
  v.regex(
    new RegExp(`^(?:${anyType})(?:,(?:${anyType}))*$`),
    'must be types of events, separated by commas',
  ),
  v.examples(['level.reached,badge.awarded']),
  v.transform((sent) => sent.split(',') as EventType[]),
  v.description(
    `Only events of these types, separated by commas: ${Object.keys(EVENT_TYPES)
      .map((type) => `\`${type}\``)
      .join(', ')}.`,
  ),
);

const GONE = new EngagedError('gone', 'Events after this number are no longer kept');

export const listEvents = readEndpoint({
  path: '/v1/events',
  operationId: 'listEvents',
  tag: 'Events',
  isAddition: true,
  scope: 'events:read',
  parameters: {
    after: v.optional(after),
    types: v.optional(types),
    limit: v.optional(v.pipe(integer(1, 100), v.description('The most events to return.')), '100'),
    wait: v.optional(
      v.pipe(
        integer(0, 25),
        v.description('Seconds to wait for an event if there is none yet; 0 responds at once.'),
      ),
      '0',
    ),
  },
  gone: GONE,
  summary: 'List events',
  description: `What happened in the company, in the order in which it happened.

Send \`next_after\` as \`after\` of the next request, also after an empty response: it never misses an event and never repeats one. If \`has_more\` is true, request at once; \`data\` may be empty even then, if \`types\` is given. Otherwise send \`wait=25\`: the request is answered as soon as something happens, and counts as one request however long it waits. At most 256 requests of a key wait at the same time.

Events are kept for 30 days, unless the operator sets another time. An \`after\` from before that is a 410 \`gone\`, and so is one that no event has yet, as after a restored backup: start again without \`after\`, or with \`latest\`. Events contain ids and numbers: read the rest from the other endpoints.`,
  response: {
    description: 'Events, oldest first.',
    schema: define(
      'EventPage',
      object('Events, and where to continue.', {
        data: listOf(event, 'The events, oldest first.'),
        next_after: whole('Send this as `after` to continue.', 0),
        has_more: flag('Whether there are more events already.'),
      }),
    ),
    example: {
      data: [
        {
          id: '019aa5c2-7d1e-7004-9c2b-61f0d2e9478a',
          type: 'level.reached',
          timestamp: '2026-11-18T16:05:00.000Z',
          sequence: 4182,
          mode: 'live',
          data: {
            employee_id: TEODOR.employee_id,
            external_id: TEODOR.external_id,
            level: 7,
            level_before: 6,
            xp: 2110,
          },
        },
      ],
      next_after: 4182,
      has_more: false,
    },
  },
  query: 'types=level.reached&limit=10',
  typescript: `for await (const event of client.events({ types: ['level.reached'] })) {
  if (event.type === 'level.reached') console.log(event.data.external_id, event.data.level);
  break; // Leave this out: then it waits for the next event.
}`,
  handle: async (call, { after = null, types = null, limit, wait }) => {
    const { eventFeed, eventWaits, readiness } = call.services;
    const { companyId, keyId } = call.credential;
    const feed = { companyId, types, limit };
    let page = await eventFeed.read({ ...feed, after });
    if (page.events.length === 0 && !page.hasMore && wait > 0) {
      const awaited = { companyId, keyId, types, after: page.nextAfter, timeout: wait * 1_000 };
      await eventWaits.until(call.request, awaited);
      if (!(await call.request.isAllowed())) {
        throw new EngagedError('unauthorized', 'Invalid API key');
      }
      if (readiness.isFileReplaced) await readiness.check();
      page = await eventFeed.read({ ...feed, after: awaited.after });
    }
    const { events, nextAfter, hasMore } = page;
    return `{"data":[${events.join()}],"next_after":${nextAfter},"has_more":${hasMore}}`;
  },
});
