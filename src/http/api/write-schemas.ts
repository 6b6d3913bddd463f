import { define, type Schema, text, uuid } from '../openapi/schema.ts';

/** Names a person in the body of a write. */
export const employeeReference: Schema = define('EmployeeReference', {
  description: 'An active employee, by exactly one of the three.',
  type: 'object',
  properties: {
    employee_id: uuid("The employee's id."),
    external_id: text("The HR system's key."),
    email: text(
      'Work email address, ignoring case. With a test key the real address or its placeholder.',
    ),
  },
  minProperties: 1,
  maxProperties: 1,
});

/** The key that makes a retry safe. */
export const once: Schema = {
  ...text(
    'Identifies this write within the company: sent again, it changes nothing. Use an id of your own event.',
  ),
  minLength: 1,
  maxLength: 255,
};
