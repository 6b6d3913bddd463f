import { conflict, EngagedError, type ErrorCode, invalid } from '../domain/errors.ts';
import type { NewEvent } from '../domain/event.ts';
import { levelOf } from '../domain/level.ts';
import { readTime } from './bulk/award-row.ts';
import type { CompanyWrite } from './company-write.ts';
import { requireActiveEmployee } from './employee-records.ts';
import { recordEvents, xpEvents } from './events.ts';
import { requireInteger } from './input.ts';
import { awardXpTo, grantCoinsTo, MAX_ENTRY_AMOUNT } from './ledger.ts';
import {
  isObject,
  readText,
  requireEmployeeReference,
  requireNumber,
  requireObject,
  requireText,
} from './request-fields.ts';

/** Most awards of one request. */
export const MAX_AWARDS = 1_000;

/** Why a row was not applied, with the names of the API. */
export const AWARD_ERROR_CODES = [
  'validation_failed',
  'not_found',
  'conflict',
  'insufficient_coins',
] as const satisfies readonly ErrorCode[];

/** Messages for callers who must not learn what somebody owns. */
const MESSAGES: Partial<Record<ErrorCode, string>> = {
  insufficient_coins: 'coins would take the balance below zero',
};

type AwardError = { index: number; code: ErrorCode; message: string };

/** What became of a row: where it leaves the person. */
type AwardResult = {
  index: number;
  employee_id: string;
  /** False where the same award was made before. */
  applied: boolean;
  xp: number;
  level: number;
  level_before: number;
  badges_awarded: string[];
};

/** The result of a request. `applied + repeated + errors.length` is the number of rows. */
export type XpAwards = {
  applied: number;
  repeated: number;
  results: AwardResult[];
  errors: AwardError[];
};

/**
 * The rows of a request's body, not checked yet: each is judged by itself.
 *
 * @throws EngagedError `validation_failed`
 */
export function readAwards(body: unknown): unknown[] {
  const { awards } = requireObject(body);
  if (awards === undefined) throw invalid('awards is required');
  if (!Array.isArray(awards)) throw invalid('awards must be an array');
  if (awards.length === 0) throw invalid('awards must contain at least 1 element');
  if (awards.length > MAX_AWARDS) {
    throw invalid(`awards must contain no more than ${MAX_AWARDS} elements`);
  }
  return awards;
}

/** Awards XP and coins row by row, in their order. A row that fails changes nothing and is reported. */
export function applyAwards(write: CompanyWrite, rows: readonly unknown[]): XpAwards {
  const outcome: XpAwards = { applied: 0, repeated: 0, results: [], errors: [] };
  const events: NewEvent[] = [];
  for (const [index, row] of rows.entries()) {
    try {
      const { employeeNumber, entry, ...result } = applyAward(write, row);
      outcome[result.applied ? 'applied' : 'repeated']++;
      outcome.results.push({ index, ...result });
      if (result.applied) events.push(...xpEvents(employeeNumber, entry));
    } catch (error) {
      if (!(error instanceof EngagedError)) throw error;
      const { code, message } = error;
      outcome.errors.push({ index, code, message: MESSAGES[code] ?? message });
    }
  }
  recordEvents(write, events);
  return outcome;
}

function applyAward(write: CompanyWrite, row: unknown) {
  const { employee, coins, ...award } = readAward(row, write.now);
  const person = requireActiveEmployee(write.db, write.companyId, employee);
  const source = write.actor;
  const awardIt = () => awardXpTo(write, person, { ...award, source });
  // An award of XP is refused before it writes anything. Coins may be refused after it, which a savepoint undoes.
  const entry =
    coins === 0
      ? awardIt()
      : write.db.write(() => {
          const xpEntry = awardIt();
          const { reason, once } = award;
          const { applied } = grantCoinsTo(write, person, { amount: coins, reason, once, source });
          if (applied === xpEntry.applied) return xpEntry;
          throw conflict('once was used before, for another award');
        });
  const { applied, xp, level, badges_awarded } = entry;
  return {
    employeeNumber: person.number,
    entry,
    employee_id: person.id,
    applied,
    xp,
    level,
    level_before: applied ? levelOf(person.xp) : level,
    badges_awarded,
  };
}

function readAward(row: unknown, now: number) {
  if (!isObject(row)) throw invalid('The award must be an object');
  const { employee, amount, coins, reason, at, once } = row;
  const coinAmount = coins === undefined || coins === null ? 0 : requireNumber('coins', coins);
  return {
    employee: requireEmployeeReference(employee),
    amount: requireNumber('amount', amount),
    coins: requireInteger('coins', coinAmount, -MAX_ENTRY_AMOUNT, MAX_ENTRY_AMOUNT),
    reason: readText('reason', reason),
    at: readTime('at', readText('at', at) ?? undefined, now) ?? undefined,
    once: requireText('once', once),
  };
}
