import { toCsvLine } from '../../roster-file/write-csv.ts';
import type { Participation } from './participation-schema.ts';

/** The columns of a report as a file. */
export const PARTICIPATION_COLUMNS = [
  ...['period', 'active_people', 'participants', 'participation', 'signed_in', 'redeemed', 'xp'],
  ...['coins_earned', 'coins_spent', 'coins_outstanding', 'badges', 'joined', 'left'],
] as (keyof Participation)[];

/** A report as a file for spreadsheets, as `engaged report participation --csv` writes it. */
export const participationCsv = (rows: readonly Participation[]): string =>
  [
    `\uFEFF${toCsvLine(PARTICIPATION_COLUMNS)}`,
    // Numbers are not guarded: an apostrophe before a negative one would make it a text.
    ...rows.map((row) =>
      toCsvLine(
        PARTICIPATION_COLUMNS.map((column) => String(row[column] ?? '')),
        { guard: false },
      ),
    ),
  ].join('');
