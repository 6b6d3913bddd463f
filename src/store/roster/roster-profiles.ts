import { exec, many, type Of, one } from '../query.ts';

const company = { companyId: 'integer' } as const;
const key = { ...company, name: 'text' } as const;

const profile = {
  name: 'text',
  /** JSON, as in a file. */
  reading: 'text',
  createdAt: 'integer',
  /** When a roster was last applied with it. */
  usedAt: 'integer?',
} as const;

/** How rosters are read, by name. */
export type ProfileRow = Of<typeof profile>;

/** The profiles of a company, by name. */
export const list = many('roster-profiles/list', company, profile);

export const find = one('roster-profiles/find', key, profile);

/** Creates a profile, or changes it. */
export const save = exec('roster-profiles/save', { ...key, reading: 'text', now: 'integer' });

export const rename = exec('roster-profiles/rename', { ...key, to: 'text' });

export const noteUsed = exec('roster-profiles/note_used', { ...key, now: 'integer' });

export const deleteOne = exec('roster-profiles/delete_one', key);

export const deleteAll = exec('roster-profiles/delete_all', company);
