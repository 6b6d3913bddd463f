import { MAX_EVENTS_PER_CHANGE, type NewEvent } from '../../../domain/event.ts';
import type { SyncResult } from '../../../domain/roster/sync-result.ts';
import type { CompanyWrite } from '../../company/company-write.ts';
import { recordEvents } from '../../events/events.ts';
import { welcomeEvents } from '../../xp/welcome.ts';
import { countOf, numbersOf, type PersonChange, type RunChanges } from './run-changes.ts';
import type { ChangedPeople, FollowUpSummary } from './run-summary.ts';

/**
 * Writes the events of a run: one for each person it changed, and then its own. Where more than
 * `MAX_EVENTS_PER_CHANGE` people changed, only its own.
 */
export function recordRunEvents(
  write: CompanyWrite,
  changes: RunChanges,
  toRunEvent: (itemised: boolean) => NewEvent,
): void {
  const { created, updated, deactivated } = changes;
  const people = countOf(created) + updated.length + countOf(deactivated);
  const itemised = people <= MAX_EVENTS_PER_CHANGE;
  if (itemised) recordEvents(write, [...eventsOfPeople(changes, welcomeEvents(write))]);
  recordEvents(write, [toRunEvent(itemised)]);
}

/** The events of the people whom a run changed. @param given those of what each newcomer was given */
function* eventsOfPeople(
  { created, updated, deactivated }: Pick<RunChanges, 'created' | 'updated' | 'deactivated'>,
  given: (employeeNumber: number) => NewEvent[],
): Generator<NewEvent> {
  const data = {};
  for (const employeeNumber of numbersOf(created)) {
    yield { type: 'employee.created', employeeNumber, data };
    yield* given(employeeNumber);
  }
  for (const change of updated) yield { type: typeOf(change), employeeNumber: change.number, data };
  for (const employeeNumber of numbersOf(deactivated)) {
    yield { type: 'employee.deactivated', employeeNumber, data };
  }
}

function typeOf({ deactivatedAt }: PersonChange) {
  if (!deactivatedAt) return 'employee.updated';
  return deactivatedAt[1] === null ? 'employee.reactivated' : 'employee.deactivated';
}

/** The event of an applied sync. */
export function syncEvent(sync_id: string, result: SyncResult, itemised: boolean): NewEvent {
  const { created, updated, reactivated, deactivated, errors } = result;
  const counts = { created, updated, reactivated, deactivated, errors: errors.length };
  const data = { sync_id, itemised, ...counts };
  const reason = result.deactivation_skipped_reason;
  if (reason === null) return { type: 'sync.completed', data };
  const deactivation_candidates = result.deactivation_candidates_total;
  const { deactivation_limit } = result;
  return {
    type: 'sync.blocked',
    data: { ...data, reason, deactivation_candidates, deactivation_limit },
  };
}

/** The event of a sync of which a part was applied. */
export const interruptedSyncEvent = (
  sync_id: string,
  counts: ChangedPeople & { errors: number },
  itemised: boolean,
): NewEvent => ({
  type: 'sync.completed',
  data: { sync_id, itemised, ...counts, interrupted: true },
});

/** The event of an approval or revert, whole or interrupted. */
export function followUpEvent(
  { kind, id, subjectId }: { kind: 'revert' | 'approval'; id: string; subjectId: string },
  {
    updated,
    reactivated,
    deactivated,
  }: Pick<FollowUpSummary, 'updated' | 'reactivated' | 'deactivated'>,
  state: { itemised: boolean; interrupted?: true },
): NewEvent {
  const data = { sync_id: id, ...state, updated, reactivated, deactivated };
  return kind === 'revert'
    ? { type: 'sync.reverted', data: { ...data, reverted_sync_id: subjectId } }
    : { type: 'sync.approved', data: { ...data, approved_sync_id: subjectId } };
}
