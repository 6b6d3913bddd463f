import type { Board } from '../../../domain/board/board.ts';
import { dayOf } from '../../../domain/iso-time.ts';
import type { Period } from '../../../domain/period.ts';
import { type Html, html } from '../../../http/response/html.ts';
import type { Messages } from '../../languages/en.ts';
import { explained } from '../../view/panel.ts';

/** Numbers of people are below this, so that it comes after everybody with the same XP. */
const AFTER_ALL_PEOPLE = 2 ** 32 - 2;

/** How many people there are, how many have XP, and how much together. @param departments null for everybody */
export function totalsOf(
  board: Board,
  departments: ReadonlySet<number> | null,
): { size: number; withXp: number; xp: number } {
  const totals = { size: 0, withXp: 0, xp: 0 };
  for (const one of departments ?? [...board.departments(), null]) {
    totals.size += board.departmentSize(one);
    totals.withXp += board.departmentPositionAfter(one, 1, AFTER_ALL_PEOPLE);
    totals.xp += board.departmentTotalXp(one);
  }
  return totals;
}

/** A period as a heading. */
export const periodName = ({ boards, format }: Messages, period: Period, now: number): string =>
  period === 'this_month' ? format.month(now, now) : boards.periodNames[period];

/** Says which month counts, while clocks of the company show another one than UTC. */
export function monthInUtc({ boards, format }: Messages, now: number): Html {
  const isSame = format.isoDay(now).slice(0, 7) === dayOf(now).slice(0, 7);
  return isSame ? html`` : explained(boards.monthInUtc({ month: format.month(now, now) }));
}
