import * as v from 'valibot';
import { KUDOS_VISIBILITIES } from './kudos.ts';
import { DEACTIVATION_SKIPPED_REASONS } from './roster/sync-result.ts';
import { flag, oneOf, text, timestamp, uuid, whole } from './schema.ts';

/** The number of events one change writes at most. A larger one writes `events.omitted`, or says so in its own event. */
export const MAX_EVENTS_PER_CHANGE = 10_000;

const redemption = {
  redemption_id: uuid('The redemption.'),
  item_id: uuid('The shop item.'),
  coin_price: whole('The price that was paid.', 0),
};

/** What changed in a roster sync, or in the approval or revert of one. */
const rosterChange = {
  sync_id: uuid('The run, as `engaged sync show` takes it.'),
  itemised: flag('False where more than 10,000 employees changed: they have no events.'),
  updated: whole('Employees whose fields changed.', 0),
  reactivated: whole('Employees who are active again.', 0),
  deactivated: whole('Employees who were deactivated.', 0),
};

const interrupted = v.exactOptional(
  flag('True where the run was interrupted: the counts are of what it did until then.'),
);

const sync = {
  ...rosterChange,
  created: whole('Employees who were added.', 0),
  errors: whole('Rows that were not applied.', 0),
};

/** XP, coins and badges that were given to many at once. */
const gift = {
  gift_id: uuid('The gift, as `engaged given show` takes it.'),
  itemised: flag('False where it has more than 10,000 rows: they have no events.'),
};

const month = {
  month: text('The month, such as `2026-10`.'),
  version: whole('Counts how often the month was closed.', 1),
  people: whole('Employees in its ranking.', 0),
  reconstructed: flag(
    'Whether it was closed so late that departments and activity are of another time.',
  ),
};

const level = (description: string) => whole(description, 1, 100);

/**
 * The data of events about a person, by type. Their `employee_id` and `external_id` are added when an event is read.
 * No value is null.
 */
export const EMPLOYEE_EVENTS = {
  'employee.created': {},
  'employee.updated': {},
  'employee.deactivated': {},
  'employee.reactivated': {},
  'xp.awarded': {
    amount: whole('The XP; negative for a correction.'),
    xp: whole('All-time XP after the award.'),
    level: level('Level after the award.'),
  },
  'level.reached': {
    level: level('The level that was reached.'),
    level_before: level('The level before the award.'),
    xp: whole('All-time XP after the award.'),
  },
  'badge.awarded': { badge_code: text('The badge.') },
  'badge.revoked': { badge_code: text('The badge.') },
  'redemption.requested': redemption,
  'redemption.approved': redemption,
  'redemption.fulfilled': redemption,
  'redemption.declined': redemption,
  'redemption.refunded': redemption,
  'kudos.given': {
    kudos_id: uuid('The thanks.'),
    points: whole('The points for each receiver.', 0),
    receivers: whole('How many people were thanked.', 1),
    value: text('The code of the value.'),
    visibility: oneOf(KUDOS_VISIBILITIES, 'Who may see them.'),
  },
  'kudos.removed': { kudos_id: uuid('The thanks.') },
} satisfies Record<string, v.ObjectEntries>;

/** The data of all other events, by type. No value is null. */
export const COMPANY_EVENTS = {
  'sync.completed': { ...sync, interrupted },
  'sync.blocked': {
    ...sync,
    reason: oneOf(DEACTIVATION_SKIPPED_REASONS, 'Why nobody was deactivated.'),
    deactivation_candidates: whole('Employees who are missing from the roster.', 0),
    deactivation_limit: whole('The most that would have been deactivated.', 0),
  },
  'sync.approved': {
    ...rosterChange,
    approved_sync_id: uuid('The run that was approved.'),
    interrupted,
  },
  'sync.reverted': {
    ...rosterChange,
    reverted_sync_id: uuid('The run that was reverted.'),
    interrupted,
  },
  'gift.given': {
    ...gift,
    people: whole('People who got something.', 0),
    xp: whole('XP that was given.'),
    coins: whole('Coins that were given.'),
    badges: whole('Badges that were given.', 0),
  },
  'gift.undone': {
    ...gift,
    people: whole('People from whom it was taken back.', 0),
    refused: whole('People who have spent the coins and keep everything.', 0),
  },
  'month.closed': month,
  'month.reopened': month,
  'contest.closed': {
    contest_id: uuid('The contest.'),
    people: whole('Employees in its ranking.', 0),
    prizes_granted: whole('Prizes that were granted, one for each person and prize.', 0),
    prizes_withheld: whole(
      'Prizes that could not be granted, such as a badge that the winner holds already.',
      0,
    ),
  },
  'key.expiring': {
    key_id: uuid('The key.'),
    expires_at: timestamp('When it expires.'),
  },
  /** One change would have written more events than the limit. */
  'events.omitted': {},
} satisfies Record<string, v.ObjectEntries>;

type EmployeeEventType = keyof typeof EMPLOYEE_EVENTS;
type CompanyEventType = keyof typeof COMPANY_EVENTS;
export type EventType = EmployeeEventType | CompanyEventType;

type DataOf<E extends v.ObjectEntries> = v.InferOutput<v.ObjectSchema<E, undefined>>;

/** Every type of event, with what it means. */
export const EVENT_TYPES: Readonly<Record<EventType, string>> = {
  'employee.created': 'An employee was added.',
  'employee.updated': 'Fields of an employee changed.',
  'employee.deactivated': 'An employee was deactivated.',
  'employee.reactivated': 'An employee is active again.',
  'xp.awarded': 'XP was awarded, or corrected with a negative amount.',
  'level.reached': 'An award of XP took an employee to a higher level.',
  'badge.awarded': 'A badge was awarded, by hand or by its rule.',
  'badge.revoked': 'A badge was revoked.',
  'redemption.requested': 'An employee redeemed a shop item.',
  'redemption.approved': 'A redemption was approved.',
  'redemption.fulfilled': 'A redemption was fulfilled.',
  'redemption.declined': 'A redemption was declined, and the coins were returned.',
  'redemption.refunded': 'A redemption was refunded, and the coins were returned.',
  'kudos.given': 'An employee thanked others.',
  'kudos.removed': 'Thanks of an employee were taken back or removed.',
  'sync.completed': 'A roster was synced or imported.',
  'sync.blocked': 'A roster was synced or imported, but missing employees were not deactivated.',
  'sync.approved': 'An operator approved the deactivations that a sync had held back.',
  'sync.reverted': 'An operator reverted a sync.',
  'gift.given': 'XP, coins or badges were given to many people at once.',
  'gift.undone': 'What was given to many people at once was undone.',
  'month.closed': 'The ranking of a month was closed.',
  'month.reopened': 'A closed month was reopened.',
  'contest.closed': 'A contest was closed and its prizes were granted.',
  'key.expiring': 'An API key expires within 30 days.',
  'events.omitted':
    'One change would have written more than 10,000 events, and wrote only this one.',
};

/** An event to write. */
export type NewEvent =
  | {
      [Type in EmployeeEventType]: {
        type: Type;
        employeeNumber: number;
        data: DataOf<(typeof EMPLOYEE_EVENTS)[Type]>;
      };
    }[EmployeeEventType]
  | {
      [Type in CompanyEventType]: {
        type: Type;
        employeeNumber?: undefined;
        data: DataOf<(typeof COMPANY_EVENTS)[Type]>;
      };
    }[CompanyEventType];
