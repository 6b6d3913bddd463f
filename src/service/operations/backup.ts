import { statSync } from 'node:fs';
import { conflict } from '../../domain/errors.ts';
import { openCopy } from '../../store/files/data-file.ts';
import { fsyncFile, publish, replace, underFreeName } from '../../store/files/durable.ts';
import { holdUnused } from '../../store/files/exclusive-lock.ts';
import { explained, isDamage, refuse } from '../../store/files/file-errors.ts';
import { isSameFile, statOf } from '../../store/files/paths.ts';
import {
  createTemporaryFile,
  requireFreeName,
  requireFreePlace,
} from '../../store/files/temporary-file.ts';
import { schemaVersion } from '../../store/sqlite/migrate.ts';
import { type SqliteDatabase, sqliteCode } from '../../store/sqlite/sqlite-database.ts';
import { findIntegrityFault } from './integrity.ts';

/** Receives the current step and the completed share of the whole, 0 to 1. */
export type OnProgress = (share: number, step: string) => void;

/** A verified backup. */
export type Backup = { file: string; bytes: number; schemaVersion: number };

type BackupOptions = {
  source: string;
  /** What to do where the name is taken: refuse, replace that backup, or append a number to the name. */
  whereTaken: 'refuse' | 'replace' | 'number';
  onStep: OnProgress;
};

/**
 * Copies a data file as of now; other processes can keep reading and writing it. The copy is written and verified
 * under a temporary name and then renamed, so there is never a partial backup.
 *
 * @param target path of the backup, with all links resolved; readable only by its owner
 * @throws EngagedError `conflict` where the name is taken, `unavailable` where it cannot be written or the
 *   copy is not sound
 */
export async function createBackup(
  db: SqliteDatabase,
  target: string,
  options: BackupOptions,
): Promise<Backup> {
  const { source, onStep } = options;
  requireTarget(target, options);
  const temporary = createTemporaryFile(target);
  try {
    const checked = await fillCopy(db, temporary.file, { source, target, onStep });
    const file = give(temporary.file, target, options);
    onStep(1, 'done');
    return { file, ...checked };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw alreadyExists(target);
    throw explained(error, target);
  } finally {
    temporary.remove();
  }
}

/**
 * Copies a data file as of now into an empty file, verifies the copy, and returns when it is on the disk.
 *
 * @param names.target what errors call the copy
 * @throws EngagedError as `createBackup`
 */
export async function fillCopy(
  db: SqliteDatabase,
  copy: string,
  { source, target, onStep }: { source: string; target: string; onStep: OnProgress },
): Promise<Omit<Backup, 'file'>> {
  try {
    await db.backup(copy, (share) => onStep(share * 0.7, 'copying'));
    onStep(0.7, 'reading it back');
    const checked = check(copy, { original: source, target });
    onStep(0.9, 'writing it to the disk');
    fsyncFile(copy);
    return checked;
  } catch (error) {
    throw explained(error, isAboutSource(error) ? source : target);
  }
}

/** Gives the finished copy its name, and returns that name. */
function give(copy: string, target: string, { whereTaken }: BackupOptions): string {
  if (whereTaken === 'number') return underFreeName(target, (free) => publish(copy, free));
  if (whereTaken === 'replace') replace(copy, target);
  else publish(copy, target);
  return target;
}

function requireTarget(target: string, { source, whereTaken }: BackupOptions): void {
  const existing = statOf(target);
  if (isSameFile(existing, statOf(source))) {
    throw conflict('A data file cannot be its own backup. Name another file');
  }
  requireFreeName(target);
  if (!existing) {
    requireFreePlace(target);
    return;
  }
  if (whereTaken === 'number') return;
  if (existing.isDirectory()) {
    throw conflict(
      `${target} is a folder. Name a file, or write dated backups into it with --keep`,
    );
  }
  if (!existing.isFile()) throw conflict(`${target} is not a file. Name a file for the backup`);
  if (whereTaken === 'refuse') throw alreadyExists(target);
  holdUnused(target, 'Name another file')?.release();
}

const alreadyExists = (target: string) =>
  conflict(`${target} exists already. Name another file, or replace it with --force`);

const isAboutSource = (error: unknown): boolean =>
  isDamage(error) || /^SQLITE_IOERR_(?:SHORT_)?READ$/.test(sqliteCode(error) ?? '');

function check(copy: string, names: { original: string; target: string }): Omit<Backup, 'file'> {
  const db = openCopy(copy, { write: false }, names);
  try {
    const fault = findIntegrityFault(db);
    if (fault) {
      throw refuse(`No backup was made: the data file ${fault}. See: engaged doctor`);
    }
    return { bytes: statSync(copy).size, schemaVersion: schemaVersion(db) };
  } finally {
    db.close();
  }
}
