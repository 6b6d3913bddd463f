import { type Html, html } from '../../../http/response/html.ts';
import type { ListedSession } from '../../../service/portal/sessions.ts';
import type { Messages } from '../../languages/en.ts';
import type { Call } from '../../request/call.ts';
import { sub } from '../../view/cells.ts';
import { unseen } from '../../view/marks.ts';
import { panel } from '../../view/panel.ts';
import { table } from '../../view/table.ts';
import { timeElement } from '../../view/time.ts';

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

const BROWSERS = [
  [/\bEdg\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\//, 'Firefox'],
  [/\bHeadlessChrome\//, 'Headless Chrome'],
  [/\bChrome\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const;

const SYSTEMS = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
] as const;

/** A browser as its user knows it: Firefox on Windows. */
function browserName({ accounts }: Messages, userAgent: string): string {
  const find = (names: typeof BROWSERS | typeof SYSTEMS) =>
    names.find(([pattern]) => pattern.test(userAgent))?.[1];
  const system = find(SYSTEMS);
  const browser = find(BROWSERS) ?? accounts.otherBrowser;
  return system ? accounts.browserOn({ browser, system }) : browser;
}
