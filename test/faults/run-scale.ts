import { appendFileSync } from 'node:fs';

const { ENGAGED_FAULTS, ENGAGED_FAULTS_TABLE, ENGAGED_FAULTS_SEED } = process.env;

/** The seed of all random choices. */
export const seed = Number(ENGAGED_FAULTS_SEED ?? 6);

/** Whether this is a full run (`npm run test:faults`) instead of a short one. */
export const isFullRun = ENGAGED_FAULTS === 'full';

/** What takes longer than so many milliseconds hangs, on the slowest of machines. */
export const HANGS_MS = 600_000;

/** The number of iterations, in a short and in a full run. */
export const iterations = (short: number, full: number): number => (isFullRun ? full : short);

/** The rounds of a property that takes long: all of them in a full run, a quarter in a short one. */
export const rounds = (full: number): { numRuns: number } => ({
  numRuns: iterations(Math.ceil(full / 4), full),
});

/** A row of the table that a full run prints at its end. */
export type FaultReport = {
  what: string;
  tried: number;
  /** How much acknowledged work was missing afterwards, or went wrong otherwise. */
  lost: number;
  figures: string;
};

/** Adds a row to the table of a full run. */
export function reportResult(row: FaultReport): void {
  if (ENGAGED_FAULTS_TABLE !== undefined)
    appendFileSync(ENGAGED_FAULTS_TABLE, `${JSON.stringify(row)}\n`);
}

/** A generator of numbers from 0 to below 1, the same in every run with the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The value below which this share of the values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
