import { exec, listOf, many, type Of, one, type Params, rowsOf } from '../query.ts';

const company = { companyId: 'integer' } as const;

/** What is on record of a decision. */
export const decision = {
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

const filter = {
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
} as const;

export type DecisionFilter = Params<typeof filter>;

const exactly = { ...filter, exactly: 'text' } as const;

/**
 * The newest audit entries before one, newest first. A null filter is ignored. `action` is an action or its noun, `actor`
 * matches a part, and `actors` are whole ones; `since` is included, `until` is not.
 */
export const list = many('audit/list', filter, decision);

/** The same, of one action alone. */
export const listOfAction = many('audit/list_of_action', exactly, decision);

/** The same, by one actor alone. */
export const listByActor = many('audit/list_by_actor', exactly, decision);

/** The same, about one target alone. */
export const listAbout = many('audit/list_about', exactly, decision);

/** The same, for a time in which little was decided: reads all of it. */
export const listOfTime = many('audit/list_of_time', filter, decision);

/** How many decisions there are of a time, counted up to a limit. */
export const countOfTime = one(
  'audit/count_of_time',
  { ...company, since: 'integer?', until: 'integer?', atMost: 'integer' },
  { count: 'integer' },
);

/** The actions on record that match. */
export const listActions = many(
  'audit/list_actions',
  { ...company, action: 'text?' },
  { action: 'text' },
);

/** The actors on record who match, up to a limit. */
export const listActors = many(
  'audit/list_actors',
  { ...company, actor: 'text?', actors: listOf('text'), count: 'integer' },
  { actor: 'text' },
);

/** The newest decision about each of some targets. */
export const listLast = many(
  'audit/list_last',
  { ...company, targets: listOf('text') },
  { targetId: 'text', at: 'integer', actor: 'text' },
);

/** The entry of the newest decision with an action; null where there is none. */
export const findLastOfAction = one(
  'audit/find_last_of_action',
  { ...company, action: 'text' },
  { entry: 'integer?' },
);

/** A decision from before a time, other than the last import of XP. */
export const findOld = one(
  'audit/find_old',
  { ...company, before: 'integer' },
  { entry: 'integer' },
);

/** Deletes the oldest such decisions, up to a number of them. */
export const deleteOld = exec('audit/delete_old', {
  ...company,
  before: 'integer',
  count: 'integer',
});

/** How many such decisions there are. */
export const countOld = one(
  'audit/count_old',
  { ...company, before: 'integer' },
  { count: 'integer' },
);

/** How many decisions there are in all companies, and when the first of them was made. */
export const findState = one('audit/find_state', {}, { count: 'integer', oldestAt: 'integer?' });
