import { type Html, html } from '../../../http/response/html.ts';
import type { ListedSession } from '../../../service/portal/sessions.ts';
import type { Call } from '../../request/call.ts';
import { sub } from '../../view/cells.ts';
import { unseen } from '../../view/marks.ts';
import { panel } from '../../view/panel.ts';
import { table } from '../../view/table.ts';
import { timeElement } from '../../view/time.ts';
import { browserName } from './browser-name.ts';

/** Where an account is signed in. @param options.end the button that ends a session other than the one of this browser */
export function sessionsPanel(
  { t, session, now }: Call,
  sessions: readonly ListedSession[],
  options: {
    end(session: ListedSession, button: Html): Html;
    beside?: Html | undefined;
    footer?: string;
  },
): Html {
  const { accounts } = t;
  const isThis = (one: ListedSession) => one.id === session.sessionId;
  const endButton = (one: ListedSession) =>
    options.end(one, accounts.endOf({ browser: unseen(browserName(t, one.browser)) }));
  const list = table<ListedSession>({
    ...{ label: accounts.signedIn, rows: sessions },
    columns: [
      {
        head: accounts.browser,
        cell: (one) =>
          html`<span class="strong">${browserName(t, one.browser)}</span>${isThis(one) ? html` <span class="chip ok">${accounts.thisOne}</span>` : ''}${sub(one.client)}`,
      },
      {
        ...{ head: accounts.opened, shown: 'tablet', isMuted: true },
        cell: ({ openedAt }) => timeElement(t, openedAt, now),
      },
      {
        ...{ head: accounts.lastUsed, isMuted: true },
        cell: (one) => (isThis(one) ? accounts.now : timeElement(t, one.lastUsedAt, now)),
      },
      {
        ...{ head: accounts.action, isHeadHidden: true, isNumber: true },
        cell: (one) => (isThis(one) ? '' : endButton(one)),
      },
    ],
  });
  return panel(
    {
      ...{ id: 'sessions', title: accounts.signedIn, isFull: true },
      ...{ beside: options.beside, footer: options.footer },
    },
    sessions.length === 0 ? html`<p class="pad muted">${accounts.nowhere}</p>` : list,
  );
}
