import { misuse } from '../domain/errors.ts';
import { decodeText, isArchive } from './decode.ts';
import type { ReadEncoding } from './encoding.ts';

/** The text of a file, and the sheet that it is of where the file is a workbook. */
export type FileText = ReadEncoding & { text: string; sheet: SheetRead | null };

/** The sheet that is read, and all that there are to choose from. */
export type SheetRead = { name: string; all: readonly string[] };

/** What divides the cells of a sheet. */
export const SHEET_DELIMITER = ',';

/** How a file is turned into text. */
export type TextOptions = {
  encoding?: string | undefined;
  /** The name of a sheet; the first with a table where it is left out. */
  sheet?: string | undefined;
};

/**
 * The text of a file in any encoding, or of a sheet of a workbook, as comma-separated lines.
 *
 * @param isTable decides by its first rows whether a sheet is the wanted one
 * @throws EngagedError `validation_failed` for what is neither, or damaged
 */
export async function readFileText(
  bytes: Uint8Array,
  { encoding, sheet }: TextOptions = {},
  isTable: (rows: string[][]) => boolean = (rows) => rows.length > 0,
): Promise<FileText> {
  if (!isArchive(bytes)) {
    if (sheet !== undefined) throw misuse('sheet_of_text');
    return { ...decodeText(bytes, encoding), sheet: null };
  }
  // Most files are text.
  const { readSheet } = await import('./workbook/sheet-text.ts');
  const read = await readSheet(bytes, { sheet, isTable });
  const named = { name: read.sheet, all: read.sheets };
  return { text: read.text, encoding: 'utf-8', isAssumed: false, sheet: named };
}
