import type { Context } from './context.ts';
import { type JsonOption, style } from './output.ts';
import { padToWidth, truncateToWidth } from './text-width.ts';

/** How far a long command is, on a line of its own that leaves no trace. */
export type Progress = {
  /** Shows `done` of `total`, in any unit, and what is going on. Free to call often: only a change is drawn. */
  show(done: number, total: number, label: string): void;
  /** Takes the line away, for good or until the next `show`: before anything else is written to stderr. */
  clear(): void;
};

const BAR_WIDTH = 24;
const LABEL_WIDTH = 40;
const ERASE_LINE = '\r\u001b[K';

/**
 * A progress bar on stderr where a person is watching: on a terminal that can redraw a line, and not with
 * `--json`. Elsewhere it shows nothing. The cursor stays visible, so that a command that is killed leaves
 * the terminal as it was.
 */
export function createProgress(context: Context, options: JsonOption): Progress {
  const { stderr, env } = context;
  if (!stderr.isTTY || options.json || env.TERM === 'dumb') return { show() {}, clear() {} };
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
      // A line as wide as the terminal would wrap, and could then not be taken away again.
      const room = (stderr.columns ?? 80) - BAR_WIDTH - percent.length - 3;
      draw(
        room < 0
          ? percent
          : `${bar} ${percent} ${truncateToWidth(label, Math.min(room, LABEL_WIDTH))}`,
      );
    },
    clear: () => draw(''),
  };
}
