import type { Histogram } from './histogram.ts';

/** The `Content-Type` of the Prometheus text format. */
export const TEXT_FORMAT = 'text/plain; version=0.0.4; charset=utf-8';

/** Names and values; both are the program's own words, never anything sent or kept. */
export type Labels = Readonly<Record<string, string>>;

/** Something that only grows while the process lives; its name ends in `_total` or `_sum`. */
export const counter = (
  name: string,
  help: string,
  samples: readonly (readonly [Labels, number])[],
): string => family(name, help, 'counter', samples);

/** Something that goes up and down. */
export const gauge = (
  name: string,
  help: string,
  samples: readonly (readonly [Labels, number])[],
): string => family(name, help, 'gauge', samples);

/** Lengths of time, in seconds. */
export function histogram(
  name: string,
  help: string,
  samples: readonly (readonly [Labels, Histogram])[],
): string {
  const lines = samples.flatMap(([labels, of]) => [
    ...[...of.cumulative()].map(([bound, count]) =>
      line(`${name}_bucket`, { ...labels, le: String(bound) }, count),
    ),
    line(`${name}_bucket`, { ...labels, le: '+Inf' }, of.count),
    line(`${name}_sum`, labels, of.sum),
    line(`${name}_count`, labels, of.count),
  ]);
  return `${helpLines(name, help, 'histogram')}${lines.join('')}`;
}

function family(
  name: string,
  help: string,
  type: string,
  samples: readonly (readonly [Labels, number])[],
): string {
  const lines = samples.map(([labels, value]) => line(name, labels, value));
  return `${helpLines(name, help, type)}${lines.join('')}`;
}

const helpLines = (name: string, help: string, type: string): string =>
  `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`;

function line(name: string, labels: Labels, value: number): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escapeLabel(text)}"`);
  return `${name}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value}\n`;
}

const escapeLabel = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
