import { EngagedError, failure, invalid } from '../../domain/errors.ts';
import type { ErrorCode } from '../../domain/failure-entry.ts';
import { requireLabel } from '../../domain/label.ts';
import { levelOf } from '../../domain/level.ts';
import type { LazyCompanyWrite } from '../company/company-write.ts';
import { requireInteger } from '../input.ts';
import { findActiveEmployees } from '../people/employee-lookup.ts';
import type { EmployeeReference } from '../people/employee-records.ts';
import {
  isObject,
  readText,
  requireEmployeeReference,
  requireNumber,
  requireObject,
  requireText,
} from '../request-fields.ts';
import { readTime } from './award-row.ts';
import { evaluateAwards, makeAwards, type NewAward, type PendingAward } from './awards.ts';
import { MAX_ENTRY_AMOUNT, readEntry } from './ledger-entries.ts';

/** Most awards of one request. */
export const MAX_AWARDS = 1_000;

/** Why a row was not applied, with the names of the API. */
export const AWARD_ERROR_CODES = [
  'validation_failed',
  'not_found',
  'conflict',
  'insufficient_coins',
] as const satisfies readonly ErrorCode[];

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

/** A row that could be read, and where its outcome goes. */
type ReadAward = Omit<PendingAward, 'person'> & {
  employee: EmployeeReference;
  index: number;
  outcome: XpAwards;
};

type FoundAward = ReadAward & PendingAward;

type MadeAward = NewAward & { result: AwardResult };

/** A request that shares a transaction with others: its rows, and who sent it when. */
export type AwardRequest = { rows: readonly unknown[]; actor: string; now: number };

/**
 * Awards XP and coins, as if the rows of all requests came one by one, in their order. A row that fails changes nothing
 * and is reported.
 */
export function applyAwards(
  pending: LazyCompanyWrite,
  requests: readonly AwardRequest[],
): XpAwards[] {
  const outcomes = requests.map(
    (): XpAwards => ({ applied: 0, repeated: 0, results: [], errors: [] }),
  );
  const read = requests.flatMap((request, at) => readRows(request, outcomes[at] as XpAwards));
  const awards = findPeople(pending, read);
  const made = new Map(outcomes.map((outcome) => [outcome, [] as MadeAward[]]));
  evaluateAwards(pending, new Map(), awards).forEach((evaluated, i) => {
    const award = awards[i] as FoundAward;
    const { index, outcome, person } = award;
    if (evaluated instanceof EngagedError) {
      outcome.errors.push(toError(index, evaluated));
      return;
    }
    const { earlier, before, after } = evaluated;
    const applied = !earlier;
    const level = levelOf(after.xp);
    outcome[applied ? 'applied' : 'repeated']++;
    const result: AwardResult = {
      ...{ index, employee_id: person.id, applied, xp: after.xp, level },
      ...{ level_before: levelOf(before.xp), badges_awarded: [] },
    };
    outcome.results.push(result);
    if (applied) made.get(outcome)?.push({ award, before, after, result });
  });
  const changes = [...made.values()].filter((change) => change.length > 0);
  if (changes.length > 0) {
    const badges = makeAwards(pending.begin(), changes);
    changes.flat().forEach(({ result }, i) => {
      result.badges_awarded = badges[i] ?? [];
    });
  }
  for (const { errors } of outcomes) errors.sort((a, b) => a.index - b.index);
  return outcomes;
}

const toError = (index: number, { code, message }: EngagedError): AwardError => ({
  index,
  code,
  message,
});

/** The rows of a request that can be read; the others are errors of its outcome. */
function readRows({ rows, actor, now }: AwardRequest, outcome: XpAwards): ReadAward[] {
  return rows.flatMap((row, index) => {
    try {
      return [{ ...readAward(row, now), index, outcome, source: actor, actor, recordedAt: now }];
    } catch (error) {
      if (!(error instanceof EngagedError)) throw error;
      outcome.errors.push(toError(index, error));
      return [];
    }
  });
}

/** The awards whose person there is. */
function findPeople({ db, companyId }: LazyCompanyWrite, read: readonly ReadAward[]): FoundAward[] {
  const references = read.map(({ employee }) => employee);
  const people = findActiveEmployees(db, companyId, references);
  return read.flatMap((award, i) => {
    const person = people[i];
    if (person) return [{ ...award, person }];
    const { index, outcome } = award;
    outcome.errors.push(toError(index, failure('employee_not_found')));
    return [];
  });
}

function readAward(row: unknown, now: number) {
  if (!isObject(row)) throw invalid('The award must be an object');
  const { employee, amount, coins, reason, at, once } = row;
  const coinAmount = coins === undefined || coins === null ? 0 : requireNumber('coins', coins);
  const onceText = requireText('once', once);
  return {
    employee: requireEmployeeReference(employee),
    ...readEntry({ amount: requireNumber('amount', amount), reason: readText('reason', reason) }),
    idempotencyKey: requireLabel('once', onceText, 255),
    coins: requireInteger('coins', coinAmount, -MAX_ENTRY_AMOUNT, MAX_ENTRY_AMOUNT),
    at: readTime('at', readText('at', at) ?? undefined, now),
  };
}
