import { decision } from '../audit/audit.ts';
import { many } from '../query.ts';

const company = { companyId: 'integer' } as const;
const person = { ...company, number: 'integer' } as const;

export const listXp = many('person-export/list_xp', person, {
  amount: 'integer',
  reason: 'text?',
  source: 'text',
  countsAt: 'integer',
  recordedAt: 'integer',
  idempotencyKey: 'text?',
});

export const listXpMonths = many('person-export/list_xp_months', person, {
  month: 'integer',
  xp: 'integer',
});

export const listCoins = many('person-export/list_coins', person, {
  amount: 'integer',
  reason: 'text?',
  source: 'text',
  recordedAt: 'integer',
  idempotencyKey: 'text?',
});

/** The XP gained since so many coins are given for 100 XP, and the coins that could not be taken back. */
export const listCoinsForXp = many('person-export/list_coins_for_xp', person, {
  xp: 'integer',
  perHundred: 'integer',
  owed: 'integer',
});

/** Badges held and badges revoked. */
export const listGifts = many('person-export/list_gifts', person, {
  id: 'text',
  givenAt: 'integer',
  xp: 'integer',
  coins: 'integer',
  badge: 'text?',
  reason: 'text?',
  at: 'integer?',
  state: 'text',
  why: 'text?',
});

const kudos = {
  id: 'text',
  givenAt: 'integer',
  points: 'integer',
  value: 'text',
  message: 'text?',
  visibility: 'text',
  state: 'text',
  xp: 'integer',
} as const;

export const listKudosGiven = many('person-export/list_kudos_given', person, {
  ...{ ...kudos, receivers: 'integer', idempotencyKey: 'text?' },
});

export const listKudosReceived = many('person-export/list_kudos_received', person, {
  ...{ ...kudos, coins: 'integer' },
});

/** What was decided about thanks that the person gave or got. */
export const listKudosDecisions = many('person-export/list_kudos_decisions', person, {
  ...{ id: 'text', decision: 'text', reason: 'text?', decidedAt: 'integer' },
});

export const listKudosReactions = many('person-export/list_kudos_reactions', person, {
  ...{ id: 'text', kind: 'text' },
});

export const listKudosReports = many('person-export/list_kudos_reports', person, {
  ...{ id: 'text', reason: 'text?', reportedAt: 'integer' },
});

export const listBadges = many('person-export/list_badges', person, {
  code: 'text',
  name: 'text',
  awardedAt: 'integer',
  revokedAt: 'integer?',
});

/** Where the person was, and whether they were active, until that changed. */
export const listPlacements = many('person-export/list_placements', person, {
  until: 'integer',
  department: 'text?',
  isActive: 'flag',
});

/** The months and weeks in which the person signed in. */
export const listSignIns = many('person-export/list_sign_ins', person, {
  unit: 'text',
  period: 'integer',
});

export const listRedemptions = many('person-export/list_redemptions', person, {
  id: 'text',
  itemId: 'text',
  itemName: 'text',
  coinPrice: 'integer',
  status: 'text',
  reason: 'text?',
  idempotencyKey: 'text?',
  createdAt: 'integer',
  updatedAt: 'integer',
});

/** The account of the portal, if there is one, with its sessions as JSON. */
export const listAccounts = many('person-export/list_accounts', person, {
  entry: 'integer',
  id: 'text',
  createdAt: 'integer',
  disabledAt: 'integer?',
  lastSignInAt: 'integer?',
  totpSince: 'integer?',
  issuer: 'text?',
  subject: 'text?',
  language: 'text?',
  sessions: 'text',
  mails: 'text',
});

/** What the person was told of by mail. */
export const listMails = many('person-export/list_mails', person, {
  ...{ kind: 'text', madeAt: 'integer', state: 'text' },
});

export const listLooks = many('person-export/list_looks', person, {
  at: 'integer',
  kind: 'text',
  role: 'text',
});

/** Events about a person, oldest first. `data` is JSON. */
export const listEvents = many('person-export/list_events', person, {
  id: 'text',
  type: 'text',
  at: 'integer',
  data: 'text',
});

/** Audit entries about a person or their redemptions, oldest first. `before` and `after` are JSON. */
export const listAudit = many('person-export/list_audit', { ...person, id: 'text' }, decision);
