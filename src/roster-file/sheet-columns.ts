export type Cell = string | number | boolean | null;

/**
 * A column of a list that is written to a file. `dates` says of texts that they are days, such as `2026-11-16`, or
 * times in ISO 8601, which are dates in a workbook.
 */
export type SheetColumn = { header: string; dates?: 'day' | 'time' | undefined };
