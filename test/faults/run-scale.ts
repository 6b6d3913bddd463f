import { appendFileSync } from 'node:fs';

const { ENGAGED_FAULTS, ENGAGED_FAULTS_TABLE, ENGAGED_FAULTS_SEED } = process.env;

/** The seed of whatever is left to chance. */
export const seed = Number(ENGAGED_FAULTS_SEED ?? 6);

/** Whether everything is to be tried in full length (`npm run test:faults`), rather than a moment of it. */
export const isFullRun = ENGAGED_FAULTS === 'full';

/** How often something is tried: in a moment, and in full. */
export const iterations = (short: number, full: number): number => (isFullRun ? full : short);

/** What was tried, how often, and what came of it; a row of the table in which a full run ends. */
export type Result = {
  what: string;
  tried: number;
  /** What of all that was acknowledged is not there afterwards, or otherwise went wrong. */
  lost: number;
  figures: string;
};

/** Puts a row on the table, where somebody collects it. */
export function reportResult(row: Result): void {
  if (ENGAGED_FAULTS_TABLE !== undefined)
    appendFileSync(ENGAGED_FAULTS_TABLE, `${JSON.stringify(row)}\n`);
}

/** Numbers from 0 to below 1 that are the same in every run with the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The value below which a share of the values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
