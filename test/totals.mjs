/**
 * A reporter that closes a run with its totals: beside the dots of the built-in one, which prints none,
 * it tells a run of everything from a run of nothing.
 */
export default async function* totals(events) {
  for await (const event of events) {
    if (event.type !== 'test:summary' || event.data.file !== undefined) continue;
    const { passed, failed, skipped } = event.data.counts;
    yield `\n${passed} passed, ${failed} failed, ${skipped} skipped\n`;
  }
}
