/** The states of a redemption. */
export const REDEMPTION_STATUSES = [
  'pending',
  'approved',
  'fulfilled',
  'declined',
  'refunded',
] as const;
export type RedemptionStatus = (typeof REDEMPTION_STATUSES)[number];

/** The states that each state may be reached from. None is reached twice, so nothing is returned twice. */
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

/** The states in which price and stock have been returned. */
export const isReversed = (status: RedemptionStatus): boolean =>
  status === 'declined' || status === 'refunded';

/** The states that a redemption may change to; empty for a final one. */
export const nextStatuses = (from: RedemptionStatus): RedemptionStatus[] =>
  REDEMPTION_STATUSES.filter((to) => canTransition(from, to));
