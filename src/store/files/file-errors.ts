import { accessSync, constants } from 'node:fs';
import { constants as osConstants } from 'node:os';
import { dirname } from 'node:path';
import { conflict, EngagedError } from '../../domain/errors.ts';
import { sqliteCode } from '../sqlite/sqlite-database.ts';
import { openFilesError, tooManyOpenFiles } from './open-files.ts';

/** An error about an unusable file, with what to do about it. */
export const refuse = (message: string) => new EngagedError('unavailable', message);

/** What the system's error codes mean that have one meaning. */
const MESSAGES: Readonly<Record<string, (file: string) => string>> = {
  EROFS: (file) => onReadOnlyDisk(file),
  ELOOP: (file) => `${file} is a link that leads to itself.`,
  ENAMETOOLONG: (file) => `${file} is too long a name for its file system.`,
  EBUSY: (file) =>
    `${file} is mounted as a single file, which cannot be replaced. Mount its folder.`,
  EFBIG: (file) => `${file} would become larger than its file system or this user's limit allows.`,
};

/** Translates an error about a file into one that says what to do. Returns any other error unchanged. */
export function explained(error: unknown, file: string): unknown {
  if (error instanceof EngagedError) return error;
  const code = sqliteCode(error) ?? (error as NodeJS.ErrnoException).code ?? '';
  // SQLite does not say why it cannot open a file.
  const tooMany = tooManyOpenFiles(code.startsWith('SQLITE_CANTOPEN') ? openFilesError() : error);
  if (tooMany !== undefined) return refuse(tooMany);
  if (code === 'EEXIST') return conflict(`${file} exists by now.`);
  const isGone = code === 'ENOENT' || code === 'ENOTDIR' || isMissingDirectory(error);
  if (isGone || !hasFolder(file)) return vanished(file);
  const message = MESSAGES[code]?.(file);
  if (message !== undefined) return refuse(message);
  if (code.startsWith('SQLITE_BUSY'))
    return conflict(`Another process is restoring or upgrading ${file}; try again`, 5);
  if (code === 'EACCES' || code === 'EPERM' || code.startsWith('SQLITE_CANTOPEN'))
    return inaccessible(file, code);
  if (code === 'ENOSPC' || isOverQuota(error)) return noSpace(file);
  if (code === 'EIO' || code === 'UNKNOWN') return failing(file, code);
  if (isDamage(error)) return refuse(damaged(file));
  return explainedAtWork(error, file);
}

/** The same for an error during work on an open file, which may have another cause. */
export function explainedAtWork(error: unknown, file: string): unknown {
  const code = sqliteCode(error) ?? '';
  if (code.startsWith('SQLITE_READONLY')) return inaccessible(file, code);
  if (code === 'SQLITE_FULL') return noSpace(file);
  if (/^SQLITE_IOERR_(?:SHMMAP|SHMOPEN|\w*LOCK)$/.test(code))
    return refuse(withoutLocks(file, code));
  if (code.startsWith('SQLITE_IOERR')) return failing(file, code);
  if (/^SQLITE_(?:CORRUPT|NOTADB)/.test(code)) return refuse(damaged(file));
  return error;
}

/** Whether an error while opening a file means that its contents are invalid. */
export const isDamage = (error: unknown): boolean =>
  /^SQLITE_(?:CORRUPT|NOTADB|ERROR)/.test(sqliteCode(error) ?? '');

export const damaged = (file: string) =>
  `The data file ${file} is damaged. Keep it as it is, and restore a backup with: engaged restore`;

/** Why a file that exists cannot be written to; undefined where it can. */
export function whyReadOnly(file: string): string | undefined {
  const code = refusal(file, constants.W_OK);
  if (code === undefined) return undefined;
  return code === 'EROFS' ? onReadOnlyDisk(file) : `${file} cannot be written to (read-only).`;
}

// Node has no name for it.
const isOverQuota = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException).errno === -osConstants.errno.EDQUOT;

// The driver checks for the folder itself and throws an error without a code.
const isMissingDirectory = (error: unknown): boolean =>
  error instanceof TypeError && error.message.endsWith('directory does not exist');

// The error does not say whether the file was refused or its folder, which contains SQLite's other files.
function inaccessible(file: string, code: string): EngagedError {
  const folder = dirname(file);
  const inFolder = refusal(folder, constants.W_OK | constants.X_OK);
  if (inFolder === 'EROFS') return refuse(onReadOnlyDisk(file));
  if (inFolder !== undefined)
    return refuse(`This user may not write to ${folder}, the folder of ${file}.`);
  if (refusal(file, constants.F_OK) === undefined) {
    if (refusal(file, constants.R_OK) !== undefined)
      return refuse(`This user may not read ${file}.`);
    const why = whyReadOnly(file);
    if (why !== undefined) return refuse(why);
  } else if (code.startsWith('SQLITE_')) {
    return vanished(file);
  }
  return refuse(
    `The system refuses access to ${file} (${code}). Check who owns it, its folder, what lies beside it, and the space that is left.`,
  );
}

function refusal(path: string, mode: number): string | undefined {
  try {
    accessSync(path, mode);
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown';
  }
}

const hasFolder = (file: string): boolean => {
  const code = refusal(dirname(file), constants.F_OK);
  return code !== 'ENOENT' && code !== 'ENOTDIR';
};

/** The error for a file of which a part is missing. */
export const vanished = (file: string) =>
  refuse(
    hasFolder(file)
      ? `Something that belongs to ${file} was removed in the meantime; try again.`
      : `The folder of ${file} does not exist.`,
  );

const onReadOnlyDisk = (file: string) =>
  `${file} cannot be written to: its file system is read-only.`;

const withoutLocks = (file: string, code: string) =>
  `The file system of ${file} lacks locks or shared memory, which SQLite needs (${code}). Use a disk of this machine.`;

const noSpace = (file: string) => refuse(`There is no space for ${file}.`);

const failing = (file: string, code: string) =>
  refuse(
    `The disk refuses to read or write ${file} (${code}). Check its health, and the space and quota that are left.`,
  );
