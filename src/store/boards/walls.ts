import { exec, many, type Of, one } from '../query.ts';

const company = { companyId: 'integer' } as const;

const options = {
  title: 'text?',
  period: 'text',
  departmentNumber: 'integer?',
  rowCount: 'integer',
  /** Null for that of the company. */
  language: 'text?',
  shows: 'text',
} as const;

const record = {
  ...company,
  entry: 'integer',
  id: 'text',
  ...options,
  departmentName: 'text?',
  createdAt: 'integer',
} as const;

/** A wall; `title` is null for the name of what it shows. */
export type WallRow = Of<typeof record>;

export const create = exec('walls/create', {
  ...company,
  entry: 'integer',
  id: 'text',
  tokenHash: 'blob',
  ...options,
  now: 'integer',
});

/** The walls of a company, oldest first. */
export const list = many('walls/list', company, record);

const shown = { ...record, companyName: 'text', isSandbox: 'flag' } as const;

/** A wall with what is shown around it. */
export type ShownWallRow = Of<typeof shown>;

export const findByToken = one('walls/find_by_token', { tokenHash: 'blob' }, shown);

/** Gives the walls of a department another one. */
export const moveDepartment = exec('walls/move_department', {
  ...company,
  from: 'integer',
  into: 'integer',
});

export const deleteOne = exec('walls/delete_one', { ...company, entry: 'integer' });

export const deleteAll = exec('walls/delete_all', company);
