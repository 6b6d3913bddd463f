import { EngagedError } from '../../../domain/errors.ts';
import { mostToOne } from '../../../domain/kudos.ts';
import { monthOf, monthStart } from '../../../domain/period.ts';
import { type Html, html } from '../../../http/response/html.ts';
import {
  type Giver,
  type KudosWarning,
  priceKudos,
} from '../../../service/kudos/evaluate-kudos.ts';
import { listKudos } from '../../../service/kudos/kudos-feed.ts';
import type { Kudos } from '../../../service/kudos/kudos-posts.ts';
import type { KudosSettings } from '../../../service/kudos/kudos-settings.ts';
import type { Call } from '../../request/call.ts';
import { failureText } from '../../view/error-text.ts';
import { icon } from '../../view/icons.ts';
import { isolated } from '../../view/marks.ts';
import { note } from '../../view/note.ts';
import { explained } from '../../view/panel.ts';
import { FORM, OFFERED_POINTS } from './give-form.ts';
import type { Receiver } from './receivers.ts';

type Order = { settings: KudosSettings; giver: Giver; receivers: readonly Receiver[] };

/** Of what was given before, so many of the latest are looked at. */
const LATEST = 100;

/**
 * What thanks cost, for each number of points that can be chosen: the style sheet shows the one that is. Its button sends
 * which one that is, so that nobody gives other points than they read.
 */
export function costs(call: Call, order: Order): Html {
  const { t, refusal } = call;
  if (order.receivers.length === 0) {
    return html`${submitButton(html`${t.thanks.give}`, '')}${explained(t.thanks.afterwards)}`;
  }
  const { other: sent = '' } = refusal?.values ?? {};
  const typed = sent.trim();
  const other = /^\d{1,6}$/.test(typed) ? Number(typed) : undefined;
  const earlier = earlierOf(call, order);
  const offered = OFFERED_POINTS.filter((points) => points <= order.giver.allowance);
  return html`${offered.map((points) => html`<div class="cost p${points} stack">${costOf(call, order, points, earlier)}</div>`)}<div class="cost other stack">${
    other === undefined
      ? submitButton(html`${t.thanks.whatDoesItCost}`, '')
      : costOf(call, order, other, earlier)
  }</div>${explained(t.thanks.afterwards)}`;
}

const submitButton = (label: Html, points: number | ''): Html =>
  html`<button class="btn pri wide" form="${FORM}" name="counted" value="${points}">${label}</button>`;

function costOf(call: Call, order: Order, points: number, earlier: readonly Kudos[]): Html {
  const { t } = call;
  const { settings, giver, receivers } = order;
  const count = receivers.length;
  const scope = { db: call.services.db, companyId: call.company.companyId, now: call.now };
  const cost = points * count;
  const priced = priceOrRefusal(() => priceKudos(scope, { giver, settings }, receivers, points));
  const refused = priced instanceof EngagedError ? priced.failure : undefined;
  const sums = html`<dl class="sums"><div><dt>${t.thanks.peopleTimesPoints({ count, points })}</dt><dd>${t.format.number(cost)}</dd></div><div><dt>${t.thanks.leftNow}</dt><dd>${t.format.number(giver.left)}</dd></div>${refused ? '' : html`<div class="total"><dt>${t.thanks.leftAfter}</dt><dd>${t.format.number(giver.left - cost)}</dd></div>`}</dl>`;
  const coins = points * settings.coins_per_point;
  const what = [
    ...(coins > 0 ? [t.thanks.eachGets({ coins })] : []),
    ...(giver.rewarded < settings.giver_xp_a_week && settings.giver_xp > 0
      ? [t.thanks.youGet({ xp: settings.giver_xp })]
      : []),
  ].join(' ');
  const costPanel = html`<section class="panel" aria-label="${t.thanks.whatItCosts}"><header><h2>${t.thanks.whatItCosts}</h2></header><div class="pad">${sums}${what === '' ? '' : explained(what)}</div></section>`;
  if (priced instanceof EngagedError) {
    return html`${costPanel}${note('bad', html`${refused ? failureText(t, refused) : ''}`)}`;
  }
  const warnings = priced.warnings.map((one) => warn(call, order, points, one, earlier));
  const label = html`${icon('heart')}<span>${t.thanks.giveTo({ points: cost, count })}</span>`;
  return html`${costPanel}${warnings}${submitButton(label, points)}`;
}

function priceOrRefusal<T>(price: () => T): T | EngagedError {
  try {
    return price();
  } catch (error) {
    if (error instanceof EngagedError) return error;
    throw error;
  }
}

/** The thanks with points that whoever gives gave in this month. */
function earlierOf({ services, company, now }: Call, { giver }: Order): Kudos[] {
  const viewer = { number: giver.number, departmentNumber: giver.departmentNumber };
  const page = { before: Number.MAX_SAFE_INTEGER, count: LATEST };
  const start = monthStart(monthOf(now));
  return services.db
    .do(listKudos(company.companyId, { viewer, giver: giver.number }, page))
    .filter(({ given_at, points }) => given_at >= start && points > 0);
}

/** Says that much goes to one person, what was given them when, and where it stops. */
function warn(
  { t, now }: Call,
  { giver, receivers }: Order,
  points: number,
  { receiver, points: sum }: KudosWarning,
  earlier: readonly Kudos[],
): Html {
  const person = receivers.find(({ number }) => number === receiver);
  const before = earlier
    .filter(({ to }) => to.some((one) => one.employee_id === person?.id))
    .map((post) =>
      t.thanks.pointsOn({ points: post.points, day: t.format.shortDay(post.given_at, now) }),
    );
  const month = monthOf(now);
  return note(
    'warn',
    html`<b>${t.thanks.muchToOne({ points: sum, allowance: giver.allowance, person: isolated(person?.name ?? t.accounts.noName) })}</b> ${t.thanks.whatWasGiven({ given: t.format.allOf([t.thanks.pointsNow({ points }), ...before]) })} ${t.thanks.whereItStops({ most: mostToOne(giver.allowance), day: t.format.calendarDay(monthStart(month + 1)) })}`,
  );
}
