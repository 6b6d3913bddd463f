import { constants } from 'node:buffer';
import { createReadStream, readFileSync, statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { EngagedError } from '../domain/errors.ts';
import type { Context } from './context.ts';

/** The file argument for standard input. */
export const STANDARD_INPUT = '-';

/** The name of a file argument in texts for people. */
export const nameOfInput = (file: string): string =>
  file === STANDARD_INPUT ? 'standard input' : basename(file);

/** How much is read of an input, and the error for a longer one. */
type InputLimit = { maxBytes: number; tooLarge: (path: string) => EngagedError };

/** The longest text, in the widest encoding. */
const TEXT_LIMIT: InputLimit = {
  maxBytes: 2 * constants.MAX_STRING_LENGTH,
  tooLarge: (path) =>
    new EngagedError('unavailable', `${path} is too large. Split it into several files.`),
};

/**
 * Reads a file argument, or standard input for `-`. A pipe is read like a file.
 *
 * @throws EngagedError if it cannot be read, or is longer than the limit
 */
export async function readInputFile(
  context: Context,
  file: string,
  limit = TEXT_LIMIT,
): Promise<Uint8Array> {
  if (file === STANDARD_INPUT) return collect(context.stdin, 'Standard input', limit);
  const path = resolve(context.cwd, file);
  try {
    const status = statSync(path);
    if (status.isCharacterDevice() || status.isBlockDevice())
      throw new EngagedError('unavailable', `${path} is a device, not a file.`);
    // The size of a pipe is not known, nor that of some files which the system makes up.
    if (!status.isFile() || status.size === 0)
      return await collect(createReadStream(path), path, limit);
    if (status.size > limit.maxBytes) throw limit.tooLarge(path);
    return readFileSync(path);
  } catch (error) {
    throw toInputError(error, path);
  }
}

async function collect(
  source: AsyncIterable<Uint8Array>,
  name: string,
  { maxBytes, tooLarge }: InputLimit,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLarge(name);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
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
    default:
      return error;
  }
}
