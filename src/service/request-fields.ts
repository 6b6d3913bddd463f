import * as v from 'valibot';
import { jsonObject } from '../domain/body-schema.ts';
import { requireLabel } from '../domain/label.ts';
import { define, text, uuid } from '../domain/schema.ts';
import { requireInteger } from './input.ts';

// Fields of JSON bodies. Their values are judged by the rules that hold for commands and files too, which say what is wrong.

/** A text by the rules of `requireLabel`. */
export const labelField = (field: string, maxLength: number, description: string) =>
  v.pipe(
    v.string('must be a string'),
    v.transform((sent) => requireLabel(field, sent, maxLength)),
    v.metadata({ minLength: 1, maxLength, description }),
  );

/** A whole number by the rules of `requireInteger`. */
export const integerField = (
  field: string,
  minimum: number,
  maximum: number,
  description: string,
) =>
  v.pipe(
    v.number('must be a whole number'),
    v.transform((sent) => requireInteger(field, sent, minimum, maximum)),
    v.metadata({ type: 'integer', minimum, maximum, description }),
  );

/** The key that makes a retry safe. */
export const once = labelField(
  'once',
  255,
  'Identifies this write within the company: sent again, it changes nothing. Use an id of your own event.',
);

/** Names a person in the body of a write. */
export const employeeReference = define(
  'EmployeeReference',
  v.pipe(
    jsonObject(
      {
        employee_id: v.exactOptional(uuid("The employee's id.")),
        external_id: v.exactOptional(text("The HR system's key.")),
        email: v.exactOptional(
          text(
            'Work email address, ignoring case. With a test key the real address or its placeholder.',
          ),
        ),
      },
      'must be an object',
    ),
    v.entries(1, 'must have exactly one of employee_id, external_id and email'),
    v.description('An active employee, by exactly one of the three.'),
  ),
);

export type EmployeeReference = v.InferOutput<typeof employeeReference>;
