import type { Database } from '../../store/database.ts';
import * as gifts from '../../store/gifts/gifts.ts';
import { listNumbersBelow, requireDepartment } from '../departments/departments.ts';
import { type GiftOrder, type PlannedGift, planPeople } from './plan-gift.ts';

const numbersOf = (rows: readonly { number: number }[]): number[] =>
  rows.map(({ number }) => number);

/** Plans to give to everybody who is active. @throws EngagedError as `planPeople` */
export const planEverybody = (order: GiftOrder): PlannedGift =>
  planPeople(order, 'everybody', null, listEverybody(order));

const listEverybody = ({ db, companyId }: { db: Database; companyId: number }): number[] =>
  numbersOf(db.all(gifts.listEverybody, { companyId }));

/**
 * Plans to give to the active people of a department and of those below it.
 *
 * @throws EngagedError as `planPeople`; `not_found`, `conflict` for the department
 */
export function planDepartment(order: GiftOrder, reference: string): PlannedGift {
  const { db, companyId } = order;
  const { id, number } = requireDepartment(db, companyId, reference);
  const departments = [...listNumbersBelow(db, companyId, number)];
  const members = db.all(gifts.listMembers, { companyId, departments });
  return planPeople(
    order,
    'department',
    id,
    numbersOf(members).sort((a, b) => a - b),
  );
}
