import { EngagedError } from '../../domain/errors.ts';
import type { Database } from '../../store/database.ts';
import type { GiftRow, GivenLineRow, OutcomeRow } from '../../store/gifts/gifts.ts';
import * as store from '../../store/gifts/gifts.ts';
import { revokeAwards } from '../badges/badges.ts';
import { type CompanyWrite, recordAuditEvent } from '../company/company-write.ts';
import { recordEvents, xpEvents } from '../events/events.ts';
import type { ResolvedEmployee } from '../people/employee-lookup.ts';
import {
  type Evaluated,
  evaluateAwards,
  type NewAward,
  type PendingAward,
  writeAwards,
} from '../xp/awards.ts';
import { SOURCE } from './evaluate-lines.ts';
import { requireGift } from './gifts.ts';
import { isItemised } from './give-lines.ts';

/** So many lines are undone in one transaction, or all of one person: nobody keeps a part. */
const LINES_PER_STEP = 500;

/** Why something is not taken back from somebody. */
export type WhyKept = 'coins_spent';

/** Somebody from whom nothing is taken back. */
export type Refused = { employee_id: string; name: string | null; reason: WhyKept };

/** For how many people a gift is undone, and for whom it is not. */
export type UndoResult = {
  gift_id: string;
  undone: number;
  refused: Refused[];
  /** Whether it was undone before: then nothing changed. */
  repeated: boolean;
};

/** What one person got, and whether it is taken back. */
type PersonUndone = {
  person: ResolvedEmployee;
  lines: readonly GivenLineRow[];
  kept: WhyKept | null;
};

/**
 * Takes the next step to undo a gift, in the caller's transaction: writes entries against those of the next people, and
 * revokes their badges. A gift to few people takes one step. Whoever lacks the coins keeps everything. What is not given yet is not given any more.
 *
 * @returns whether it is done
 * @throws EngagedError `not_found`
 */
export function takeUndoStep(
  write: CompanyWrite,
  giftId: string,
  linesPerStep = LINES_PER_STEP,
): boolean {
  const { db, companyId, now, actor } = write;
  const gift = requireGift(db, companyId, giftId);
  if (gift.undoneAt !== null) return true;
  const key = { companyId, entry: gift.entry };
  if (gift.undoBeganAt === null) db.run(store.beginUndo, { ...key, now, actor });
  const { people, last } = nextPeople(db, companyId, gift, gift.undoneTo, linesPerStep);
  undoFor(write, gift, people);
  if (last !== null) {
    db.run(store.noteUndone, { ...key, line: last });
    return false;
  }
  finish(write, gift);
  return true;
}

/** What `takeUndoStep` did, once it is done. */
export function undoResult(
  db: Database,
  companyId: number,
  giftId: string,
): Omit<UndoResult, 'repeated'> {
  const gift = requireGift(db, companyId, giftId);
  const scope = { companyId, gift: gift.entry };
  return {
    gift_id: gift.id,
    undone: db.one(store.countUndone, scope)?.people ?? 0,
    refused: db.all(store.listKept, scope).map(({ employeeId, name, why }) => ({
      ...{ employee_id: employeeId, name, reason: why as WhyKept },
    })),
  };
}

/** What undoing a gift would do now, by the same rules. Nothing is written. */
export function previewUndo(db: Database, companyId: number, giftId: string): UndoResult {
  return db.read(() => {
    const gift = requireGift(db, companyId, giftId);
    if (gift.undoneAt !== null) return { ...undoResult(db, companyId, giftId), repeated: true };
    const seen = new Map<number, WhyKept | null>();
    for (let after: number | null = gift.undoneTo; after !== null; ) {
      const { people, last } = nextPeople(db, companyId, gift, after, LINES_PER_STEP);
      for (const { person, kept } of people) seen.set(person.number, kept);
      after = last;
    }
    const numbers = [...seen].flatMap(([number, kept]) => (kept === null ? [] : number));
    const named = db.all(store.listNames, { companyId, numbers });
    return {
      gift_id: gift.id,
      undone: seen.size - numbers.length,
      refused: named.map(({ number, id, name }) => ({
        ...{ employee_id: id, name, reason: seen.get(number) ?? 'coins_spent' },
      })),
      repeated: false,
    };
  });
}

/**
 * The people of the next lines with all that they got, and whether that is taken back.
 *
 * @returns `last` is the line after which to go on, null where these are the last people
 */
function nextPeople(
  db: Database,
  companyId: number,
  { entry }: GiftRow,
  after: number,
  count: number,
): { people: PersonUndone[]; last: number | null } {
  const scope = { companyId, gift: entry };
  const next = db.all(store.listToUndo, { ...scope, after, count });
  const numbers = [...new Set(next.map(({ employeeNumber }) => employeeNumber))];
  const lines = Map.groupBy(
    db.all(store.listLinesOf, { ...scope, numbers }),
    ({ employeeNumber }) => employeeNumber,
  );
  const found = new Map(
    db.all(store.listPeople, { companyId, numbers }).map((person) => [person.number, person]),
  );
  const people: PersonUndone[] = [];
  let taken = 0;
  for (const number of numbers) {
    const person = found.get(number);
    const got = lines.get(number) ?? [];
    if (!person) continue;
    if (taken > 0 && taken + got.length > count) break;
    taken += got.length;
    people.push({ person, lines: got, kept: whyKept(person, got) });
  }
  const firstLeft = next.find(({ employeeNumber }) => employeeNumber === numbers[people.length]);
  if (firstLeft) return { people, last: firstLeft.line - 1 };
  return { people, last: next.length < count ? null : (next.at(-1)?.line ?? null) };
}

const whyKept = ({ coins }: ResolvedEmployee, lines: readonly GivenLineRow[]): WhyKept | null => {
  const taken = lines.reduce((sum, line) => sum + line.coins, 0);
  return taken > 0 && coins < taken ? 'coins_spent' : null;
};

function undoFor(write: CompanyWrite, gift: GiftRow, people: readonly PersonUndone[]): void {
  const { db, companyId } = write;
  const undone = people.filter(({ kept }) => kept === null);
  const reversals = undone.flatMap((one) => reversalsOf(write, gift, one));
  const made = evaluateAwards(write, new Map(), reversals).map(
    (outcome, i): NewAward => ({
      ...{ ...requireOutcome(outcome), award: reversals[i] as PendingAward },
    }),
  );
  writeAwards(write, made);
  const revoked = revokeAwards(
    write,
    undone.flatMap(({ lines }) =>
      lines.flatMap(({ employeeNumber, badgeEntry }) =>
        badgeEntry === null ? [] : { employeeNumber, entry: badgeEntry },
      ),
    ),
  );
  if (isItemised(gift)) {
    const ofXp = made.flatMap(({ award: { person, amount }, after: { xp } }) =>
      amount === 0 ? [] : xpEvents(person.number, { amount, xp, badges_awarded: [] }),
    );
    recordEvents(write, [...ofXp, ...revoked]);
  }
  const noted = people.flatMap(({ lines, kept }) => lines.map((line) => toRow(line, kept)));
  if (noted.length > 0)
    db.run(store.noteOutcomes, { companyId, gift: gift.entry, outcomes: noted });
}

/** The awards that take back what somebody got. Those that add coins come first, and those of XP last, so that no balance is below zero. */
function reversalsOf(
  { now, actor }: CompanyWrite,
  { beganAt }: GiftRow,
  { person, lines }: PersonUndone,
): PendingAward[] {
  const award = ({ reason, at }: GivenLineRow, amount: number, coins: number) => ({
    ...{ person, amount, coins, reason, at: at ?? beganAt, recordedAt: now },
    ...{ source: SOURCE, actor, idempotencyKey: null },
  });
  const ofCoins = lines.filter(({ coins }) => coins !== 0).sort((a, b) => a.coins - b.coins);
  const ofXp = lines.filter(({ xp }) => xp !== 0);
  return [
    ...ofCoins.map((line) => award(line, 0, -line.coins)),
    ...ofXp.map((line) => award(line, -line.xp, 0)),
  ];
}

function requireOutcome(outcome: Evaluated | EngagedError): Evaluated {
  if (outcome instanceof EngagedError) throw outcome;
  return outcome;
}

const toRow = (
  { line, level, badgeEntry, coinsForXp }: GivenLineRow,
  kept: WhyKept | null,
): OutcomeRow => ({
  ...{ line, level, badgeEntry, coinsForXp, earlier: null, why: kept },
  state: kept === null ? 'undone' : 'kept',
});

function finish(write: CompanyWrite, gift: GiftRow): void {
  const { db, companyId, now } = write;
  const key = { companyId, entry: gift.entry };
  // A gift that was never finished has given what it has given.
  if (gift.finishedAt === null) {
    const sums = db.one(store.sum, { companyId, gift: gift.entry });
    if (sums) db.run(store.finish, { ...key, ...sums, now });
  }
  db.run(store.finishUndo, { ...key, now });
  const { undone: people, refused } = undoResult(db, companyId, gift.id);
  const counts = { people, refused: refused.length };
  const data = { gift_id: gift.id, itemised: isItemised(gift), ...counts };
  recordEvents(write, [{ type: 'gift.undone', data }]);
  recordAuditEvent(write, 'gift.undo', ['gift', gift.id], { after: counts });
}
