import {
  type EmailMove,
  joinUpTo,
  MOST_AT_ONCE,
  orderMoves,
} from '../../../domain/roster/email-moves.ts';
import { fold } from '../../../domain/text.ts';
import type { Database } from '../../../store/database.ts';
import * as store from '../../../store/roster/roster.ts';
import { chunksOf } from '../../chunks.ts';
import type { CompanyWrite } from '../../company/company-write.ts';
import { peopleByNumber } from '../runs/people.ts';
import type { AppliedPersonChange, PersonChange, Skip } from '../runs/run-changes.ts';
import { type NewProfile, setProfiles } from '../sync/set-profiles.ts';
import { isChanged } from './reversal.ts';
import { type AcceptsMembers, isManagedInPortal, revertPerson } from './revert-person.ts';

/** What a revert changes of people, and what it skips. */
export type RevertedPeople = { changes: PersonChange[]; skipped: Skip[] };

/** Reverts what a run did to people. */
export function revertPeople(
  write: CompanyWrite,
  steps: Iterable<AppliedPersonChange>,
  acceptsMembers: AcceptsMembers,
): RevertedPeople {
  const { db, companyId, now } = write;
  const byNumber = new Map([...steps].map((step) => [step.number, step]));
  const { withoutOldEmail, together } = findEmailMoves(db, companyId, byNumber);
  const takenExternalIds = findTakenExternalIds(db, companyId, byNumber.values());
  const context = { now, acceptsMembers, takenExternalIds, withoutOldEmail };
  const reverted: RevertedPeople = { changes: [], skipped: [] };
  const people = new Map<number, RevertedPerson>();
  for (const person of peopleByNumber(db, companyId, byNumber.keys()).values()) {
    const step = byNumber.get(person.number);
    if (!step) continue;
    const { next, changes, skipped } = revertPerson(step, person, context);
    reverted.skipped.push(...skipped);
    if (!isChanged(changes)) continue;
    reverted.changes.push(changes);
    people.set(person.number, { next, changes });
  }
  const moving = new Set(together.flat());
  // The others first: who is first in a line gets the email that one of them gives up.
  const others = [...people.keys()].flatMap((number) => (moving.has(number) ? [] : [[number]]));
  for (const numbers of joinUpTo(MOST_AT_ONCE, [...others, ...together]))
    savePeople(
      write,
      numbers.flatMap((number) => people.get(number) ?? []),
    );
  return reverted;
}

type RevertedPerson = { next: store.PersonRow; changes: PersonChange };

/** Writes people in a transaction within that of the revert: one that is made in several steps never divides a person. */
function savePeople(write: CompanyWrite, people: readonly RevertedPerson[]): void {
  const { db, companyId, revision } = write;
  db.write(() => {
    for (const chunk of chunksOf(people)) {
      const employees = chunk.map(({ next }) => next);
      db.run(store.setEmployees, { companyId, employees, revision });
    }
    setProfiles(write, people.map(toProfile));
  });
}

function toProfile({ next: { number, givenName }, changes }: RevertedPerson): NewProfile {
  const email = changes.email?.[1];
  return {
    number,
    ...(changes.givenName && { givenName }),
    ...(email && { address: { email, emailKey: fold(email) } }),
  };
}

/**
 * The people whose old email another person has, and either keeps or has in a circle that is too long; and the others of them,
 * in the order of `orderMoves`.
 */
function findEmailMoves(
  db: Database,
  companyId: number,
  steps: ReadonlyMap<number, AppliedPersonChange>,
): { withoutOldEmail: Set<number>; together: number[][] } {
  const wanted = new Map<string, number>();
  const returning = [...steps].flatMap(([number, { email }]) => (email ? number : []));
  for (const person of peopleByNumber(db, companyId, returning).values()) {
    const { number, email } = person;
    const [before, after] = steps.get(number)?.email ?? [];
    if (before && email === after && !isManagedInPortal(person)) wanted.set(fold(before), number);
  }
  const moves: EmailMove[] = [];
  for (const emailKeys of chunksOf(wanted.keys())) {
    for (const { emailKey, number: holder } of db.all(store.listEmployeesByEmailKey, {
      companyId,
      emailKeys,
    })) {
      const mover = wanted.get(emailKey);
      if (mover !== undefined && mover !== holder) moves.push({ mover, holder });
    }
  }
  const contested = new Set(moves.map(({ mover }) => mover));
  const free = new Set([...wanted.values()].filter((number) => !contested.has(number)));
  const { together } = orderMoves(moves, (holder) => free.has(holder));
  for (const number of together.flat()) contested.delete(number);
  return { withoutOldEmail: contested, together };
}

/** The external ids to restore that another person has now. */
function findTakenExternalIds(
  db: Database,
  companyId: number,
  steps: Iterable<AppliedPersonChange>,
): Set<string> {
  const wanted = [...steps].flatMap(({ externalId }) => externalId?.[0] ?? []);
  const taken = new Set<string>();
  for (const externalIds of chunksOf(wanted)) {
    const holders = db.all(store.listEmployeesByExternalId, { companyId, externalIds });
    for (const { externalId } of holders) if (externalId !== null) taken.add(externalId);
  }
  return taken;
}
