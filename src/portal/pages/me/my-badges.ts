import { type Html, html } from '../../../http/response/html.ts';
import * as badges from '../../../store/badges/badges.ts';
import type { EmployeeRow } from '../../../store/people/employees.ts';
import * as personExport from '../../../store/people/person-export.ts';
import type { Messages } from '../../languages/en.ts';
import type { Call } from '../../request/call.ts';
import { progress } from '../../view/chart.ts';
import { rarityName } from '../badges/badges.ts';
import { badgePicture, rarityClass } from '../badges/medal.ts';
import { part } from './part.ts';

/** The badges that somebody holds, the newest first, and those that are left. */
export type Held = {
  held: (Pick<badges.BadgeRow, 'code' | 'name' | 'rarity' | 'iconUrl' | 'holders'> & {
    awardedAt: number;
  })[];
  others: badges.BadgeRow[];
};

export function heldBadges({ services, company }: Call, me: EmployeeRow): Held {
  const { db } = services;
  const { companyId } = company;
  const catalogue = new Map(db.all(badges.list, { companyId }).map((row) => [row.code, row]));
  const held = db
    .all(personExport.listBadges, { companyId, number: me.number })
    .filter(({ revokedAt }) => revokedAt === null)
    .reverse()
    .map(({ code, name, awardedAt }) => {
      const { rarity = 'common', iconUrl = null, holders = 0 } = catalogue.get(code) ?? {};
      return { code, name, rarity, iconUrl, holders, awardedAt };
    });
  for (const { code } of held) catalogue.delete(code);
  return { held, others: [...catalogue.values()] };
}

/** How many badges are shown that somebody can reach next; more where they hold none. */
const NEXT = 4;
const FIRST = 6;

/** The badges that somebody holds, and those to reach next. */
export function badgesPart(call: Call, me: EmployeeRow, { held, others }: Held): Html {
  const { t } = call;
  const { me: words } = t;
  const count = held.length + others.length;
  if (count === 0) return html``;
  const byRule = others
    .filter(({ xpThreshold }) => xpThreshold !== null)
    .sort((a, b) => (a.xpThreshold ?? 0) - (b.xpThreshold ?? 0));
  const byHand = others.filter(({ xpThreshold }) => xpThreshold === null);
  const next = held.length === 0 ? [...byRule, ...byHand].slice(0, FIRST) : byRule.slice(0, NEXT);
  const earned = held.map((badge) => {
    const { name, rarity, holders } = badge;
    return html`<li>${badgePicture(call, badge, { size: 48 })}<p class="strong">${name}</p><p class="tiny ${rarityClass(rarity)}">${rarityName(t, rarity)}</p><p class="tiny muted">${words.heldBy({ count: holders })}</p></li>`;
  });
  const toEarn = next.map((badge) => {
    const picture = badgePicture(call, badge, { size: 48, isEarned: false });
    return html`<li>${picture}<p class="strong">${badge.name}</p>${wayTo(t, badge, me)}</li>`;
  });
  const beside = html`<span class="small muted">${words.badgesOf({ held: held.length, all: count })}</span>`;
  return part(
    'my-badges',
    held.length === 0 ? words.badgesInReach : words.badges,
    held.length === 0 ? '' : beside,
    html`<ul class="tiles">
${earned}
${toEarn}</ul>`,
  );
}

/** How somebody comes by a badge, and how far it is. */
function wayTo({ me }: Messages, badge: badges.BadgeRow, { xp: own }: EmployeeRow): Html {
  const { xpThreshold, description } = badge;
  if (xpThreshold === null) return html`<p class="tiny muted">${description ?? me.byHand}</p>`;
  const xp = Math.max(0, xpThreshold - own);
  return html`<p class="tiny muted">${me.xpToGo({ xp })}</p>${own > 0 ? progress(own / xpThreshold) : ''}`;
}
