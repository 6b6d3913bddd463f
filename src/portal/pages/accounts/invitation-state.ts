import { type Html, html } from '../../../http/response/html.ts';
import type { InvitationState } from '../../../service/portal/invitations.ts';
import type { InvitationRow } from '../../../store/portal/invitations.ts';
import type { Call } from '../../request/call.ts';
import { sub } from '../../view/cells.ts';
import { timeElement } from '../../view/time.ts';

const KINDS: Readonly<Record<InvitationState, string>> = {
  ...{
    signed_in: ' ok',
    invited: '',
    card: '',
    expired: ' warn',
    never: ' warn',
    disabled: ' bad',
  },
};

/** What has become of somebody's invitation, and when. */
export function stateText({ t, now }: Call, row: InvitationRow): Html {
  const state = row.state as InvitationState;
  const { states, ...invitations } = t.invitations;
  const { invitedAt, linkExpiresAt, lastSignInAt } = row;
  const times: Partial<Record<InvitationState, Html | undefined>> = {
    signed_in: lastSignInAt === null ? undefined : html`${timeElement(t, lastSignInAt, now)}`,
    invited:
      linkExpiresAt === null
        ? undefined
        : invitations.worksUntil({ when: timeElement(t, linkExpiresAt, now) }),
    card:
      invitedAt === null
        ? undefined
        : invitations.printedOn({ when: timeElement(t, invitedAt, now) }),
    expired:
      invitedAt === null
        ? undefined
        : invitations.invitedOn({ when: timeElement(t, invitedAt, now) }),
  };
  return html`<span class="chip${KINDS[state]}">${states[state]}</span> ${sub(times[state])}`;
}

/** The same in few words, for a list of more than that: when somebody signed in last, or a chip. */
export function shortState({ t, now }: Call, row: InvitationRow): Html {
  const state = row.state as InvitationState;
  const { invitedAt, lastSignInAt } = row;
  const day = (time: number | null) => (time === null ? '' : t.format.shortDay(time, now));
  return state === 'signed_in' && lastSignInAt !== null
    ? html`<span class="muted">${day(lastSignInAt)}</span>`
    : html`<span class="chip${KINDS[state]}">${t.invitations.chips[state]({ day: day(invitedAt) })}</span>`;
}
