import { exec, many, type Of } from './query.ts';

const company = { companyId: 'integer' } as const;

const decision = {
  entry: 'integer',
  at: 'integer',
  actor: 'text',
  action: 'text',
  targetKind: 'text',
  targetId: 'text?',
  before: 'text?',
  after: 'text?',
} as const;

/** A decision on record; `before` and `after` are JSON. */
export type DecisionRow = Of<typeof decision>;

export const record = exec('audit/record', { ...company, ...decision });

/**
 * The newest decisions, newest first; null filters are no filters. `action` is one or the noun of several,
 * `actor` a part of it; from `since` on and before `until`.
 */
export const list = many(
  'audit/list',
  {
    ...company,
    action: 'text?',
    actor: 'text?',
    targetId: 'text?',
    since: 'integer?',
    until: 'integer?',
    count: 'integer',
  },
  decision,
);
