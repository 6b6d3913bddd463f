import { exec, many, type Of, one } from '../query.ts';

const company = { companyId: 'integer' } as const;

/** Somebody's place in a ranking that is to be kept. */
export const standing = {
  number: 'integer',
  /** Of the days that count. */
  xp: 'integer',
  totalXp: 'integer',
  /** 0 without one. */
  departmentNumber: 'integer',
} as const;

export type StandingRow = Of<typeof standing>;

const block = { ...company, standings: 'integer', list: 'text', first: 'integer' } as const;

export const addBlock = exec('standings/add_block', {
  ...block,
  departmentNumber: 'integer',
  data: 'blob',
});

/** A block of `standings` or `ranks`. */
export const findBlock = one('standings/find_block', block, { data: 'blob' });

/** At most two blocks of a department's `members`, of which the first holds what comes first from a rank on. */
export const listMemberBlocks = many(
  'standings/list_member_blocks',
  { ...company, standings: 'integer', departmentNumber: 'integer', rank: 'integer' },
  { data: 'blob' },
);

export const setBlock = exec('standings/set_block', { ...block, data: 'blob' });

/** All blocks of a ranking that is kept. */
export const listBlocks = many(
  'standings/list_blocks',
  { ...company, standings: 'integer' },
  { list: 'text', departmentNumber: 'integer', first: 'integer', data: 'blob' },
);

export const deleteBlocks = exec('standings/delete_blocks', { ...company, standings: 'integer' });
