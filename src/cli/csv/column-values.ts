/** How often each value of a column occurs, without the spaces around it, the most frequent first. */
export function countValues(
  rows: Iterable<readonly string[]>,
  position: number,
): [value: string, rows: number][] {
  const counts = new Map<string, number>();
  for (const cells of rows) {
    const value = cells[position]?.trim() ?? '';
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a);
}
