import type { DeactivationSkippedReason } from './roster/sync-result.ts';

/** The number of events one change writes at most. A larger one writes `events.omitted`, or says so in its own event. */
export const MAX_EVENTS_PER_CHANGE = 10_000;

type Nothing = Record<never, never>;

type Redemption = { redemption_id: string; item_id: string; coin_price: number };

/** What changed in a roster sync, or in the approval or revert of one. */
type RosterChange = {
  sync_id: string;
  /** False where more people changed than events are written for. */
  itemised: boolean;
  updated: number;
  reactivated: number;
  deactivated: number;
  /** Only where a run was interrupted: the counts are of what it did until then. */
  interrupted?: true;
};

type Sync = RosterChange & { created: number; errors: number };

/** XP, coins and badges that were given to many at once. */
type Gift = {
  gift_id: string;
  /** False where more was given than events are written for. */
  itemised: boolean;
  people: number;
};

type Month = { month: string; version: number; people: number; reconstructed: boolean };

/**
 * The data of events about a person, by type. Their `employee_id` and `external_id` are added when an event is read.
 * No value is null.
 */
type EmployeeEventData = {
  'employee.created': Nothing;
  'employee.updated': Nothing;
  'employee.deactivated': Nothing;
  'employee.reactivated': Nothing;
  /** `xp` and `level` are those after the award. */
  'xp.awarded': { amount: number; xp: number; level: number };
  'level.reached': { level: number; level_before: number; xp: number };
  'badge.awarded': { badge_code: string };
  'badge.revoked': { badge_code: string };
  'redemption.requested': Redemption;
  'redemption.approved': Redemption;
  'redemption.fulfilled': Redemption;
  'redemption.declined': Redemption;
  'redemption.refunded': Redemption;
};

/** The data of all other events, by type. No value is null. */
type CompanyEventData = {
  'sync.completed': Sync;
  'sync.blocked': Sync & {
    reason: DeactivationSkippedReason;
    deactivation_candidates: number;
    deactivation_limit: number;
  };
  'sync.approved': RosterChange & { approved_sync_id: string };
  'sync.reverted': RosterChange & { reverted_sync_id: string };
  'gift.given': Gift & { xp: number; coins: number; badges: number };
  'gift.undone': Gift & { refused: number };
  'month.closed': Month;
  'month.reopened': Month;
  'contest.closed': {
    contest_id: string;
    people: number;
    prizes_granted: number;
    prizes_withheld: number;
  };
  'key.expiring': { key_id: string; expires_at: string };
  /** One change would have written more events than the limit. */
  'events.omitted': Nothing;
};

type EmployeeEventType = keyof EmployeeEventData;
type CompanyEventType = keyof CompanyEventData;
export type EventType = EmployeeEventType | CompanyEventType;

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
        data: EmployeeEventData[Type];
      };
    }[EmployeeEventType]
  | {
      [Type in CompanyEventType]: {
        type: Type;
        employeeNumber?: undefined;
        data: CompanyEventData[Type];
      };
    }[CompanyEventType];
