/** A count for people: 12,345. */
export const formatNumber = (value: number): string => value.toLocaleString('en-US');

/** A count with its noun, for people: 1 row, 12,345 rows. */
export const pluralize = (count: number, one: string, many: string): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;
