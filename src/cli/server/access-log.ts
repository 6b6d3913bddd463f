import { readlinkSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { MINUTE_MS } from '../../domain/duration.ts';
import { UsageError } from '../../domain/errors.ts';
import { describeError, type Logger } from '../../service/operations/log.ts';
import { realPathOf } from '../../store/files/paths.ts';
import type { Context, Output } from '../context.ts';
import { LogFile } from './log-file.ts';

/** Lines are dropped while more bytes than this are not written yet. */
const MOST_PENDING = 1_048_576;

/** Where the lines of the access log go. */
export type AccessLog = {
  /** Writes a line, or drops it where they cannot be written as fast as they come. Never waits and never throws. */
  write(line: string): void;
  /** Opens the file again, because it was renamed. */
  reopen(): Promise<void>;
  /** Writes what is left, for at most a second. */
  close(): Promise<void>;
};

/**
 * Opens the access log.
 *
 * @param target the path of a file, or `-` for standard output
 * @param options.data the path of the data file with all links resolved, which it must not be, nor a file of SQLite beside it
 * @param options.log is told how many lines are dropped, at most once a minute
 * @throws EngagedError `validation_failed`, UsageError for a file that cannot be one
 */
export async function openAccessLog(
  target: string,
  { context, data, log }: { context: Context; data: string; log: Logger },
): Promise<AccessLog> {
  const path = resolve(context.cwd, target);
  if (target !== '-' && OF_DATA.some((suffix) => placeOf(path) === data + suffix)) {
    throw new UsageError('access-log must not be the data file');
  }
  const file = target === '-' ? undefined : await LogFile.open(path);
  const lines = new DroppingLines(file ?? context.stdout, log);
  return {
    write: (line) => lines.write(line),
    reopen: async () => {
      try {
        await file?.reopen();
      } catch (error) {
        log.warn('access_log_not_reopened', describeError(error));
      }
    },
    close: async () => {
      await file?.close();
      lines.close();
    },
  };
}

/** What the names of the files that belong to a data file end in. Before the first start none of them is there. */
const OF_DATA = ['', '-wal', '-shm', '-journal', '-server'];

/** Where a path leads, also by a link to what is not there yet. One to a pipe, as /dev/stdout, leads to no path. */
function placeOf(path: string): string {
  try {
    return realPathOf(path);
  } catch {
    return linkedPlace(path) ?? path;
  }
}

function linkedPlace(path: string): string | undefined {
  try {
    return realPathOf(resolve(dirname(path), readlinkSync(path)));
  } catch {
    return undefined;
  }
}

/** Writes lines to an output that may fail or stall, and says how many are lost. */
class DroppingLines {
  readonly #output: Pick<Output, 'write' | 'pendingBytes'>;
  readonly #log: Logger;
  #lost = 0;
  #code: string | undefined;
  #pause: NodeJS.Timeout | undefined;

  constructor(output: Pick<Output, 'write' | 'pendingBytes'>, log: Logger) {
    this.#output = output;
    this.#log = log;
  }

  write(line: string): void {
    if ((this.#output.pendingBytes ?? 0) > MOST_PENDING) {
      this.#lose('not_read');
      return;
    }
    this.#output.write(line, (error) => {
      if (error) this.#lose((error as NodeJS.ErrnoException).code);
    });
  }

  /** Says what has not been said yet. */
  close(): void {
    clearTimeout(this.#pause);
    this.#report();
  }

  #lose(code: string | undefined): void {
    this.#lost++;
    this.#code = code;
    if (!this.#pause) this.#report();
  }

  /** A log of every dropped line would be as long as the access log. */
  #report(): void {
    this.#pause = undefined;
    if (this.#lost === 0) return;
    this.#log.warn('access_log_lines_lost', { lines: this.#lost, code: this.#code });
    this.#lost = 0;
    this.#pause = setTimeout(() => this.#report(), MINUTE_MS).unref();
  }
}
