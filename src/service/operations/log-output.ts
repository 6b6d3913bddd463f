import { toLogLine } from './log.ts';

/** The output of a log. `onDone` receives the result of a write, at once or later. */
type LogOutput = {
  write(text: string, onDone: (error?: Error | null) => void): unknown;
  /** Bytes that the reader has not read yet. */
  readonly pendingBytes?: number | undefined;
};

/** Lines are dropped while more bytes than this are unread. */
const MOST_PENDING = 1_048_576;

/**
 * Writes lines to an output that may fail or stall: a full disk, a pipe that nobody reads. Lines that cannot be
 * written are dropped and counted, and the count is logged as soon as writing works again.
 *
 * @param now the clock, in milliseconds UTC
 */
export function writeLinesTo(output: LogOutput, now: () => number): (line: string) => void {
  let lost = 0;
  /** @param lines how many are lost if this text is */
  const write = (text: string, lines: number) => {
    if ((output.pendingBytes ?? 0) > MOST_PENDING) {
      lost += lines;
      return;
    }
    output.write(text, (error) => {
      if (error) lost += lines;
      else reportLost();
    });
  };
  const reportLost = () => {
    if (lost === 0) return;
    const lines = lost;
    lost = 0;
    write(toLogLine(now(), 'warn', 'log_lines_lost', { lines }), lines);
  };
  return (line) => {
    reportLost();
    write(line, 1);
  };
}
