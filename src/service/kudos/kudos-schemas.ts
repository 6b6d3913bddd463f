import * as v from 'valibot';
import { jsonObject } from '../../domain/body-schema.ts';
import { KUDOS_VISIBILITIES, MAX_RECEIVERS } from '../../domain/kudos.ts';
import {
  define,
  listOf,
  object,
  oneOf,
  orNull,
  text,
  timestamp,
  uuid,
  whole,
} from '../../domain/schema.ts';
import { employeeReference, integerField, once } from '../request-fields.ts';
import { MAX_ALLOWANCE } from './kudos-settings.ts';

/** The body of a request to give thanks. */
export const kudosRequest = define(
  'KudosRequest',
  v.pipe(
    jsonObject(
      {
        from: employeeReference,
        to: v.pipe(
          v.array(employeeReference, 'must be an array'),
          v.minLength(1, 'must contain at least 1 element'),
          v.maxLength(MAX_RECEIVERS, `must contain no more than ${MAX_RECEIVERS} elements`),
          v.description('Who is thanked; nobody twice, and not the giver.'),
        ),
        points: integerField(
          'points',
          0,
          MAX_ALLOWANCE,
          'Points for each of them. 0: thanks alone.',
        ),
        message: text('What they did. Plain text; the company sets how long it is.'),
        value: text('The code of a value of the company.'),
        visibility: v.nullish(
          v.pipe(
            v.picklist(KUDOS_VISIBILITIES, `must be one of ${KUDOS_VISIBILITIES.join(', ')}`),
            v.description('Who may see it; as the company says if left out.'),
          ),
        ),
        once,
      },
      'must be a JSON object',
    ),
    v.description('The body of a request to give thanks.'),
  ),
);

const kudosPerson = define(
  'KudosPerson',
  object('Somebody who gave thanks or got them, active or not.', {
    employee_id: uuid('The employee.'),
    external_id: orNull(text("The HR system's key; null if none was set.")),
    name: orNull(
      text(
        '`Former member` for somebody who was erased. Null where there is none, or where the company hides it.',
      ),
    ),
  }),
);

const kudosFields = {
  id: uuid('The thanks.'),
  from: kudosPerson,
  to: listOf(kudosPerson, 'Who was thanked, in the order of joining.'),
  points: whole('Points for each of them.', 0),
  message: orNull(text('Plain text; null once somebody whom it thanks was erased.')),
  value: text('The code of the value.'),
  visibility: oneOf(KUDOS_VISIBILITIES, 'Who may see it.'),
  created_at: timestamp('When it was given.'),
};

export const kudos = define('Kudos', object('Thanks of one employee to others.', kudosFields));

export const kudosReceipt = define(
  'KudosReceipt',
  object('Thanks, and what the giver has left.', {
    ...kudosFields,
    allowance_left: whole('Points that the giver has left to give this month.', 0),
  }),
);
