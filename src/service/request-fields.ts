import { invalid } from '../domain/errors.ts';
import { isUuid } from '../domain/id.ts';
import type { EmployeeReference } from './people/employee-records.ts';

// The fields of JSON bodies. Services check ranges and lengths; here it is about types, which commands and files
// cannot get wrong.

const EMPLOYEE_MESSAGE = 'employee must have exactly one of employee_id, external_id and email';

/** Whether a value is a JSON object. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @throws EngagedError `validation_failed` */
export function requireObject(body: unknown): Record<string, unknown> {
  if (isObject(body)) return body;
  throw invalid('The body must be a JSON object');
}

/** A field that must be a text. @throws EngagedError `validation_failed` naming the field */
export function requireText(field: string, value: unknown): string {
  if (value === undefined) throw invalid(`${field} is required`);
  if (typeof value !== 'string') throw invalid(`${field} must be a string`);
  return value;
}

/** A field that may be left out or null. @throws EngagedError `validation_failed` naming the field */
export const readText = (field: string, value: unknown): string | null =>
  value === undefined || value === null ? null : requireText(field, value);

/** A field that must be a number. @throws EngagedError `validation_failed` naming the field */
export function requireNumber(field: string, value: unknown): number {
  if (value === undefined) throw invalid(`${field} is required`);
  if (typeof value !== 'number') throw invalid(`${field} must be a whole number`);
  return value;
}

/** A field that must be a UUID, in lower case. @throws EngagedError `validation_failed` naming the field */
export function requireUuid(field: string, value: unknown): string {
  const text = requireText(field, value);
  if (!isUuid(text)) throw invalid(`${field} is not valid (uuid is expected)`);
  return text.toLowerCase();
}

/** The `employee` of a body. @throws EngagedError `validation_failed` */
export function requireEmployeeReference(value: unknown): EmployeeReference {
  if (value === undefined) throw invalid('employee is required');
  if (!isObject(value)) throw invalid('employee must be an object');
  const { employee_id, external_id, email } = value;
  const given = [employee_id, external_id, email].filter((reference) => reference !== undefined);
  if (given.length !== 1) throw invalid(EMPLOYEE_MESSAGE);
  if (employee_id !== undefined) {
    return { employee_id: requireUuid('employee.employee_id', employee_id) };
  }
  if (external_id !== undefined) {
    return { external_id: requireText('employee.external_id', external_id) };
  }
  return { email: requireText('employee.email', email) };
}
