import { Html, html } from '../../http/response/html.ts';
import type { Messages } from '../languages/en.ts';

export type Bar = { label: string; name: string; value: number };

const HEIGHT = 140;
const TOP = 8;
const LEFT = 18;

/** The smallest step of 1, 2, 2.5 or 5 times a power of ten with which at most four lines reach a value. */
function stepFor(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, most)));
  const step = [0.25, 0.5, 1, 2, 2.5].find((one) => one * power * 4 >= most) ?? 5;
  return Math.max(1, step * power);
}

const percent = (value: number): string => `${value.toFixed(2)}%`;

/**
 * Bars with their numbers in a table below; the last one is still running and dashed. Widths are percentages and heights
 * pixels, so that text keeps its size at every width.
 */
export function barChart({ format }: Messages, label: string, bars: readonly Bar[]): Html {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const step = stepFor(most);
  const lines = Array.from({ length: Math.ceil(most / step) + 1 }, (_, at) => at * step);
  const highest = lines.at(-1) ?? 1;
  const yOf = (value: number) => TOP + HEIGHT * (1 - Math.max(0, value) / highest);
  const slot = (100 - LEFT) / bars.length;
  const grid = lines.map(
    (value) =>
      html`<line x1="${percent(LEFT)}" x2="100%" y1="${yOf(value)}" y2="${yOf(value)}"/><text x="${percent(LEFT - 2)}" y="${yOf(value) + 4}" text-anchor="end">${format.number(value)}</text>`,
  );
  const columns = bars.map(({ label: letter, name, value }, at) => {
    const x = LEFT + slot * at;
    const isRunning = at === bars.length - 1;
    return html`<g><title>${name}: ${format.number(value)}</title><rect x="${percent(x + slot * 0.2)}" width="${percent(slot * 0.6)}" y="${yOf(value).toFixed(1)}" height="${(TOP + HEIGHT - yOf(value)).toFixed(1)}" rx="2"${isRunning ? new Html(' class="running"') : ''}/><text x="${percent(x + slot / 2)}" y="${TOP + HEIGHT + 18}" text-anchor="middle">${letter}</text></g>`;
  });
  return html`<svg class="chart" width="100%" height="${TOP + HEIGHT + 26}" role="img" aria-label="${label}">${grid}${columns}</svg>`;
}

/** The numbers of a chart. @param title what they are called where they are folded away */
export const chartNumbers = (
  { format }: Messages,
  { title, label }: { title: string; label: string },
  bars: readonly Bar[],
): Html =>
  html`<details><summary class="small">${title}</summary><table aria-label="${label}"><tbody>${bars.map(({ name, value }) => html`<tr><th scope="row">${name}</th><td class="n">${format.number(value)}</td></tr>`)}</tbody></table></details>`;

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
