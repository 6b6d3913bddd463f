import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { EngagedError } from '../domain/errors.ts';
import type { Context } from './context.ts';

/** The file argument for standard input. */
export const STANDARD_INPUT = '-';

/** The name of a file argument in texts for people. */
export const nameOfInput = (file: string): string =>
  file === STANDARD_INPUT ? 'standard input' : basename(file);

/**
 * Reads a file argument, or standard input for `-`.
 *
 * @throws EngagedError if it cannot be read
 */
export async function readInputFile(context: Context, file: string): Promise<Uint8Array> {
  if (file === STANDARD_INPUT) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of context.stdin) chunks.push(chunk);
    return Buffer.concat(chunks);
  }
  const path = resolve(context.cwd, file);
  try {
    return readFileSync(path);
  } catch (error) {
    throw toInputError(error, path);
  }
}

function toInputError(error: unknown, path: string): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return new EngagedError('not_found', `There is no file at ${path}.`);
    case 'EISDIR':
      return new EngagedError('unavailable', `${path} is a directory, not a file.`);
    case 'EACCES':
    case 'EPERM':
      return new EngagedError('unavailable', `${path} may not be read. Check its permissions.`);
    case 'ERR_FS_FILE_TOO_LARGE':
      return new EngagedError('unavailable', `${path} is too large. Split it into several files.`);
    default:
      return error;
  }
}
