import { failure } from '../../../domain/errors.ts';
import { redemptionReceipt, redemptionRequest } from '../../../service/shop/redemption-schemas.ts';
import type { WriteEndpoint } from '../../endpoint.ts';
import { errorResponse, rateHeaders } from '../../openapi/responses.ts';
import { toProblem } from '../../response/problems.ts';
import { BODY_LIMIT } from '../../server/body-framing.ts';
import { MUSEUM_DAY, REDEMPTION, TEODOR } from '../examples.ts';
export const redeemShopItem: WriteEndpoint = {
  method: 'POST',
  path: '/v1/shop/redemptions',
  operationId: 'redeemShopItem',
  tag: 'Shop',
  isAddition: true,
  scope: 'shop:redeem',
  name: 'redeem',
  parameters: {},
  notFound: 'employee_not_found',
  conflict: errorResponse({
    description: 'It cannot be redeemed. Do not retry.',
    problems: {
      insufficient_coins: [
        'The employee has too few coins',
        toProblem(failure('coins_short', { coins: 3 })),
      ],
      sold_out: ['None is left', toProblem(failure('item_sold_out'))],
      conflict: [
        'The `once` was used for something else',
        toProblem(failure('redemption_key_used')),
      ],
    },
    headers: rateHeaders('OrNone'),
  }),
  summary: 'Redeem a shop item',
  description:
    "Spends an employee's coins on a shop item. Coins, stock and redemption change together. The redemption is pending " +
    'until an operator decides on it. Sent again with the same `once`, the request gives the same redemption.',
  requestBody: {
    schema: redemptionRequest,
    example: {
      summary: 'A day at the museum',
      value: {
        employee: { external_id: TEODOR.external_id },
        item_id: MUSEUM_DAY.id,
        once: 'order-7731',
      },
    },
    limit: BODY_LIMIT,
  },
  response: {
    description: 'The redemption, made now or before.',
    schema: redemptionReceipt,
    example: { ...REDEMPTION, coins_left: 120 },
  },
  typescript: `const [item] = await client.shopItems().all();
const redemption = await client.redeemShopItem({
  employee: { employee_id: employeeId },
  item_id: item?.id ?? '',
  once: 'order-7731',
});
console.log(redemption.status, redemption.coins_left);`,
};
