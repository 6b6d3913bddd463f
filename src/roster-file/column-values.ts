/** How often each value of a column occurs, the most frequent first. */
export type ValueCounts = readonly (readonly [value: string, rows: number])[];

/** Counts the values of some columns in one pass, without the spaces around them. */
export function countValues(
  records: Iterable<{ readonly cells: readonly string[] }>,
  positions: readonly number[],
): Map<number, ValueCounts> {
  const counts = positions.map((position) => ({ position, ofValue: new Map<string, number>() }));
  for (const { cells } of records) {
    for (const { position, ofValue } of counts) {
      const value = cells[position]?.trim() ?? '';
      ofValue.set(value, (ofValue.get(value) ?? 0) + 1);
    }
  }
  return new Map(
    counts.map(({ position, ofValue }) => [position, [...ofValue].sort(([, a], [, b]) => b - a)]),
  );
}
