import type { TestEvent } from 'node:test/reporters';

/** A reporter of node:test that says how much of the program the tests execute. */
export default async function* coverage(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const event of events) {
    if (event.type !== 'test:coverage') continue;
    const { coveredLinePercent, coveredBranchPercent, coveredFunctionPercent } =
      event.data.summary.totals;
    const [lines, branches, functions] = [
      coveredLinePercent,
      coveredBranchPercent,
      coveredFunctionPercent,
    ].map((percent) => `${percent.toFixed(1)} %`);
    yield `Covered: ${lines} of lines, ${branches} of branches, ${functions} of functions\n`;
  }
}
