import { readBody } from '../../domain/body-schema.ts';
import { EngagedError, failure } from '../../domain/errors.ts';
import { levelOf } from '../../domain/level.ts';
import type { LazyCompanyWrite } from '../company/company-write.ts';
import { findActiveEmployees } from '../people/employee-lookup.ts';
import type { EmployeeReference } from '../request-fields.ts';
import { readTime } from './award-row.ts';
import {
  type AwardError,
  type AwardResult,
  type AwardsResult,
  awardRow,
  awardsBody,
} from './award-schemas.ts';
import { evaluateAwards, makeAwards, type NewAward, type PendingAward } from './awards.ts';
import { readEntry } from './ledger-entries.ts';

/**
 * The rows of a request's body, not checked yet: each is judged by itself.
 *
 * @throws EngagedError `validation_failed`
 */
export const readAwards = (body: unknown): unknown[] => readBody(awardsBody, body).awards;

/** A row that could be read, and where its outcome goes. */
type ReadAward = Omit<PendingAward, 'person'> & {
  employee: EmployeeReference;
  index: number;
  outcome: AwardsResult;
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
): AwardsResult[] {
  const outcomes = requests.map(
    (): AwardsResult => ({ applied: 0, repeated: 0, results: [], errors: [] }),
  );
  const read = requests.flatMap((request, at) => readRows(request, outcomes[at] as AwardsResult));
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
  // A row cannot fail in other ways.
  code: code as AwardError['code'],
  message,
});

/** The rows of a request that can be read; the others are errors of its outcome. */
function readRows({ rows, actor, now }: AwardRequest, outcome: AwardsResult): ReadAward[] {
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
  const { employee, amount, once, coins, reason, at } = readBody(awardRow, row, {
    what: 'The award',
  });
  return {
    employee,
    ...readEntry({ amount, reason }),
    idempotencyKey: once,
    coins: coins ?? 0,
    at: readTime('at', at ?? undefined, now),
  };
}
