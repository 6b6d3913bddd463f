import { splitAtEquals } from './columns.ts';
import { requireColumn } from './header.ts';

/**
 * A test that keeps the records for which every `--where Header=Value` holds (`wheres` holds the texts
 * after the flag). White space around either value does not count; otherwise they are compared to the
 * letter. Throws a UsageError for a text of another form and for a column the file does not have.
 */
export function toRecordFilter(
  header: readonly string[],
  wheres: readonly string[],
): (cells: readonly string[]) => boolean {
  const conditions = wheres.map((where) => {
    const [name, value] = splitAtEquals(where, '--where', 'Header=Value');
    return { position: requireColumn(header, name, '--where'), value: value.trim() };
  });
  return (cells) => conditions.every(({ position, value }) => cells[position]?.trim() === value);
}
