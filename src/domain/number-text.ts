/** A whole number for people: 12,345. */
// Loading Node's formats of languages takes 20 ms of the start.
export const formatNumber = (value: number): string =>
  String(value).replace(/\B(?=(?:\d{3})+$)/g, ',');

/** A count with its noun, for people: 1 row, 12,345 rows. */
export const pluralize = (count: number, one: string, many: string): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;
