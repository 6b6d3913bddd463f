import * as v from 'valibot';
import { MODES } from '../../../domain/api-key.ts';
import {
  COMPANY_EVENTS,
  EMPLOYEE_EVENTS,
  EVENT_TYPES,
  type EventType,
} from '../../../domain/event.ts';
import {
  define,
  enumWithMeanings,
  object,
  oneOf,
  orNull,
  text,
  timestamp,
  uuid,
  whole,
} from '../../../domain/schema.ts';

const EMPLOYEE = {
  employee_id: uuid('The employee.'),
  external_id: orNull(text('Their id in the HR system, as it is now.')),
};

const EVENTS: Readonly<Record<EventType, v.ObjectEntries>> = {
  ...EMPLOYEE_EVENTS,
  ...COMPANY_EVENTS,
};

/** Events of some types, which have the same data. */
function eventOf(name: string, first: EventType, ...others: EventType[]): v.GenericSchema {
  const types = [first, ...others];
  const data: v.ObjectEntries = { ...(first in EMPLOYEE_EVENTS && EMPLOYEE), ...EVENTS[first] };
  const meanings = Object.fromEntries(types.map((type) => [type, EVENT_TYPES[type]]));
  return define(
    name,
    object(`An event: ${types.map((type) => `\`${type}\``).join(', ')}.`, {
      id: uuid('The event.'),
      type: enumWithMeanings(meanings, 'What happened.'),
      timestamp: timestamp('When it happened.'),
      sequence: whole('Its number. Numbers of a company have no gaps.', 1),
      mode: oneOf(MODES, 'Whether it happened in the company or in its sandbox.'),
      data: object('What it is about.', data),
    }),
  );
}

/** Any event. */
export const event = define(
  'Event',
  v.pipe(
    v.union([
      eventOf(
        'EmployeeEvent',
        'employee.created',
        'employee.updated',
        'employee.deactivated',
        'employee.reactivated',
      ),
      eventOf('XpEvent', 'xp.awarded'),
      eventOf('LevelEvent', 'level.reached'),
      eventOf('BadgeEvent', 'badge.awarded', 'badge.revoked'),
      eventOf(
        'RedemptionEvent',
        'redemption.requested',
        'redemption.approved',
        'redemption.fulfilled',
        'redemption.declined',
        'redemption.refunded',
      ),
      eventOf('KudosGivenEvent', 'kudos.given'),
      eventOf('KudosRemovedEvent', 'kudos.removed'),
      eventOf('SyncCompletedEvent', 'sync.completed'),
      eventOf('SyncBlockedEvent', 'sync.blocked'),
      eventOf('SyncApprovedEvent', 'sync.approved'),
      eventOf('SyncRevertedEvent', 'sync.reverted'),
      eventOf('GiftGivenEvent', 'gift.given'),
      eventOf('GiftUndoneEvent', 'gift.undone'),
      eventOf('MonthEvent', 'month.closed', 'month.reopened'),
      eventOf('ContestEvent', 'contest.closed'),
      eventOf('KeyEvent', 'key.expiring'),
      eventOf('OmittedEvent', 'events.omitted'),
    ]),
    v.description(
      'Something that happened. New types may be added: ignore those that you do not know.',
    ),
  ),
);
