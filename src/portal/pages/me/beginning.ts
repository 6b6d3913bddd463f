import type { Board } from '../../../domain/board/board.ts';
import { type Html, html } from '../../../http/response/html.ts';
import type { EmployeeRow } from '../../../store/people/employees.ts';
import * as coinLedger from '../../../store/xp/coin-ledger.ts';
import * as explanation from '../../../store/xp/explanation.ts';
import type { Call } from '../../request/call.ts';
import { personName } from '../../view/person.ts';
import { aboutPart } from './about.ts';
import { levelRing } from './hero.ts';
import type { Held } from './my-badges.ts';
import { badgesPart } from './my-badges.ts';
import { nearestReward, shopPart } from './my-shop.ts';
import { thanksPart } from './my-thanks.ts';
import { waysPart } from './ways.ts';

/** Whether somebody holds no badge and never had XP or coins. */
export function hasNothing(
  { services: { db }, company: { companyId } }: Call,
  { number }: EmployeeRow,
  { held }: Held,
): boolean {
  const newest = { companyId, employeeNumber: number, count: 1 };
  const always = { from: 0, until: Number.MAX_SAFE_INTEGER };
  return (
    held.length === 0 &&
    db.all(explanation.listNewest, { ...newest, ...always }).length === 0 &&
    db.all(coinLedger.listNewest, { ...newest, before: Number.MAX_SAFE_INTEGER }).length === 0
  );
}

/** The page of somebody who has nothing yet: what XP is, what brings some, and what it leads to. */
export function beginning(call: Call, me: EmployeeRow, held: Held, board: Board): Html {
  const { t, company } = call;
  const person = personName(t, { name: me.accountName ?? me.givenName, email: me.email });
  const reward = nearestReward(call, me);
  return html`<section class="hero">${levelRing(call, me)}
<div class="grow"><h1>${t.me.welcomeTo({ person })}</h1>
<p class="muted">${t.me.whatXpIs({ company: company.name })}${reward === undefined ? '' : html` ${t.me.whatCoinsAre}`}</p></div></section>
${aboutPart(call)}${waysPart(call, me)}${thanksPart(call, me, board)}
${reward ?? ''}
${badgesPart(call, me, held)}${shopPart(call, me)}`;
}
