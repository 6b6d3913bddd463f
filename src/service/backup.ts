import { closeSync, linkSync, openSync, renameSync, statSync } from 'node:fs';
import { conflict, EngagedError } from '../domain/errors.ts';
import { dataFileExists, explained, openDataFile } from '../store/data-file.ts';
import type { Access, Database } from '../store/database.ts';
import { removeUnfinished, syncFile, syncFolderOf } from '../store/durable.ts';
import { schemaVersion } from '../store/migrate.ts';
import { findFault } from './soundness.ts';

/** A step of a long piece of work, and the share of all of it that is done, 0 to 1. */
export type OnStep = (share: number, step: string) => void;

/** A backup that was made and read back. */
export type Backup = { bytes: number; schemaVersion: number };

/**
 * Copies a data file as it is at this moment, while others go on reading and writing it. The copy is made
 * and checked under another name and only then given its own: there is never half a backup.
 *
 * @param target where the backup goes; readable by nobody else
 * @param order.replace whether an earlier backup of that name gives way
 * @throws EngagedError `conflict` where the name is taken, `unavailable` where it cannot be written or the
 *   copy is not sound
 */
export async function backUp(
  db: Database,
  target: string,
  order: { source: string; replace: boolean; onStep: OnStep },
): Promise<Backup> {
  const { source, replace, onStep } = order;
  const existing = statSync(target, { throwIfNoEntry: false });
  if (existing && existing.ino === statSync(source).ino) {
    throw conflict('A data file cannot be its own backup. Name another file');
  }
  if (existing && !(replace && existing.isFile())) throw taken(target);
  const making = `${target}.making-${process.pid}`;
  try {
    // Made before it is filled, so that nobody else can open it while it grows.
    closeSync(openSync(making, 'wx', 0o600));
    await db.backup(making, (share) => onStep(share * 0.7, 'copying'));
    onStep(0.7, 'reading it back');
    const backup = check(making, source);
    onStep(0.9, 'writing it to the disk');
    syncFile(making);
    if (replace) renameSync(making, target);
    else linkSync(making, target);
    syncFolderOf(target);
    onStep(1, 'done');
    return backup;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw taken(target);
    throw explained(error, target);
  } finally {
    removeUnfinished(making);
  }
}

const taken = (target: string) =>
  conflict(
    dataFileExists(target) && !statSync(target).isFile()
      ? `${target} is not a file. Name a file for the backup`
      : `${target} exists already. Name another file, or replace it with --force`,
  );

function check(copy: string, source: string): Backup {
  const db = openCopy(copy, source, { write: false });
  try {
    const fault = findFault(db);
    if (fault) {
      throw new EngagedError(
        'unavailable',
        `No backup was made: the data file ${fault}. See: engaged doctor`,
      );
    }
    return { bytes: statSync(copy).size, schemaVersion: schemaVersion(db) };
  } finally {
    db.close();
  }
}

/** Opens a copy of a data file. What is wrong with it is told of the file that it was made of. */
export function openCopy(copy: string, original: string, access: Access): Database {
  try {
    return openDataFile(copy, access, { keepOlder: false });
  } catch (error) {
    if (!(error instanceof EngagedError)) throw error;
    throw new EngagedError(error.code, error.message.replaceAll(copy, original), error.retryAfter);
  }
}
