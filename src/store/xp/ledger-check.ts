import { many } from '../query.ts';

const most = { most: 'integer' } as const;

/** Rows that contradict a ledger: `stored` is what they say, `actual` what the ledger's entries amount to. */
const mismatch = {
  companyId: 'text',
  employeeId: 'text',
  stored: 'integer',
  actual: 'integer',
} as const;

export const listWrongXp = many('ledger-check/list_wrong_xp', most, mismatch);

export const listWrongCoins = many('ledger-check/list_wrong_coins', most, mismatch);

// Without intact foreign keys there may be no such employee.
const orphan = { ...mismatch, companyId: 'text?', employeeId: 'text?' } as const;

export const listWrongMonths = many('ledger-check/list_wrong_months', most, {
  ...orphan,
  month: 'integer',
});

export const listWrongRedemptions = many('ledger-check/list_wrong_redemptions', most, {
  ...orphan,
  redemptionId: 'text',
});

/** What people have gained for which coins are given, and the coins that they got for it. */
export const listWrongCoinsForXp = many('ledger-check/list_wrong_coins_for_xp', most, {
  ...orphan,
  kind: 'text',
});

/** Shop entries without a redemption. */
export const listOrphanShopEntries = many('ledger-check/list_orphan_shop_entries', most, {
  companyId: 'text?',
  employeeId: 'text?',
  actual: 'integer',
});

/** Coins and XP that people have got for thanks: `stored` is what the thanks say. */
export const listWrongKudos = many('ledger-check/list_wrong_kudos', most, {
  ...orphan,
  kind: 'text',
});

/** What people and companies have spent in a month: `actual` is what the thanks add up to. */
export const listWrongKudosMonths = many('ledger-check/list_wrong_kudos_months', most, {
  ...{ ...orphan, month: 'integer', kind: 'text' },
});
