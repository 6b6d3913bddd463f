/**
 * A reporter that closes a run with its totals: beside the dots of the built-in one, which prints none,
 * it tells a run of everything from a run of nothing, and says what was left out and why.
 */
export default async function* totals(events) {
  for await (const event of events) {
    const { name, skip } = event.data;
    if (event.type === 'test:pass' && skip) {
      yield `\nLEFT OUT (${skip === true ? 'no reason given' : skip}): ${name}\n`;
    }
    if (event.type !== 'test:summary' || event.data.file !== undefined) continue;
    const { passed, failed, skipped } = event.data.counts;
    yield `\n${passed} passed, ${failed} failed, ${skipped} skipped\n`;
  }
}
