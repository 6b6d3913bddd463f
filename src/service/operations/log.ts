import { EngagedError, ServiceFault } from '../../domain/errors.ts';
import { toDataFileFault } from '../../store/files/data-file-fault.ts';

/** From most to least verbose. */
export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/**
 * Facts about the service itself: never a person's data, a key, or the query of a URL. A company goes by its public id,
 * never by its number.
 */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>> & {
  readonly company_id?: string | null | undefined;
};

type Level = Exclude<LogLevel, 'silent'>;

type Write = (event: string, fields?: LogFields) => void;

/** Writes events down. `event` is a fixed name; what varies goes into the fields. */
export type Logger = Readonly<Record<Level, Write>> & {
  /** Whether `debug` is enabled, so that callers can skip preparing its fields. */
  readonly isDebugging: boolean;
};

/**
 * A logger that gives one line of JSON an event, with `time`, `level` and `event` first.
 *
 * @param level the least level that is written
 * @param write takes a whole line, its line feed included
 * @param now the clock, in milliseconds UTC
 */
export function createLogger(
  level: LogLevel,
  write: (line: string) => void,
  now: () => number,
): Logger {
  const least = LOG_LEVELS.indexOf(level);
  const writer = (own: Level): Write =>
    LOG_LEVELS.indexOf(own) < least
      ? () => {}
      : (event, fields) => write(toLogLine(now(), own, event, fields));
  return {
    isDebugging: least === 0,
    debug: writer('debug'),
    info: writer('info'),
    warn: writer('warn'),
    error: writer('error'),
  };
}

/** One event as a line of JSON. `now` in milliseconds UTC. */
export function toLogLine(now: number, level: Level, event: string, fields?: LogFields): string {
  const time = new Date(now).toISOString();
  return `${JSON.stringify({ time, level, event, ...fields })}\n`;
}

/**
 * The loggable parts of an error: name, code and, if unexpected, stack frames. The message is omitted, because
 * messages of SQLite and of validators quote values.
 */
export function describeError(error: unknown): LogFields {
  if (!(error instanceof Error)) return { error: typeof error };
  const { code, syscall } = error as NodeJS.ErrnoException;
  const fault = error instanceof ServiceFault ? error : toDataFileFault(error);
  if (fault) return { code: fault.reason };
  if (error instanceof EngagedError) return { code };
  if (IO_CODES.test(code ?? '')) return { code, syscall };
  return {
    error: error.name,
    code: typeof code === 'string' ? code : undefined,
    stack: framesOf(error).join(' < ') || undefined,
  };
}

/** System errors of disks, pipes and terminals. Their stack is irrelevant. */
const IO_CODES = /^E(?:AGAIN|DQUOT|FBIG|IO|MFILE|NFILE|NOSPC|PIPE|ROFS)$/;

// A stack begins with the message, which may have lines that look like frames.
function framesOf({ message, stack = '' }: Error): string[] {
  const at = stack.indexOf(message);
  const frames = at === -1 ? '' : stack.slice(at + message.length);
  return frames
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('at '));
}
