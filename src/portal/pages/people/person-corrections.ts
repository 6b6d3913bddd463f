import { HOUR_MS } from '../../../domain/duration.ts';
import { dayOf, parseIsoTime } from '../../../domain/iso-time.ts';
import { type Html, html } from '../../../http/response/html.ts';
import type { EmployeeRow } from '../../../store/people/employees.ts';
import { formAction } from '../../forms/action.ts';
import { askingAgain, leftUnlessAsked } from '../../forms/amount-again.ts';
import { defineForm } from '../../forms/form.ts';
import { day as dayField, longText, optional, whole } from '../../forms/kinds.ts';
import { Refused } from '../../forms/refused.ts';
import type { Messages } from '../../languages/en.ts';
import type { Call } from '../../request/call.ts';
import { panel } from '../../view/panel.ts';
import { personName } from '../../view/person.ts';
import { EDITORS } from '../roles.ts';
import { nameOf, requireOtherPerson } from './require-person.ts';

const MAX_AMOUNT = 9_999_999_999;

const amount = () => whole({ min: -MAX_AMOUNT, max: MAX_AMOUNT });

/** What every correction asks for, beside what stands between them. */
const AMOUNT = { amount: amount() };
const REASON = {
  // Asked for where the amount is a large one.
  again: optional(amount()),
  reason: longText({ max: 500 }),
};

const reasonTexts = ({ people, forms }: Messages) => ({
  again: people.amountAgain,
  reason: { label: people.reason, hint: people.reasonHint, empty: forms.giveReason },
});

/** Awards XP to a person by hand, or takes it back. */
export const correctXp = formAction({
  path: '/people/:id/xp',
  roles: EDITORS,
  of: requireOtherPerson,
  form: defineForm({
    id: 'correct-xp',
    fields: { ...AMOUNT, date: dayField(), ...REASON },
    rows: [['amount', 'date']],
    texts: (t) => ({
      ...{ button: t.people.recordXp, refused: t.people.noXpRecorded },
      fields: {
        amount: { label: t.people.xpPlusOrMinus, empty: t.people.amountWanted },
        date: { label: t.people.countsFor, empty: t.people.dayUpToToday },
        ...reasonTexts(t),
      },
    }),
  }),
  submit: async (call, { date, ...sent }, { subject: person, formId }) => {
    const { t, now } = call;
    requireAmount(call, sent);
    const time = parseIsoTime(date);
    if (time === undefined || time > now) throw new Refused('', { date: t.people.dayUpToToday });
    // Today is now. Of another day the middle, so that the month is the same everywhere.
    const at = date === dayOf(now) ? undefined : time + 12 * HOUR_MS;
    const entry = { ...toEntry(person, sent, formId), at };
    const change = call.change('correctXp', entry);
    const { amount, applied, level } = await askingAgain(call, change, t.people.moreThan);
    const given = html`<b class="num">${t.counts.signedXp(amount)}</b>`;
    const about = { amount: given, person: nameIn(call, person), level };
    return { done: applied ? t.people.xpRecorded(about) : t.people.xpRecordedAlready(about) };
  },
});

/** Gives coins to a person by hand, or takes some back. */
export const correctCoins = formAction({
  path: '/people/:id/coins',
  roles: EDITORS,
  of: requireOtherPerson,
  form: defineForm({
    id: 'correct-coins',
    fields: { ...AMOUNT, ...REASON },
    texts: (t) => ({
      ...{ button: t.people.recordCoins, refused: t.people.noCoinsRecorded },
      fields: {
        amount: { label: t.people.coinsPlusOrMinus, empty: t.people.amountWanted },
        ...reasonTexts(t),
      },
    }),
  }),
  submit: async (call, sent, { subject: person, formId }) => {
    const { t } = call;
    requireAmount(call, sent);
    const change = call.change('correctCoins', toEntry(person, sent, formId));
    const { amount, applied, coins } = await askingAgain(call, change, t.people.moreThan);
    const given = html`<b class="num">${t.counts.signedCoins(amount)}</b>`;
    const about = { amount: given, person: nameIn(call, person), left: t.counts.coins(coins) };
    return { done: applied ? t.people.coinsRecorded(about) : t.people.coinsRecordedAlready(about) };
  },
});

/** What somebody typed into a correction. */
type Sent = { amount: number; again: number | null; reason: string };

/** @throws Refused for 0 */
function requireAmount({ t }: Call, { amount }: Sent): void {
  if (amount === 0) throw new Refused('', { amount: t.people.amountWanted });
}

const toEntry = ({ id }: EmployeeRow, { amount, again, reason }: Sent, formId: string) => ({
  ...{ employee: id, amount, reason, repeated: again },
  once: `portal ${formId}`,
});

const nameIn = ({ t }: Call, person: EmployeeRow): Html =>
  personName(t, { name: nameOf(person), email: person.email });

/** What gives XP and coins to a person, and takes them back. */
export function correctionPanels(call: Call): Html {
  const { people } = call.t;
  const xp = correctXp.write(call, {
    values: { date: dayOf(call.now) },
    left: leftUnlessAsked(call, correctXp),
    kind: 'pri wide',
  });
  const coins = correctCoins.write(call, {
    left: leftUnlessAsked(call, correctCoins),
    kind: 'wide',
  });
  return html`${panel({ id: 'correction', title: people.correctXp }, xp)}${panel({ id: 'coins-by-hand', title: people.correctCoins }, coins)}`;
}
