import { statSync } from 'node:fs';

const INTERVAL_MS = 1_000;

/** When a test process reported something last, or when it began, in milliseconds UTC. */
export const lastReport = (report: string, began: number): number =>
  Math.max(began, statSync(report, { throwIfNoEntry: false })?.mtimeMs ?? 0);

/** A limit for a test process, of one file or many: it is reached where nothing is reported for so many milliseconds. */
export function endsWhenSilent(
  report: string,
  most: number,
  every = INTERVAL_MS,
): Disposable & { limit: AbortSignal } {
  const hung = new AbortController();
  const began = Date.now();
  const timer = setInterval(() => {
    if (Date.now() - lastReport(report, began) >= most) hung.abort();
  }, every);
  return { limit: hung.signal, [Symbol.dispose]: () => clearInterval(timer) };
}
