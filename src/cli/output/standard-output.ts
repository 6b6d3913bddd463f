import { writeSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Output } from '../context.ts';

/**
 * Standard output or standard error of this process. A failed write never ends the process: it is reported to the
 * callback of the write, or else to `onFailure`.
 */
export function standardOutput(
  stream: NodeJS.WriteStream & { fd: number },
  onFailure: (error: NodeJS.ErrnoException) => void,
): Output {
  // An 'error' event without a listener ends the process.
  stream.on('error', () => {});
  const { fd } = stream;
  const write = stream instanceof Socket ? stream.write.bind(stream) : fileWriter(fd);
  const report = (error?: Error | null) => {
    if (error) onFailure(error);
  };
  return {
    write: (text, onDone = report) => write(text, onDone),
    get isTTY() {
      return stream.isTTY;
    },
    get columns() {
      return stream.columns;
    },
    get pendingBytes() {
      return stream.writableLength;
    },
  };
}

/** Writes to a file all of a text, or fails. Node's own stream for files ignores that a write may be cut short. */
function fileWriter(fd: number): Output['write'] {
  let isLineOpen = false;
  return (text, onDone) => {
    const bytes = Buffer.from(isLineOpen ? `\n${text}` : text);
    let written = 0;
    try {
      while (written < bytes.length) written += writeSync(fd, bytes, written);
      isLineOpen = false;
    } catch (error) {
      isLineOpen ||= written > 0;
      onDone?.(error as Error);
      return;
    }
    onDone?.();
  };
}
