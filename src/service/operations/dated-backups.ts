import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { conflict, EngagedError } from '../../domain/errors.ts';
import { fileTimestamp } from '../../domain/iso-time.ts';
import { isOwnFile } from '../../store/files/data-file.ts';
import { fsyncFolderOf } from '../../store/files/durable.ts';
import { holdUnused } from '../../store/files/exclusive-lock.ts';
import { explained, refuse } from '../../store/files/file-errors.ts';
import { isSameFile, statOf } from '../../store/files/paths.ts';
import { isDump } from './postgres-backup.ts';

/** What became of the other backups in a folder of dated ones. */
export type Rotation = {
  removed: string[];
  /** Those that should have been removed, but are in use or cannot be. */
  notRemoved: string[];
  /** How many are dated after this one, because the clock was set back. They are neither counted nor removed. */
  datedLater: number;
};

/**
 * Makes a backup with a dated name in a folder. Once it is verified, the oldest dated backups of this name are removed, so
 * that `keep` are left.
 *
 * @param folder with all links resolved
 * @param options.of the name of the data file or database
 * @param options.source the data file, which is never removed; null for a database
 * @param options.format `dump` is an archive of pg_dump
 * @param make writes the backup to a file
 * @throws EngagedError as `make`; `conflict` where there is no such folder, or a backup of this second
 */
export async function createDatedBackup<B extends object>(
  folder: string,
  options: {
    of: string;
    source: string | null;
    format: 'db' | 'dump';
    keep: number;
    now: number;
  },
  make: (file: string) => Promise<B>,
): Promise<B & Rotation> {
  const { of, source, format, keep, now } = options;
  requireFolder(folder);
  const prefix = `${of}-`;
  const name = `${prefix}${fileTimestamp(now)}Z.${format}`;
  const file = join(folder, name);
  if (statOf(file)) throw conflict(`${file} exists already. Try again in a second`);
  const backup = await make(file);
  const others = listDated(folder, prefix).filter(
    (other) => other !== name && isBackup(join(folder, other), source),
  );
  const earlier = others.filter((other) => other < name);
  const surplus = earlier.slice(Math.max(0, keep - 1)).map((other) => join(folder, other));
  const removed = surplus.filter(removeUnused);
  if (removed.length > 0) fsyncFolderOf(file);
  return {
    ...backup,
    removed,
    notRemoved: surplus.filter((one) => !removed.includes(one)),
    datedLater: others.length - earlier.length,
  };
}

const DATED = /^\d{8}T\d{6}Z\.(?:db|dump)$/;

function requireFolder(folder: string): void {
  const found = statOf(folder);
  if (!found) throw refuse(`The folder ${folder} does not exist. Create it first.`);
  if (!found.isDirectory()) throw conflict(`${folder} is not a folder. With --keep, name a folder`);
}

/** The files with a dated name, such as `engaged-20261121T093000Z.db`, the newest first; no links. */
function listDated(folder: string, prefix: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
      .filter((name) => name.startsWith(prefix) && DATED.test(name.slice(prefix.length)))
      .sort()
      .reverse();
  } catch (error) {
    throw explained(error, folder);
  }
}

/** False of the data file itself, whose header must not be read while it is open, and of a foreign file. */
function isBackup(file: string, source: string | null): boolean {
  if (source !== null && isSameFile(statOf(file), statOf(source))) return false;
  try {
    return file.endsWith('.dump') ? isDump(file) : isOwnFile(file);
  } catch (error) {
    if (error instanceof EngagedError) return false;
    throw error;
  }
}

function removeUnused(file: string): boolean {
  try {
    holdUnused(file, '')?.release();
    rmSync(file);
    return true;
  } catch {
    return false;
  }
}
