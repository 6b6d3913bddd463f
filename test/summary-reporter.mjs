/**
 * A reporter that prints the totals at the end of a run: the built-in dot reporter prints none, so that a
 * full run looks like an empty one. It also lists the skipped tests with their reasons.
 */
export default async function* totals(events) {
  for await (const event of events) {
    const { name, skip } = event.data;
    if (event.type === 'test:pass' && skip) {
      yield `\nSKIPPED (${skip === true ? 'no reason given' : skip}): ${name}\n`;
    }
    if (event.type !== 'test:summary' || event.data.file !== undefined) continue;
    const { passed, failed, skipped } = event.data.counts;
    yield `\n${passed} passed, ${failed} failed, ${skipped} skipped\n`;
  }
}
