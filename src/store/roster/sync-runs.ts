import { exec, listOf, many, type Of, one, rowsOf } from '../query.ts';

const company = { companyId: 'integer' } as const;
const run = { ...company, id: 'text' } as const;
const entry = { ...company, entry: 'integer' } as const;

const recorded = {
  id: 'text',
  kind: 'text',
  subjectId: 'text?',
  source: 'text',
  actor: 'text',
  requestId: 'text?',
  startedAt: 'integer',
  finishedAt: 'integer',
  outcome: 'text',
  result: 'text',
} as const;

const onRecord = { ...recorded, supersededBy: 'text?', isApproved: 'flag' } as const;

/** A run on record, without what it changed. `result` is JSON. */
export type SyncRunRow = Of<typeof onRecord>;

/** Records a run. `result` and `changes`, of which it is the first part, are JSON. */
export const record = exec('sync-runs/record', {
  ...company,
  ...recorded,
  entry: 'integer',
  changes: 'text?',
});

/** Records another part of what a run changed, whose people have numbers from `firstPerson` to `lastPerson`. */
export const recordPart = exec('sync-runs/record_part', {
  ...entry,
  part: 'integer',
  firstPerson: 'integer?',
  lastPerson: 'integer?',
  changes: 'text',
});

/** Records whom a run is about: a bit for each person of a block. */
export const recordPeople = exec('sync-runs/record_people', {
  ...company,
  entry: 'integer',
  people: rowsOf({ block: 'integer', people: 'integer' }),
});

/** The runs that are about a person, oldest first. */
export const listOfPerson = many(
  'sync-runs/list_of_person',
  { ...company, block: 'integer', bit: 'integer' },
  { id: 'text' },
);

/** The runs that were applied last, newest first. */
export const listNewest = many('sync-runs/list_newest', { ...company, count: 'integer' }, onRecord);

/** Runs that were applied before another one, newest first; the newest of all where there is no such run. */
export const listBefore = many(
  'sync-runs/list_before',
  { ...company, before: 'text', count: 'integer' },
  onRecord,
);

/** Runs whose id, as text, is not below `from` and is below `before`. */
export const listByIdPrefix = many(
  'sync-runs/list_by_id_prefix',
  { ...company, from: 'text', before: 'text', count: 'integer' },
  onRecord,
);

/** Reverts and approvals of one run, oldest first. */
export const listFollowUps = many(
  'sync-runs/list_follow_ups',
  { ...company, subjectId: 'text' },
  onRecord,
);

/** The first part of what a run changed, as JSON. */
export const findChanges = one('sync-runs/find_changes', run, {
  entry: 'integer',
  changes: 'text?',
});

/** The other parts, in order. */
export const listParts = many('sync-runs/list_parts', entry, { changes: 'text' });

/** Those of the other parts that may be about a person. */
export const listPartsAbout = many(
  'sync-runs/list_parts_about',
  { ...entry, number: 'integer' },
  { part: 'integer', changes: 'text' },
);

/** The blocked run that no later sync has superseded, approved or not, and how many people it held back. */
export const findToApprove = one('sync-runs/find_to_approve', company, {
  id: 'text',
  people: 'integer',
  isApproved: 'flag',
});

/** Records which sync superseded a blocked run. */
export const supersede = exec('sync-runs/supersede', { ...run, by: 'text' });

/** How many runs there are in all companies, and when the first of them ended. */
export const findState = one(
  'sync-runs/find_state',
  {},
  { count: 'integer', oldestAt: 'integer?' },
);

/** Syncs that ended before a time, in the order of their ids: some of those after an id and below another one. */
export const listOldSyncs = many(
  'sync-runs/list_old_syncs',
  { ...company, after: 'text', madeBefore: 'text', before: 'integer', count: 'integer' },
  {
    id: 'text',
    supersededBy: 'text?',
    /** The last one of its source and outcome. */
    isNewest: 'flag',
    isToApprove: 'flag',
    hasFollowUps: 'flag',
  },
);

/** Deletes all parts of a run but the first. */
export const deleteParts = exec('sync-runs/delete_parts', entry);

/** The same, of several runs. They go before the runs themselves. */
export const deletePartsOf = exec('sync-runs/delete_parts_of', {
  ...company,
  ids: listOf('text'),
});

export const deleteAllOf = exec('sync-runs/delete_all_of', { ...company, ids: listOf('text') });
