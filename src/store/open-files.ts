import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';

/** The limits on open files that can be reached, by the system's error code, with what to do. */
const ADVICE: Readonly<Record<string, string>> = {
  EMFILE:
    'Too many open files: this process has reached its limit. Raise it with ulimit -n, or LimitNOFILE= in a systemd unit.',
  ENFILE:
    'Too many open files: the whole system has reached its limit. Close other programs, or raise the limit (fs.file-max on Linux).',
};

/** What to do about an error that means that no more files can be opened; undefined for any other error. */
export const tooManyOpenFiles = (error: unknown): string | undefined =>
  ADVICE[(error as NodeJS.ErrnoException | null)?.code ?? ''];

/** The error that opening any file has now, where there are too many open ones; otherwise undefined. */
export function openFilesError(): unknown {
  try {
    closeSync(openSync(devNull, 'r'));
    return undefined;
  } catch (error) {
    return tooManyOpenFiles(error) === undefined ? undefined : error;
  }
}
