import { failure } from '../domain/errors.ts';
import { boundCell } from './bounded-cell.ts';
import { type PackedTexts, TextPacker } from './packed-texts.ts';
import type { RosterFile } from './read-rows.ts';

/** Rows with an external id but without an email, which name people and are not applied. */
export type WithoutEmail = {
  rows: number;
  /** The first of them. */
  lines: number[];
  /** Of all: an id that is left out would make somebody missing. One that is longer than any is cut, and names nobody. */
  externalIds: PackedTexts;
};

const MAX_LISTED = 1_000;

/** Takes the rows without an email out of a file, if that is allowed. A row that names nobody stays, and fails. */
export function takeWithoutEmail(
  file: RosterFile,
  isAllowed: boolean | undefined,
): { file: RosterFile; withoutEmail: WithoutEmail } {
  const { external_id: id, email } = file.columns;
  const externalIds = new TextPacker();
  const lines: number[] = [];
  let rows = 0;
  const finish = () => ({ rows, lines, externalIds: externalIds.finish() });
  if (!isAllowed || id === undefined || email === undefined)
    return { file, withoutEmail: finish() };
  const records = file.records.filter(({ cells, line }) => {
    const externalId = cells[id]?.trim() ?? '';
    if (cells[email]?.trim() || externalId === '') return true;
    rows++;
    if (lines.length < MAX_LISTED) lines.push(line);
    externalIds.add(boundCell(externalId));
    return false;
  });
  if (records.length === 0 && rows > 0) throw failure('file_without_emails');
  return { file: { ...file, records }, withoutEmail: finish() };
}
