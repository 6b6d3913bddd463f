import type { Database } from '../../../store/database.ts';
import type { Params } from '../../../store/query.ts';
import * as syncRuns from '../../../store/sync-runs.ts';
import { NO_CHANGES, numbersOf, type RunChanges } from './run-changes.ts';

/** How many people share a row of `sync_run_people`, a bit each: as many as a number of JavaScript has room for. */
const BLOCK = 50;

const placeOf = (number: number) => ({
  block: Math.floor(number / BLOCK),
  bit: 2 ** (number % BLOCK),
});

/** Puts a run on record, with whom it is about. */
export function putOnRecord(db: Database, run: Params<(typeof syncRuns.record)['params']>): void {
  db.run(syncRuns.record, run);
  if (run.changes === null) return;
  const { companyId, entry } = run;
  const people = blocksOf({ ...NO_CHANGES, ...JSON.parse(run.changes) });
  if (people.length > 0) db.run(syncRuns.recordPeople, { companyId, entry, people });
}

/** The ids of the runs that changed a person, held or kept them back, skipped them or found their profile different. */
export const listRunsOf = (
  db: Database,
  { companyId, number }: { companyId: number; number: number },
): string[] => db.all(syncRuns.listOfPerson, { companyId, ...placeOf(number) }).map(({ id }) => id);

function blocksOf(changes: RunChanges): { block: number; people: number }[] {
  const blocks = new Map<number, number>();
  for (const number of new Set(peopleIn(changes))) {
    const { block, bit } = placeOf(number);
    blocks.set(block, (blocks.get(block) ?? 0) + bit);
  }
  return [...blocks].map(([block, people]) => ({ block, people }));
}

/** The numbers of the people in a run, some of them again and again. */
function* peopleIn(changes: RunChanges): Generator<number> {
  const { created, deactivated, updated, spared, kept, skipped, profileDifferences } = changes;
  for (const ranges of [created, deactivated]) yield* numbersOf(ranges);
  for (const { number } of [...updated, ...profileDifferences]) yield number;
  for (const [number] of [...spared, ...kept]) yield number;
  for (const { of, number } of skipped) if (of === 'person') yield number;
}
