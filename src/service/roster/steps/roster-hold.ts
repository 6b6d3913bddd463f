import { failure } from '../../../domain/errors.ts';
import { timeOfId } from '../../../domain/id.ts';
import type { Database } from '../../../store/database.ts';
import * as holds from '../../../store/roster/roster-holds.ts';
import { recordInterrupted } from './interrupted-run.ts';

/** Who holds a company. */
export type Holder = { companyId: number; token: string };

/** The time in milliseconds UTC. It is read under the lock: who waited for that would know an old one. */
type Clock = () => number;

/** How long a hold lasts that is not renewed, because its process has died. */
export const HOLD_MS = 30_000;

/**
 * Holds a company for a change that is made in several transactions: nobody else can change it until then.
 *
 * @throws EngagedError `not_found`; `company_held` where somebody else holds it
 */
export const beginHold = (db: Database, { companyId, token }: Holder, clock: Clock): void =>
  db.write(() => {
    const now = clock();
    endIfOver(db, companyId, now);
    if (db.one(holds.find, { companyId })) throw failure('company_held');
    if (db.run(holds.begin, { companyId, token }) === 0) throw failure('company_not_found');
    db.run(holds.setEnd, { companyId, until: now + HOLD_MS });
  });

/** @throws EngagedError `conflict` where the hold has ended */
export const renewHold = (db: Database, holder: Holder, clock: Clock): void =>
  db.write(() => {
    requireHold(db, holder);
    db.run(holds.setEnd, { companyId: holder.companyId, until: clock() + HOLD_MS });
  });

/**
 * Keeps what is recorded if the last of several transactions never comes. It may be long.
 *
 * @throws EngagedError `conflict` where the hold has ended
 */
export const keepPlan = (db: Database, holder: Holder & { run: string }): void =>
  db.write(() => {
    requireHold(db, holder);
    db.run(holds.keepRun, { companyId: holder.companyId, run: holder.run });
  });

/** Ends a hold, if it has not ended. A run of which a part was applied is recorded as interrupted. */
export const endHold = (db: Database, { companyId, token }: Holder, clock: Clock): void =>
  db.write(() => {
    const held = db.one(holds.find, { companyId });
    if (held?.token === token) release(db, companyId, clock());
  });

/** Ends the holds whose processes have died, and returns how many. */
export function endHoldsThatAreOver(db: Database, clock: Clock): number {
  let ended = 0;
  for (const hold of db.all(holds.list, {})) {
    if (!isOver(hold, clock())) continue;
    db.write(() => endIfOver(db, hold.companyId, clock()));
    ended++;
  }
  return ended;
}

/** The companies that are held, and since when; `isDead` where the process that held one has died. */
export const listHeld = (db: Database, now: number) =>
  db.all(holds.list, {}).map(({ companyId, name, token, heldUntil }) => ({
    ...{ companyId, name, isDead: isOver({ heldUntil }, now) },
    since: token === null ? now : timeOfId(token),
  }));

/**
 * Lets the holder change the company, within an open transaction.
 *
 * @param isLast whether it ends the hold
 * @throws EngagedError `conflict` where the hold has ended
 */
export function changeHeld(
  db: Database,
  { companyId, token, isLast }: Holder & { isLast: boolean },
  clock: Clock,
  change: () => void,
): void {
  requireHold(db, { companyId, token });
  db.run(holds.setEnd, { companyId, until: null });
  change();
  if (isLast) db.run(holds.end, { companyId });
  else db.run(holds.setEnd, { companyId, until: clock() + HOLD_MS });
}

function requireHold(db: Database, { companyId, token }: Holder): void {
  const held = db.one(holds.find, { companyId });
  if (held?.token !== token) throw failure('steps_given_up');
}

// A clock that was set back must not hold a company for ever.
const isOver = ({ heldUntil }: { heldUntil: number | null }, now: number): boolean =>
  heldUntil === null || heldUntil <= now || heldUntil > now + 2 * HOLD_MS;

function endIfOver(db: Database, companyId: number, now: number): void {
  const held = db.one(holds.find, { companyId });
  if (held && isOver(held, now)) release(db, companyId, now);
}

function release(db: Database, companyId: number, now: number): void {
  const { revision = 0, run = null } = db.one(holds.findRun, { companyId }) ?? {};
  db.run(holds.end, { companyId });
  db.run(holds.setEnd, { companyId, until: null });
  if (run !== null) recordInterrupted(db, { companyId, now, revision, run });
}
