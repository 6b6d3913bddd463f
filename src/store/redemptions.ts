import { exec } from './query.ts';

/** A redemption begins as pending; the price is kept as it was paid. */
export const create = exec('redemptions/create', {
  companyId: 'integer',
  entry: 'integer',
  id: 'text',
  employeeNumber: 'integer',
  itemEntry: 'integer',
  coinPrice: 'integer',
  now: 'integer',
});
