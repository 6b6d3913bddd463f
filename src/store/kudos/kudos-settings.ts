import { exec, listOf, many, type Of, one } from '../query.ts';

const company = { companyId: 'integer' } as const;
const person = { ...company, employeeNumber: 'integer' } as const;

const settings = {
  isOn: 'flag',
  allowance: 'integer',
  coinsPerPoint: 'integer',
  receiverXp: 'integer',
  giverXp: 'integer',
  giverXpAWeek: 'integer',
  messageMin: 'integer',
  messageMax: 'integer',
  budget: 'integer?',
  visibility: 'text',
} as const;

export type KudosSettingsRow = Of<typeof settings>;

export const find = one('kudos-settings/find', company, settings);

export const save = exec('kudos-settings/save', { ...company, ...settings });

const department = { ...company, departmentNumber: 'integer' } as const;

/** The departments that have an allowance of their own. */
export const listAllowances = many('kudos-settings/list_allowances', company, {
  departmentNumber: 'integer',
  allowance: 'integer',
  parentNumber: 'integer?',
  id: 'text',
  name: 'text',
});

export const saveAllowance = exec('kudos-settings/save_allowance', {
  ...department,
  allowance: 'integer',
});

export const deleteAllowance = exec('kudos-settings/delete_allowance', department);

/** The part somebody takes, where they do not both give and receive. */
export const findPart = one('kudos-settings/find_part', person, { part: 'text' });

/** Those of several people. */
export const listParts = many(
  'kudos-settings/list_parts',
  { ...company, numbers: listOf('integer') },
  { employeeNumber: 'integer', part: 'text' },
);

export const savePart = exec('kudos-settings/save_part', { ...person, part: 'text' });

export const deletePart = exec('kudos-settings/delete_part', person);
