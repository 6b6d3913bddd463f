import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Report } from './reporter.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** How a test file ended. */
export type Outcome = {
  /** The file, and where its data was. */
  name: string;
  passed: number;
  failed: number;
  skipped: { test: string; why: string }[];
  /** What went wrong, each with the name of its test where it has one. */
  faults: { test?: string; why: string }[];
  /** The end of what it wrote, for the search of a fault. */
  written: string;
  seconds: number;
};

export type Process = {
  name: string;
  file: string;
  env: Readonly<Record<string, string | undefined>>;
  /** What it loads first. */
  imports?: readonly string[];
  /** Where it writes its report. */
  report: string;
  /** Ends it. Whoever gives it waits so long that it hangs for certain, on the slowest of machines. */
  limit: AbortSignal;
};

const running = new Set<ChildProcess>();

/** Ends every test process with all that it started. */
export function endAll(): void {
  for (const child of running) endGroup(child);
}

/** A test process leads a group of its own, so that nothing outlives it. */
function endGroup(child: ChildProcess): void {
  try {
    process.kill(-(child.pid ?? 0), 'SIGKILL');
  } catch {
    // All of the group has ended.
  }
}

const KEPT = 20_000;

/** Runs a test file in a process of its own, to its end or that limit. It never throws. */
export async function runEntry({
  name,
  file,
  env,
  imports = [],
  report,
  limit,
}: Process): Promise<Outcome> {
  const began = performance.now();
  const reporter = join(import.meta.dirname, 'reporter.ts');
  const child = spawn(
    process.execPath,
    [
      ...[import.meta.resolve('tsx'), ...imports].flatMap((one) => ['--import', one]),
      ...[`--test-reporter=${reporter}`, `--test-reporter-destination=${report}`, file],
    ],
    { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true },
  );
  running.add(child);
  let written = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      written = (written + text).slice(-KEPT);
    });
  }
  const end = () => endGroup(child);
  limit.addEventListener('abort', end);
  const closed = once(child, 'close');
  const [code, signal] = await once(child, 'exit');
  limit.removeEventListener('abort', end);
  // What it left running may hold its output open.
  endGroup(child);
  await closed;
  running.delete(child);
  const lines = existsSync(report) ? readFileSync(report, 'utf8').split('\n') : [];
  const seconds = (performance.now() - began) / 1000;
  const ended = limit.aborted
    ? `hung for ${(seconds / 60).toFixed(0)} minutes`
    : endOf(code, signal);
  return { name, ...outcomeOf(lines.filter(Boolean).map(parse), ended), written, seconds };
}

const endOf = (code: number | null, signal: string | null): string | undefined =>
  code === 0 ? undefined : signal ? `was ended by ${signal}` : `ended with exit code ${code}`;

/** The last line of a process that was killed may be cut off. */
function parse(line: string): Report | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** @param ended how the process ended, if not well */
function outcomeOf(
  reports: readonly (Report | undefined)[],
  ended: string | undefined,
): Pick<Outcome, 'passed' | 'failed' | 'skipped' | 'faults'> {
  const of = <T extends Report['type']>(type: T) =>
    reports.filter((one): one is Extract<Report, { type: T }> => one?.type === type);
  const passed = of('passed').length;
  const failed = of('failed');
  const skipped = of('skipped').map(({ test, why }) => ({ test, why }));
  const faults: Outcome['faults'] = [
    ...failed.flatMap(({ test, why }) => (why === undefined ? [] : { test, why })),
    ...of('fault').map(({ why }) => ({ why })),
  ];
  const over = new Set(of('ended').map(({ id }) => id));
  const open = of('began').findLast(({ id }) => !over.has(id));
  const isWhole = of('done').length > 0 && passed + failed.length + skipped.length > 0;
  if (!isWhole || (ended !== undefined && faults.length === 0)) {
    const why = `the file ${ended ?? 'ended before its tests did, or has none'}`;
    faults.push(open ? { test: open.test, why } : { why });
  }
  // A file that fails although none of its tests does is itself what failed.
  return { passed, failed: failed.length || Math.min(faults.length, 1), skipped, faults };
}
