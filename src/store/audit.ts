import { exec, listOf, many, type Of, rowsOf } from './query.ts';

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

export const recordAll = exec('audit/record_all', { ...company, decisions: rowsOf(decision) });

/**
 * The newest audit entries before one, newest first. A null filter is ignored. `action` is an action or its noun, `actor`
 * matches a part, and `actors` are whole ones; `since` is included, `until` is not.
 */
export const list = many(
  'audit/list',
  {
    ...company,
    action: 'text?',
    actor: 'text?',
    actors: listOf('text'),
    before: 'integer',
    targetId: 'text?',
    since: 'integer?',
    until: 'integer?',
    withSignIns: 'flag',
    count: 'integer',
  },
  decision,
);

/** Decisions about some targets, newest first. Reads the whole log: take no more of it than needed, and not on the main thread. */
export const listAbout = many(
  'audit/list_about',
  { ...company, targets: listOf('text') },
  { targetId: 'text', at: 'integer', actor: 'text' },
);
