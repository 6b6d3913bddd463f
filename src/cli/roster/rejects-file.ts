import { lstatSync, readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from '../../domain/errors.ts';
import { decodeText } from '../../roster-file/decode.ts';
import { findDialect } from '../../roster-file/dialect.ts';
import { sampleRecords } from '../../roster-file/records.ts';
import { isRejectsHeader, type RejectedRow, toRejectLines } from '../../roster-file/rejects.ts';
import { isSameFile, realPathOf, statOf } from '../../store/files/paths.ts';
import { writeWhole } from '../../store/files/temporary-file.ts';
import type { Context } from '../context.ts';
import { STANDARD_INPUT } from '../input-file.ts';
import { requireOutputPlace } from '../output/output-place.ts';

/** What a command accepts that writes the rows of its file that failed. */
export type RejectsOption = { rejects?: string };

/**
 * Where `--rejects` leads; null without it. Makes sure, before anything is imported, that rejects can be written
 * there and that nothing is lost by it: the place is free, or holds nothing, or rejects of an earlier import.
 *
 * @param file the imported file as the command was given it
 * @throws UsageError, and EngagedError for a broken link
 */
export function resolveRejectsPath(
  context: Context,
  { rejects }: RejectsOption,
  file: string,
): string | null {
  if (rejects === undefined) return null;
  const path = resolve(context.cwd, rejects);
  requireRejectsPath(realPathOf(path), file === STANDARD_INPUT ? null : resolve(context.cwd, file));
  return path;
}

/**
 * Writes the failed rows where `--rejects` leads. The import is done by then and must be told of, whatever
 * becomes of them: a failure is handed back.
 */
export function saveRejects(
  path: string | null,
  file: Parameters<typeof toRejectLines>[0],
  errors: readonly RejectedRow[],
): { rejectsFile: string | null; failure?: unknown } {
  if (path === null) return { rejectsFile: null };
  try {
    return { rejectsFile: writeRejects(path, file, errors) };
  } catch (failure) {
    return { rejectsFile: null, failure };
  }
}

function requireRejectsPath(path: string, source: string | null): void {
  const existing = statOf(path);
  if (existing && source !== null && isSameFile(existing, statOf(source))) {
    throw new UsageError(
      '--rejects names the file that is imported. Choose another name',
      '--rejects',
    );
  }
  requireOutputPlace('--rejects', path, holdsRejects);
}

/**
 * Writes the failed rows atomically. If none failed, the file is removed, so it always belongs to the latest
 * import.
 *
 * @returns the path, or null where there was nothing to write
 */
function writeRejects(
  path: string,
  file: Parameters<typeof toRejectLines>[0],
  errors: readonly RejectedRow[],
): string | null {
  // A link stays: the next import would refuse one that leads nowhere.
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  if (errors.length === 0 && !isLink) {
    rmSync(path, { force: true });
    return null;
  }
  writeWhole(realPathOf(path), errors.length === 0 ? [] : toRejectLines(file, errors));
  return errors.length === 0 ? null : path;
}

function holdsRejects(path: string): boolean {
  try {
    const { text } = decodeText(readFileSync(path));
    if (text === '') return true;
    const { delimiter, start } = findDialect(text);
    const [header] = sampleRecords(text.slice(start), delimiter, 1);
    return header !== undefined && isRejectsHeader(header);
  } catch {
    return false;
  }
}
