import { failure, misuse } from '../../domain/errors.ts';
import { toNameList } from '../../domain/name-list.ts';
import { readNumberFormats } from './number-formats.ts';
import { WorkbookParts } from './parts.ts';
import { type CellTexts, readRows } from './rows.ts';
import { readSharedStrings } from './shared-strings.ts';
import { readWorkbook, type Sheet } from './sheets.ts';

/** The rows of a sheet as comma-separated text, in which line n is row n of Excel, and the sheets to choose from. */
export type SheetText = { text: string; sheet: string; sheets: readonly string[] };

/** So many rows from the beginning tell whether a sheet holds the table. */
const SAMPLE = 15;

/** A longer text comes as one. */
const MAX_LENGTH = 128 * 1_048_576;

/** How many sheets are looked at for a table. */
const MAX_TRIED = 50;

/**
 * Reads one sheet of a workbook: the one that is named, or else the first that is not hidden and holds a table, or else the
 * first that holds anything.
 *
 * @param isTable decides by the first rows of a sheet
 * @throws EngagedError `validation_failed` for a workbook that cannot be read, and a UsageError for a name that no sheet has
 */
export async function readSheet(
  bytes: Uint8Array,
  { sheet: name, isTable }: { sheet?: string | undefined; isTable(rows: string[][]): boolean },
): Promise<SheetText> {
  const parts = await WorkbookParts.open(bytes);
  const workbook = await readWorkbook(parts);
  const formats = await readNumberFormats(parts, workbook.stylesPath, workbook.isFrom1904);
  const strings = await readSharedStrings(parts, workbook.stringsPath);
  const texts = { strings, formats };
  const chosen =
    name === undefined
      ? await findTable(parts, workbook.sheets, texts, isTable)
      : requireSheet(workbook.sheets, name);
  return {
    text: await textOf(parts, chosen, texts),
    sheet: chosen.name,
    sheets: workbook.sheets.filter(({ isHidden }) => !isHidden).map((sheet) => sheet.name),
  };
}

/** Also a hidden sheet can be named. */
function requireSheet(sheets: readonly Sheet[], name: string): Sheet {
  const wanted = name.trim();
  const found =
    sheets.find((sheet) => sheet.name === wanted) ??
    sheets.find((sheet) => sheet.name.trim().toLowerCase() === wanted.toLowerCase());
  if (!found) throw misuse('sheet_unknown', { sheets: toNameList(sheets.map((one) => one.name)) });
  return found;
}

async function findTable(
  parts: WorkbookParts,
  sheets: readonly Sheet[],
  texts: CellTexts,
  isTable: (rows: string[][]) => boolean,
): Promise<Sheet> {
  let first: Sheet | undefined;
  for (const sheet of sheets.filter(({ isHidden }) => !isHidden).slice(0, MAX_TRIED)) {
    const sample: string[][] = [];
    await readRows(parts, sheet.path, texts, ({ cells }) => sample.push([...cells]) < SAMPLE);
    if (sample.length > 0) first ??= sheet;
    if (isTable(sample)) return sheet;
  }
  if (!first) throw failure('file_empty');
  return first;
}

async function textOf(parts: WorkbookParts, { path }: Sheet, texts: CellTexts): Promise<string> {
  const lines: { text: string; cells: number }[] = [];
  let last = 0;
  let size = 0;
  let width = 0;
  await readRows(parts, path, texts, ({ number, cells }) => {
    if (number <= last) throw failure('workbook_damaged');
    // Lines for the rows that are empty, so that a line has the number of its row.
    const text = '\n'.repeat(number - last - 1) + cells.map(quoted).join(',');
    last = number;
    width = Math.max(width, cells.length);
    size += text.length;
    if (size + lines.length * width > MAX_LENGTH) throw failure('workbook_too_large');
    lines.push({ text, cells: cells.length });
    return true;
  });
  return lines.map(({ text, cells }) => `${text}${','.repeat(width - cells)}\n`).join('');
}

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
