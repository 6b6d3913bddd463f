import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BenchCase } from '../bench.ts';
import { runChild, startChild } from '../children.ts';
import { PROGRAM } from '../engaged-server.ts';

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

/** Rows a second of `engaged xp import`, the start of the program included. */
async function importRate(
  folder: string,
  file: string,
  { company, people, round }: { company: string; people: number; round: number },
) {
  const lines = ['employee,amount,reason,once'];
  for (let row = 0; row < IMPORTED; row++) {
    const number = 1 + ((row * 7_919) % people);
    const isActive = ![3, 11].includes(number % 50);
    const id = `E${String(isActive ? number : number + 1).padStart(7, '0')}`;
    lines.push(`${id},${1 + (row % 50)},Closed a case,import ${round} ${row}`);
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

export const cases: readonly BenchCase[] = [awards];
