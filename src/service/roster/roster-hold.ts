import { CompanyIsHeld, conflict, notFound } from '../../domain/errors.ts';
import type { Database } from '../../store/database.ts';
import type { Of } from '../../store/query.ts';
import * as holds from '../../store/roster-holds.ts';
import { recordInterrupted } from './interrupted-run.ts';

/** Who holds a company, and the time in milliseconds UTC. */
export type Holder = { companyId: number; token: string; now: number };

type Held = Of<(typeof holds.find)['row']>;

/** How long a hold lasts that is not renewed, because its process has died. */
export const HOLD_MS = 30_000;

/**
 * Holds a company for a roster that is applied in several transactions: nobody else can change it until then.
 *
 * @throws EngagedError `not_found`; CompanyIsHeld where somebody else holds it
 */
export const beginHold = (db: Database, { companyId, token, now }: Holder): void =>
  db.write(() => {
    const held = db.one(holds.find, { companyId });
    if (held && !isOver(held, now)) throw new CompanyIsHeld();
    if (held) release(db, { companyId, now, held });
    if (db.run(holds.begin, { companyId, token }) === 0) throw notFound('Company not found');
    db.run(holds.setEnd, { companyId, until: now + HOLD_MS });
  });

/** @throws EngagedError `conflict` where the hold has ended */
export const renewHold = (db: Database, { companyId, token, now }: Holder): void =>
  db.write(() => {
    requireHold(db, { companyId, token });
    db.run(holds.setEnd, { companyId, until: now + HOLD_MS });
  });

/** Ends a hold, if it has not ended. A run of which a part was applied is recorded as interrupted. */
export const endHold = (db: Database, { companyId, token, now }: Holder): void =>
  db.write(() => {
    const held = db.one(holds.find, { companyId });
    if (held?.token === token) release(db, { companyId, now, held });
  });

/** Ends the holds whose processes have died. */
export function endHoldsThatAreOver(db: Database, now: number): void {
  for (const { companyId, token, heldUntil } of db.all(holds.list, {}))
    if (isOver({ heldUntil }, now)) endHold(db, { companyId, token, now });
}

/**
 * Lets the holder change the company, within an open transaction.
 *
 * @param isLast whether it ends the hold
 * @param run with the first change of several: what is recorded if the last one never comes
 * @throws EngagedError `conflict` where the hold has ended
 */
export function changeHeld(
  db: Database,
  { companyId, token, now, isLast, run }: Holder & { isLast: boolean; run: string | null },
  change: () => void,
): void {
  requireHold(db, { companyId, token });
  db.run(holds.setEnd, { companyId, until: null });
  change();
  if (isLast) {
    db.run(holds.end, { companyId });
    return;
  }
  if (run !== null) db.run(holds.keepRun, { companyId, run });
  db.run(holds.setEnd, { companyId, until: now + HOLD_MS });
}

function requireHold(db: Database, { companyId, token }: Omit<Holder, 'now'>): void {
  const held = db.one(holds.find, { companyId });
  if (held?.token !== token)
    throw conflict('The import took too long and was given up; import the file again');
}

// A clock that was set back must not hold a company for ever.
const isOver = ({ heldUntil }: { heldUntil: number | null }, now: number): boolean =>
  heldUntil === null || heldUntil <= now || heldUntil > now + 2 * HOLD_MS;

function release(
  db: Database,
  { companyId, now, held }: Omit<Holder, 'token'> & { held: Pick<Held, 'revision' | 'run'> },
): void {
  db.run(holds.end, { companyId });
  db.run(holds.setEnd, { companyId, until: null });
  const { revision, run } = held;
  if (run !== null) recordInterrupted(db, { companyId, now, revision, run });
}
