import { DAY_MS } from '../../domain/duration.ts';
import { isoTime } from '../../domain/iso-time.ts';
import * as audit from '../../store/audit/audit.ts';
import type { Database } from '../../store/database.ts';
import * as events from '../../store/events/events.ts';
import * as kudosPosts from '../../store/kudos/kudos-posts.ts';
import * as closedMonths from '../../store/months/closed-months.ts';
import * as deployment from '../../store/operations/deployment.ts';
import * as syncRuns from '../../store/roster/sync-runs.ts';
import * as coinLedger from '../../store/xp/coin-ledger.ts';
import * as xpLedger from '../../store/xp/xp-ledger.ts';
import { countOldDecisions, deleteOldDecisions } from '../audit/audit-upkeep.ts';
import { deleteOldEvents } from '../events/event-upkeep.ts';
import { deleteOldMails, MAIL_DAYS, stateOfMails } from '../mail/old-mails.ts';
import { countOldVersions, deleteOldVersion } from '../months/old-versions.ts';
import { deleteOldLooks, LOOK_DAYS, stateOfLooks } from '../people/history-looks.ts';
import { deleteEndedSessions, stateOfSessions } from '../portal/sessions.ts';
import { countOldRuns, deleteOldRuns } from '../roster/runs/old-runs.ts';

/** For how many days each kind of record is kept; 0 for good. */
export type RetentionDays = {
  eventDays: number;
  auditDays: number;
  runDays: number;
  standingsDays: number;
};

/** Times in milliseconds UTC before which records go; 0 for none. */
export type RetentionLimits = { [Name in keyof RetentionDays]: number };

/** The limits that the settings set now. */
export function retentionLimits(days: RetentionDays, now: number): RetentionLimits {
  const limitOf = (count: number) => (count === 0 ? 0 : Math.max(0, now - count * DAY_MS));
  return {
    eventDays: limitOf(days.eventDays),
    auditDays: limitOf(days.auditDays),
    runDays: limitOf(days.runDays),
    standingsDays: limitOf(days.standingsDays),
  };
}

/** How far the time by which old records are deleted moves on at most with each hourly deletion. */
export const DELETION_STEP_MS = DAY_MS;

/**
 * The time by which old records are deleted next. It follows the clock a step at a time, because a clock can be wrong: one that
 * is years ahead for an hour deletes what is a step too young, and not everything. After a month without a service,
 * deletions catch up step by step.
 *
 * @param step how far it may move on from the last time, in milliseconds
 */
export function findNextDeletionTime(db: Database, now: number, step = DELETION_STEP_MS): number {
  const last = db.one(deployment.findDeletionTime, {})?.at ?? null;
  return last === null ? now : Math.min(now, last + step);
}

/** Moves that time on, and returns it. */
export function moveDeletionTime(db: Database, now: number, step: number): number {
  const at = findNextDeletionTime(db, now, step);
  if (at !== db.one(deployment.findDeletionTime, {})?.at)
    db.write(() => db.run(deployment.recordDeletionTime, { at }));
  return at;
}

/**
 * Deletes a portion of what is older than its limit, of the sessions that have ended, and of old mails and looks.
 *
 * @returns whether there may be more
 */
export const deleteExpired = (db: Database, limits: RetentionLimits, now: number): boolean =>
  deleteOldEvents(db, limits.eventDays) ||
  deleteOldDecisions(db, limits.auditDays) ||
  deleteOldRuns(db, limits.runDays) ||
  deleteOldVersion(db, limits.standingsDays) ||
  deleteEndedSessions(db, now) ||
  deleteOldMails(db, now) ||
  deleteOldLooks(db, now);

/** What is kept of one kind of record, in all companies and sandboxes. */
export type KindRetention = {
  kind: string;
  /** The setting that decides; null where none does. */
  setting: string | null;
  /** For how many days; null for good, or where something else ends it. */
  days: number | null;
  count: number;
  oldest_at: string | null;
  /** How many of them the next deletion of a service with these settings takes. */
  to_delete: number;
};

/**
 * What is kept of every kind of record that grows, and what would go with these settings. It reads whole tables.
 *
 * @param at the time by which old records are deleted, as `findNextDeletionTime` gives it
 */
export function describeRetention(db: Database, days: RetentionDays, at: number): KindRetention[] {
  const before = retentionLimits(days, at);
  const event = db.one(events.findState, { before: before.eventDays });
  const session = stateOfSessions(db, at);
  const mail = stateOfMails(db, at);
  const looks = stateOfLooks(db, at);
  const ofSetting = (kind: string, name: keyof RetentionDays, state?: State, toDelete = 0) => ({
    ...toKind(kind, state, toDelete),
    setting: name.replace('Days', '-days'),
    days: days[name] || null,
  });
  const ofAudit = countOldDecisions(db, before.auditDays);
  const ofRuns = countOldRuns(db, before.runDays);
  const ofMonths = countOldVersions(db, before.standingsDays);
  return [
    ofSetting('events', 'eventDays', event, event?.expired),
    ofSetting('audit_entries', 'auditDays', db.one(audit.findState, {}), ofAudit),
    ofSetting('sync_runs', 'runDays', db.one(syncRuns.findState, {}), ofRuns),
    ofSetting('standings', 'standingsDays', db.one(closedMonths.findState, {}), ofMonths),
    toKind('sessions', session, session.expired),
    { ...toKind('mails', mail, mail.expired), days: MAIL_DAYS },
    { ...toKind('history_looks', looks, looks.expired), days: LOOK_DAYS },
    toKind('xp_entries', db.one(xpLedger.findState, {})),
    toKind('coin_entries', db.one(coinLedger.findState, {})),
    toKind('kudos', db.one(kudosPosts.findState, {})),
  ];
}

type State = { count: number; oldestAt: number | null };

const toKind = (
  kind: string,
  { count, oldestAt }: State = { count: 0, oldestAt: null },
  toDelete = 0,
): KindRetention => ({
  ...{ kind, setting: null, days: null, count },
  ...{ oldest_at: isoTime(oldestAt), to_delete: toDelete },
});
