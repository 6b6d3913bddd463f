import { KUDOS_VISIBILITIES } from '../../../domain/kudos.ts';
import { MAX_ALLOWANCE } from '../../../service/kudos/kudos-settings.ts';
import { defineForm } from '../../forms/form.ts';
import { cards, hidden, hiddenList, longText, optional, pills, whole } from '../../forms/kinds.ts';

export const GIVE = '/thanks/give';

/** Its id, by which buttons beside it belong to it. */
export const FORM = 'thanks';

/** Points that are offered. The style sheet knows them, too: it shows what the chosen ones cost. */
export const OFFERED_POINTS = [0, 5, 10, 20, 30] as const;

/** What is chosen at first, where there is that much. */
export const FIRST_POINTS = 10;

/** Thanks for people who are chosen beside it. Its buttons say what they cost. */
export const giveForm = defineForm({
  ...{ id: FORM, layout: 'panels' },
  fields: {
    to: hiddenList(),
    /** The points that the pressed button named. */
    counted: hidden(),
    points: pills(),
    other: {
      ...optional(whole({ min: 0, max: MAX_ALLOWANCE, isShort: true })),
      isWatched: true,
    },
    value: pills(),
    message: longText({ max: 1_000 }),
    visibility: cards(KUDOS_VISIBILITIES),
  },
  rows: [['points', 'other']],
  groups: [['points', 'other', 'value', 'message'], ['visibility']],
  texts: ({ thanks }) => ({
    ...{ button: thanks.give, refused: thanks.notGiven },
    fields: {
      points: { label: thanks.pointsForEach, hint: thanks.withoutPoints },
      other: thanks.otherPoints,
      value: thanks.forWhichValue,
      message: thanks.whatDidTheyDo,
      visibility: { label: thanks.whoMaySeeIt, hint: thanks.canBeNarrowed },
    },
  }),
});
