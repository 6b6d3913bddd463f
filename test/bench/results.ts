import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus, release, totalmem } from 'node:os';
import { LOADER } from './load.ts';

/** The target for a ratio or a difference. */
export type Target = { atLeast: number } | { atMost: number };

/** One line of the table: the same work done by us and by a baseline, round by round. */
export type Row = {
  case: string;
  against: string;
  /** What the numbers measure. */
  unit: 'req/s' | 'µs' | 'ms' | 's' | 'MB' | '×';
  ours: number[];
  baseline: number[];
  /** How the two are compared: ours divided by the baseline, or the baseline subtracted from ours. */
  compare: 'ratio' | 'difference';
  target: Target | null;
  /** The longest stall of our event loop in any round, in milliseconds. */
  stallMs: number | null;
  note?: string;
};

/** A case that was not run, with the reason. */
export type NotRun = { case: string; notRun: string };

/** How ours compares with the baseline: by the medians, and in the lowest and highest round. */
export type Comparison = { median: number; min: number; max: number };

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
};

export function compare({ ours, baseline, compare }: Row): Comparison {
  const of = (a: number, b: number) => (compare === 'ratio' ? a / b : a - b);
  const rounds = ours.map((value, i) => of(value, baseline[i] ?? Number.NaN));
  return {
    median: of(median(ours), median(baseline)),
    min: Math.min(...rounds),
    max: Math.max(...rounds),
  };
}

const isMet = (target: Target, { median }: Comparison): boolean =>
  'atLeast' in target ? median >= target.atLeast : median <= target.atMost;

/** The machine and the versions that the numbers belong to. */
export function describeMachine(): Record<string, string> {
  const require = createRequire(import.meta.url);
  const versionOf = (name: string) =>
    (
      JSON.parse(readFileSync(require.resolve(`${name}/package.json`), 'utf8')) as {
        version: string;
      }
    ).version;
  const versionLine = (command: string, ...args: string[]): string => {
    try {
      const output = execFileSync(command, args, { stdio: ['ignore', 'pipe', 'ignore'] });
      return output.toString().split('\n', 1)[0] ?? '';
    } catch {
      return 'unknown';
    }
  };
  return {
    cpu: `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`,
    memory: `${Math.round(totalmem() / 2 ** 30)} GB`,
    system: `${process.platform} ${release()}`,
    node: process.version,
    'better-sqlite3': versionOf('better-sqlite3'),
    fastify: versionOf('fastify'),
    redis: versionLine('redis-server', '--version'),
    sqlite3: versionLine('sqlite3', '--version'),
    load: LOADER,
    commit: versionLine('git', 'describe', '--always', '--dirty'),
  };
}

/** The table as Markdown, which is also readable in a terminal. */
export function toTable(rows: readonly (Row | NotRun)[]): string {
  const heading = [
    'case',
    'ours',
    'baseline',
    'against',
    'median',
    'min',
    'max',
    'target',
    '',
    'stall',
  ];
  const lines = rows.map((row) => {
    if ('notRun' in row)
      return [row.case, '', '', `not run: ${row.notRun}`, '', '', '', '', '', ''];
    const result = compare(row);
    const shown =
      row.compare === 'ratio'
        ? (x: number) => x.toFixed(2)
        : (x: number) => formatSigned(x, row.unit);
    return [
      row.case,
      `${formatAmount(median(row.ours))} ${row.unit}`,
      `${formatAmount(median(row.baseline))} ${row.unit}`,
      row.against,
      shown(result.median),
      shown(result.min),
      shown(result.max),
      row.target ? formatTarget(row.target, row) : '',
      row.target ? (isMet(row.target, result) ? 'met' : 'MISSED') : '',
      row.stallMs === null ? '' : `${row.stallMs.toFixed(1)} ms`,
    ];
  });
  const all = [heading, ...lines];
  const widths = heading.map((_, i) => Math.max(...all.map((line) => (line[i] ?? '').length)));
  const print = (line: string[]) =>
    `| ${line.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`;
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  return [print(heading), rule, ...lines.map(print)].join('\n');
}

const formatAmount = (value: number): string =>
  value >= 1_000 ? Math.round(value).toLocaleString('en-US') : value.toPrecision(3);

const formatSigned = (value: number, unit: string): string =>
  `${value < 0 ? '-' : '+'}${Math.abs(value).toFixed(Math.abs(value) < 10 ? 2 : 0)} ${unit}`;

const formatTarget = (target: Target, { compare, unit }: Row): string => {
  const shown = (x: number) => (compare === 'ratio' ? x.toFixed(2) : formatSigned(x, unit));
  return 'atLeast' in target ? `≥ ${shown(target.atLeast)}` : `≤ ${shown(target.atMost)}`;
};
