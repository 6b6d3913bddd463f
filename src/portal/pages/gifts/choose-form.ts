import { defineForm, type Values } from '../../forms/form.ts';
import { day, hidden, optional, pick, text, whole } from '../../forms/kinds.ts';
import { selectedFields } from '../people/selected.ts';

/** The path of the page that gives. */
export const GIVE = '/given/new';

export const MAX_AMOUNT = 1_000_000_000;

const amount = () => optional(whole({ min: -MAX_AMOUNT, max: MAX_AMOUNT }));

/** To whom and what. It stands in the address, so that the list of people leads here with what it shows. */
export const chooseForm = defineForm({
  id: 'choose',
  fields: {
    ...{ list: hidden(), more: hidden(), ...selectedFields() },
    ...{ department: optional(pick()), holders: optional(pick()) },
    ...{ xp: amount(), coins: amount(), badge: optional(pick()) },
    ...{ date: day(), reason: optional(text({ max: 500 })) },
  },
  rows: [['xp', 'coins']],
  texts: ({ given }) => ({
    button: given.showPreview,
    fields: {
      department: { label: given.department, hint: given.departmentHint },
      holders: given.holders,
      xp: { label: given.xpEach, hint: given.amountHint },
      coins: { label: given.coinsEach, hint: given.amountHint },
      badge: given.badge,
      date: { label: given.countsFor, empty: given.dayUpToToday },
      reason: { label: given.reason, hint: given.reasonHint },
    },
  }),
});

export type Chosen = Values<typeof chooseForm.fields>;

/** The address of the page with what was asked for, and nothing else. */
export const pathWith = (asked: URLSearchParams): string =>
  `${GIVE}?${new URLSearchParams([...asked].filter(([name]) => name in chooseForm.fields))}`;
