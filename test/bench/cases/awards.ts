import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { activePerson, awardBody } from '../award-body.ts';
import type { BenchCase } from '../bench.ts';
import { runChild, startChild } from '../children.ts';
import { PROGRAM } from '../engaged-server.ts';
import { fetchResponse } from '../fixed-response.ts';
import { mixedLines } from '../reads.ts';

const LOAD = fileURLToPath(new URL('../award-load.ts', import.meta.url));
const ROWS = fileURLToPath(new URL('../baselines/award-rows.ts', import.meta.url));

/** Rows of one import by the command line. */
const IMPORTED = 50_000;

const awards: BenchCase = {
  name: 'awards',
  about: 'XP awards a second over HTTP, against better-sqlite3 and against xp import',
  run: async (bench) => {
    const { people, rounds, seconds } = bench.options;
    const { file, main } = bench.seeded({ people });
    const plain = bench.seeded({ people }).file;
    const imported = bench.seeded({ people }).file;
    const ours = await bench.ours(file);
    const company = String(main.companyId);
    const baseline = startChild(process.execPath, [ROWS, plain, company, String(people)]);
    const [key = ''] = main.keys;
    const load = async (connections: number, rows: number, mark: string) => {
      const words = [ours.port, key, people, seconds, connections, rows, mark].map(String);
      const { stdout } = await runChild(process.execPath, [LOAD, ...words]);
      return Number(/^RESULT (.*)$/m.exec(stdout)?.[1]);
    };
    const none = (): number[] => [];
    const taken = { one: none(), rows: none(), many: none(), imports: none() };
    try {
      for (let round = 0; round < rounds; round++) {
        taken.one.push(await load(64, 1, `one ${round}`));
        taken.rows.push((await baseline.ask(seconds * 1_000)) as number);
        taken.many.push(await load(2, 1_000, `many ${round}`));
        taken.imports.push(await importRate(bench.folder, imported, { company, people, round }));
      }
      const { stallMs } = await ours.stats();
      const row = { unit: 'req/s', compare: 'ratio', stallMs } as const;
      bench.add({
        ...{ ...row, case: 'awards-one', against: 'better-sqlite3, 64 a transaction' },
        ...{ ours: taken.one, baseline: taken.rows, target: { atLeast: 0.5 } },
        note: 'rows a second',
      });
      bench.add({
        ...{ ...row, case: 'awards-many', against: 'engaged xp import' },
        ...{
          ours: taken.many,
          baseline: taken.imports,
          target: { atLeast: 0.7 },
        },
        note: 'rows a second',
      });
      await bench.checkBoards(ours, file, main);
    } finally {
      for (const child of [ours, baseline]) await child.stop();
      for (const used of [file, plain, imported]) bench.discard(used);
    }
  },
};

/** Requests of each kind that follow each other: so many awards share a commit at 500 a second. */
const TOGETHER = 3;

/** How often that is repeated in a round. */
const STEPS = 300;

const processor: BenchCase = {
  name: 'awards-processor',
  about: `processor time for an award and a read, where ${TOGETHER} awards share a commit and ${TOGETHER} reads follow it`,
  run: async (bench) => {
    const { people, rounds } = bench.options;
    const { file, main } = bench.seeded({ people });
    const ours = await bench.ours(file);
    const { port } = ours;
    const [key = ''] = main.keys;
    const lines = await mixedLines({ port, file, company: main });
    let awarded = 0;
    let read = 0;
    const award = async () => {
      const response = await fetch(`http://127.0.0.1:${port}/v1/xp/awards`, {
        ...{ method: 'POST', headers: { authorization: `Bearer ${key}` } },
        body: awardBody([++awarded], { people, mark: 'processor' }),
      });
      const { applied } = (await response.json()) as { applied?: number };
      if (applied !== 1) throw new Error(`${response.status} for an award`);
    };
    const awardTogether = () => Promise.all(Array.from({ length: TOGETHER }, award));
    /** Microseconds of all threads for each read and what comes before it. */
    const measure = async (before: () => Promise<unknown>): Promise<number> => {
      const { allThreadsMs: began } = await ours.stats();
      for (let step = 0; step < STEPS; step++) {
        await before();
        for (let n = 0; n < TOGETHER; n++) {
          const line = lines[read++ % lines.length];
          if (line) await fetchResponse(port, line);
        }
      }
      return (1e3 * ((await ours.stats()).allThreadsMs - began)) / (STEPS * TOGETHER);
    };
    const both: number[] = [];
    const reads: number[] = [];
    try {
      await measure(awardTogether);
      for (let round = 0; round < rounds; round++) {
        reads.push(await measure(async () => {}));
        both.push(await measure(awardTogether));
      }
      bench.add({
        ...{ case: 'awards-processor', against: 'the same reads without awards', unit: 'µs' },
        ...{ ours: both, baseline: reads, compare: 'difference', target: null, stallMs: null },
        note: 'all threads',
      });
      await bench.checkBoards(ours, file, main);
    } finally {
      await ours.stop();
      bench.discard(file);
    }
  },
};

/** Rows a second of `engaged xp import`, the start of the program included. */
async function importRate(
  folder: string,
  file: string,
  { company, people, round }: { company: string; people: number; round: number },
) {
  const lines = ['employee,amount,reason,once'];
  for (let row = 0; row < IMPORTED; row++) {
    lines.push(
      `${activePerson(row, people)},${1 + (row % 50)},Closed a case,import ${round} ${row}`,
    );
  }
  const csv = join(folder, `awards-${round}.csv`);
  writeFileSync(csv, lines.join('\n'));
  const name = `Bench ${company}`;
  const words = ['xp', 'import', csv, '--data', file, '--company', name, '--json'];
  const { stdout, elapsed } = await runChild(process.execPath, [PROGRAM, ...words]);
  const { awarded } = JSON.parse(stdout) as { awarded: number };
  if (awarded !== IMPORTED) throw new Error(`${awarded} of ${IMPORTED} were imported`);
  return (IMPORTED * 1_000) / elapsed;
}

export const cases: readonly BenchCase[] = [awards, processor];
