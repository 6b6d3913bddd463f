import { failure } from '../../domain/errors.ts';
import type { CsvRecord } from '../records.ts';

const MAX_LINES_LISTED = 5;

/** True of a text that begins like a JSON object or array, as no table does. */
export const looksLikeJson = (text: string): boolean => /^\s*[{[]/.test(text);

/**
 * Reads newline-delimited JSON, one object per line, into records whose cells are those of `fields`, in
 * their order. Numbers keep their digits; null is an empty cell.
 *
 * @throws EngagedError `validation_failed`, with the line numbers, if any line is not such an object
 */
export function readNdjson(text: string, fields: readonly string[]): CsvRecord[] {
  const invalidLines: number[] = [];
  const records: CsvRecord[] = [];
  for (const [i, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue;
    const cells = readLine(line, fields);
    if (cells) records.push({ line: i + 1, cells });
    else invalidLines.push(i + 1);
  }
  if (invalidLines.length === 0) return records;
  const lines = invalidLines.slice(0, MAX_LINES_LISTED);
  throw failure('list_lines_no_objects', {
    ...{ fields: fields.join(', '), lines, more: invalidLines.length - lines.length },
  });
}

/** The cells of a line; undefined if it is not such an object. */
function readLine(line: string, fields: readonly string[]): string[] | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line, keepNumberText);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const given = new Map<string, unknown>(Object.entries(value));
  const cells = fields.map((field) => {
    const cell = given.get(field) ?? '';
    given.delete(field);
    return cell;
  });
  if (given.size > 0) return undefined;
  return cells.every((cell) => typeof cell === 'string') ? cells : undefined;
}

// A number with many digits would be rounded and could then identify another person.
const keepNumberText = (_: string, value: unknown, context?: { source?: string }): unknown =>
  typeof value === 'number' ? context?.source : value;
