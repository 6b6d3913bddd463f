import { resolved } from '../people/employees.ts';
import { exec, listOf, many, type Of, one, rowsOf } from '../query.ts';

const company = { companyId: 'integer' } as const;
const key = { ...company, entry: 'integer' } as const;
const lineOf = { ...company, gift: 'integer' } as const;

/** What a gift gave, once it is finished. */
const sums = {
  people: 'integer',
  xp: 'integer',
  coins: 'integer',
  badges: 'integer',
  levels: 'integer',
  /** Coins that its XP brought. */
  coinsForXp: 'integer',
} as const;

export type GiftSums = Of<typeof sums>;

const gift = {
  entry: 'integer',
  id: 'text',
  /** `list`, `department`, `everybody`, `people` or `badge`. */
  origin: 'text',
  /** The name of the list, the id of the department or the code of the badge. */
  subject: 'text?',
  departmentName: 'text?',
  again: 'flag',
  beganAt: 'integer',
  actor: 'text',
  lines: 'integer',
  /** How many of them are on record. */
  listed: 'integer',
  /** The last line that was given. */
  givenTo: 'integer',
  finishedAt: 'integer?',
  people: 'integer?',
  xp: 'integer?',
  coins: 'integer?',
  badges: 'integer?',
  levels: 'integer?',
  coinsForXp: 'integer?',
  undoBeganAt: 'integer?',
  /** The last line that was undone. */
  undoneTo: 'integer',
  undoneAt: 'integer?',
  undoneBy: 'text?',
  /** That of the first line. */
  reason: 'text?',
} as const;

export type GiftRow = Of<typeof gift>;

export const begin = exec('gifts/begin', {
  ...key,
  id: 'text',
  content: 'blob',
  origin: 'text',
  subject: 'text?',
  again: 'flag',
  now: 'integer',
  actor: 'text',
  lines: 'integer',
});

export const find = one('gifts/find', key, gift);

export const findById = one('gifts/find_by_id', { ...company, id: 'text' }, gift);

/** The last gift of the same content of which nothing was undone, finished or not. */
export const findByContent = one('gifts/find_by_content', { ...company, content: 'blob' }, gift);

/** A page of gifts, newest first, starting before an entry. */
export const list = many('gifts/list', { ...company, before: 'integer', count: 'integer' }, gift);

export const count = one('gifts/count', { ...company, atMost: 'integer' }, { count: 'integer' });

const line = {
  line: 'integer',
  employeeNumber: 'integer?',
  xp: 'integer',
  coins: 'integer',
  badge: 'text?',
  reason: 'text?',
  /** As given; null for the moment of the gift. */
  at: 'integer?',
  /** Why it gives nothing; null where it is to give something. */
  why: 'text?',
} as const;

export type LineRow = Of<typeof line>;

/** How a list named somebody who was not found, as it was read and folded. */
const said = { said: 'text?', saidKey: 'text?' } as const;

export const addLines = exec('gifts/add_lines', {
  ...lineOf,
  lines: rowsOf({ ...line, ...said }),
});

export const noteListed = exec('gifts/note_listed', { ...key, listed: 'integer' });

/** The next lines in their order. */
export const listLines = many(
  'gifts/list_lines',
  { ...lineOf, after: 'integer', count: 'integer' },
  line,
);

/** People by their numbers, active or not. */
export const listPeople = many(
  'gifts/list_people',
  { ...company, numbers: listOf('integer') },
  resolved,
);

const number = { number: 'integer' } as const;

/** The names of people by their numbers. */
export const listNames = many(
  'gifts/list_names',
  { ...company, numbers: listOf('integer') },
  { ...number, id: 'text', name: 'text?' },
);

/** Everybody who is active. */
export const listEverybody = many('gifts/list_everybody', company, number);

/** Active people of departments. */
export const listMembers = many(
  'gifts/list_members',
  { ...company, departments: listOf('integer') },
  number,
);

/** For lines that give somebody what earlier gifts gave: those gifts. */
export const listEarlier = many(
  'gifts/list_earlier',
  {
    ...lineOf,
    lines: rowsOf({
      line: 'integer',
      employeeNumber: 'integer',
      xp: 'integer',
      coins: 'integer',
      badge: 'text?',
      reason: 'text?',
      at: 'integer?',
    }),
    origin: 'text',
    subject: 'text?',
    since: 'integer',
  },
  { line: 'integer', gift: 'integer' },
);

const outcome = {
  line: 'integer',
  state: 'text',
  why: 'text?',
  earlier: 'integer?',
  level: 'integer?',
  badgeEntry: 'integer?',
  coinsForXp: 'integer',
} as const;

export type OutcomeRow = Of<typeof outcome>;

/** Records what became of lines. */
export const noteOutcomes = exec('gifts/note_outcomes', { ...lineOf, outcomes: rowsOf(outcome) });

export const noteGiven = exec('gifts/note_given', { ...key, line: 'integer' });

/** What the lines gave so far, also what was undone since. */
export const sum = one('gifts/sum', lineOf, sums);

export const finish = exec('gifts/finish', { ...key, ...sums, now: 'integer' });

/** Lines that gave nothing. */
export const listSkipped = many('gifts/list_skipped', lineOf, {
  line: 'integer',
  why: 'text',
  employeeId: 'text?',
  earlierId: 'text?',
});

export const countSkipped = one('gifts/count_skipped', lineOf, { count: 'integer' });

export const beginUndo = exec('gifts/begin_undo', { ...key, now: 'integer', actor: 'text' });

/** Lines of the next people for whom a gift is to be undone. */
export const findLineToDecide = one(
  'gifts/find_line_to_decide',
  { ...lineOf, number: 'integer' },
  { line: 'integer' },
);
export const listToUndo = many(
  'gifts/list_to_undo',
  { ...lineOf, after: 'integer', count: 'integer' },
  { line: 'integer', employeeNumber: 'integer' },
);

const givenLine = {
  line: 'integer',
  employeeNumber: 'integer',
  xp: 'integer',
  coins: 'integer',
  badge: 'text?',
  reason: 'text?',
  at: 'integer?',
  level: 'integer?',
  badgeEntry: 'integer?',
  coinsForXp: 'integer',
} as const;

export type GivenLineRow = Of<typeof givenLine>;

/** All that a gift gave to some people and that is not undone. */
export const listLinesOf = many(
  'gifts/list_lines_of',
  { ...lineOf, numbers: listOf('integer') },
  givenLine,
);

export const noteUndone = exec('gifts/note_undone', { ...key, line: 'integer' });

export const finishUndo = exec('gifts/finish_undo', { ...key, now: 'integer' });

export const countUndone = one('gifts/count_undone', lineOf, { people: 'integer' });

/** For whom a gift was not undone, and why. */
export const listKept = many('gifts/list_kept', lineOf, {
  ...number,
  employeeId: 'text',
  name: 'text?',
  why: 'text',
});

const shown = {
  line: 'integer',
  employeeId: 'text?',
  name: 'text?',
  departmentName: 'text?',
  xp: 'integer',
  coins: 'integer',
  badge: 'text?',
  gotBadge: 'flag',
  reason: 'text?',
  at: 'integer?',
  state: 'text',
  why: 'text?',
  earlierId: 'text?',
  level: 'integer?',
  said: 'text?',
  coinsForXp: 'integer',
  externalId: 'text?',
} as const;

export type ShownLine = Of<typeof shown>;

/** A page of lines with their people. */
export const listShown = many(
  'gifts/list_shown',
  { ...lineOf, after: 'integer', count: 'integer' },
  shown,
);
