import { accessSync, constants } from 'node:fs';
import { dirname } from 'node:path';
import { UsageError } from '../../domain/errors.ts';
import { statOf } from '../../store/files/paths.ts';

/**
 * Makes sure, before a command does anything, that a file can be written and that nothing is lost by it: its place is
 * free, or holds what an earlier command wrote there.
 *
 * @param option that names the file
 * @param path the real one
 * @throws UsageError
 */
export function requireOutputPlace(
  option: string,
  path: string,
  isReplaceable: (path: string) => boolean,
): void {
  try {
    accessSync(dirname(path), constants.W_OK);
  } catch {
    throw new UsageError(`${option} names ${path}, but its folder cannot be written to`, option);
  }
  const existing = statOf(path);
  if (existing && !(existing.isFile() && isReplaceable(path))) {
    throw new UsageError(
      `${option} names ${path}, which exists and holds something else. Choose another name`,
      option,
    );
  }
}
