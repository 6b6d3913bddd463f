import { REDEMPTION_STATUSES, type RedemptionStatus } from '../../../domain/redemption.ts';
import { type Html, html } from '../../../http/response/html.ts';
import type { RedemptionOfPerson } from '../../../store/shop/redemptions.ts';
import type { Messages } from '../../languages/en.ts';
import type { Call } from '../../request/call.ts';
import { lastDecisions } from '../audit/decisions.ts';

const KINDS: Readonly<Record<string, string>> = {
  pending: ' warn',
  approved: ' ok',
  fulfilled: ' ok',
};

const isStatus = (status: string): status is RedemptionStatus =>
  REDEMPTION_STATUSES.some((one) => one === status);

export const statusChip = ({ redemptions }: Messages, status: string): Html =>
  html`<span class="chip${KINDS[status] ?? ''}">${isStatus(status) ? redemptions.statuses[status] : status}</span>`;

/** Why it was declined or refunded. */
export const reasonOf = ({ redemptions }: Messages, { reason }: { reason: string | null }): Html =>
  reason === null ? html`` : html` ${redemptions.reason({ reason })}`;

/** Keeps the writing direction of a name within it (Unicode: first strong isolate). */
const isolated = (name: string): string => `\u2068${name}\u2069`;

/** What a redemption is about: Mug for Ada Lovelace. */
export const subjectOf = (
  { redemptions }: Messages,
  { itemName, name, email }: RedemptionOfPerson,
): string => redemptions.subject({ item: isolated(itemName), person: isolated(name ?? email) });

/** Who brought redemptions into their states, and when: a sentence for each. */
export function stateSentences(call: Call, redemptions: readonly RedemptionOfPerson[]): string[] {
  const { t, now } = call;
  const last = lastDecisions(
    call,
    redemptions.map(({ id }) => id),
  );
  return redemptions.map((one) =>
    t.redemptions.decided[one.status as RedemptionStatus]({
      actor: last.get(one.id)?.actor ?? t.redemptions.somebody,
      subject: subjectOf(t, one),
      when: t.format.moment(one.updatedAt, now),
    }),
  );
}
