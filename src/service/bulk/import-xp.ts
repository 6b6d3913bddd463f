import { createHash } from 'node:crypto';
import { countBy } from '../../domain/count-by.ts';
import { MAX_EVENTS_PER_CHANGE, type NewEvent } from '../../domain/event.ts';
import * as coinLedger from '../../store/coin-ledger.ts';
import * as companies from '../../store/companies.ts';
import * as xpLedger from '../../store/xp-ledger.ts';
import { awardEarnedBadges } from '../badge-rules.ts';
import { chunksOf } from '../chunks.ts';
import { type CompanyWrite, recordAuditEvent, takeNumbers } from '../company-write.ts';
import { badgeAwarded, recordEvents, xpEvents } from '../events.ts';
import { requireTotal } from '../ledger.ts';
import { readXpRow, type XpRow, type XpRowText } from './award-row.ts';
import { EmployeeLookup, type ResolvedEmployee } from './employee-lookup.ts';
import { checkRow, type RowError, resolveRows } from './row-error.ts';

/** Rows per batch of reading, looking up and writing. */
const ROWS_PER_STEP = 5_000;

export type XpImportInput = {
  rows: Iterable<XpRowText>;
  /** The batch. Rows without a once key are compared only within their batch; null is a batch too. */
  batch: string | null;
  /** For the audit log: the SHA-256 of the file, in hex. */
  fileHash: string;
  /** Receives the number of completed rows before each step. */
  onProgress?: (done: number) => void;
};

/** What an import did. `awarded + already_there + errors.length` is `rows`. */
export type XpImport = {
  rows: number;
  awarded: number;
  /** Rows that an earlier import or row has already awarded. */
  already_there: number;
  /** Sums over the awarded rows, and the number of people among them. */
  xp: number;
  coins: number;
  people: number;
  /** Badges awarded by rules. */
  badges_awarded: number;
  errors: RowError[];
};

/** A row with its person and its once key. */
type PendingAward = XpRow & { index: number; person: ResolvedEmployee; key: string };

type Totals = { xp: number; coins: number };

/** The state of an import between steps. */
type ImportState = {
  write: CompanyWrite;
  people: EmployeeLookup;
  batch: string | null;
  /** How often each row without a once key has occurred. */
  occurrences: Map<string, number>;
  /** People's totals after the rows so far. */
  totals: Map<number, Totals>;
  touched: Set<number>;
  /** Those to write; no longer complete once there are more than a change may write. */
  events: NewEvent[];
  result: XpImport;
};

/**
 * Awards XP and coins row by row, in their order. Invalid rows are skipped and reported.
 *
 * Every entry gets a once key, so that importing the same rows again awards nothing: the row's own, or a hash of
 * batch, person, amount, time, reason, coins, and the number of equal rows before it. So identical rows in one
 * file all count, and a longer export adds only its new rows. A row without a time has the same key every day.
 *
 * Everything happens in the caller's transaction.
 */
export function importXp(write: CompanyWrite, input: XpImportInput): XpImport {
  const run: ImportState = {
    write,
    people: new EmployeeLookup(write),
    batch: input.batch,
    occurrences: new Map(),
    totals: new Map(),
    touched: new Set(),
    events: [],
    result: {
      ...{ rows: 0, awarded: 0, already_there: 0, xp: 0, coins: 0, people: 0, badges_awarded: 0 },
      errors: [],
    },
  };
  const { result } = run;
  for (const rows of chunksOf(input.rows, ROWS_PER_STEP)) {
    input.onProgress?.(result.rows);
    writeEntries(run, selectNew(run, toPendingAwards(run, rows)));
    result.rows += rows.length;
  }
  result.errors.sort((a, b) => a.index - b.index);
  result.people = run.touched.size;
  const badges = awardEarnedBadges(write, run.touched);
  result.badges_awarded = badges.length;
  addEvents(
    run,
    badges.map(({ employeeNumber, code }) => badgeAwarded(employeeNumber, code)),
  );
  recordEvents(write, run.events);
  recordAuditEvent(write, 'xp.import', ['company', null], {
    after: {
      file_sha256: input.fileHash,
      batch: input.batch,
      ...result,
      errors: countBy(result.errors.map(({ code }) => code)),
    },
  });
  return result;
}

function toPendingAwards(run: ImportState, rows: readonly XpRowText[]): PendingAward[] {
  const { write, people, result } = run;
  const { resolved, errors } = resolveRows(people, rows, (row) => readXpRow(row, write.now));
  for (const error of errors) result.errors.push({ ...error, index: result.rows + error.index });
  return resolved.map(({ person, index, ...row }) => ({
    ...{ ...row, person, index: result.rows + index },
    key: row.once ?? derivedKey(run, person, row),
  }));
}

function derivedKey(
  { batch, occurrences }: ImportState,
  person: ResolvedEmployee,
  row: XpRow,
): string {
  const content = JSON.stringify([batch, person.id, row.amount, row.at, row.reason, row.coins]);
  const hash = createHash('sha256').update(content).digest('base64url');
  const occurrence = (occurrences.get(hash) ?? 0) + 1;
  occurrences.set(hash, occurrence);
  return occurrence === 1 ? `row:${hash}` : `row:${hash}:${occurrence}`;
}

/** The rows to award. The others are counted as already there or reported as errors. */
function selectNew(run: ImportState, pending: readonly PendingAward[]): PendingAward[] {
  const { write, totals, result } = run;
  const { db, companyId } = write;
  const onceKeys = pending.map(({ key }) => key);
  const xp = byKey(db.all(xpLedger.listByOnceKeys, { companyId, onceKeys }));
  const coins = byKey(db.all(coinLedger.listByOnceKeys, { companyId, onceKeys }));
  return pending.filter((award) => {
    const { index, key, person } = award;
    const xpEntry = xp.get(key);
    const coinEntry = award.coins === 0 ? undefined : coins.get(key);
    if (!xpEntry && !coinEntry) {
      const before = totals.get(person.number) ?? person;
      const after = { xp: before.xp + award.amount, coins: before.coins + award.coins };
      const error = totalError(award, after);
      if (error) {
        result.errors.push(error);
        return false;
      }
      totals.set(person.number, after);
      const { number: employeeNumber } = person;
      xp.set(key, { employeeNumber, amount: award.amount });
      if (award.coins !== 0) coins.set(key, { employeeNumber, amount: award.coins });
      const { amount } = award;
      addEvents(run, xpEvents(employeeNumber, { amount, xp: after.xp, badges_awarded: [] }));
      return true;
    }
    const isSame = (existing: ExistingEntry | undefined, amount: number) =>
      existing?.employeeNumber === person.number && existing.amount === amount;
    if (isSame(xpEntry, award.amount) && (award.coins === 0 || isSame(coinEntry, award.coins))) {
      result.already_there++;
    } else {
      const message = 'once was used before, for another employee or another amount';
      result.errors.push({ index, code: 'once_conflict', message });
    }
    return false;
  });
}

function addEvents({ events }: ImportState, more: readonly NewEvent[]): void {
  if (events.length <= MAX_EVENTS_PER_CHANGE) for (const event of more) events.push(event);
}

/** The error if a row would leave a person with an invalid total. */
function totalError({ index, coins }: PendingAward, after: Totals): RowError | undefined {
  if (coins < 0 && after.coins < 0) {
    const message = 'coins would take the balance below zero';
    return { index, code: 'insufficient_coins', message };
  }
  const total = checkRow(index, () => {
    requireTotal('amount', after.xp);
    requireTotal('coins', after.coins);
    return after;
  });
  return 'code' in total ? total : undefined;
}

type ExistingEntry = { employeeNumber: number; amount: number };

const byKey = (
  rows: readonly (ExistingEntry & { onceKey: string })[],
): Map<string, ExistingEntry> =>
  new Map(rows.map(({ onceKey, ...existing }) => [onceKey, existing]));

function writeEntries(
  { write, touched, result }: ImportState,
  pending: readonly PendingAward[],
): void {
  if (pending.length === 0) return;
  const { db, companyId, now } = write;
  const withCoins = pending.filter(({ coins }) => coins !== 0);
  let entry = takeNumbers(write, companies.takeEntries, pending.length + withCoins.length);
  const toEntry = ({ person, reason, key }: PendingAward) => ({
    employeeNumber: person.number,
    entry: entry++,
    reason,
    onceKey: key,
  });
  const origin = { companyId, source: 'import', now };
  db.run(xpLedger.addAll, {
    ...origin,
    entries: pending.map((award) => ({
      ...toEntry(award),
      amount: award.amount,
      countsAt: award.at ?? now,
    })),
  });
  if (withCoins.length > 0) {
    db.run(coinLedger.addAll, {
      ...origin,
      entries: withCoins.map((award) => ({ ...toEntry(award), amount: award.coins })),
    });
  }
  for (const { person, amount, coins } of pending) {
    touched.add(person.number);
    result.awarded++;
    result.xp += amount;
    result.coins += coins;
  }
}
