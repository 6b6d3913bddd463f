import { MAX_EVENTS_PER_CHANGE, type NewEvent } from '../../domain/event.ts';
import { newId } from '../../domain/id.ts';
import { levelOf } from '../../domain/level.ts';
import * as companies from '../../store/company/companies.ts';
import * as store from '../../store/events/events.ts';
import { type CompanyWrite, takeNumbers } from '../company/company-write.ts';
import { noticesOf, notify } from '../mail/notices.ts';

type EventWrite = Pick<CompanyWrite, 'db' | 'companyId'>;

/**
 * Writes events, in the transaction of the change that causes them, and tells people of those that they get mail about. More than `MAX_EVENTS_PER_CHANGE` are replaced by
 * one `events.omitted`.
 */
export const recordEvents = (
  write: EventWrite & { now: number },
  caused: readonly NewEvent[],
): void => recordEventsOfAll(write, [{ caused, now: write.now }]);

/** `recordEvents` for several changes in one transaction, each with its own limit. */
export function recordEventsOfAll(
  write: EventWrite,
  changes: readonly { caused: readonly NewEvent[]; now: number }[],
): void {
  const events = changes.flatMap(({ caused, now }) => {
    const isTooMany = caused.length > MAX_EVENTS_PER_CHANGE;
    const kept: readonly NewEvent[] = isTooMany ? [{ type: 'events.omitted', data: {} }] : caused;
    return kept.map(({ type, employeeNumber = null, data }) => ({
      ...{ id: newId(now), type, at: now, employeeNumber, data: JSON.stringify(data) },
    }));
  });
  if (events.length === 0) return;
  const { db, companyId } = write;
  const first = takeNumbers(write, companies.takeEvents, events.length);
  db.run(store.addAll, { companyId, first, events });
  for (const { caused, now } of changes) notify({ ...write, now }, noticesOf(caused));
}

/** The events of an award of XP that was applied, and of what came with it. `xp` is the total after it. */
export function xpEvents(
  employeeNumber: number,
  { amount, xp, badges_awarded }: { amount: number; xp: number; badges_awarded: readonly string[] },
): NewEvent[] {
  const level = levelOf(xp);
  const level_before = levelOf(xp - amount);
  const events: NewEvent[] = [{ type: 'xp.awarded', employeeNumber, data: { amount, xp, level } }];
  if (level > level_before) {
    events.push({ type: 'level.reached', employeeNumber, data: { level, level_before, xp } });
  }
  for (const code of badges_awarded) events.push(badgeAwarded(employeeNumber, code));
  return events;
}

/** The event of a badge that was awarded, by hand or by a rule. */
export const badgeAwarded = (employeeNumber: number, badge_code: string): NewEvent => ({
  type: 'badge.awarded',
  employeeNumber,
  data: { badge_code },
});
