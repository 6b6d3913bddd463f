import { constants, linkSync, renameSync, statSync } from 'node:fs';
import { chmod, copyFile } from 'node:fs/promises';
import { conflict, EngagedError } from '../domain/errors.ts';
import { isoTime } from '../domain/iso-time.ts';
import { dataFileExists, explained, requireOwnFile } from '../store/data-file.ts';
import { removeUnfinished, syncFile, syncFolderOf } from '../store/durable.ts';
import { holdAlone, type SoleHold } from '../store/sole-hold.ts';
import { type OnStep, openCopy } from './backup.ts';
import { findFault } from './soundness.ts';

/** `kept` is where the data file from before now lies; null where there was none. */
export type Restored = { kept: string | null; bytes: number };

/**
 * Puts a backup in the place of a data file. A copy of the backup is brought to this program's schema and
 * checked first. Then the old file gets a dated second name and the copy takes over the first one, so at
 * every instant the path leads to one of the two, whole.
 *
 * @param order.now the moment for the old file's name, in milliseconds UTC
 * @throws EngagedError `conflict` while any process has the file open; `not_found` or `unavailable` where the
 *   backup is missing, not ours, newer or not sound, or the old file cannot be set aside
 */
export async function restore(
  file: string,
  backup: string,
  { now, onStep }: { now: number; onStep: OnStep },
): Promise<Restored> {
  requireBackup(file, backup);
  const hold = dataFileExists(file) ? requireSoleHold(file) : undefined;
  const coming = `${file}.restoring-${process.pid}`;
  try {
    onStep(0, 'copying');
    await copyFile(backup, coming, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    await chmod(coming, 0o600);
    onStep(0.3, 'checking');
    requireSound(coming, backup);
    onStep(0.9, 'writing it to the disk');
    syncFile(coming);
    const { size } = statSync(coming);
    if (hold) gather(hold, file);
    const kept = hold ? `${file}.before-restore-${stamp(now)}` : null;
    if (kept === null) {
      linkSync(coming, file);
    } else {
      linkSync(file, kept);
      // The second name must not be lost together with the first one.
      syncFolderOf(file);
      renameSync(coming, file);
    }
    syncFolderOf(file);
    onStep(1, 'done');
    return { kept, bytes: size };
  } catch (error) {
    throw explained(error, file);
  } finally {
    removeUnfinished(coming);
    hold?.release();
  }
}

const stamp = (now: number): string => isoTime(now).slice(0, 19).replaceAll(/[-:]/g, '');

function requireBackup(file: string, backup: string): void {
  const found = statSync(backup, { throwIfNoEntry: false });
  if (!found) throw new EngagedError('not_found', `There is no backup at ${backup}.`);
  if (found.ino === statSync(file, { throwIfNoEntry: false })?.ino) {
    throw conflict('The backup is the data file itself. Name another file');
  }
  requireOwnFile(backup);
  // What a database in use has in its log is not in the file yet, and only the file is copied.
  if (statSync(`${backup}-wal`, { throwIfNoEntry: false })?.size) {
    throw new EngagedError(
      'unavailable',
      `${backup} is in use, or was not closed in order. Make a backup of it with: engaged backup`,
    );
  }
}

function requireSoleHold(file: string): SoleHold {
  let hold: SoleHold | undefined;
  try {
    requireOwnFile(file);
    hold = holdAlone(file);
  } catch {
    throw unmovable(file);
  }
  if (!hold) {
    throw conflict(`${file} is in use. Stop the service and every other engaged command first`);
  }
  return hold;
}

function gather(hold: SoleHold, file: string): void {
  try {
    hold.gather();
  } catch {
    // No engaged command could open a file in that state either, so nobody slips in. SQLite empties the
    // write-ahead log of its own accord when the file is let go.
    hold.release();
    if (dataFileExists(`${file}-wal`)) throw unmovable(file);
  }
}

// Its write-ahead log may hold part of it, and would be taken for the new file's: both or neither must go.
const unmovable = (file: string) =>
  new EngagedError(
    'unavailable',
    `What is at ${file} cannot be set aside safely. Stop engaged, move it away by hand together with its -wal and -shm, and restore again`,
  );

function requireSound(copy: string, backup: string): void {
  const db = openCopy(copy, backup, { write: true });
  try {
    const fault = findFault(db);
    if (fault) {
      throw new EngagedError('unavailable', `Nothing was restored: the backup ${backup} ${fault}.`);
    }
  } finally {
    db.close();
  }
}
