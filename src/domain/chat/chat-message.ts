/** The types of events that a chat is told of. */
export const CHAT_EVENTS = [
  'level.reached',
  'badge.awarded',
  'kudos.given',
  'contest.closed',
] as const;
export type ChatEvent = (typeof CHAT_EVENTS)[number];

/** A message to a chat: sentences, each a line of its own without any markup, and where to see more. */
export type ChatMessage = {
  lines: readonly string[];
  link: { href: string; label: string } | null;
};
