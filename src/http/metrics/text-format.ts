import type { Histogram } from './histogram.ts';

/** The `Content-Type` of the Prometheus text format. */
export const TEXT_FORMAT = 'text/plain; version=0.0.4; charset=utf-8';

/** Names and values; both are constants of the program, except the ids of companies. */
export type Labels = Readonly<Record<string, string>>;

type Samples<Value> = readonly (readonly [Labels, Value])[];

const simpleMetric = (type: string) => (name: string, help: string, samples: Samples<number>) =>
  family(
    { name, help, type },
    samples.map(([labels, value]) => line(name, labels, value)),
  );

/** A value that only increases while the process runs. */
export const counter = simpleMetric('counter');

export const gauge = simpleMetric('gauge');

/** A value for each `quantile`, without the count and the sum that a summary may have. */
export const summary = simpleMetric('summary');

/** Durations in seconds. */
export const histogram = (name: string, help: string, samples: Samples<Histogram>): string =>
  family(
    { name, help, type: 'histogram' },
    samples.flatMap(([labels, of]) => [
      ...[...of.cumulative()].map(([bound, count]) =>
        line(`${name}_bucket`, { ...labels, le: String(bound) }, count),
      ),
      line(`${name}_bucket`, { ...labels, le: '+Inf' }, of.count),
      line(`${name}_sum`, labels, of.sum),
      line(`${name}_count`, labels, of.count),
    ]),
  );

const family = (
  { name, help, type }: { name: string; help: string; type: string },
  lines: readonly string[],
): string => `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`;

function line(name: string, labels: Labels, value: number): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escapeLabel(text)}"`);
  return `${name}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value}\n`;
}

const escapeLabel = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
