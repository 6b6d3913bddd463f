import type { Outcome } from './run-files.ts';

/** The line of a file that has ended: its time, its processor time, and all that is known of what failed in it. */
export function lineOf({ name, passed, faults, written, seconds, cpu }: Outcome): string {
  const time = [seconds, cpu].map((one) => `${one.toFixed(1)} s`.padStart(8)).join(' ');
  if (faults.length === 0) return `${time}  ${name} (${passed})`;
  const told = faults.map(({ test, why }) => (test === undefined ? why : `${test}\n${why}`));
  const output = written === '' ? [] : [`It wrote:\n${written}`];
  return [`${time}  FAILED ${name}`, ...told, ...output].join('\n\n');
}

/**
 * What a run says at its end: what was skipped, what failed, its processor time, which tells more than its time on a busy
 * machine, and the totals, on a line of their own, as continuous integration reads it.
 *
 * @param fault why the run could not be made, or came to no end
 */
export function summaryOf(
  outcomes: readonly Outcome[],
  fault?: string,
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
  const work = `${sum((one) => one.cpu).toFixed(0)} seconds of processor time`;
  const verdict = all.length === 0 ? [] : ['The tests failed.'];
  return {
    text: [...skipped, ...all, ...verdict, work, totals].map((line) => `${line}\n`).join(''),
    isGood: all.length === 0,
  };
}
