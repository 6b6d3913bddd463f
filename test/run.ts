// Runs the tests: `npm test`, or those with a word in their names: `npm test -- wall events`. With --lanes=N, N at once.
// `npm run coverage` runs them as a test of node:test, which then knows what was executed in all of their processes.
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseArgs } from 'node:util';
import { buildProgram } from './run/build.ts';
import { type Entry, findEntries } from './run/entries.ts';
import { endAll, type Outcome, runEntry } from './run/run-entry.ts';
import { lineOf, summaryOf } from './run/summary.ts';
import { NO_POSTGRES, NO_SERVER, startPostgres } from './store/postgres-process.ts';

/** Many times what the longest file takes where others use the machine, too: what still runs then hangs. */
const LIMIT_MINUTES = 20;

/** How many of the files that mostly wait run beside the others. */
const WAITING_LANES = 2;

/** Where V8 keeps what it has compiled for one test process, for the next one. */
const COMPILED = join(import.meta.dirname, '..', 'node_modules', '.cache', 'engaged-compiled');

/** Coverage is that of the sources, so that threads and commands run these then. */
const isCoverage = process.execArgv.includes('--experimental-test-coverage');

const { ENGAGED_TEST_POSTGRES, ENGAGED_TEST_NEEDS_POSTGRES } = process.env;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { lanes: { type: 'string', default: String(availableParallelism()) } },
});

/** Whether nothing more begins. */
let isOver = false;

const say = (text: string) => process.stdout.write(text);

/** Runs everything that was named. @returns whether all is well */
async function runAll(): Promise<boolean> {
  const outcomes: Outcome[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'engaged-tests-'));
  let fault: string | undefined;
  let end = async () => {};
  try {
    const entries = findEntries(positionals, { twice: !ENGAGED_TEST_POSTGRES });
    if (entries.length === 0) throw new Error('there is no such test');
    const postgres = ENGAGED_TEST_POSTGRES ? undefined : await startPostgres();
    end = async () => postgres?.stop();
    if (!postgres && ENGAGED_TEST_NEEDS_POSTGRES) throw new Error(NO_POSTGRES);
    const env = {
      ...process.env,
      ...(!isCoverage && { ENGAGED_TEST_PROGRAM: buildProgram(), NODE_COMPILE_CACHE: COMPILED }),
      ENGAGED_TEST_FOLDER: folder,
      ENGAGED_TEST_POSTGRES_SERVER: postgres?.url ?? NO_SERVER,
    };
    const runOne = async ({ name, file, onPostgres }: Entry) => {
      const outcome =
        onPostgres && !postgres
          ? leftOut(name)
          : await runEntry({
              ...{ name, file, limit: AbortSignal.timeout(LIMIT_MINUTES * 60_000) },
              imports: isCoverage ? [] : [import.meta.resolve('./run/bundled-threads.mjs')],
              env: onPostgres ? { ...env, ENGAGED_TEST_POSTGRES: postgres?.url } : env,
              report: join(folder, name.replaceAll(/\W+/g, '-')),
            });
      outcomes.push(outcome);
      say(`${lineOf(outcome)}\n`);
    };
    await Promise.race([
      whenStopped(),
      Promise.all([
        runQueue(
          entries.filter(({ waits }) => !waits),
          Number(values.lanes),
          runOne,
        ),
        runQueue(
          entries.filter(({ waits }) => waits),
          WAITING_LANES,
          runOne,
        ),
      ]),
    ]);
  } catch (error) {
    fault = error instanceof Error ? error.message : String(error);
  }
  isOver = true;
  endAll();
  await end();
  rmSync(folder, { recursive: true, force: true });
  const { text, isGood } = summaryOf(outcomes, fault);
  say(`\n${text}`);
  return isGood;
}

/** Takes the entries in their order, as many at once as there are lanes. */
async function runQueue(
  entries: readonly Entry[],
  lanes: number,
  runOne: (entry: Entry) => Promise<void>,
): Promise<void> {
  const queue = [...entries];
  const lane = async () => {
    for (let next = queue.shift(); next && !isOver; next = queue.shift()) await runOne(next);
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
  ...{ name, passed: 0, failed: 0, faults: [], written: '', seconds: 0 },
  skipped: [{ test: 'all tests', why: 'no PostgreSQL' }],
});

if (isCoverage) {
  test('all tests', async () => {
    if (!(await runAll())) throw new Error('The tests failed.');
  });
} else if (!(await runAll())) {
  process.exitCode = 1;
}
