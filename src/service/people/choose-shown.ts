import { failure } from '../../domain/errors.ts';
import * as employees from '../../store/people/employees.ts';
import { numberOfActor } from '../audit/actors.ts';
import type { CompanyWrite } from '../company/company-write.ts';
import type { Employee } from './employee-records.ts';
import { updateEmployee } from './employees.ts';
import type { ShownChanges } from './how-shown.ts';

/**
 * Keeps how whoever makes the change is shown to others.
 *
 * @throws EngagedError as `setShown`; `not_found` for an account without an employee
 */
export function chooseShown(write: CompanyWrite, changes: ShownChanges): Employee {
  const { db, companyId, actor } = write;
  const number = numberOfActor(db, companyId, actor);
  const numbers = number === undefined ? [] : [number];
  const [me] = db.all(employees.listShown, { companyId, numbers });
  if (!me) throw failure('employee_not_found');
  return updateEmployee(write, me.id, changes);
}
