import { createHash } from 'node:crypto';
import { countBy } from '../../domain/count-by.ts';
import { EngagedError } from '../../domain/errors.ts';
import { MAX_EVENTS_PER_CHANGE, type NewEvent } from '../../domain/event.ts';
import type { ErrorCode } from '../../domain/failure-entry.ts';
import { awardEarnedBadges } from '../badges/badge-rules.ts';
import { chunksOf } from '../chunks.ts';
import { type CompanyWrite, recordAuditEvent } from '../company/company-write.ts';
import { badgeAwarded, recordEvents, xpEvents } from '../events/events.ts';
import { EmployeeLookup, type ResolvedEmployee } from '../people/employee-lookup.ts';
import { AmountCheck } from './ask-above.ts';
import { readXpRow, type XpRow, type XpRowText } from './award-row.ts';
import { evaluateAwards, type NewAward, type PendingAward, writeAwards } from './awards.ts';
import type { RunningTotals } from './coins-for-xp.ts';
import { type RowError, type RowErrorCode, resolveRows } from './row-error.ts';

/** Rows per batch of reading, looking up and writing. */
const ROWS_PER_STEP = 5_000;

type XpImportInput = {
  rows: Iterable<XpRowText>;
  /** The batch. Rows without a once key are compared only within their batch; null is a batch too. */
  batch: string | null;
  /** For the audit log: the SHA-256 of the file, in hex. */
  fileHash: string;
  /** The largest amount, where it was repeated; left out, large amounts are not asked for again. */
  repeated?: number | null;
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

/** A row that could be read, as an award. */
type ReadAward = PendingAward & { index: number };

/** The state of an import between steps. */
type ImportState = {
  write: CompanyWrite;
  people: EmployeeLookup;
  batch: string | null;
  /** How often each row without a once key has occurred. */
  occurrences: Map<string, number>;
  totals: RunningTotals;
  /** Everybody who was awarded something, by number. */
  touched: Map<number, ResolvedEmployee>;
  /** Those to write; no longer complete once there are more than a change may write. */
  events: NewEvent[];
  large: AmountCheck;
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
 *
 * @throws EngagedError `amount_unconfirmed` where an amount has to be repeated first
 */
export function importXp(write: CompanyWrite, input: XpImportInput): XpImport {
  const run: ImportState = {
    write,
    people: new EmployeeLookup(write),
    batch: input.batch,
    occurrences: new Map(),
    totals: new Map(),
    touched: new Map(),
    events: [],
    large: new AmountCheck(write.db, write.companyId),
    result: {
      ...{ rows: 0, awarded: 0, already_there: 0, xp: 0, coins: 0, people: 0, badges_awarded: 0 },
      errors: [],
    },
  };
  const { result } = run;
  for (const rows of chunksOf(input.rows, ROWS_PER_STEP)) {
    input.onProgress?.(result.rows);
    awardNew(run, toAwards(run, rows));
    result.rows += rows.length;
  }
  if (input.repeated !== undefined) run.large.require(input.repeated);
  result.errors.sort((a, b) => a.index - b.index);
  result.people = run.touched.size;
  result.badges_awarded = awardBadges(run);
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

function toAwards(run: ImportState, rows: readonly XpRowText[]): ReadAward[] {
  const { write, people, result } = run;
  const { resolved, errors } = resolveRows(people, rows, (row) => readXpRow(row, write.now));
  for (const error of errors) result.errors.push({ ...error, index: result.rows + error.index });
  return resolved.map(({ person, index, ...row }) => ({
    ...{ person, index: result.rows + index },
    ...{ amount: row.amount, coins: row.coins, reason: row.reason },
    ...{ at: row.at, recordedAt: write.now, source: 'import', actor: write.actor },
    idempotencyKey: row.once ?? derivedKey(run, person, row),
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

/** What a report calls the errors that have names of their own there. */
const ROW_CODES: Partial<Record<ErrorCode, RowErrorCode>> = {
  conflict: 'once_conflict',
  insufficient_coins: 'insufficient_coins',
};

/** Makes the awards that are new. The others are counted as already there or reported as errors. */
function awardNew(run: ImportState, pending: readonly ReadAward[]): void {
  const { write, totals, touched, large, result } = run;
  const added: NewAward[] = [];
  evaluateAwards(write, totals, pending).forEach((outcome, i) => {
    const award = pending[i];
    if (!award) return;
    if (outcome instanceof EngagedError) {
      const code = ROW_CODES[outcome.code] ?? 'validation_failed';
      result.errors.push({ index: award.index, code, message: outcome.message });
    } else if (!outcome.earlier) {
      const { before, after } = outcome;
      added.push({ award, before, after });
      const { person, amount } = award;
      addEvents(run, xpEvents(person.number, { amount, xp: after.xp, badges_awarded: [] }));
    } else {
      result.already_there++;
    }
  });
  writeAwards(write, added);
  for (const { award } of added) {
    const { person, amount, coins } = award;
    touched.set(person.number, person);
    large.add({ xp: amount, coins });
    result.awarded++;
    result.xp += amount;
    result.coins += coins;
  }
}

/** Applies the rules of badges to what the whole file has added up to. */
function awardBadges(run: ImportState): number {
  const { write, totals, touched } = run;
  let awarded = 0;
  for (const people of chunksOf(touched.values())) {
    const reached = people.map((person) => ({
      ...{ person, now: write.now },
      xp: totals.get(person.number)?.xp ?? person.xp,
    }));
    const events = awardEarnedBadges(write, reached).flatMap((codes, i) =>
      codes.map((code) => badgeAwarded(people[i]?.number ?? 0, code)),
    );
    awarded += events.length;
    addEvents(run, events);
  }
  return awarded;
}

function addEvents({ events }: ImportState, more: readonly NewEvent[]): void {
  if (events.length <= MAX_EVENTS_PER_CHANGE) for (const event of more) events.push(event);
}
