import { MODES } from '../../../domain/api-key.ts';
import { EVENT_TYPES, type EventType } from '../../../domain/event.ts';
import { DEACTIVATION_SKIPPED_REASONS } from '../../../domain/roster/sync-result.ts';
import {
  define,
  enumWithMeanings,
  flag,
  oneOf,
  orNull,
  responseObject,
  type Schema,
  text,
  timestamp,
  uuid,
  whole,
} from '../../openapi/schema.ts';

type Fields = Readonly<Record<string, Schema>>;

/** Events of some types, which have the same data. */
function eventOf(
  name: string,
  types: readonly EventType[],
  data: Fields,
  optional: Fields = {},
): Schema {
  const meanings = Object.fromEntries(types.map((type) => [type, EVENT_TYPES[type]]));
  return define(
    name,
    responseObject(`An event: ${types.map((type) => `\`${type}\``).join(', ')}.`, {
      id: uuid('The event.'),
      type: enumWithMeanings(types, meanings as Record<EventType, string>, 'What happened.'),
      timestamp: timestamp('When it happened.'),
      sequence: whole('Its number. Numbers of a company have no gaps.', 1),
      mode: oneOf(MODES, 'Whether it happened in the company or in its sandbox.'),
      data: {
        ...responseObject('What it is about.', { ...data, ...optional }),
        required: Object.keys(data),
      },
    }),
  );
}

const EMPLOYEE: Fields = {
  employee_id: uuid('The employee.'),
  external_id: orNull(text('Their id in the HR system, as it is now.')),
};

const SYNC: Fields = {
  sync_id: uuid('The run, as `engaged sync show` takes it.'),
  itemised: flag('False where more than 10,000 employees changed: they have no events.'),
  updated: whole('Employees whose fields changed.', 0),
  reactivated: whole('Employees who are active again.', 0),
  deactivated: whole('Employees who were deactivated.', 0),
};

const INTERRUPTED: Fields = {
  interrupted: flag(
    'True where the run was interrupted: the counts are of what it did until then.',
  ),
};

const ROSTER: Fields = {
  ...SYNC,
  created: whole('Employees who were added.', 0),
  errors: whole('Rows that were not applied.', 0),
};

const GIFT: Fields = {
  gift_id: uuid('The gift, as `engaged given show` takes it.'),
  itemised: flag('False where it has more than 10,000 rows: they have no events.'),
};

const level = (description: string): Schema => ({ ...whole(description, 1), maximum: 100 });

/** Any event. */
export const event = define('Event', {
  description:
    'Something that happened. New types may be added: ignore those that you do not know.',
  anyOf: [
    eventOf(
      'EmployeeEvent',
      ['employee.created', 'employee.updated', 'employee.deactivated', 'employee.reactivated'],
      EMPLOYEE,
    ),
    eventOf('XpEvent', ['xp.awarded'], {
      ...EMPLOYEE,
      amount: whole('The XP; negative for a correction.'),
      xp: whole('All-time XP after the award.'),
      level: level('Level after the award.'),
    }),
    eventOf('LevelEvent', ['level.reached'], {
      ...EMPLOYEE,
      level: level('The level that was reached.'),
      level_before: level('The level before the award.'),
      xp: whole('All-time XP after the award.'),
    }),
    eventOf('BadgeEvent', ['badge.awarded', 'badge.revoked'], {
      ...EMPLOYEE,
      badge_code: text('The badge.'),
    }),
    eventOf(
      'RedemptionEvent',
      [
        'redemption.requested',
        'redemption.approved',
        'redemption.fulfilled',
        'redemption.declined',
        'redemption.refunded',
      ],
      {
        ...EMPLOYEE,
        redemption_id: uuid('The redemption.'),
        item_id: uuid('The shop item.'),
        coin_price: whole('The price that was paid.', 0),
      },
    ),
    eventOf('SyncCompletedEvent', ['sync.completed'], ROSTER, INTERRUPTED),
    eventOf('SyncBlockedEvent', ['sync.blocked'], {
      ...ROSTER,
      reason: oneOf(DEACTIVATION_SKIPPED_REASONS, 'Why nobody was deactivated.'),
      deactivation_candidates: whole('Employees who are missing from the roster.', 0),
      deactivation_limit: whole('The most that would have been deactivated.', 0),
    }),
    eventOf(
      'SyncApprovedEvent',
      ['sync.approved'],
      { ...SYNC, approved_sync_id: uuid('The run that was approved.') },
      INTERRUPTED,
    ),
    eventOf(
      'SyncRevertedEvent',
      ['sync.reverted'],
      { ...SYNC, reverted_sync_id: uuid('The run that was reverted.') },
      INTERRUPTED,
    ),
    eventOf('GiftGivenEvent', ['gift.given'], {
      ...GIFT,
      people: whole('People who got something.', 0),
      xp: whole('XP that was given.'),
      coins: whole('Coins that were given.'),
      badges: whole('Badges that were given.', 0),
    }),
    eventOf('GiftUndoneEvent', ['gift.undone'], {
      ...GIFT,
      people: whole('People from whom it was taken back.', 0),
      refused: whole('People who have spent the coins and keep everything.', 0),
    }),
    eventOf('MonthEvent', ['month.closed', 'month.reopened'], {
      month: text('The month, such as `2026-10`.'),
      version: whole('Counts how often the month was closed.', 1),
      people: whole('Employees in its ranking.', 0),
      reconstructed: flag(
        'Whether it was closed so late that departments and activity are of another time.',
      ),
    }),
    eventOf('ContestEvent', ['contest.closed'], {
      contest_id: uuid('The contest.'),
      people: whole('Employees in its ranking.', 0),
      prizes_granted: whole('Prizes that were granted, one for each person and prize.', 0),
      prizes_withheld: whole(
        'Prizes that could not be granted, such as a badge that the winner holds already.',
        0,
      ),
    }),
    eventOf('KeyEvent', ['key.expiring'], {
      key_id: uuid('The key.'),
      expires_at: timestamp('When it expires.'),
    }),
    eventOf('OmittedEvent', ['events.omitted'], {}),
  ],
});
