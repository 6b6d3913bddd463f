import { formatNumber, pluralize } from '../../../domain/number-text.ts';
import type { PlannedGift, Why } from '../../../service/gifts/plan-gift.ts';
import type { GiftResult, Skipped } from '../../../service/gifts/preview-gift.ts';
import { describeNotes } from '../../roster/row-notes.ts';

const WHY: Readonly<Record<Why, string>> = {
  validation_failed: 'the row cannot be read',
  unknown_employee: 'employee does not match any person',
  ambiguous_employee: 'employee could be several people; use their id',
  unknown_badge: 'there is no badge with this code; see: engaged badge list',
  oneself: 'is whoever gives it',
  repeated_row: 'the same person gets the same in a row before',
  inactive: 'the person is deactivated',
  already_given: 'the person got the same before',
  badge_held: 'the person holds the badge already',
  insufficient_coins: 'the person has too few coins',
  total_limit: 'the total would be more than can be kept',
};

/** Lines that give nothing without anything being wrong. */
const FINE: ReadonlySet<Why> = new Set(['already_given', 'badge_held', 'repeated_row']);

/** Whether something is wrong with a line, so that somebody should look at it. */
export const isRejected = ({ code }: Skipped): boolean => !FINE.has(code);

/** A line that gives nothing, as a command prints it. */
export const withMessage = (skipped: Skipped, problems: ReadonlyMap<number, string>) => ({
  ...skipped,
  message: problems.get(skipped.line) ?? WHY[skipped.code],
});

type Sums = Pick<GiftResult, 'people' | 'xp' | 'coins' | 'badges' | 'coins_for_xp'>;

/** What is given to whom: 1,240 XP and 4 badges to 38 people. */
export function sumText({ people, xp, coins, badges, coins_for_xp: forXp }: Sums): string {
  const parts = [
    ...(xp === 0 ? [] : [`${formatNumber(xp)} XP`]),
    ...(coins === 0 ? [] : [pluralize(coins, 'coin', 'coins')]),
    ...(forXp === 0 ? [] : [`${pluralize(forXp, 'coin', 'coins')} for the XP`]),
    ...(badges === 0 ? [] : [pluralize(badges, 'badge', 'badges')]),
  ];
  const what = parts.join(', ').replace(/, (?=[^,]*$)/, ' and ') || '0 XP';
  return `${what} to ${pluralize(people, 'person', 'people')}`;
}

/** What becomes of levels; empty where nobody reaches one. */
export const levelsText = (levels: number): string =>
  levels === 0 ? '' : ` ${pluralize(levels, 'level is', 'levels are')} reached.`;

/** The lines that give nothing, by reason; of a list with where they stand. */
export function skippedText(
  skipped: readonly ReturnType<typeof withMessage>[],
  { origin }: Pick<PlannedGift, 'origin'>,
  what: string,
): string[] {
  if (origin !== 'list') {
    const people = Map.groupBy(skipped, ({ message }) => message);
    return [...people].map(
      ([message, { length }]) => `${pluralize(length, 'person', 'people')} ${what}: ${message}`,
    );
  }
  const notes = skipped.map(({ line, code, message }) => ({ index: line, code, message }));
  return describeNotes(what, notes, { records: { at: (line) => ({ line }) } });
}
