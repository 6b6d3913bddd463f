import { execFile } from 'node:child_process';
import { closeSync, openSync, readSync, rmSync, statSync } from 'node:fs';
import { promisify } from 'node:util';
import { conflict } from '../../domain/errors.ts';
import { copyData } from '../../store/copy/copy-data.ts';
import type { Database } from '../../store/database.ts';
import { fsyncFile, publish, replace } from '../../store/files/durable.ts';
import { explained, refuse } from '../../store/files/file-errors.ts';
import { statOf } from '../../store/files/paths.ts';
import {
  createTemporaryFile,
  requireFreeName,
  requireFreePlace,
} from '../../store/files/temporary-file.ts';
import { passwordIn, withoutPassword } from '../../store/postgres/address.ts';
import type { OnProgress } from './backup.ts';

/** How a database was backed up: by pg_dump, for pg_restore, or as a data file, for `engaged copy`. */
export type DatabaseBackup = { file: string; bytes: number; format: 'pg_dump' | 'data_file' };

type Environment = Readonly<Record<string, string | undefined>>;

const run = promisify(execFile);

/** How a database can be backed up: with pg_dump where there is one that is not older than the server. */
export const formatOfBackup = async (
  db: Database,
  env: Environment,
): Promise<DatabaseBackup['format']> => ((await hasProgram(db, env)) ? 'pg_dump' : 'data_file');

/** Whether a file is an archive of pg_dump. */
export function isDump(file: string): boolean {
  const opened = openSync(file, 'r');
  try {
    const start = Buffer.alloc(5);
    readSync(opened, start, 0, start.length, 0);
    return start.toString('latin1') === 'PGDMP';
  } finally {
    closeSync(opened);
  }
}

/**
 * Backs up a PostgreSQL database as of now, by pg_dump or as a copy in a data file. It is written and read back under a temporary name, so there is never a partial backup.
 *
 * @param target path of the backup, with all links resolved; readable only by its owner
 * @param options.format as by `formatOfBackup`
 * @param options.env where pg_dump is found, and what libpq reads, such as PGPASSWORD and PGPASSFILE
 * @throws EngagedError `conflict` where the name is taken, `unavailable` where the backup cannot be made
 */
export async function backUpDatabase(
  target: string,
  options: {
    address: string;
    format: DatabaseBackup['format'];
    replaces: boolean;
    env: Environment;
    onStep: OnProgress;
  },
): Promise<DatabaseBackup> {
  const { address, format, replaces, env, onStep } = options;
  requireTarget(target, replaces);
  const temporary = createTemporaryFile(target);
  try {
    if (format === 'pg_dump') {
      onStep(0, 'pg_dump');
      await dump(address, temporary.file, env);
    } else {
      rmSync(temporary.file);
      copyData(address, temporary.file, (done, total, step) => onStep(done / total, step));
    }
    fsyncFile(temporary.file);
    const { size: bytes } = statSync(temporary.file);
    if (replaces) replace(temporary.file, target);
    else publish(temporary.file, target);
    return { file: target, bytes, format };
  } catch (error) {
    throw explained(error, target);
  } finally {
    temporary.remove();
  }
}

function requireTarget(target: string, replaces: boolean): void {
  requireFreeName(target);
  const existing = statOf(target);
  if (!existing) requireFreePlace(target);
  else if (!existing.isFile())
    throw conflict(`${target} is not a file. Name a file for the backup`);
  else if (!replaces) {
    throw conflict(`${target} exists already. Name another file, or replace it with --force`);
  }
}

/** pg_dump refuses a server that is newer than itself. */
async function hasProgram(db: Database, env: Environment): Promise<boolean> {
  try {
    const { stdout } = await run('pg_dump', ['--version'], { env });
    const [, version] = /\b(\d+)(?:\.|devel|beta|rc|\s|$)/.exec(stdout) ?? [];
    return Number(version) >= Number.parseInt(db.version(), 10);
  } catch {
    return false;
  }
}

/** Writes an archive and has it read back. The password is in no command line, which other users could read. */
async function dump(address: string, file: string, env: Environment): Promise<void> {
  const password = passwordIn(address);
  const words = ['--format=custom', '--no-password', '--no-owner', '--no-privileges'];
  const place = [`--dbname=${withoutPassword(address)}`, '--schema=engaged', `--file=${file}`];
  try {
    await run('pg_dump', [...words, ...place], {
      env: { ...env, ...(password !== undefined && { PGPASSWORD: password }) },
    });
  } catch (error) {
    const { stderr = '' } = error as { stderr?: string };
    const [line = ''] = stderr.trim().split('\n');
    throw refuse(`No backup was made: ${line || 'pg_dump failed'}`);
  }
  // Where only pg_dump is installed, its own success has to do.
  await run('pg_restore', ['--list', file], { env, maxBuffer: 64 * 1_048_576 }).catch((error) => {
    if (error.code !== 'ENOENT') throw refuse('No backup was made: pg_restore cannot read it');
  });
}
