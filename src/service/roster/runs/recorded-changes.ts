import type { Database } from '../../../store/database.ts';
import * as erasure from '../../../store/people/erasure.ts';
import type { Params } from '../../../store/query.ts';
import * as syncRuns from '../../../store/roster/sync-runs.ts';
import { chunksOf } from '../../chunks.ts';
import { peopleIn, recordPeople } from './people-of-runs.ts';
import { hasChanges, NO_CHANGES, type RunChanges } from './run-changes.ts';

/** Most entries of a part, so that an erasure rewrites little and none is long. Runs of earlier versions have one part. */
const ENTRIES_PER_PART = 1_000;

/** A run as it is recorded. `result` is JSON. */
export type RecordedRun = Omit<Params<(typeof syncRuns.record)['params']>, 'changes'> & {
  changes: RunChanges;
};

/** A person of a company. */
type Person = { companyId: number; number: number };

/** Puts a run on record, with whom it is about. */
export function putOnRecord(db: Database, { changes, ...run }: RecordedRun): void {
  const { companyId, entry } = run;
  const [first, ...others] = partsOf(changes);
  db.run(syncRuns.record, { ...run, changes: first ? toStored(first) : null });
  for (const [at, part] of others.entries()) {
    db.run(syncRuns.recordPart, {
      ...{ companyId, entry, part: at + 1, ...rangeOf(part) },
      changes: toStored(part),
    });
  }
  recordPeople(db, { companyId, entry }, changes);
}

/** What a run changed; nothing where nothing is on record. */
export function changesOf(db: Database, companyId: number, id: string): RunChanges {
  const { entry = 0, changes = null } = db.one(syncRuns.findChanges, { companyId, id }) ?? {};
  return joinParts(changes, db.each(syncRuns.listParts, { companyId, entry }));
}

/** The changes of a run in which all those of one person are. */
export function changesAbout(db: Database, { companyId, number }: Person, id: string): RunChanges {
  const { entry = 0, changes = null } = db.one(syncRuns.findChanges, { companyId, id }) ?? {};
  return joinParts(changes, db.each(syncRuns.listPartsAbout, { companyId, entry, number }));
}

/** Takes the values of a person out of a run. */
export function eraseFromRun(db: Database, { companyId, number }: Person, id: string): void {
  const { entry = 0, changes: first } = db.one(syncRuns.findChanges, { companyId, id }) ?? {};
  const erase = (changes: string, save: (left: string) => void) => {
    const left = withoutPerson(changes, number);
    if (left !== changes) save(left);
  };
  if (first) erase(first, (changes) => db.run(erasure.setChanges, { companyId, id, changes }));
  for (const { part, changes } of db.all(syncRuns.listPartsAbout, { companyId, entry, number })) {
    erase(changes, (left) => db.run(erasure.setPart, { companyId, entry, part, changes: left }));
  }
}

/** Parts of changes, which are JSON, as a whole. @param first null where nothing changed */
export function joinParts(first: string | null, others: Iterable<{ changes: string }>): RunChanges {
  const parts = [fromStored(first ?? '{}')];
  for (const { changes } of others) parts.push(fromStored(changes));
  const listOf = <Name extends keyof RunChanges>(name: Name) =>
    parts.flatMap<unknown>((part) => part[name] ?? []) as RunChanges[Name];
  return {
    created: listOf('created'),
    updated: listOf('updated'),
    deactivated: listOf('deactivated'),
    heldBack: listOf('heldBack'),
    named: listOf('named'),
    archivedBefore: listOf('archivedBefore'),
    departmentsCreated: listOf('departmentsCreated'),
    departmentsUpdated: listOf('departmentsUpdated'),
    skipped: listOf('skipped'),
    profileDifferences: listOf('profileDifferences'),
    kept: listOf('kept'),
  };
}

/** Changes as they are stored: who was held back is under a name of its own there. */
type Stored = Partial<Omit<RunChanges, 'heldBack'> & { spared: RunChanges['heldBack'] }>;

function toStored({ heldBack, ...others }: Partial<RunChanges>): string {
  const stored: Stored = { ...others, ...(heldBack && { spared: heldBack }) };
  return JSON.stringify(stored);
}

function fromStored(text: string): Partial<RunChanges> {
  const { spared, ...others }: Stored = JSON.parse(text);
  return { ...others, ...(spared && { heldBack: spared }) };
}

/** All of a short run; the lists of a long one piece by piece, whose people follow one another by number. */
function partsOf(changes: RunChanges): Partial<RunChanges>[] {
  if (!hasChanges(changes)) return [];
  const entries = Object.values(changes).reduce((sum, list) => sum + list.length, 0);
  if (entries <= ENTRIES_PER_PART) return [changes];
  const updated = changes.updated.toSorted((a, b) => a.number - b.number);
  return Object.entries<readonly unknown[]>({ ...changes, updated }).flatMap(([name, list]) =>
    [...chunksOf(list, ENTRIES_PER_PART)].map((piece) => ({ [name]: piece })),
  );
}

/** The least and the greatest number of the people whom a part is about. */
function rangeOf(part: Partial<RunChanges>) {
  let [firstPerson, lastPerson]: [number | null, number | null] = [null, null];
  for (const number of peopleIn({ ...NO_CHANGES, ...part })) {
    firstPerson = Math.min(number, firstPerson ?? number);
    lastPerson = Math.max(number, lastPerson ?? number);
  }
  return { firstPerson, lastPerson };
}

/** A part without a person's values. Every other list holds numbers only. */
function withoutPerson(part: string, erased: number): string {
  const changes: Stored = JSON.parse(part);
  const { updated, spared } = changes;
  return JSON.stringify({
    ...changes,
    ...(updated && {
      updated: updated.map((change) => {
        const { number, deactivatedAt } = change;
        return number === erased ? { number, ...(deactivatedAt && { deactivatedAt }) } : change;
      }),
    }),
    ...(spared && {
      spared: spared.map(([number, externalId]) => [number, number === erased ? null : externalId]),
    }),
  });
}
