/** The fields of a log line that these tests check. */
export type LogLine = {
  level: string;
  event: string;
  code?: string;
  stack?: string;
  lines?: number;
  outcome?: string;
};

/** Parses the lines of a log, each of which has to be JSON. */
export const linesOf = (log: string): LogLine[] =>
  log
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
