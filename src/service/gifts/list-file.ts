import { EngagedError, failure } from '../../domain/errors.ts';
import type { Failure } from '../../domain/failures.ts';
import { boundText, unitsBeyond } from '../../domain/roster/bounded-request.ts';
import { readBulkFile, rowsOf } from '../../roster-file/bulk/bulk-file.ts';
import { GIFT_ROW_FIELDS, type GiftRowText } from './gift-row.ts';

/** Most rows of a list that is read here. They are kept for its preview. */
const MAX_ROWS = 5_000;

/** Longer texts than any field takes are cut to just above that, so that they stay an error of their field. */
const MAX_UNITS = unitsBeyond(500);

/** Most characters of all rows. */
const MAX_SIZE = 2_000_000;

/** A list of people and what each of them is to get, as a file has it. */
export type GiftList = {
  rows: GiftRowText[];
  /** The name of the column that each field was read from. */
  columns: Partial<Record<(typeof GIFT_ROW_FIELDS)[number], string>>;
  ignored: string[];
  /** The sheet of a workbook. */
  sheet: string | null;
};

/** Reads a list from a file, or says what is wrong with it. */
export async function readGiftList(
  bytes: Uint8Array,
): Promise<{ list: GiftList } | { problem: Failure }> {
  try {
    return { list: await readList(bytes) };
  } catch (error) {
    if (error instanceof EngagedError && error.failure) return { problem: error.failure };
    throw error;
  }
}

async function readList(bytes: Uint8Array): Promise<GiftList> {
  const file = await readBulkFile(bytes, {
    ...{ fields: GIFT_ROW_FIELDS, required: ['employee'], listOf: 'employee', maps: [] },
  });
  const { header, ignored, sheet, records } = file;
  if (records.length > MAX_ROWS) throw failure('list_too_long', { limit: MAX_ROWS });
  let size = 0;
  const rows = [...rowsOf(file)].map((row, at): GiftRowText => {
    const bounded = Object.entries(row).map(([field, text = '']) => {
      size += text.length;
      return [field, boundText(text, MAX_UNITS)];
    });
    return { ...Object.fromEntries(bounded), line: records[at]?.line ?? 0 };
  });
  if (size > MAX_SIZE) throw failure('list_too_long', { limit: MAX_ROWS });
  const columns = Object.entries(file.columns).map(([field, at]) => [
    field,
    header[at]?.trim().slice(0, 100) ?? '',
  ]);
  return {
    ...{ rows, columns: Object.fromEntries(columns), sheet: sheet?.name ?? null },
    ignored: ignored.slice(0, 20).map((name) => name.slice(0, 100)),
  };
}
