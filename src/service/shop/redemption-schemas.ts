import * as v from 'valibot';
import { jsonObject } from '../../domain/body-schema.ts';
import { REDEMPTION_STATUSES } from '../../domain/redemption.ts';
import { define, object, oneOf, text, timestamp, uuid, whole } from '../../domain/schema.ts';
import { employeeReference, once } from '../request-fields.ts';

/** The body of a request to redeem. */
export const redemptionRequest = define(
  'RedemptionRequest',
  v.pipe(
    jsonObject(
      { employee: employeeReference, item_id: uuid('The shop item.'), once },
      'must be a JSON object',
    ),
    v.description('The body of a request to redeem.'),
  ),
);

const redemptionFields = {
  id: uuid('The redemption.'),
  item: object('What was redeemed.', {
    id: uuid('The item.'),
    name: text("The item's name."),
    coin_price: whole('The price that was paid, in coins.', 0),
  }),
  employee_id: uuid('Who redeemed it.'),
  status: oneOf(REDEMPTION_STATUSES, 'Its state. Operators change it.'),
  requested_at: timestamp('When it was requested.'),
};

export const redemption = define(
  'Redemption',
  object('Coins spent on a shop item.', redemptionFields),
);

export const redemptionReceipt = define(
  'RedemptionReceipt',
  object('A redemption, and what is left.', {
    ...redemptionFields,
    coins_left: whole('Coins that the employee has now.', 0),
  }),
);
