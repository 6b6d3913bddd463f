import { failure } from '../../domain/errors.ts';
import {
  EDITABLE_MS,
  KUDOS_VISIBILITIES,
  type KudosState,
  type KudosVisibility,
} from '../../domain/kudos.ts';
import { monthOf } from '../../domain/period.ts';
import * as moderation from '../../store/kudos/kudos-moderation.ts';
import type { KudosPostRow } from '../../store/kudos/kudos-posts.ts';
import * as store from '../../store/kudos/kudos-posts.ts';
import type { CompanyWrite } from '../company/company-write.ts';
import { recordEvents } from '../events/events.ts';
import { requireChoice } from '../input.ts';
import { requireMessage } from './evaluate-kudos.ts';
import { awardKudos } from './kudos-awards.ts';
import { requireKudos } from './kudos-posts.ts';
import { kudosSettings } from './kudos-settings.ts';
import { uncountKudos } from './kudos-totals.ts';

// What people do with thanks that they gave or got. `employeeNumber` is that of who does it.

/**
 * Changes the message of thanks that somebody gave, within 15 minutes.
 *
 * @throws EngagedError `validation_failed`, `not_found`; `forbidden` for thanks of somebody else; `conflict` later, and once
 *   somebody has reported them
 */
export function editKudos(
  write: CompanyWrite,
  employeeNumber: number,
  id: string,
  text: string,
): void {
  const { db, companyId, now } = write;
  const { entry, givenAt } = requireOwn(write, employeeNumber, id);
  if (now > givenAt + EDITABLE_MS) throw failure('kudos_edit_over');
  // What is decided on is what was reported.
  const scope = { companyId, posts: [entry] };
  if (db.all(moderation.listReports, scope).length > 0) throw failure('kudos_edit_reported');
  const message = requireMessage(text, kudosSettings(db, companyId));
  db.run(store.edit, { companyId, entry, message, now });
}

/**
 * Takes back thanks that somebody gave, until the end of the month: points, coins and XP go back.
 *
 * @throws EngagedError `not_found`; `forbidden` for thanks of somebody else; `conflict` after the month, where they were
 *   ended before, and where a receiver has spent the coins
 */
export function withdrawKudos(write: CompanyWrite, employeeNumber: number, id: string): void {
  const row = requireOwn(write, employeeNumber, id);
  if (monthOf(row.givenAt) !== monthOf(write.now)) throw failure('kudos_month_over');
  endKudos(write, row, 'withdrawn', true);
}

/**
 * Narrows who may see thanks that somebody got.
 *
 * @throws EngagedError `validation_failed`, `not_found`; `forbidden` for who did not get them; `conflict` where that is no
 *   narrower
 */
export function narrowKudos(
  write: CompanyWrite,
  employeeNumber: number,
  id: string,
  visibility: string,
): void {
  const { db, companyId } = write;
  const row = requireStanding(write, id);
  const to = requireChoice('visibility', visibility, KUDOS_VISIBILITIES);
  const receivers = db.all(store.listReceivers, { companyId, posts: [row.entry] });
  if (!receivers.some(({ number }) => number === employeeNumber)) {
    throw failure('kudos_not_thanked');
  }
  const width = (one: KudosVisibility) => KUDOS_VISIBILITIES.indexOf(one);
  if (width(to) <= width(row.visibility as KudosVisibility)) throw failure('kudos_not_narrower');
  changeKudos(write, { ...row, visibility: to });
}

function requireOwn(write: CompanyWrite, employeeNumber: number, id: string): KudosPostRow {
  const row = requireStanding(write, id);
  if (row.giverNumber !== employeeNumber) throw failure('kudos_not_own');
  return row;
}

/** Thanks that were neither taken back nor removed. @throws EngagedError `not_found`, `conflict` */
export function requireStanding({ db, companyId }: CompanyWrite, id: string): KudosPostRow {
  const row = requireKudos(db, companyId, id);
  if (row.endedAt !== null) throw failure('kudos_ended');
  return row;
}

/** Changes state and visibility wherever they stand. */
export function changeKudos({ db, companyId }: CompanyWrite, row: KudosPostRow): void {
  const { entry, state, visibility, endedAt, isReversed } = row;
  db.run(store.change, { companyId, entry, state, visibility, endedAt, isReversed });
  db.run(store.changeDepartments, { companyId, entry, state, visibility });
}

/**
 * Ends thanks for good.
 *
 * @param isReversed whether points, coins and XP go back
 * @throws EngagedError `conflict` where they are to go back and a receiver has spent the coins
 */
export function endKudos(
  write: CompanyWrite,
  row: KudosPostRow,
  state: KudosState,
  isReversed: boolean,
): void {
  const { now } = write;
  const events = isReversed ? reverse(write, row) : [];
  changeKudos(write, { ...row, state, endedAt: now, isReversed: isReversed ? 1 : 0 });
  recordEvents(write, [
    { type: 'kudos.removed', employeeNumber: row.giverNumber, data: { kudos_id: row.id } },
    ...events,
  ]);
}

function reverse(write: CompanyWrite, row: KudosPostRow) {
  const { db, companyId } = write;
  const receivers = db.all(store.listReceivers, { companyId, posts: [row.entry] });
  const short = receivers.filter(({ coins, totalCoins }) => totalCoins < coins);
  if (short.length > 0) throw failure('kudos_coins_spent', { people: short.length });
  uncountKudos(write, {
    ...{ month: monthOf(row.givenAt), giverNumber: row.giverNumber, points: row.points },
    ...{ numbers: receivers.map(({ number }) => number), valueCode: row.valueCode },
  });
  const giver = db.one(store.findGiver, { companyId, entry: row.entry });
  if (!giver) throw new Error('thanks have no giver');
  // The ledgers keep no text about who was erased.
  const reasonOf = ({ erasedAt }: { erasedAt: number | null }) =>
    erasedAt === null ? row.valueName : null;
  return awardKudos(write, [
    ...receivers.map(({ totalXp, totalCoins, coins, xp, ...one }) => ({
      person: { ...one, xp: totalXp, coins: totalCoins },
      ...{ xp: -xp, coins: -coins, reason: reasonOf(one), at: row.givenAt },
    })),
    { person: giver, xp: -row.giverXp, coins: 0, reason: reasonOf(giver), at: row.givenAt },
  ]);
}
