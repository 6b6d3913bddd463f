import { type Html, html } from '../../http/html.ts';
import type { RedemptionOfPerson } from '../../store/redemptions.ts';
import type { Call } from '../page.ts';
import { lastDecisions } from './decisions.ts';
import { moment } from './format.ts';

const STATUS: Readonly<Record<string, { text: string; kind: string }>> = {
  pending: { text: 'waiting', kind: ' warn' },
  approved: { text: 'approved', kind: ' ok' },
  fulfilled: { text: 'fulfilled', kind: ' ok' },
  declined: { text: 'declined, coins back', kind: '' },
  refunded: { text: 'refunded', kind: '' },
};

export const statusChip = (status: string): Html =>
  html`<span class="chip${STATUS[status]?.kind ?? ''}">${STATUS[status]?.text ?? status}</span>`;

/** Why it was declined or refunded. */
export const reasonOf = ({ reason }: { reason: string | null }): Html =>
  reason === null ? html`` : html` “${reason}”`;

/** Keeps the writing direction of a name within it (Unicode: first strong isolate). */
const isolated = (name: string): string => `\u2068${name}\u2069`;

/** What a redemption is about: Mug for Ada Lovelace. */
export const subjectOf = ({ itemName, name, email }: RedemptionOfPerson): string =>
  `${isolated(itemName)} for ${isolated(name ?? email)}`;

/** Who brought redemptions into their states, and when: a sentence for each. */
export function stateSentences(call: Call, redemptions: readonly RedemptionOfPerson[]): string[] {
  const last = lastDecisions(
    call,
    redemptions.map(({ id }) => id),
  );
  // The names of the states that somebody decides on are verbs, too.
  return redemptions.map(
    (one) =>
      `${last.get(one.id)?.actor ?? 'Somebody'} ${one.status} ${subjectOf(one)}, ${moment(one.updatedAt, call.now)}.`,
  );
}
