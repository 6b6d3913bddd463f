import { invalid } from '../domain/errors.ts';
import type { RosterFile } from './read-rows.ts';

/** Rows with an external id but without an email, which name people and are not applied. */
export type WithoutEmail = { rows: number; lines: number[]; externalIds: string[] };

const NONE: WithoutEmail = { rows: 0, lines: [], externalIds: [] };
const MAX_LISTED = 1_000;

/** Takes the rows without an email out of a file, if that is allowed. A row that names nobody stays, and fails. */
export function takeWithoutEmail(
  file: RosterFile,
  isAllowed: boolean | undefined,
): { file: RosterFile; withoutEmail: WithoutEmail } {
  const { external_id: id, email } = file.columns;
  if (!isAllowed || id === undefined || email === undefined) return { file, withoutEmail: NONE };
  const withoutEmail: WithoutEmail = { rows: 0, lines: [], externalIds: [] };
  const records = file.records.filter(({ cells, line }) => {
    const externalId = cells[id]?.trim() ?? '';
    if (cells[email]?.trim() || externalId === '') return true;
    withoutEmail.rows++;
    if (withoutEmail.lines.length < MAX_LISTED) withoutEmail.lines.push(line);
    withoutEmail.externalIds.push(externalId);
    return false;
  });
  if (records.length === 0 && withoutEmail.rows > 0)
    throw invalid('No row of the file has an email.');
  return { file: { ...file, records }, withoutEmail };
}
