import { DAY_MS, MINUTE_MS } from './duration.ts';
import { monthOf, monthStart } from './period.ts';

/** Who may see thanks, the widest first. `private`: only who gave them and who got them. */
export const KUDOS_VISIBILITIES = ['company', 'department', 'private'] as const;
export type KudosVisibility = (typeof KUDOS_VISIBILITIES)[number];

/** What people take part in: a giver also receives. */
export const KUDOS_PARTS = ['giver', 'receiver', 'observer'] as const;
export type KudosPart = (typeof KUDOS_PARTS)[number];

/** What others can say to thanks. */
export const KUDOS_REACTIONS = ['lovely', 'great_work', 'learned', 'smile', 'me_too'] as const;
export type KudosReaction = (typeof KUDOS_REACTIONS)[number];

/** `reported` is hidden until it is decided on, `withdrawn` was taken back by its giver, `removed` by a decision. */
export type KudosState = 'shown' | 'reported' | 'withdrawn' | 'removed';

/** The most people that are thanked at once. */
export const MAX_RECEIVERS = 10;

/** The most thanks that somebody gives within a day: points limit no thanks without points. */
export const MOST_A_DAY = 100;

/** The most thanks that wait for a decision because of one person's reports. */
export const MOST_REPORTED = 10;

/** How long the message can be changed. */
export const EDITABLE_MS = 15 * MINUTE_MS;

const WARNED_PERCENT = 40;
const REFUSED_PERCENT = 60;

/** The points of an allowance from which on it is said how many go to one person in a month. */
export const warnedFrom = (allowance: number): number =>
  Math.ceil((allowance * WARNED_PERCENT) / 100);

/** The most points of an allowance that can go to one person in a month. */
export const mostToOne = (allowance: number): number =>
  Math.floor((allowance * REFUSED_PERCENT) / 100);

/**
 * The allowance of a month: of somebody whose first day is in it, for the days from then on, rounded up.
 *
 * @param firstDay such as `2026-11-16`; null where it is not known
 */
export function allowanceIn(whole: number, firstDay: string | null, now: number): number {
  const month = monthOf(now);
  const [begins, ends] = [monthStart(month), monthStart(month + 1)];
  const joins = firstDay === null ? begins : Date.parse(firstDay);
  if (!(joins > begins && joins < ends)) return whole;
  return Math.ceil((whole * ((ends - joins) / DAY_MS)) / ((ends - begins) / DAY_MS));
}
