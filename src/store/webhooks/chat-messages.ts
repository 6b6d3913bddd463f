import { listOf, many, type Of } from '../query.ts';

const event = {
  sequence: 'integer',
  type: 'text',
  /** As JSON. */
  data: 'text',
  employeeNumber: 'integer?',
  isActive: 'flag',
  name: 'text?',
  nickname: 'text?',
  choice: 'text?',
} as const;

export type ChatEventRow = Of<typeof event>;

/** The events of these numbers that still exist, in their order, with the people that they are about. */
export const listEvents = many(
  'chat-messages/list_events',
  { companyId: 'integer', sequences: listOf('integer') },
  event,
);

const thanked = {
  id: 'text',
  value: 'text',
  number: 'integer',
  name: 'text?',
  nickname: 'text?',
  choice: 'text?',
} as const;

export type ThankedRow = Of<typeof thanked>;

/** Whom the thanks with these ids are for, where everybody may still see them. */
export const listThanked = many(
  'chat-messages/list_thanked',
  { companyId: 'integer', ids: listOf('text') },
  thanked,
);

/** The badges of these codes that still exist. */
export const listBadges = many(
  'chat-messages/list_badges',
  { companyId: 'integer', codes: listOf('text') },
  { code: 'text', name: 'text' },
);
