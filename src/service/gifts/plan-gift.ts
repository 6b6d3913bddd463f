import { createHash } from 'node:crypto';
import { failure } from '../../domain/errors.ts';
import * as badges from '../../store/badges/badges.ts';
import type { Database } from '../../store/database.ts';
import type { LineRow } from '../../store/gifts/gifts.ts';
import { chunksOf } from '../chunks.ts';
import { type CompanyWrite, requireCompany, type WriteContext } from '../company/company-write.ts';
import { EmployeeLookup } from '../people/employee-lookup.ts';
import { resolveRows } from '../xp/row-error.ts';
import { type GiftRowText, type GiftValues, isNothing, readGiftRow } from './gift-row.ts';

/** Most lines of one gift: they are kept in memory. */
export const MAX_LINES = 200_000;

/** Where the people of a gift come from. */
export type GiftOrigin = 'list' | 'department' | 'everybody' | 'people' | 'badge';

/** Why a line gives nothing. */
export type Why =
  | 'validation_failed'
  | 'unknown_employee'
  | 'ambiguous_employee'
  | 'unknown_badge'
  | 'repeated_row'
  | 'oneself'
  | 'inactive'
  | 'already_given'
  | 'badge_held'
  | 'insufficient_coins'
  | 'total_limit';

/** A line of a gift. `why` is null where somebody is to get something. */
export type GiftLine = LineRow & {
  why: Why | null;
  /** How a list named somebody who was not found. */
  said?: string | null;
};

/** A gift that is to be given: nothing about it is on record yet. */
export type PlannedGift = WriteContext & {
  again: boolean;
  once: string | null;
  origin: GiftOrigin;
  /** The name of the list, the id of the department or the code of the badge. */
  subject: string | null;
  lines: readonly GiftLine[];
  /** A hash of all that decides what is given. */
  content: Uint8Array;
  /** What is wrong with lines that could not be read, by line. */
  problems: ReadonlyMap<number, string>;
};

/** What a plan is made of, besides its people. */
export type GiftOrder = WriteContext & {
  db: Database;
  /** What everybody gets whose row says nothing else. */
  values: GiftValues;
  /** Whether people get it who got the same before. */
  again: boolean;
  /** What tells one such gift from the next, so that it is given once. Without it each one gives. */
  once?: string | null;
};

/**
 * Plans to give to the people on a list. A row says who and, where it differs from what everybody gets, what.
 *
 * @param name of the list
 * @param without the number of somebody who gets nothing: whoever gives it
 * @throws EngagedError `validation_failed` for too long a list
 */
export function planList(
  order: GiftOrder,
  name: string,
  rows: Iterable<GiftRowText>,
  without: number | null = null,
): PlannedGift {
  const lines: GiftLine[] = [];
  const problems = new Map<number, string>();
  const { db, companyId } = order;
  const { mode } = requireCompany(db, companyId);
  const people = new EmployeeLookup({ db, companyId, mode: mode as CompanyWrite['mode'] });
  const codes = new Set(db.all(badges.list, { companyId }).map(({ code }) => code));
  const seen = new Set<string>();
  for (const chunk of chunksOf(rows)) {
    const { resolved, errors } = resolveRows(people, chunk, (row) =>
      readGiftRow(row, order.values, order.now),
    );
    const lineAt = (index: number): number => chunk[index]?.line ?? 0;
    const found = resolved.map(({ index, person, employee: _, ...values }): GiftLine => {
      const line = { line: lineAt(index), employeeNumber: person.number, ...values };
      if (person.number === without) return { ...line, why: 'oneself' };
      if (values.badge !== null && !codes.has(values.badge))
        return { ...line, why: 'unknown_badge' };
      const content = contentOf(line);
      if (seen.has(content)) return { ...line, why: 'repeated_row' };
      seen.add(content);
      return { ...line, why: null };
    });
    const others = errors.map(({ index, code, message }): GiftLine => {
      problems.set(lineAt(index), message);
      return {
        // Its reason is that of everybody, so that the gift is called by it.
        ...{ ...NOTHING, reason: order.values.reason, line: lineAt(index), why: code as Why },
        said: readSaid(chunk[index]?.employee),
      };
    });
    lines.push(...[...found, ...others].sort((a, b) => a.line - b.line));
    if (lines.length > MAX_LINES) throw failure('gift_too_long', { limit: MAX_LINES });
  }
  return planOf(order, 'list', name.slice(0, 255) || null, lines, problems);
}

const MAX_SAID = 100;

/** As it can be kept, whatever it is. */
function readSaid(text = ''): string | null {
  const storable = text
    .slice(0, 2 * MAX_SAID)
    .toWellFormed()
    .replace(/\p{C}/gu, ' ')
    .trim();
  return [...storable].slice(0, MAX_SAID).join('').trim() || null;
}

const NOTHING = { employeeNumber: null, xp: 0, coins: 0, badge: null, reason: null, at: null };

/**
 * Plans to give the same to some people.
 *
 * @param numbers of the people
 * @throws EngagedError `validation_failed` where there is nothing to give, or to too many people
 */
export function planPeople(
  order: GiftOrder,
  origin: Exclude<GiftOrigin, 'list'>,
  subject: string | null,
  numbers: readonly number[],
): PlannedGift {
  if (isNothing(order.values)) throw failure('gift_gives_nothing');
  if (numbers.length > MAX_LINES) throw failure('gift_too_long', { limit: MAX_LINES });
  const lines = linesOf(order.values, [...new Set(numbers)]);
  return planOf(order, origin, subject, lines, new Map());
}

/** A line for each person. @param after how many lines come before them */
export const linesOf = (values: GiftValues, numbers: readonly number[], after = 0): GiftLine[] =>
  numbers.map((employeeNumber, i) => ({
    ...{ line: after + i + 1, employeeNumber, ...values, why: null },
  }));

function planOf(
  { companyId, now, actor, again, once = null }: GiftOrder,
  origin: GiftOrigin,
  subject: string | null,
  lines: readonly GiftLine[],
  problems: ReadonlyMap<number, string>,
): PlannedGift {
  const hash = createHash('sha256');
  // The same list has another name at times.
  hash.update(
    JSON.stringify([
      origin,
      origin === 'list' ? null : subject,
      again,
      ...(once === null ? [] : [once]),
    ]),
  );
  for (const line of lines) hash.update(`${line.line} ${line.why ?? ''} ${contentOf(line)}\n`);
  const content = new Uint8Array(hash.digest());
  return { companyId, now, actor, again, once, origin, subject, lines, content, problems };
}

const contentOf = ({
  employeeNumber,
  xp,
  coins,
  badge,
  reason,
  at,
}: Omit<LineRow, 'line' | 'why'>): string =>
  JSON.stringify([employeeNumber, xp, coins, badge, reason, at]);
