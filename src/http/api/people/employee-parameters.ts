import * as v from 'valibot';
import { failure } from '../../../domain/errors.ts';
import { uuid } from '../../../domain/schema.ts';
import type { Reads } from '../../../store/database.ts';
import * as departments from '../../../store/departments/departments.ts';
import * as employees from '../../../store/people/employees.ts';
import type { Call } from '../../endpoint.ts';
import { ENGINEERING, TEODOR } from '../examples.ts';

/** The `{id}` of a path below `/v1/employees`. */
export const employeeId = v.pipe(uuid('The employee.'), v.examples([TEODOR.employee_id]));

/** @param rest what the filter means for this list, as a sentence */
export const departmentId = (rest: string) =>
  v.optional(
    v.pipe(
      uuid(
        `Direct members of this department alone, not those of the departments below it. ${rest}`,
      ),
      v.examples([ENGINEERING.id]),
    ),
  );

/**
 * The number of a department, archived or not; null without a filter.
 *
 * @throws EngagedError `not_found`
 */
export async function departmentNumberOf(call: Call, id: string | null): Promise<number | null> {
  if (id === null) return null;
  const { companyId } = call.credential;
  const found = await call.services.db.one(departments.findNumber, { companyId, id });
  if (!found) throw failure('department_not_found');
  return found.number;
}

/** The same for deactivated and unknown people and those of another company. */
export const employeeNotFound = () => failure('employee_not_found');

/** The number of an active employee. @throws EngagedError `not_found` */
export async function requireActiveNumber(
  db: Reads,
  companyId: number,
  id: string,
): Promise<number> {
  const person = await db.one(employees.findActiveNumber, { companyId, id });
  if (!person) throw employeeNotFound();
  return person.number;
}
