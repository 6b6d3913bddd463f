import { DAY_MS } from '../../domain/duration.ts';
import { failure } from '../../domain/errors.ts';
import {
  allowanceIn,
  KUDOS_VISIBILITIES,
  type KudosVisibility,
  MAX_RECEIVERS,
  MOST_A_DAY,
  mostToOne,
  warnedFrom,
} from '../../domain/kudos.ts';
import { requireLabel } from '../../domain/label.ts';
import { type Month, monthOf } from '../../domain/period.ts';
import { periodOf, periodStart } from '../../domain/report-period.ts';
import { codePoints } from '../../domain/text.ts';
import type { Database } from '../../store/database.ts';
import * as settingsStore from '../../store/kudos/kudos-settings.ts';
import type { KudosGiverRow } from '../../store/kudos/kudos-totals.ts';
import * as totals from '../../store/kudos/kudos-totals.ts';
import { requireChoice, requireInteger } from '../input.ts';
import type { ResolvedEmployee } from '../people/employee-lookup.ts';
import {
  allowanceOfDepartment,
  type KudosSettings,
  kudosSettings,
  MAX_ALLOWANCE,
} from './kudos-settings.ts';
import { type KudosValue, requireKudosValue } from './kudos-values.ts';

/** What somebody has to give in the month of a moment. */
export type KudosAllowance = {
  /** Of this month: that of their department or company, or a part of it in the month in which they joined. */
  allowance: number;
  spent: number;
  left: number;
};

type Scope = { db: Database; companyId: number; now: number };

/** Who gives, with what limits them. */
export type Giver = KudosGiverRow & KudosAllowance & { month: Month };

/** What somebody has to give in this month. @param employeeNumber that of an employee on record */
export function kudosAllowance(scope: Scope, employeeNumber: number): KudosAllowance {
  const settings = kudosSettings(scope.db, scope.companyId);
  const { allowance, spent, left } = findGiver(scope, settings, employeeNumber);
  return { allowance, spent, left };
}

/** Who gives in the month of a moment. @throws EngagedError `not_found` */
export function findGiver(
  { db, companyId, now }: Scope,
  settings: KudosSettings,
  employeeNumber: number,
): Giver {
  const month = monthOf(now);
  const row = db.one(totals.findGiver, {
    ...{ companyId, month, employeeNumber, atMost: settings.giver_xp_a_week },
    since: periodStart('week', periodOf('week', now)),
  });
  if (!row) throw failure('employee_not_found');
  const whole = allowanceOfDepartment(db, companyId, row.departmentNumber, settings);
  const allowance = allowanceIn(whole, row.firstDay, now);
  return { ...row, month, allowance, left: Math.max(0, allowance - row.spent) };
}

/** Thanks to give. People are active employees of the company. */
export type KudosOrder = {
  giver: { number: number };
  receivers: readonly ResolvedEmployee[];
  /** For each receiver. */
  points: number;
  /** The code of an active value. */
  value: string;
  message: string;
  /** Left out: as the company says. */
  visibility?: string | undefined;
};

/** A receiver to whom so many points go this month, these included, that the giver is told of it. */
export type KudosWarning = {
  receiver: number;
  points: number;
  /** The most that can go to one person this month. */
  most: number;
};

/** Thanks that can be given. */
export type EvaluatedKudos = {
  giver: Giver;
  settings: KudosSettings;
  value: KudosValue;
  message: string;
  visibility: KudosVisibility;
  cost: number;
  /** What the giver gets for it. */
  giverXp: number;
  /** The numbers of the receivers who get XP: those whom the giver has not thanked before in this month. */
  rewarded: number[];
  warnings: KudosWarning[];
};

/**
 * Decides whether thanks can be given now, by the rules by which `giveKudos` gives them. Nothing is written.
 *
 * @throws EngagedError `validation_failed`; `conflict` where thanks are off, or somebody takes no part in them;
 *   `allowance_exceeded`, `fair_play_limit`
 */
export function evaluateKudos(scope: Scope, order: KudosOrder): EvaluatedKudos {
  const { db, companyId } = scope;
  const settings = kudosSettings(db, companyId);
  if (!settings.on) throw failure('kudos_off');
  requireReceivers(order);
  const points = requireInteger('points', order.points, 0, MAX_ALLOWANCE);
  const value = requireKudosValue(db, companyId, order.value);
  const message = requireMessage(order.message, settings);
  const visibility = requireChoice(
    'visibility',
    order.visibility ?? settings.visibility,
    KUDOS_VISIBILITIES,
  );
  const giver = findGiver(scope, settings, order.giver.number);
  requireParts(scope, giver, order.receivers);
  requireFew(scope, giver);
  const given = givenTo(scope, giver, order.receivers);
  return {
    ...{ giver, settings, value, message, visibility },
    ...priceKudos(scope, { giver, settings }, order.receivers, points),
    giverXp: giver.rewarded < settings.giver_xp_a_week ? settings.giver_xp : 0,
    rewarded: order.receivers.flatMap(({ number }) => (given.get(number)?.posts ? [] : [number])),
  };
}

/** What so many points for each receiver cost. @throws EngagedError `allowance_exceeded`, `fair_play_limit` */
export function priceKudos(
  scope: Scope,
  { giver, settings }: Pick<EvaluatedKudos, 'giver' | 'settings'>,
  receivers: readonly ResolvedEmployee[],
  points: number,
): Pick<EvaluatedKudos, 'cost' | 'warnings'> {
  const cost = points * receivers.length;
  requirePoints(giver, settings, cost);
  return { cost, warnings: evaluateFairness(scope, giver, receivers, points) };
}

/** A message as it is kept; what nobody sees makes none long enough. @throws EngagedError `validation_failed` */
export function requireMessage(
  text: string,
  { message_min: min, message_max: max }: KudosSettings,
): string {
  const message = requireLabel('message', text.replaceAll('\r\n', '\n'), max);
  const seen = message.replace(/[\s\p{Default_Ignorable_Code_Point}]+/gu, ' ').trim();
  if (codePoints(seen) >= min) return message;
  throw failure('kudos_message_length', { field: 'message', min, max });
}

function requireReceivers({ giver, receivers }: KudosOrder): void {
  requireInteger('to', receivers.length, 1, MAX_RECEIVERS);
  const numbers = new Set(receivers.map(({ number }) => number));
  if (numbers.size < receivers.length) throw failure('kudos_receiver_twice', { field: 'to' });
  if (numbers.has(giver.number)) throw failure('kudos_to_oneself', { field: 'to' });
}

function requireParts(
  { db, companyId }: Scope,
  giver: Giver,
  receivers: readonly ResolvedEmployee[],
): void {
  if (giver.part !== null) throw failure('kudos_not_giver');
  const numbers = receivers.map(({ number }) => number);
  const observer = db
    .all(settingsStore.listParts, { companyId, numbers })
    .find(({ part }) => part === 'observer');
  if (!observer) return;
  const id = receivers.find(({ number }) => number === observer.employeeNumber)?.id ?? '';
  throw failure('kudos_not_receiver', { id });
}

function requireFew({ db, companyId, now }: Scope, { number: giverNumber }: Giver): void {
  const row = db.one(totals.findEarlier, { companyId, giverNumber, skipped: MOST_A_DAY - 1 });
  if (row && row.givenAt > now - DAY_MS) throw failure('kudos_a_day', { limit: MOST_A_DAY });
}

function requirePoints(giver: Giver, { budget }: KudosSettings, cost: number): void {
  // Thanks without points cost nothing, whatever is left.
  if (cost === 0) return;
  if (cost > giver.left) throw failure('kudos_allowance', { cost, left: giver.left });
  const left = budget === null ? cost : Math.max(0, budget - giver.companySpent);
  if (cost > left) throw failure('kudos_budget', { left });
}

/** What the giver gave to each of these people in this month. */
function givenTo(
  { db, companyId }: Scope,
  { number: giverNumber, month }: Giver,
  receivers: readonly ResolvedEmployee[],
): Map<number, { points: number; posts: number }> {
  const numbers = receivers.map(({ number }) => number);
  const rows = db.all(totals.listGivenTo, { companyId, month, giverNumber, numbers });
  return new Map(rows.map((row) => [row.receiverNumber, row]));
}

function evaluateFairness(
  scope: Scope,
  giver: Giver,
  receivers: readonly ResolvedEmployee[],
  points: number,
): KudosWarning[] {
  if (points === 0) return [];
  const given = givenTo(scope, giver, receivers);
  const most = mostToOne(giver.allowance);
  return receivers.flatMap(({ number, id }) => {
    const before = given.get(number)?.points ?? 0;
    const after = before + points;
    if (after > most) throw failure('kudos_fair_play', { id, left: Math.max(0, most - before) });
    return after >= warnedFrom(giver.allowance) ? [{ receiver: number, points: after, most }] : [];
  });
}
