/** The states of a redemption. */
export const REDEMPTION_STATUSES = [
  'pending',
  'approved',
  'fulfilled',
  'declined',
  'refunded',
] as const;
export type RedemptionStatus = (typeof REDEMPTION_STATUSES)[number];

/** The states that each state may be reached from. None is reached twice, so nothing is given back twice. */
const ALLOWED_FROM: Record<RedemptionStatus, readonly RedemptionStatus[]> = {
  pending: [],
  approved: ['pending'],
  fulfilled: ['approved'],
  declined: ['pending', 'approved'],
  refunded: ['approved', 'fulfilled'],
};

/** Whether a redemption may go from one state to another. */
export const canTransition = (from: RedemptionStatus, to: RedemptionStatus): boolean =>
  ALLOWED_FROM[to].includes(from);

/** The states in which the price has gone back to the person, and what was taken to the shop. */
export const isReversed = (status: RedemptionStatus): boolean =>
  status === 'declined' || status === 'refunded';

/** What a redemption may become, for people; empty where its life is over. */
export const nextStatuses = (from: RedemptionStatus): RedemptionStatus[] =>
  REDEMPTION_STATUSES.filter((to) => canTransition(from, to));
