import { exec, many } from '../query.ts';

const company = { companyId: 'integer' } as const;

/** How far every company is that tells its people of a kind at times of its own. */
export const list = many(
  'mail-rounds/list',
  { kind: 'text' },
  { ...company, zone: 'text', beganAt: 'integer?', toldTo: 'integer?' },
);

/** Gifts since then with more lines than these whose people are to be told, the first one first. */
export const listGifts = many(
  'mail-rounds/list_gifts',
  { since: 'integer', moreThan: 'integer' },
  { ...company, gift: 'integer', finishedAt: 'integer', toldTo: 'integer' },
);

export const listAwarded = many(
  'mail-rounds/list_awarded',
  { ...company, gift: 'integer', after: 'integer', count: 'integer' },
  { line: 'integer', number: 'integer?', badge: 'text?' },
);

/** Rosters that are blocked since then, of live companies, of which nobody was told yet. */
export const listBlocked = many(
  'mail-rounds/list_blocked',
  { since: 'integer' },
  { ...company, people: 'integer', finishedAt: 'integer' },
);

export const save = exec('mail-rounds/save', {
  ...{ ...company, kind: 'text', beganAt: 'integer', toldTo: 'integer?' },
});

export const listNumbers = many(
  'mail-rounds/list_numbers',
  { ...company, after: 'integer', count: 'integer' },
  { number: 'integer' },
);

export const deleteAll = exec('mail-rounds/delete_all', company);
