import { REDEMPTION_STATUSES } from '../../../domain/redemption.ts';
import {
  define,
  oneOf,
  responseObject,
  text,
  timestamp,
  uuid,
  whole,
} from '../../openapi/schema.ts';
import { MUSEUM_DAY, TEODOR } from '../examples.ts';

const redemptionFields = {
  id: uuid('The redemption.'),
  item: responseObject('What was redeemed.', {
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
  responseObject('Coins spent on a shop item.', redemptionFields),
);

export const redemptionReceipt = define(
  'RedemptionReceipt',
  responseObject('A redemption, and what is left.', {
    ...redemptionFields,
    coins_left: whole('Coins that the employee has now.', 0),
  }),
);

export const REDEMPTION_EXAMPLE = {
  id: '019aa5c2-7d1e-7000-8b10-6f2d9a3c4e58',
  item: MUSEUM_DAY,
  employee_id: TEODOR.employee_id,
  status: 'pending',
  requested_at: '2026-11-21T09:31:12.408Z',
};
