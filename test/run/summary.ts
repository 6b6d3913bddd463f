import type { Outcome } from './run-files.ts';

/** The line of a file that has ended: its time, its processor time, and all that is known of what failed in it. */
export function lineOf({ name, passed, faults, written, seconds, cpu }: Outcome): string {
  const time = [seconds, cpu].map((one) => `${one.toFixed(1)} s`.padStart(8)).join(' ');
  if (faults.length === 0) return `${time}  ${name} (${passed})`;
  const told = faults.map(({ test, why }) => (test === undefined ? why : `${test}\n${why}`));
  const output = written === '' ? [] : [`It wrote:\n${written}`];
  return [`${time}  FAILED ${name}`, ...told, ...output].join('\n\n');
}

/** The files that took most of the processor, and those that waited longest, each longest first. */
export function longestOf(outcomes: readonly Outcome[], most: number): string {
  const longest = (what: string, of: (outcome: Outcome) => number) => {
    const sorted = outcomes.toSorted((one, other) => of(other) - of(one)).slice(0, most);
    const lines = sorted.map((one) => `${of(one).toFixed(1).padStart(8)} s  ${one.name}\n`);
    return `${what}:\n${lines.join('')}`;
  };
  const work = longest('Most processor time', ({ cpu }) => cpu);
  return `${work}${longest('Longest waits', ({ seconds, cpu }) => seconds - cpu)}`;
}

/**
 * What a run says at its end: what was skipped, what failed, its processor time, which tells more than its time on a busy
 * machine, and the totals, on a line of their own, as continuous integration reads it.
 *
 * @param options.fault why the run could not be made, or came to no end
 * @param options.server the processor time of the server of PostgreSQL, in seconds
 */
export function summaryOf(
  outcomes: readonly Outcome[],
  { fault, server = 0 }: { fault?: string | undefined; server?: number } = {},
): { text: string; isGood: boolean } {
  const skipped = outcomes.flatMap(({ name, skipped }) =>
    skipped.map(({ test, why }) => `SKIPPED (${why}): ${name}: ${test}`),
  );
  const failed = outcomes.flatMap(({ name, faults }) =>
    faults.map(({ test, why }) => `FAILED: ${name}: ${test ?? why.split('\n')[0]}`),
  );
  const all = fault === undefined ? failed : [...failed, `FAILED: ${fault}`];
  const sum = (of: (outcome: Outcome) => number) =>
    outcomes.reduce((total, outcome) => total + of(outcome), 0);
  const failures = sum((one) => one.failed) + (fault === undefined ? 0 : 1);
  const totals = `${sum((one) => one.passed)} passed, ${failures} failed, ${skipped.length} skipped`;
  const work = `${sum((one) => one.cpu).toFixed(0)} seconds of processor time, and ${server.toFixed(0)} of PostgreSQL`;
  const verdict = all.length === 0 ? [] : ['The tests failed.'];
  return {
    text: [...skipped, ...all, ...verdict, work, totals].map((line) => `${line}\n`).join(''),
    isGood: all.length === 0,
  };
}
