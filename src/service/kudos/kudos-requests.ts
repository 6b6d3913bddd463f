import type * as v from 'valibot';
import { readBody } from '../../domain/body-schema.ts';
import { failure } from '../../domain/errors.ts';
import { isoTime } from '../../domain/iso-time.ts';
import type { LazyCompanyWrite } from '../company/company-write.ts';
import { findActiveEmployees } from '../people/employee-lookup.ts';
import type { KudosOrder } from './evaluate-kudos.ts';
import { findRepeatedKudos, giveKudos } from './give-kudos.ts';
import type { Kudos, KudosPerson } from './kudos-posts.ts';
import { type kudos, type kudosReceipt, kudosRequest } from './kudos-schemas.ts';

type KudosRequest = v.InferOutput<typeof kudosRequest>;

/** @throws EngagedError `validation_failed` */
export const readKudos = (body: unknown): KudosRequest => readBody(kudosRequest, body);

/**
 * Gives thanks, or finds those that the same request gave before. Gives them as the API shows them.
 *
 * @throws EngagedError `not_found` where an employee is unknown or deactivated; else as `giveKudos`
 */
export function giveRequested(
  write: LazyCompanyWrite,
  { from, to, visibility, once, ...rest }: KudosRequest,
): v.InferOutput<typeof kudosReceipt> {
  const [giver, ...receivers] = findActiveEmployees(write.db, write.companyId, [from, ...to]).map(
    (person) => {
      if (person) return person;
      throw failure('employee_not_found');
    },
  );
  if (!giver) throw failure('employee_not_found');
  const order: KudosOrder = { ...rest, giver, receivers, visibility: visibility ?? undefined };
  const given = findRepeatedKudos(write, order, once) ?? giveKudos(write.begin(), order, once);
  return { ...shownKudos(given.kudos), allowance_left: given.allowance.left };
}

/** Thanks as the API shows them. */
export const shownKudos = (given: Kudos): v.InferOutput<typeof kudos> => ({
  id: given.id,
  from: shownPerson(given.from),
  to: given.to.map(shownPerson),
  points: given.points,
  message: given.message,
  value: given.value.code,
  visibility: given.visibility,
  created_at: isoTime(given.given_at),
});

const shownPerson = ({ name_in_api: name, ...person }: KudosPerson) => ({ ...person, name });
