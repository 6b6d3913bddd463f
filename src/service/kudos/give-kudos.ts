import { failure } from '../../domain/errors.ts';
import { newId } from '../../domain/id.ts';
import * as store from '../../store/kudos/kudos-posts.ts';
import * as awardActors from '../../store/xp/awards.ts';
import { type CompanyWrite, nextEntry } from '../company/company-write.ts';
import { recordEvents } from '../events/events.ts';
import { readLabel } from '../input.ts';
import { notify } from '../mail/notices.ts';
import {
  evaluateKudos,
  type KudosAllowance,
  type KudosOrder,
  kudosAllowance,
} from './evaluate-kudos.ts';
import { awardKudos } from './kudos-awards.ts';
import { completeKudos, type Kudos, requireKudos } from './kudos-posts.ts';
import { countKudos } from './kudos-totals.ts';

/** Thanks that were given, now or before, and what the giver has left of this month's allowance. */
export type GivenKudos = { kudos: Kudos; allowance: KudosAllowance };

/**
 * Gives thanks: the giver spends points of the allowance, the receivers get coins for them, and whoever the company says
 * gets XP. All of it in the caller's transaction.
 *
 * @param once an idempotency key: repeating it gives the thanks that it gave
 * @throws EngagedError as `evaluateKudos`; `conflict` for a once key used for other thanks
 */
export function giveKudos(write: CompanyWrite, order: KudosOrder, once?: string): GivenKudos {
  const { db, companyId, now, actor } = write;
  const idempotencyKey = readLabel('once', once, 255);
  const earlier = findRepeatedKudos(write, order, idempotencyKey);
  if (earlier) return earlier;
  const evaluated = evaluateKudos(write, order);
  const { giver, settings, value, message, visibility, cost, giverXp, rewarded } = evaluated;
  const { points, receivers } = order;
  const numbers = receivers.map(({ number }) => number);
  const id = newId(now);
  const post = nextEntry(write);
  const coins = points * settings.coins_per_point;
  const { receiver_xp: xp } = settings;
  db.run(awardActors.noteActors, { companyId, actors: [actor] });
  db.run(store.create, {
    ...{ companyId, entry: post, id, giverNumber: giver.number, points, receivers: numbers.length },
    ...{ valueCode: value.code, message, visibility, giverXp, idempotencyKey, actor, now },
  });
  db.run(store.addReceivers, {
    ...{ companyId, post, giverNumber: giver.number, numbers, coins, xp, rewarded },
  });
  db.run(store.addDepartments, {
    ...{ companyId, post, visibility, numbers: [giver.number, ...numbers] },
  });
  countKudos(write, {
    ...{ month: giver.month, giverNumber: giver.number, numbers, points, valueCode: value.code },
  });
  const { name: reason } = value;
  const events = awardKudos(write, [
    ...receivers.map((person) => ({
      ...{ person, coins, reason, at: null },
      xp: rewarded.includes(person.number) ? xp : 0,
    })),
    { person: giver, xp: giverXp, coins: 0, reason, at: null },
  ]);
  const data = { kudos_id: id, points, receivers: numbers.length, value: value.code, visibility };
  recordEvents(write, [{ type: 'kudos.given', employeeNumber: giver.number, data }, ...events]);
  notify(
    write,
    numbers.map((employeeNumber) => ({ kind: 'thanks', employeeNumber, subject: id })),
  );
  const [kudos] = db.do(completeKudos(companyId, [requireKudos(db, companyId, id)], null));
  if (!kudos) throw new Error('thanks that were given are not there');
  const { allowance, spent, left } = giver;
  return { kudos, allowance: { allowance, spent: spent + cost, left: left - cost } };
}

/**
 * The thanks that the same order gave before.
 *
 * @throws EngagedError `conflict` for a once key used for another giver, or other people, points or value
 */
export function findRepeatedKudos(
  scope: Pick<CompanyWrite, 'db' | 'companyId' | 'now'>,
  { giver, receivers, points, value }: KudosOrder,
  idempotencyKey: string | null,
): GivenKudos | undefined {
  const { db, companyId } = scope;
  const row = idempotencyKey && db.one(store.findByIdempotencyKey, { companyId, idempotencyKey });
  if (!row) return undefined;
  const [kudos] = db.do(completeKudos(companyId, [row], giver.number));
  const ids = new Set(receivers.map(({ id }) => id));
  const isSame =
    row.giverNumber === giver.number &&
    row.points === points &&
    row.valueCode === value.trim() &&
    row.receivers === ids.size &&
    kudos?.to.every(({ employee_id }) => ids.has(employee_id));
  if (!kudos || !isSame) throw failure('kudos_key_used');
  return { kudos, allowance: kudosAllowance(scope, giver.number) };
}
