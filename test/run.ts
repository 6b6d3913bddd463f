// Runs the tests: `npm test`, or those with a word in their names: `npm test -- wall events`. With --lanes=N, N at once; with
// --longest=N it names the N files that took the processor longest, and those that waited longest.
// `npm run coverage` runs them as a test of node:test, which then knows what was executed in all of their processes.
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseArgs } from 'node:util';
import { buildProgram } from './run/build.ts';
import { type Entry, findEntries, inProcesses, isOnDisk } from './run/entries.ts';
import { endAll, type Outcome, runFiles, takeEnded } from './run/run-files.ts';
import { endsWhenSilent } from './run/silence.ts';
import { lineOf, longestOf, summaryOf } from './run/summary.ts';
import { makeTemporaryFolder } from './run/temporary-folder.ts';
import { NO_POSTGRES, NO_SERVER, startPostgres } from './store/postgres-process.ts';

/** Many times what the longest test takes where others use the machine, too: what reports nothing for so long hangs. */
const LIMIT_MINUTES = 20;

/** How many of the files that mostly wait run beside the others, and then of the others. */
const WAITING_LANES = 2;

/** Where V8 keeps what it has compiled for one test process, for the next one. */
const COMPILED = join(import.meta.dirname, '..', 'node_modules', '.cache', 'engaged-compiled');

/** Coverage is that of the sources, so that threads and commands run these then. */
const isCoverage = process.execArgv.includes('--experimental-test-coverage');

const { ENGAGED_TEST_POSTGRES, ENGAGED_TEST_NEEDS_POSTGRES } = process.env;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    lanes: { type: 'string', default: String(availableParallelism()) },
    longest: { type: 'string', default: '0' },
  },
});

const lanes = Number(values.lanes);

/** Whether nothing more begins. */
let isOver = false;

const say = (text: string) => process.stdout.write(text);

/** Runs everything that was named. @returns whether all is well */
async function runAll(): Promise<boolean> {
  const outcomes: Outcome[] = [];
  const disk = makeTemporaryFolder({ onDisk: true });
  const folder = makeTemporaryFolder();
  Object.assign(process.env, { TMPDIR: folder });
  let fault: string | undefined;
  let server = 0;
  let end = async () => {};
  try {
    const entries = findEntries(positionals, { twice: !ENGAGED_TEST_POSTGRES });
    if (entries.length === 0) throw new Error('there is no such test');
    const postgres = ENGAGED_TEST_POSTGRES ? undefined : await startPostgres({ isShared: true });
    end = async () => {
      takeEnded();
      await postgres?.stop();
      server = takeEnded();
    };
    if (!postgres && ENGAGED_TEST_NEEDS_POSTGRES) throw new Error(NO_POSTGRES);
    const env = {
      ...process.env,
      ...(!isCoverage && { ENGAGED_TEST_PROGRAM: buildProgram(), NODE_COMPILE_CACHE: COMPILED }),
      ENGAGED_TEST_FOLDER: folder,
      ENGAGED_TEST_POSTGRES_SERVER: postgres?.url ?? NO_SERVER,
    };
    const tell = (outcome: Outcome) => {
      outcomes.push(outcome);
      say(`${lineOf(outcome)}\n`);
    };
    let processes = 0;
    const runTogether = async (together: readonly Entry[]) => {
      const onPostgres = together.some((entry) => entry.onPostgres);
      if (onPostgres && !postgres) {
        for (const { name } of together) tell(leftOut(name));
        return;
      }
      for (let files = together; files.length > 0 && !isOver; ) {
        const report = join(folder, `report-${processes++}`);
        using silence = endsWhenSilent(report, LIMIT_MINUTES * 60_000);
        const { outcomes, begun } = await runFiles({
          ...{ files, limit: silence.limit, report },
          imports: isCoverage ? [] : [import.meta.resolve('./run/bundled-threads.mjs')],
          env: {
            ...env,
            ...(onPostgres && { ENGAGED_TEST_POSTGRES: postgres?.url }),
            ...(together.some(isOnDisk) && { TMPDIR: disk }),
          },
        });
        for (const outcome of outcomes) tell(outcome);
        // The process may have ended before its files.
        files = files.slice(begun);
      }
    };
    const busy = inProcesses(entries.filter(({ waits }) => !waits));
    const waiting = inProcesses(entries.filter(({ waits }) => waits));
    await Promise.race([
      whenStopped(),
      Promise.all([
        runAtOnce(lanes, () => busy.shift(), runTogether),
        // When nothing that waits is left, as many of the others run: these wait for what they start, too.
        runAtOnce(WAITING_LANES, () => waiting.shift() ?? busy.shift(), runTogether),
      ]),
    ]);
  } catch (error) {
    fault = error instanceof Error ? error.message : String(error);
  }
  isOver = true;
  endAll();
  await end();
  const { text, isGood } = summaryOf(outcomes, { fault, server });
  const longest = Number(values.longest);
  if (longest > 0) say(`\n${longestOf(outcomes, longest)}`);
  say(`\n${text}`);
  return isGood;
}

/** Runs one part after another in each lane, until none is left to take. */
async function runAtOnce(
  lanes: number,
  take: () => Entry[] | undefined,
  run: (part: Entry[]) => Promise<void>,
): Promise<void> {
  const lane = async () => {
    for (let next = take(); next && !isOver; next = take()) await run(next);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

/** @throws Error when somebody ends the run */
async function whenStopped(): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => reject(new Error(`the run was ended by ${signal}`)));
  }
  return promise;
}

const leftOut = (name: string): Outcome => ({
  ...{ name, passed: 0, failed: 0, faults: [], written: '', seconds: 0, cpu: 0 },
  skipped: [{ test: 'all tests', why: 'no PostgreSQL' }],
});

if (isCoverage) {
  test('all tests', async () => {
    if (!(await runAll())) throw new Error('The tests failed.');
  });
} else if (!(await runAll())) {
  process.exitCode = 1;
}
