/** How often each value of a column occurs, the most frequent first. */
export type ValueCounts = readonly (readonly [value: string, rows: number])[];

/** Most values of a column that are told apart; rows with others are left out. */
export const MAX_DISTINCT = 10_000;

/** Counts the values of some columns in one pass, without the spaces around them. */
export function countValues(
  records: Iterable<{ readonly cells: readonly string[] }>,
  positions: readonly number[],
): Map<number, ValueCounts> {
  const counts = positions.map((position) => ({ position, ofValue: new Map<string, number>() }));
  for (const { cells } of records) {
    for (const { position, ofValue } of counts) {
      const value = cells[position]?.trim() ?? '';
      const rows = ofValue.get(value) ?? 0;
      if (rows > 0 || ofValue.size < MAX_DISTINCT) ofValue.set(value, rows + 1);
    }
  }
  return new Map(
    counts.map(({ position, ofValue }) => [position, [...ofValue].sort(([, a], [, b]) => b - a)]),
  );
}
