import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { EngagedError, invalid } from '../../domain/errors.ts';

/** How long to wait for the reader of a pipe, in milliseconds. */
const RETRY_MS = 50;

/** How long the last lines may take to be written, in milliseconds. */
const CLOSE_MS = 1_000;

/** Readable by the owner and, for what collects logs, by the group. */
const MODE = 0o640;

type Line = { text: string; onDone: (error?: Error | null) => void };

/**
 * A file to which lines are appended without ever waiting for it: by another thread, as many at once as have gathered.
 * It may also be a named pipe.
 */
export class LogFile {
  readonly #path: string;
  #file: FileHandle;
  /** The file that takes its place with the next write. */
  #next: FileHandle | undefined;
  #waiting: Line[] = [];
  #pendingBytes = 0;
  /** Whether the last write was cut short within a line. */
  #isLineOpen = false;
  #writing: Promise<void> | undefined;
  #isClosing = false;

  private constructor(path: string, file: FileHandle) {
    this.#path = path;
    this.#file = file;
  }

  /** @throws EngagedError `validation_failed` for what is no file of lines or cannot be opened */
  static async open(path: string): Promise<LogFile> {
    return new LogFile(path, await openForLines(path));
  }

  /** Bytes that are not written yet. */
  get pendingBytes(): number {
    return this.#pendingBytes;
  }

  /** @param onDone called when the line is written, or is lost */
  write(text: string, onDone: Line['onDone']): void {
    this.#waiting.push({ text, onDone });
    this.#pendingBytes += text.length;
    this.#writing ??= this.#writeAll();
  }

  /** Opens the path again, because the file was renamed. @throws as `open`; then the file stays as it is */
  async reopen(): Promise<void> {
    const file = await openForLines(this.#path);
    const former = this.#next;
    this.#next = file;
    if (former) await closed(former);
    if (!this.#writing) await this.#replace();
  }

  /** Closes the file once everything is written, or after a second; the rest is lost. */
  async close(): Promise<void> {
    // A disk that does not answer never ends a write.
    const over = Promise.withResolvers<void>();
    const limits = [
      setTimeout(() => {
        this.#isClosing = true;
      }, CLOSE_MS),
      setTimeout(over.resolve, 2 * CLOSE_MS),
    ];
    await Promise.race([this.#writing, over.promise]);
    for (const limit of limits) clearTimeout(limit);
    this.#isClosing = true;
    if (!this.#writing) await closed(this.#file);
  }

  async #replace(): Promise<void> {
    const former = this.#file;
    this.#file = this.#next ?? former;
    this.#next = undefined;
    this.#isLineOpen = false;
    await closed(former);
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      if (this.#next) await this.#replace();
      const lines = this.#waiting;
      this.#waiting = [];
      await this.#writeLines(lines);
      this.#pendingBytes = this.#waiting.reduce((sum, { text }) => sum + text.length, 0);
    }
    this.#writing = undefined;
  }

  /** Reports the end of each line. What was written of a line that was cut short is ended by the next one. */
  async #writeLines(lines: readonly Line[]): Promise<void> {
    const start = this.#isLineOpen ? '\n' : '';
    const bytes = Buffer.from(start + lines.map(({ text }) => text).join(''));
    const { written, error } = await this.#writeBytes(bytes);
    if (written > 0) this.#isLineOpen = bytes[written - 1] !== 0x0a;
    let end = start.length;
    for (const { text, onDone } of lines) {
      end += Buffer.byteLength(text);
      onDone(end <= written ? null : error);
    }
  }

  async #writeBytes(bytes: Buffer): Promise<{ written: number; error?: Error }> {
    let written = 0;
    while (written < bytes.length) {
      try {
        written += (await this.#file.write(bytes, written)).bytesWritten;
      } catch (error) {
        const isFull = (error as NodeJS.ErrnoException).code === 'EAGAIN';
        if (!isFull || this.#isClosing) return { written, error: error as Error };
        if (this.#next) await this.#replace();
        else await sleep(RETRY_MS);
      }
    }
    return { written };
  }
}

/** Closes a file. Some file systems fail here for what they could not keep, which nothing can change any more. */
const closed = (file: FileHandle): Promise<void> => file.close().catch(() => {});

async function openForLines(path: string): Promise<FileHandle> {
  // Opening or writing a pipe must not wait for its reader.
  const { O_WRONLY, O_APPEND, O_CREAT, O_NONBLOCK = 0 } = constants;
  try {
    await requireLines(path);
    return await open(path, O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK, MODE);
  } catch (error) {
    if (error instanceof EngagedError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    const why = code === 'ENXIO' ? 'nobody reads the pipe' : code;
    throw invalid(`The file of access-log cannot be written (${why})`);
  }
}

/** A mistyped path must not append lines to a data file or a certificate. */
async function requireLines(path: string): Promise<void> {
  const { O_RDONLY, O_NONBLOCK = 0 } = constants;
  let file: FileHandle;
  try {
    file = await open(path, O_RDONLY | O_NONBLOCK);
  } catch {
    // Not there yet, or not readable.
    return;
  }
  try {
    if (!(await file.stat()).isFile()) return;
    const { bytesRead, buffer } = await file.read(Buffer.alloc(1), 0, 1, 0);
    if (bytesRead === 1 && !/[{\n]/.test(buffer.toString('latin1'))) {
      throw invalid('access-log must name a file of its own: this one holds something else');
    }
  } finally {
    await file.close();
  }
}
