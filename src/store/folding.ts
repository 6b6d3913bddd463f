import { exec, listOf, many } from './query.ts';

const written = {
  kind: 'text',
  companyId: 'integer',
  entry: 'integer',
  id: 'text',
  text: 'text',
} as const;

/** Names and addresses of which a folded form is on record, and that have one of some characters. */
export const listWith = many('folding/list_with', { characters: listOf('text') }, written);

const key = { companyId: 'integer', entry: 'integer', key: 'text' } as const;

export const setCompany = exec('folding/set_company', key);
export const setContest = exec('folding/set_contest', key);
export const setDepartment = exec('folding/set_department', key);
export const setEmployee = exec('folding/set_employee', key);
export const setAccount = exec('folding/set_account', key);
