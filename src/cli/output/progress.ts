import type { OnProgress } from '../../service/operations/backup.ts';
import type { Context } from '../context.ts';
import { type JsonOption, style } from './output.ts';
import { ERASE_LINE } from './terminal.ts';
import { padToWidth, truncateToWidth } from './text-width.ts';

/** A progress line of a long command, which is erased at its end. */
export type Progress = {
  /** Shows `done` of `total`, in any unit, and the current step. May be called often: only a change is drawn. */
  show(done: number, total: number, label: string): void;
  /** Erases the line until the next `show`, before anything else is written to stderr. */
  clear(): void;
};

const BAR_WIDTH = 24;
const LABEL_WIDTH = 40;

/** Runs a long part of a command with a progress line, and erases that line whatever happens. */
export async function withProgress<T>(
  context: Context,
  options: JsonOption,
  work: (progress: Progress) => T | Promise<T>,
): Promise<T> {
  const progress = createProgress(context, options);
  try {
    return await work(progress);
  } finally {
    progress.clear();
  }
}

/** `withProgress` for work that reports its step and how much of the whole is done. */
export const withSteps = <T>(
  context: Context,
  options: JsonOption,
  work: (onStep: OnProgress) => T | Promise<T>,
): Promise<T> =>
  withProgress(context, options, (progress) =>
    work((share, step) => progress.show(share, 1, step)),
  );

/**
 * A progress bar on stderr, if that is a terminal that can redraw a line, and not with `--json` or `--quiet`. Otherwise
 * nothing is shown. The cursor stays visible, so that a command that is killed leaves the terminal as it was.
 */
export function createProgress(context: Context, options: JsonOption): Progress {
  const { stderr, env } = context;
  if (!stderr.isTTY || options.json || options.quiet || env.TERM === 'dumb')
    return { show() {}, clear() {} };
  let drawn = '';
  const draw = (line: string) => {
    if (line === drawn) return;
    stderr.write(ERASE_LINE + line);
    drawn = line;
  };
  return {
    show(done, total, label) {
      const share = total > 0 ? Math.min(1, Math.max(0, done / total)) : 0;
      const filled = Math.round(share * BAR_WIDTH);
      const bar =
        style(context, stderr, 'cyan', '█'.repeat(filled)) +
        style(context, stderr, 'dim', '░'.repeat(BAR_WIDTH - filled));
      const percent = padToWidth(`${Math.floor(share * 100)}%`, 4, 'right');
      // A line as wide as the terminal would wrap, and could then not be erased.
      const available = (stderr.columns ?? 80) - BAR_WIDTH - percent.length - 3;
      draw(
        available < 0
          ? percent
          : `${bar} ${percent} ${truncateToWidth(label, Math.min(available, LABEL_WIDTH))}`,
      );
    },
    clear: () => draw(''),
  };
}
