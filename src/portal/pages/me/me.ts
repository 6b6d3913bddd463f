import type { Board } from '../../../domain/board/board.ts';
import { noticesTo } from '../../../domain/mail/mail-kind.ts';
import { ROLES } from '../../../domain/portal-role.ts';
import { type Html, html } from '../../../http/response/html.ts';
import { mailAddressOf } from '../../../service/mail/receiver.ts';
import type { EmployeeRow } from '../../../store/people/employees.ts';
import type { Call } from '../../request/call.ts';
import { languageLine } from '../accounts/language.ts';
import { monthInUtc } from '../boards/board-view.ts';
import { ownContests } from '../contests/own-contests.ts';
import { chooseMails, mailsPanel } from '../mail/choose-mails.ts';
import { definePage } from '../page.ts';
import { aboutPart } from './about.ts';
import { beginning, hasNothing } from './beginning.ts';
import { findMe, noEmployee } from './find-me.ts';
import { hero } from './hero.ts';
import { coinsPanel, latestPanel } from './latest.ts';
import { badgesPart, type Held, heldBadges } from './my-badges.ts';
import { redemptionsPanel, shopPart } from './my-shop.ts';
import { thanksPart } from './my-thanks.ts';
import { aroundPanel, barsOf, xpPanel } from './my-xp.ts';

const PATH = '/me';

/** What somebody sees of themselves: level, progress, ranks, XP, badges, the shop. */
export const mePage = definePage({
  path: PATH,
  roles: ROLES,
  isOfCompany: false,
  nav: {
    label: (t) => t.me.title,
    icon: 'person',
    key: 'm',
    needsEmployee: true,
  },
  actions: [chooseMails.employee],
  show: async (call) => {
    const { t, services, company, now } = call;
    const person = findMe(call);
    const contests = person ? await ownContests(call, person) : html``;
    const board = await services.boards.ranking(company.companyId, 'this_month', now);
    const me = findMe(call);
    if (!me) return noEmployee(call);
    const held = heldBadges(call, me);
    const body = hasNothing(call, me, held)
      ? beginning(call, me, held, board)
      : partsOf(call, me, { board, contests, held });
    const mails = mailsPanel(call, {
      told: { companyId: company.companyId, receiver: 'employee', number: me.number },
      ...{ address: mailAddressOf(me), kinds: noticesTo('employee') },
    });
    return {
      title: t.me.title,
      body: html`<div class="stack">${monthInUtc(t, now)}${body}${mails}${languageLine(call)}</div>`,
    };
  },
});

/** The parts of the page. Who is in the lower half of the ranking sees how far they have come before the others. */
function partsOf(
  call: Call,
  me: EmployeeRow,
  { board, contests, held }: { board: Board; contests: Html; held: Held },
): Html {
  const bars = barsOf(call, me);
  const isAhead = (board.rankOf(me.number) ?? board.size) <= Math.ceil(board.size / 2);
  const around = aroundPanel(call, me, board);
  const xp = xpPanel(call, bars);
  const latest = latestPanel(call, me);
  const coins = coinsPanel(call, me);
  const redemptions = redemptionsPanel(call, me);
  return html`${hero(call, me, { board, held, bars, isAhead })}
${thanksPart(call, me, board)}<div class="cols even">${xp}${isAhead ? around : latest}</div>
${contests}${aboutPart(call)}
${badgesPart(call, me, held)}${shopPart(call, me)}
<div class="cols even"><div class="stack">${isAhead ? latest : ''}${coins}${isAhead ? '' : redemptions}</div>${isAhead ? redemptions : around}</div>`;
}
