import { failure } from '../../domain/errors.ts';
import { newId } from '../../domain/id.ts';
import { fold } from '../../domain/text.ts';
import * as store from '../../store/gifts/gifts.ts';
import { type CompanyWrite, nextEntry, recordAuditEvent } from '../company/company-write.ts';
import { recordEvents } from '../events/events.ts';
import { REPEATED_WITHIN_MS } from './evaluate-lines.ts';
import { giveLines, isItemised } from './give-lines.ts';
import type { GiftLine, PlannedGift } from './plan-gift.ts';

/** So many lines are given in one transaction, or put on record: either takes some 60 ms. */
const LINES_PER_STEP = 1_000;
export const LISTED_PER_STEP = 5_000;

/** How far a gift is: `gift` is what the next step is told, and `listed` how many of its lines are on record. */
export type BegunGift = { gift: string; isDone: boolean; share: number; listed: number };

export type GiftProgress =
  | BegunGift
  /** Nothing is given: that gift gave the same before. */
  | { gift: null; repeated: string; isDone: true };

/**
 * Takes the next step of a gift, in the caller's transaction; a gift of few lines takes one. First all lines are put on
 * record, then they are given in their order, so that whoever plans the same again can finish it, also two at once.
 *
 * @param gift the id from the step before; null for the first one
 * @throws EngagedError `conflict` where the gift was undone meanwhile
 */
export function takeGiftStep(
  write: CompanyWrite,
  plan: PlannedGift,
  gift: string | null,
  linesPerStep = LINES_PER_STEP,
): GiftProgress {
  const found = gift === null ? joinOrBegin(write, plan) : findBegun(write, gift);
  if ('repeated' in found) return found;
  const row = found.listed < found.lines ? list(write, found, nextOf(plan, found)) : found;
  const isWhole = row.listed === row.lines && (row === found || row.lines <= linesPerStep);
  return isWhole ? giveNext(write, row, linesPerStep) : listedSoFar(row);
}

/**
 * Puts the next lines of a gift on record, for whoever does not send its whole plan with each step.
 *
 * @param after how many lines were on record; those that come then may be there by now, from others who give the same
 * @throws EngagedError `not_found`; `conflict` where the gift was undone meanwhile
 */
export function listNext(
  write: CompanyWrite,
  gift: string,
  after: number,
  lines: readonly GiftLine[],
): BegunGift {
  const row = findBegun(write, gift);
  return listedSoFar(row.listed === after ? list(write, row, lines) : row);
}

const listedSoFar = ({ id: gift, listed, lines }: store.GiftRow): BegunGift => ({
  ...{ gift, isDone: false, share: (LISTING_SHARE * listed) / lines, listed },
});

/**
 * Takes the next step of a gift whose lines are all on record, without its plan.
 *
 * @throws EngagedError `not_found`; `conflict` where it was undone, or was interrupted before its lines were on record
 */
export function continueGift(write: CompanyWrite, gift: string): BegunGift {
  const row = findBegun(write, gift);
  if (row.listed < row.lines) throw failure('gift_not_listed');
  return giveNext(write, row, LINES_PER_STEP);
}

/** How much of a gift it is to put its lines on record. */
const LISTING_SHARE = 0.2;

function giveNext(write: CompanyWrite, row: store.GiftRow, linesPerStep: number): BegunGift {
  const { id: gift, listed } = row;
  if (row.finishedAt !== null) return { gift, isDone: true, share: 1, listed };
  const next = write.db.all(store.listLines, {
    ...{ companyId: write.companyId, gift: row.entry, after: row.givenTo, count: linesPerStep },
  }) as GiftLine[];
  const last = next.at(-1)?.line;
  if (last !== undefined) {
    giveLines(write, row, next);
    write.db.run(store.noteGiven, { ...keyOf(write, row), line: last });
    // A list may have lines beyond their number, where it has empty ones.
    const done = Math.min(1, last / row.lines);
    if (row.lines > linesPerStep)
      return { gift, isDone: false, share: LISTING_SHARE + (1 - LISTING_SHARE) * done, listed };
  }
  finish(write, row);
  return { gift, isDone: true, share: 1, listed };
}

const keyOf = ({ companyId }: CompanyWrite, { entry }: store.GiftRow) => ({ companyId, entry });

function joinOrBegin(
  write: CompanyWrite,
  plan: PlannedGift,
): store.GiftRow | Extract<GiftProgress, { gift: null }> {
  const { db, companyId, now, actor } = write;
  const same = db.one(store.findByContent, { companyId, content: plan.content });
  if (same?.finishedAt === null) return same;
  const isRepeated = plan.again
    ? plan.once !== null
    : plan.origin === 'list' || (same?.beganAt ?? 0) >= now - REPEATED_WITHIN_MS;
  if (same && isRepeated) return { gift: null, repeated: same.id, isDone: true };
  const entry = nextEntry(write);
  const { content, origin, subject, again, lines } = plan;
  db.run(store.begin, {
    ...{ companyId, entry, id: newId(now), now, actor, content, origin, subject },
    ...{ again: again ? 1 : 0, lines: lines.length },
  });
  const row = require(write, entry);
  if (row.lines > LINES_PER_STEP) record(write, 'gift.begin', row, { lines: row.lines });
  return row;
}

function findBegun({ db, companyId }: CompanyWrite, id: string): store.GiftRow {
  const row = db.one(store.findById, { companyId, id });
  if (!row) throw failure('gift_not_found');
  if (row.undoBeganAt !== null) throw failure('gift_undone');
  return row;
}

function require({ db, companyId }: CompanyWrite, entry: number): store.GiftRow {
  const row = db.one(store.find, { companyId, entry });
  if (!row) throw failure('gift_not_found');
  return row;
}

const nextOf = ({ lines }: PlannedGift, { listed }: store.GiftRow): readonly GiftLine[] =>
  lines.slice(listed, listed + LISTED_PER_STEP);

/** Puts the next lines on record. */
function list(write: CompanyWrite, row: store.GiftRow, next: readonly GiftLine[]): store.GiftRow {
  const lines = next.map(({ said: read, ...line }) => {
    // A sandbox has no addresses of people on record.
    const said = (write.mode === 'live' && read) || null;
    return { ...line, said, saidKey: said && fold(said) };
  });
  write.db.run(store.addLines, { companyId: write.companyId, gift: row.entry, lines });
  const listed = row.listed + lines.length;
  write.db.run(store.noteListed, { ...keyOf(write, row), listed });
  return { ...row, listed };
}

function finish(write: CompanyWrite, row: store.GiftRow): void {
  const { db, companyId, now } = write;
  const sums = db.one(store.sum, { companyId, gift: row.entry }) ?? NOTHING;
  db.run(store.finish, { ...keyOf(write, row), ...sums, now });
  const { people, xp, coins, badges, levels, coinsForXp: coins_for_xp } = sums;
  const data = { gift_id: row.id, itemised: isItemised(row), people, xp, coins, badges };
  recordEvents(write, [{ type: 'gift.given', data }]);
  record(write, 'gift.give', row, {
    lines: row.lines,
    people,
    xp,
    coins,
    badges,
    levels,
    coins_for_xp,
  });
}

const NOTHING: store.GiftSums = { people: 0, xp: 0, coins: 0, badges: 0, levels: 0, coinsForXp: 0 };

function record(
  write: CompanyWrite,
  action: 'gift.begin' | 'gift.give',
  { id, origin, subject }: store.GiftRow,
  counts: object,
): void {
  recordAuditEvent(write, action, ['gift', id], { after: { origin, subject, ...counts } });
}
