import { Html, html } from '../../http/response/html.ts';
import type { Messages } from '../languages/en.ts';

type Column = {
  /** On the axis. */
  label: string | Html;
  /** In full. */
  name: string;
};

export type Bar = Column & { value: number };

/** A bar without a value is left out. */
type MaybeBar = Column & { value: number | null };

/** Two bars, one above and one below the line. */
export type TwoBars = Column & { above: number | null; below: number | null };

const HEIGHT = 140;
const TOP = 8;
const LEFT = 18;

/** The smallest step of 1, 2, 2.5 or 5 times a power of ten with which at most four lines reach a value. */
function stepFor(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, most)));
  const step = [0.25, 0.5, 1, 2, 2.5].find((one) => one * power * 4 >= most) ?? 5;
  return Math.max(1, step * power);
}

/** The values of the lines from 0 up to the first one that a value does not exceed. */
function linesUpTo(most: number, step = stepFor(most)): number[] {
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, at) => at * step);
}

const percent = (value: number): string => `${value.toFixed(2)}%`;

const largest = (values: readonly (number | null)[]): number =>
  Math.max(1, ...values.map((value) => value ?? 0));

/** The heights of a chart with lines; what is above all of them needs `room`. */
type Scale = { lines: readonly number[]; room?: number; write(value: number): string };

/**
 * Columns above an axis of names. Widths are percentages and heights pixels, so that text keeps its size at every width.
 *
 * @param shapesOf what stands in a column, between two percentages of the width and by a function from values to pixels
 */
function chart<C extends Column>(
  label: string,
  columns: readonly C[],
  { lines, room = 0, write }: Scale,
  shapesOf: (
    column: C,
    at: { left: string; width: string; middle: string; isRunning: boolean },
    y: (value: number) => number,
  ) => Html,
): Html {
  const [lowest, highest] = [Math.min(...lines), Math.max(...lines)];
  const top = TOP + room;
  const y = (value: number) => top + HEIGHT * (1 - (value - lowest) / (highest - lowest));
  const slot = (100 - LEFT) / columns.length;
  const grid = lines.map(
    (value) =>
      html`<line x1="${percent(LEFT)}" x2="100%" y1="${y(value)}" y2="${y(value)}"${value === 0 && lowest < 0 ? new Html(' class="zero"') : ''}/><text x="${percent(LEFT - 2)}" y="${y(value) + 4}" text-anchor="end">${write(value)}</text>`,
  );
  const drawn = columns.map((column, index) => {
    const x = LEFT + slot * index;
    const middle = percent(x + slot / 2);
    const isRunning = index === columns.length - 1;
    const at = { left: percent(x + slot * 0.2), width: percent(slot * 0.6), middle, isRunning };
    return html`<g>${shapesOf(column, at, y)}<text x="${middle}" y="${top + HEIGHT + 18}" text-anchor="middle">${column.label}</text></g>`;
  });
  return html`<svg class="chart" width="100%" height="${top + HEIGHT + 26}" role="img" aria-label="${label}">${grid}${drawn}</svg>`;
}

const rect = (
  { left, width }: { left: string; width: string },
  { from, to, className }: { from: number; to: number; className: string },
): Html =>
  html`<rect x="${left}" width="${width}" y="${from.toFixed(1)}" height="${(to - from).toFixed(1)}" rx="2"${className === '' ? '' : html` class="${className}"`}/>`;

/**
 * Bars whose numbers stand in a table beside them; the last one is still running and dashed.
 *
 * @param options.share whether values are shares, on a scale from nobody to everybody, with the percentage above each bar
 */
export function barChart(
  { format }: Messages,
  label: string,
  bars: readonly MaybeBar[],
  { isShare = false, isWritten = false }: { isShare?: boolean; isWritten?: boolean } = {},
): Html {
  const write = isShare ? format.percent : format.number;
  const lines = isShare
    ? [0, 0.25, 0.5, 0.75, 1]
    : linesUpTo(largest(bars.map(({ value }) => value)));
  const scale = { lines, write, room: isWritten ? 12 : 0 };
  return chart(label, bars, scale, ({ name, value }, at, y) => {
    if (value === null) return html``;
    const from = y(Math.max(0, value));
    const bar = rect(at, { from, to: y(0), className: at.isRunning ? 'running' : '' });
    const above = html`<text x="${at.middle}" y="${(from - 5).toFixed(1)}" text-anchor="middle" class="value">${write(value).replace(/\s?%$/, '')}</text>`;
    return html`<title>${name}: ${write(value)}</title>${bar}${isWritten ? above : ''}`;
  });
}

/** Bars without an axis, as high as the style says, for a row of a table; the last one is still running and dashed. @param most the value of the highest */
export function smallChart(
  { format }: Messages,
  label: string,
  bars: readonly MaybeBar[],
  most: number,
): Html {
  const slot = 100 / bars.length;
  const drawn = bars.map(({ name, value }, index) => {
    if (value === null || value <= 0) return html``;
    const height = (100 * value) / most;
    const running = index === bars.length - 1 ? new Html(' class="running"') : '';
    return html`<rect x="${percent(slot * (index + 0.15))}" width="${percent(slot * 0.7)}" y="${percent(100 - height)}" height="${percent(height)}" rx="1"${running}><title>${name}: ${format.number(value)}</title></rect>`;
  });
  return html`<svg class="chart row-chart" width="100%" role="img" aria-label="${label}">${drawn}</svg>`;
}

/** Bars above and below a line, told apart by where they are; the last ones are still running and dashed. */
export function twoWayChart({ format }: Messages, label: string, bars: readonly TwoBars[]): Html {
  const most = largest(bars.flatMap(({ above, below }) => [above, below]));
  // Two lines on each side.
  const upwards = linesUpTo(most, stepFor(2 * most));
  const lines = [...upwards.slice(1).map((value) => -value), ...upwards];
  const write = (value: number) => format.number(Math.abs(value));
  return chart(label, bars, { lines, write }, ({ name, above, below }, at, y) => {
    if (above === null || below === null) return html``;
    const running = at.isRunning ? 'running' : '';
    const up = rect(at, { from: y(Math.max(0, above)), to: y(0), className: running });
    const down = { from: y(0), to: y(Math.min(0, -below)), className: `below ${running}`.trim() };
    return html`<title>${name}: ${format.number(above)}, ${format.number(below)}</title>${up}${rect(at, down)}`;
  });
}

/** A table of numbers folded away. @param title what it is called where it is */
export const folded = (title: string, numbers: Html): Html =>
  html`<details><summary class="small">${title}</summary>${numbers}</details>`;

/** The numbers of a chart. @param title what they are called where they are folded away */
export const chartNumbers = (
  { format }: Messages,
  { title, label }: { title: string; label: string },
  bars: readonly Bar[],
): Html =>
  folded(
    title,
    html`<table aria-label="${label}"><tbody>${bars.map(({ name, value }) => html`<tr><th scope="row">${name}</th><td class="n">${format.number(value)}</td></tr>`)}</tbody></table>`,
  );

/** A bar that is filled to a share; the number beside it says the same. */
export const progress = (share: number, colour: 'accent' | 'field' = 'accent'): Html =>
  new Html(
    `<svg width="100%" height="6" aria-hidden="true"><rect width="100%" height="6" rx="3" fill="var(--track)"/><rect width="${(Math.max(0, Math.min(1, share)) * 100).toFixed(1)}%" height="6" rx="3" fill="var(--${colour})"/></svg>`,
  );

/** Values below each other as bars, each beside its name and number. @param rows.isBefore whether it is one of the past */
export function barRows(
  { format }: Messages,
  rows: readonly { name: string; value: number; isBefore?: boolean }[],
): Html {
  const most = Math.max(1, ...rows.map(({ value }) => value));
  return html`<dl class="bars">${rows.map(({ name, value, isBefore = false }) => html`<div><dt>${name}</dt><dd>${progress(value / most, isBefore ? 'field' : 'accent')}<b class="num">${format.number(value)}</b></dd></div>`)}</dl>`;
}
