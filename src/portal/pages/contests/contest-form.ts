import * as v from 'valibot';
import {
  COUNTS,
  MAX_CHOSEN,
  MAX_COINS,
  MAX_PRIZES,
  type Prize,
  ranksOf,
  TIES,
} from '../../../domain/contest.ts';
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
  counts: choice(COUNTS),
  reasons: lines(
    { reason: optional(text({ max: 500 })) },
    { least: 1, spare: 1, most: MAX_CHOSEN },
  ),
  badges: lines({ counted: optional(pick()) }, { least: 1, spare: 1, most: MAX_CHOSEN }),
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
export const FIXED_FIELDS = [
  ...(['first_day', 'last_day', 'departments', 'counts', 'reasons', 'badges', 'ties'] as const),
];

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
  counts: { label: contests.whatCounts, options: contests.counts },
  reasons: {
    line: (line: number) => ({
      reason: {
        label: line === 0 ? contests.countedReasons : contests.orThisReason,
        ...(line === 0 && { hint: contests.countedReasonsHint }),
      },
    }),
  },
  badges: {
    line: (line: number) => ({
      counted: {
        label: line === 0 ? contests.countedBadges : contests.orThisBadge,
        ...(line === 0 && { hint: contests.countedBadgesHint }),
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
export const valuesOf = ({
  departments,
  reasons,
  badges,
  prizes,
  ...rules
}: ContestRulesShown): ContestValues => ({
  ...rules,
  reasons: reasons.map((reason) => ({ reason })),
  badges: badges.map((counted) => ({ counted })),
  departments: departments.map((department) => ({ department })),
  prizes: prizes.map((prize) => ({ ...prize, ranks: ranksOf(prize) })),
  again: null,
});

/** What somebody filled in, as the service takes it. */
export const rulesIn = (values: ContestValues): ContestRulesShown => ({
  name: values.name,
  first_day: values.first_day,
  last_day: values.last_day,
  departments: values.departments.flatMap(({ department }) => department ?? []),
  counts: values.counts,
  reasons: values.reasons.flatMap(({ reason }) => reason ?? []),
  badges: values.badges.flatMap(({ counted }) => counted ?? []),
  prizes: values.prizes.flatMap(prizesIn),
  ties: values.ties,
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
    counted: badgeChoices(call, t.contests.anyBadge),
    counts: COUNTS.map((one) => [one, t.contests.counts[one]] as const),
    department: departmentChoices(call, t.boards.wholeCompany, ...rules.departments),
    ties: ties.map((one) => [one, t.contests.ties[one]] as const),
  };
}
