import * as v from 'valibot';
import { MAX_COINS, MAX_PRIZES, type Prize, ranksOf, TIES } from '../../../domain/contest.ts';
import type { ContestRulesShown } from '../../../service/contests/contests.ts';
import type { Values } from '../../forms/form.ts';
import {
  choice,
  day,
  type Kind,
  lines,
  optional,
  type ProblemCode,
  pick,
  text,
  whole,
} from '../../forms/kinds.ts';
import type { Messages } from '../../languages/en.ts';
import type { Call } from '../../request/call.ts';
import { unseen } from '../../view/marks.ts';
import { badgeChoices } from '../badges/badge-choices.ts';
import { departmentChoices } from '../departments/department-choices.ts';

/** A form adds one department at a time, so that nobody chooses more. */
const MAX_DEPARTMENTS = 200;

/** One rank or several: 1-3, also as people type it. */
const ranks = (): Kind<string> => ({
  ...text({ max: 20 }),
  schema: v.pipe(
    v.string(),
    v.transform((typed) => typed.replace(/\s/g, '').replace('–', '-')),
    v.regex(/^\d{1,4}(-\d{1,4})?$/, 'ranks' satisfies ProblemCode),
  ),
});

/** What decides a contest. */
export const CONTEST_FIELDS = {
  name: text({ max: 150 }),
  first_day: day(),
  last_day: day(),
  departments: lines(
    { department: optional(pick()) },
    { least: 1, spare: 1, most: MAX_DEPARTMENTS },
  ),
  ties: choice(TIES),
  prizes: lines(
    {
      ranks: optional(ranks()),
      badge: optional(pick()),
      coins: optional(whole({ min: 1, max: MAX_COINS })),
    },
    {
      ...{ least: 3, spare: 2, most: MAX_PRIZES },
      missing: (line) => [
        ...(line.ranks === null ? (['ranks'] as const) : []),
        ...(line.badge === null && line.coins === null ? (['coins'] as const) : []),
      ],
    },
  ),
  // Asked for where they are many.
  again: optional(whole({ min: 1, max: MAX_COINS })),
};

/** What is fixed as soon as a contest has started. */
export const FIXED_FIELDS = ['first_day', 'last_day', 'departments', 'ties'] as const;

export const CONTEST_ROWS = [['first_day', 'last_day']] as const;

export const contestTexts = ({ contests, forms }: Messages) => ({
  name: { label: contests.name, empty: contests.giveName },
  first_day: contests.firstDay,
  last_day: { label: contests.lastDay, hint: contests.lastDayHint },
  departments: {
    line: (line: number) => ({
      department: {
        label: line === 0 ? contests.whoTakesPart : contests.andWhoIsIn,
        hint: contests.withBelow,
      },
    }),
  },
  ties: { label: contests.withSameXp, options: contests.ties },
  prizes: {
    ...{ label: contests.prizes, hint: contests.prizesHint },
    line: (line: number) => {
      const prize = unseen(contests.prize({ number: line + 1 }));
      return {
        ranks: { label: contests.ranksOf({ prize }), empty: forms.problems.ranks },
        badge: contests.badgeOf({ prize }),
        coins: { label: contests.coinsOf({ prize }), empty: contests.badgeOrCoins },
      };
    },
  },
  again: contests.coinsAgain,
});

type ContestValues = Values<typeof CONTEST_FIELDS>;

/** What the fields of a contest hold at first. */
export const valuesOf = ({ departments, prizes, ...rules }: ContestRulesShown): ContestValues => ({
  ...rules,
  departments: departments.map((department) => ({ department })),
  prizes: prizes.map((prize) => ({ ...prize, ranks: ranksOf(prize) })),
  again: null,
});

/** What somebody filled in, as the service takes it. */
export const rulesIn = ({
  name,
  first_day,
  last_day,
  departments,
  prizes,
  ties,
}: ContestValues): ContestRulesShown => ({
  ...{ name, first_day, last_day },
  departments: departments.flatMap(({ department }) => department ?? []),
  prizes: prizes.flatMap(prizesIn),
  ties,
});

/** The prizes of a line: a badge, coins, or each. */
function prizesIn({ ranks, badge, coins }: ContestValues['prizes'][number]): Prize[] {
  const [first_rank = 0, last_rank = first_rank] = (ranks ?? '').split('-').map(Number);
  const place = { first_rank, last_rank };
  return [
    ...(badge === null ? [] : [{ ...place, badge, coins: null }]),
    ...(coins === null ? [] : [{ ...place, badge: null, coins }]),
  ];
}

/** What there is to choose in a form of a contest. */
export function contestOptions(call: Call, rules: Pick<ContestRulesShown, 'departments' | 'ties'>) {
  const { t } = call;
  const ties = TIES.filter((one) => one !== 'joined' || rules.ties === one);
  return {
    badge: badgeChoices(call, t.contests.noBadge),
    department: departmentChoices(call, t.boards.wholeCompany, ...rules.departments),
    ties: ties.map((one) => [one, t.contests.ties[one]] as const),
  };
}
