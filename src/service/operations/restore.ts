import { linkSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { conflict, EngagedError } from '../../domain/errors.ts';
import { fileTimestamp } from '../../domain/iso-time.ts';
import {
  dataFileExists,
  isOwnFile,
  openCopy,
  requireEngagedFile,
} from '../../store/files/data-file.ts';
import {
  copyFile,
  discard,
  fsyncFile,
  fsyncFolderOf,
  publish,
  replace,
  underFreeName,
} from '../../store/files/durable.ts';
import {
  acquireExclusiveLock,
  type ExclusiveLock,
  holdUnused,
} from '../../store/files/exclusive-lock.ts';
import { explained, isDamage, refuse, whyReadOnly } from '../../store/files/file-errors.ts';
import { isSameFile, statOf } from '../../store/files/paths.ts';
import {
  createTemporaryFile,
  createUnderFreeName,
  removeLeftovers,
  requireFreePlace,
} from '../../store/files/temporary-file.ts';
import type { OnProgress } from './backup.ts';
import { findIntegrityFault } from './integrity.ts';

/** `kept` is the path of the previous data file; null if there was none. */
export type Restored = { kept: string | null; bytes: number };

type RestoreOptions = { now: number; onStep: OnProgress };

/**
 * Replaces a data file with a backup. A copy of the backup is migrated and verified first. Then the old file gets a
 * dated second name and the copy replaces it, so the path always leads to one complete file.
 *
 * @param file where it goes, and `backup` where it comes from, both without a link in their paths
 * @param options.now the moment for the old file's name, in milliseconds UTC
 * @throws EngagedError `conflict` while any process has one of the two open; `not_found` or `unavailable` where
 *   the backup is missing, not ours, newer or not sound, or the old file cannot be set aside
 */
export function restore(file: string, backup: string, options: RestoreOptions): Restored {
  requireBackup(file, backup);
  if (!dataFileExists(file)) return bring(file, backup, undefined, options);
  const hold = requireExclusiveLock(file);
  try {
    return bring(file, backup, hold, options);
  } finally {
    hold.release();
  }
}

function bring(
  file: string,
  backup: string,
  hold: ExclusiveLock | undefined,
  { now, onStep }: RestoreOptions,
): Restored {
  if (!hold) requireFreePlace(file);
  const temporary = createTemporaryFile(file);
  try {
    onStep(0, 'copying');
    copyBackup(backup, temporary.file);
    onStep(0.3, 'checking');
    requireIntact(temporary.file, { original: backup, target: file });
    onStep(0.9, 'writing it to the disk');
    fsyncFile(temporary.file);
    const { size } = statSync(temporary.file);
    let kept: string | null = null;
    if (hold) {
      gather(hold, file);
      kept = supersede(file, temporary.file, hold, `${file}.before-restore-${fileTimestamp(now)}`);
    } else {
      publish(temporary.file, file);
    }
    onStep(1, 'done');
    return { kept, bytes: size };
  } catch (error) {
    throw explained(error, file);
  } finally {
    temporary.remove();
  }
}

function requireBackup(file: string, backup: string): void {
  const found = statOf(backup);
  if (!found) throw new EngagedError('not_found', `There is no backup at ${backup}.`);
  if (isSameFile(found, statOf(file))) {
    throw conflict('The backup is the data file itself. Name another file');
  }
  requireEngagedFile(backup);
  // A file that a killed process created has a second name until the leftovers are removed.
  removeLeftovers(dirname(backup));
  if ((statOf(backup)?.nlink ?? 0n) > 1n) {
    throw refuse(
      `${backup} has another name (a hard link), and changes to it may be in a log beside that one. If it is a backup, copy it and restore the copy.`,
    );
  }
}

function requireExclusiveLock(file: string): ExclusiveLock {
  if (!isOwnFile(file)) throw cannotMoveAside(file);
  const why = whyReadOnly(file);
  if (why !== undefined) throw refuse(why);
  let hold: ExclusiveLock | undefined;
  try {
    hold = acquireExclusiveLock(file);
  } catch (error) {
    throw isDamage(error) ? cannotMoveAside(file) : explained(error, file);
  }
  if (!hold) {
    throw conflict(`${file} is in use. Stop the service and every other engaged command first`);
  }
  return hold;
}

function gather(hold: ExclusiveLock, file: string): void {
  try {
    hold.mergeWal();
  } catch {
    // No engaged command can open a file in that state, so releasing the lock is safe. SQLite then empties the
    // write-ahead log when the file is closed.
    hold.release();
    if (dataFileExists(`${file}-wal`)) throw cannotMoveAside(file);
  }
}

// SQLite would apply the old write-ahead log to the new file, so both must be moved or neither.
const cannotMoveAside = (file: string) =>
  refuse(
    `${file} cannot be moved aside safely. Stop engaged, move ${file} with its -wal and -shm files away, and run restore again`,
  );

function copyBackup(backup: string, file: string): void {
  const hold = holdUnused(backup, 'Create a backup of it with: engaged backup');
  try {
    if (hold) hold.copyTo(file);
    else copyFile(backup, file);
  } catch (error) {
    throw (error as NodeJS.ErrnoException).syscall === 'read' ? explained(error, backup) : error;
  } finally {
    hold?.release();
  }
}

function requireIntact(copy: string, names: { original: string; target: string }): void {
  const db = openCopy(copy, { write: true }, names);
  try {
    const fault = findIntegrityFault(db);
    if (fault) throw refuse(`Nothing was restored: the backup ${names.original} ${fault}.`);
  } finally {
    db.close();
  }
}

/** Replaces the old file with the new one, and returns the old file's new name. */
function supersede(file: string, temporaryFile: string, hold: ExclusiveLock, name: string): string {
  const old = statOf(file);
  const kept = keep(file, hold, name);
  try {
    // The second name must be on disk before the first is replaced.
    fsyncFolderOf(kept);
    replace(temporaryFile, file);
    return kept;
  } catch (error) {
    if (isSameFile(old, statOf(file))) discard(kept);
    throw error;
  }
}

function keep(file: string, hold: ExclusiveLock, name: string): string {
  try {
    // A link, because the old file may be unreadable on a damaged disk.
    return underFreeName(name, (free) => linkSync(file, free));
  } catch {
    // For file systems without links. Renaming would leave a moment without a data file.
    return createUnderFreeName(name, (copy) => hold.copyTo(copy));
  }
}
