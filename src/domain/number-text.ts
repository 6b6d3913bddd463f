/** A whole number for people: 12,345. */
// Loading Node's formats of languages takes 20 ms of the start.
export function formatNumber(value: number): string {
  let rest = String(Math.abs(value));
  let groups = '';
  for (; rest.length > 3; rest = rest.slice(0, -3)) groups = `,${rest.slice(-3)}${groups}`;
  return `${value < 0 ? '-' : ''}${rest}${groups}`;
}

/** A count with its noun, for people: 1 row, 12,345 rows. */
export const pluralize = (count: number, one: string, many: string): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;

/** A size for people, in units of 1,024: 812 bytes, 1.4 MB. */
export function formatBytes(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  const power = bytes < 1_024 ? 0 : Math.min(4, Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 1_024 ** power;
  return `${power === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[power]}`;
}
