import { listOf } from './query.ts';

/** What the two ledgers have in common; the XP ledger adds the moment that an entry counts for. */
export const entry = {
  employeeNumber: 'integer',
  entry: 'integer',
  amount: 'integer',
  reason: 'text?',
  onceKey: 'text?',
} as const;

/** An entry as many are written at once, by whoever they come from. */
export const writtenEntry = { ...entry, source: 'text', recordedAt: 'integer' } as const;

/** Who writes an entry, and when. */
export const origin = { companyId: 'integer', source: 'text', now: 'integer' } as const;

export const onceKey = { companyId: 'integer', onceKey: 'text' } as const;

export const onceKeys = { companyId: 'integer', onceKeys: listOf('text') } as const;

export const entryByOnceKey = {
  employeeNumber: 'integer',
  amount: 'integer',
  reason: 'text?',
  at: 'integer',
} as const;

export const amountByOnceKey = {
  onceKey: 'text',
  employeeNumber: 'integer',
  amount: 'integer',
} as const;
