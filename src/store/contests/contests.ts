import { standing } from '../months/standings.ts';
import { exec, listOf, many, type Of, one, type Params } from '../query.ts';

const company = { companyId: 'integer' } as const;
const key = { ...company, entry: 'integer' } as const;

const rules = {
  name: 'text',
  startsAt: 'integer',
  /** The first moment after it. */
  endsAt: 'integer',
  /** Their numbers, as JSON; none for everybody. */
  departments: 'text',
  /** As JSON. */
  prizes: 'text',
  /** `shared`, `first` or `joined`. */
  ties: 'text',
  /** `xp`, `badges`, `participation` or `average`. */
  counts: 'text',
  /** Whose XP counts, as JSON; none for all. */
  reasons: 'text',
  /** The codes of those that count, as JSON; none for all. */
  badges: 'text',
  /** Who made or changed it, actors of the audit log, as JSON. */
  deciders: 'text',
} as const;

const contest = {
  entry: 'integer',
  id: 'text',
  ...rules,
  createdAt: 'integer',
  cancelledAt: 'integer?',
  closedAt: 'integer?',
  people: 'integer?',
  standings: 'integer?',
  withheld: 'text?',
  /** The ranking of departments, as JSON. */
  teams: 'text?',
} as const;

export type ContestRow = Of<typeof contest>;

const closedContest = {
  ...contest,
  closedAt: 'integer',
  people: 'integer',
  standings: 'integer',
  withheld: 'text',
} as const;

export const create = exec('contests/create', {
  ...key,
  ...rules,
  id: 'text',
  nameKey: 'text',
  now: 'integer',
});

export const change = exec('contests/change', { ...key, ...rules, nameKey: 'text' });

export const cancel = exec('contests/cancel', { ...key, now: 'integer' });

export const close = exec('contests/close', {
  ...key,
  now: 'integer',
  people: 'integer',
  standings: 'integer',
  withheld: 'text',
  teams: 'text?',
});

export const find = one('contests/find', key, contest);

export const findById = one('contests/find_by_id', { ...company, id: 'text' }, contest);

export const listMatching = many(
  'contests/list_matching',
  { ...company, id: 'text', nameKey: 'text' },
  contest,
);

/** Contests before an entry, the newest first. */
export const list = many(
  'contests/list',
  { ...company, before: 'integer', count: 'integer' },
  contest,
);

/** Contests that are not closed or cancelled, in the order of their ends. */
export const listOpen = many('contests/list_open', company, contest);

export const listClosed = many('contests/list_closed', company, closedContest);

/** Contests of all companies that ended at a moment or before, and are open. */
export const listDue = many(
  'contests/list_due',
  { endedBy: 'integer' },
  { companyId: 'integer', id: 'text', entry: 'integer', contestId: 'text' },
);

/** The days that count, and the departments whose people take part, with those below. */
const scope = {
  ...company,
  startsAt: 'integer',
  endsAt: 'integer',
  everybody: 'flag',
  departments: listOf('integer'),
} as const;

const reasons = { reasons: listOf('text') } as const;
const badges = { anyBadge: 'flag', badges: listOf('text') } as const;

/** Equal XP is ordered by `tieBreak`, and then by number. */
const tiedStanding = { ...standing, tieBreak: 'integer' } as const;

/** Of equal XP, whether who had it first is ahead. */
const order = { byTime: 'flag' } as const;

export type ContestScope = Params<typeof scope & typeof order & typeof reasons & typeof badges> & {
  counts: string;
};

/** Everybody who takes part and has XP above zero, in rank order. */
export const rankXp = many('contests/rank_xp', scope, tiedStanding);
/** The same, with those of equal XP in the order in which they had it. */
export const rankXpInTurn = many('contests/rank_xp_in_turn', scope, tiedStanding);
export const rankReasons = many('contests/rank_reasons', { ...scope, ...reasons }, tiedStanding);
export const rankReasonsInTurn = many(
  'contests/rank_reasons_in_turn',
  { ...scope, ...reasons },
  tiedStanding,
);
export const rankBadges = many('contests/rank_badges', { ...scope, ...badges }, tiedStanding);
export const rankBadgesInTurn = many(
  'contests/rank_badges_in_turn',
  { ...scope, ...badges },
  tiedStanding,
);

/** Everybody whose XP, department or state changed after a revision, as they are now. */
export const listChanges = many(
  'contests/list_changes',
  { ...scope, ...order, ...reasons, anyReason: 'flag', revision: 'integer' },
  { ...tiedStanding, active: 'flag' },
);

/** Active people who are directly in some departments. */
export const listTeamMembers = many(
  'contests/list_team_members',
  { ...company, departments: listOf('integer') },
  { number: 'integer' },
);

/** People who win something. */
export const listWinners = many(
  'contests/list_winners',
  { ...company, numbers: listOf('integer') },
  { number: 'integer', id: 'text', coins: 'integer' },
);

/** The XP of one person in the days of a contest, by reason. */
export const listOwnXp = many(
  'contests/list_own_xp',
  { ...company, employeeNumber: 'integer', startsAt: 'integer', endsAt: 'integer' },
  { name: 'text?', xp: 'integer' },
);
