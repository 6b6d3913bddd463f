import type { NoticeWrite } from './notices.ts';

/** Whom a portion of a round tells, at most. */
export const PORTION = 250;

/** A round of a company, in which many are told of something, that is due. `beganAt` tells it from earlier ones of its kind. */
export type DueRound = {
  companyId: number;
  kind: 'decision' | 'digest' | 'gift';
  beganAt: number;
  /** Who was told last; 0 for nobody. */
  after: number;
  /** Tells the next ones. @returns who was the last; null where there is nobody left */
  tell(write: NoticeWrite, after: number): number | null;
};

/** The last of a portion; null where it was not full, so that there is nobody left. */
export const lastOfPortion = (numbers: readonly number[]): number | null =>
  numbers.length < PORTION ? null : (numbers.at(-1) ?? null);
