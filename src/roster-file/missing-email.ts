import { failure } from '../domain/errors.ts';
import { noEmailAddress } from '../domain/no-email.ts';
import { boundCell } from './bounded-cell.ts';
import { type PackedTexts, TextPacker } from './packed-texts.ts';
import type { RosterFile } from './read-rows.ts';

/** Rows with an external id but without an email, which name people. */
export type WithoutEmail = {
  rows: number;
  /** The first of them. */
  lines: number[];
  /** The domain at which they get an address; null where they are not applied. */
  domain: string | null;
  /**
   * Of those that are not applied: an id that is left out would make somebody missing. One that is longer than any is cut,
   * and names nobody.
   */
  externalIds: PackedTexts;
};

/** What becomes of rows without an email, which fail unless they are left out, or get an address at a domain. */
export type MissingEmails = {
  allowMissingEmail?: boolean | undefined;
  noEmailDomain?: string | null | undefined;
};

const MAX_LISTED = 1_000;

/** Does with the rows without an email what is wanted. A row that names nobody stays, and fails. */
export function takeWithoutEmail(
  file: RosterFile,
  { allowMissingEmail = false, noEmailDomain: domain = null }: MissingEmails,
): { file: RosterFile; withoutEmail: WithoutEmail } {
  const { external_id: id, email = file.header.length } = file.columns;
  const externalIds = new TextPacker();
  const lines: number[] = [];
  let rows = 0;
  const finish = () => ({ rows, lines, domain, externalIds: externalIds.finish() });
  if (id === undefined || (domain === null && !allowMissingEmail))
    return { file, withoutEmail: finish() };
  const lacksEmail = (cells: readonly string[]): boolean =>
    !cells[email]?.trim() && (cells[id] ?? '').trim() !== '';
  const records = file.records.filter(({ cells, line }) => {
    if (!lacksEmail(cells)) return true;
    rows++;
    if (lines.length < MAX_LISTED) lines.push(line);
    if (domain !== null) return true;
    externalIds.add(boundCell(cells[id]?.trim() ?? ''));
    return false;
  });
  if (domain === null) {
    if (records.length === 0 && rows > 0) throw failure('file_without_emails');
    return { file: { ...file, records }, withoutEmail: finish() };
  }
  const addressed = records.map((cells) => {
    if (!lacksEmail(cells)) return cells;
    const others = [...cells];
    others[email] = noEmailAddress(boundCell((cells[id] ?? '').trim()), domain);
    return others;
  });
  const header = email < file.header.length ? file.header : [...file.header, 'email'];
  const columns = { ...file.columns, email };
  return { file: { ...file, header, columns, records: addressed }, withoutEmail: finish() };
}
