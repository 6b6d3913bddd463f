import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { childrenSeconds } from './cpu-seconds.ts';
import type { Report } from './reporter.ts';
import { lastReport } from './silence.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const MAIN = join(import.meta.dirname, 'test-files.ts');

/** How the tests of a file ended. */
export type Outcome = {
  /** The file, and where its data was. */
  name: string;
  passed: number;
  failed: number;
  skipped: { test: string; why: string }[];
  /** What went wrong, each with the name of its test where it has one. */
  faults: { test?: string; why: string }[];
  /** The end of what its process wrote, for the search of a fault. */
  written: string;
  seconds: number;
  /** The processor time of all that it ran and saw end. */
  cpu: number;
};

export type Process = {
  /** In their order. */
  files: readonly { name: string; file: string }[];
  env: Readonly<Record<string, string | undefined>>;
  /** What it loads first. */
  imports?: readonly string[];
  /** Where it writes its report. */
  report: string;
  /** Ends it. Whoever gives it waits so long that it hangs for certain, on the slowest of machines. */
  limit: AbortSignal;
};

/** How a test process ended: an outcome for each file that it began, and how many these are. */
export type Outcomes = { outcomes: Outcome[]; begun: number };

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

/**
 * Runs test files in one process, to its end or that limit. It never throws. Where the process ends before its files, the one
 * that it was in has failed, and those after it have not begun.
 */
export async function runFiles({
  files,
  env,
  imports = [],
  report,
  limit,
}: Process): Promise<Outcomes> {
  const began = Date.now();
  const reporter = join(import.meta.dirname, 'reporter.ts');
  const child = spawn(
    process.execPath,
    [
      ...[import.meta.resolve('tsx'), ...imports].flatMap((one) => ['--import', one]),
      ...[`--test-reporter=${reporter}`, `--test-reporter-destination=${report}`, MAIN],
      ...files.map(({ file }) => file),
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
  const cpu = takeEnded();
  limit.removeEventListener('abort', end);
  // What it left running may hold its output open.
  endGroup(child);
  await closed;
  running.delete(child);
  const lines = existsSync(report) ? readFileSync(report, 'utf8').split('\n') : [];
  const ended = limit.aborted
    ? `hung for ${((Date.now() - lastReport(report, began)) / 60_000).toFixed(0)} minutes`
    : endOf(code, signal);
  const reports = lines.filter(Boolean).flatMap(parse);
  const isDone = reports.some(({ type }) => type === 'done');
  const isExplained = isDone && reports.some(({ type }) => type === 'failed' || type === 'fault');
  const parts = partsOf(reports);
  const [, ...later] = reports.filter((one) => one.type === 'time');
  // What the start of the process takes is that of its first file.
  const moments = [{ at: began, cpu: 0 }, ...later];
  const begun = isDone ? files.length : Math.max(1, parts.length);
  const over = { at: Date.now(), cpu };
  const outcomes = files.slice(0, begun).map(({ name }, at): Outcome => {
    const part = parts[at] ?? [];
    const isLast = at === begun - 1;
    const [from = over, to = over] = moments.slice(at);
    return {
      name,
      ...outcomeOf(part, {
        isOver: isDone || !isLast,
        ended: isLast && !isExplained ? ended : undefined,
      }),
      written,
      seconds: (to.at - from.at) / 1000,
      cpu: to.cpu - from.cpu,
    };
  });
  return { outcomes, begun };
}

/** The processor time of processes that have ended and been counted. */
let counted = 0;

/** The processor time of what has ended since the last time, with all that it saw end. */
export function takeEnded(): number {
  const before = counted;
  counted = childrenSeconds();
  return counted - before;
}

const endOf = (code: number | null, signal: string | null): string | undefined =>
  code === 0 ? undefined : signal ? `was ended by ${signal}` : `ended with exit code ${code}`;

/** The last line of a process that was killed may be cut off. */
function parse(line: string): Report[] {
  try {
    return [JSON.parse(line)];
  } catch {
    return [];
  }
}

/** The reports of each file that has begun. What comes after the last one, such as late faults, is added to that. */
function partsOf(reports: readonly Report[]): Report[][] {
  const parts: Report[][] = [];
  for (const report of reports) {
    if (report.type === 'file') parts.push([]);
    parts.at(-1)?.push(report);
  }
  return parts;
}

/** @param options.isOver whether its process came to the end of it @param options.ended how that ended, if not well */
function outcomeOf(
  reports: readonly Report[],
  { isOver, ended }: { isOver: boolean; ended: string | undefined },
): Pick<Outcome, 'passed' | 'failed' | 'skipped' | 'faults'> {
  const of = <T extends Report['type']>(type: T) =>
    reports.filter((one): one is Extract<Report, { type: T }> => one.type === type);
  const passed = of('passed').length;
  const failed = of('failed');
  const skipped = of('skipped').map(({ test, why }) => ({ test, why }));
  const faults: Outcome['faults'] = [
    ...failed.flatMap(({ test, why }) => (why === undefined ? [] : { test, why })),
    ...of('fault').map(({ why }) => ({ why })),
  ];
  const closed = new Set(of('ended').map(({ id }) => id));
  const open = of('began').findLast(({ id }) => !closed.has(id));
  const isWhole = isOver && passed + failed.length + skipped.length > 0;
  if (!isWhole || (ended !== undefined && faults.length === 0)) {
    const why = `the file ${ended ?? 'ended before its tests did, or has none'}`;
    faults.push(open ? { test: open.test, why } : { why });
  }
  // A file that fails although none of its tests does is itself what failed.
  return { passed, failed: failed.length || Math.min(faults.length, 1), skipped, faults };
}
