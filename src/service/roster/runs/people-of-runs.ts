import type { Database } from '../../../store/database.ts';
import * as syncRuns from '../../../store/roster/sync-runs.ts';
import { numbersOf, type RunChanges } from './run-changes.ts';

/** How many people share a row of `sync_run_people`, a bit each: as many as a number of JavaScript has room for. */
const BLOCK = 50;

export const placeOf = (number: number) => ({
  block: Math.floor(number / BLOCK),
  bit: 2 ** (number % BLOCK),
});

/** The ids of the runs that changed a person, held or kept them back, skipped them or found their profile different. */
export const listRunsOf = (
  db: Database,
  { companyId, number }: { companyId: number; number: number },
): string[] => db.all(syncRuns.listOfPerson, { companyId, ...placeOf(number) }).map(({ id }) => id);

/** Records whom a run on record is about. */
export function recordPeople(
  db: Database,
  run: { companyId: number; entry: number },
  changes: RunChanges,
): void {
  const people = blocksOf(changes);
  if (people.length > 0) db.run(syncRuns.recordPeople, { ...run, people });
}

function blocksOf(changes: RunChanges): { block: number; people: number }[] {
  const blocks = new Map<number, number>();
  for (const number of new Set(peopleIn(changes))) {
    const { block, bit } = placeOf(number);
    blocks.set(block, (blocks.get(block) ?? 0) + bit);
  }
  return [...blocks].map(([block, people]) => ({ block, people }));
}

/** The numbers of the people in a run, some of them again and again. */
export function* peopleIn(changes: RunChanges): Generator<number> {
  const { created, deactivated, updated, heldBack, kept, skipped, profileDifferences } = changes;
  for (const ranges of [created, deactivated]) yield* numbersOf(ranges);
  for (const { number } of [...updated, ...profileDifferences]) yield number;
  for (const [number] of [...heldBack, ...kept]) yield number;
  for (const { of, number } of skipped) if (of === 'person') yield number;
}
