import type { ProfileDifference } from '../../domain/roster/profile.ts';
import type { RecordedDifference } from './run-changes.ts';

/** Most differences that a run lists; beyond them they are only counted. */
const MAX_LISTED = 1_000;

/** Counts the people whose name or email differs from the roster, and lists the first who were left alone. */
export class ProfileReview {
  readonly #lineOf: (index: number) => number | null;
  readonly listed: RecordedDifference[] = [];
  /** How many were left alone. */
  differing = 0;
  updated = 0;

  constructor(lineOf: (index: number) => number | null = () => null) {
    this.#lineOf = lineOf;
  }

  add(differences: readonly ProfileDifference[]): void {
    for (const { number, index, fields, reason } of differences) {
      if (reason === null) {
        this.updated++;
        continue;
      }
      this.differing++;
      if (this.listed.length === MAX_LISTED) continue;
      this.listed.push({ number, index, line: this.#lineOf(index), fields, reason });
    }
  }
}
