import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BenchCase } from '../bench.ts';
import { isInstalled, runChild } from '../children.ts';
import { PROGRAM } from '../engaged-server.ts';

const imports: BenchCase = {
  name: 'import',
  about:
    'a CSV of a million people into an empty file, compared with .import of the sqlite3 shell; peak memory',
  run: async (bench) => {
    if (!isInstalled('sqlite3')) {
      bench.add({ case: 'import', notRun: 'sqlite3 is not installed' });
      return;
    }
    const csv = join(bench.folder, 'people.csv');
    const people = bench.options.large;
    await pipeline(Readable.from(linesOf(people)), createWriteStream(csv));
    const ours: number[] = [];
    const baseline: number[] = [];
    const peaks: number[] = [];
    for (let round = 0; round < bench.options.rounds; round++) {
      const plain = join(bench.folder, `plain-${round}.db`);
      const shell = await runChild('sqlite3', [plain, `.import --csv ${csv} people`]);
      baseline.push(shell.elapsed / 1_000);
      bench.discard(plain);
      const file = join(bench.folder, `imported-${round}.db`);
      await engaged('company', 'create', '--name', 'Bench', '--data', file);
      const run = await engaged('import', csv, '--data', file, '--json');
      const { stdout, stderr, elapsed } = run;
      const { created } = JSON.parse(stdout) as { created: number };
      if (created !== people) throw new Error(`${created} of ${people} were imported`);
      ours.push(elapsed / 1_000);
      peaks.push(Number(stderr.trim().split('\n').at(-1)) / 1_024);
      bench.discard(file);
    }
    bench.discard(csv);
    bench.add({
      ...{ case: 'import', against: 'sqlite3 .import', unit: 's', compare: 'ratio', stallMs: null },
      ...{ ours, baseline, target: { atMost: 3 } },
    });
    bench.add({
      ...{
        case: 'import-memory',
        against: 'zero',
        unit: 'MB',
        compare: 'difference',
        stallMs: null,
      },
      ...{ ours: peaks, baseline: peaks.map(() => 0), target: { atMost: 600 } },
    });
  },
};

const PEAK = new URL('../peak.mjs', import.meta.url).href;

const engaged = (...args: string[]) =>
  runChild(process.execPath, ['--import', PEAK, PROGRAM, ...args]);

function* linesOf(people: number): Generator<string> {
  yield 'external_id,email,first_name,last_name,department_external_id,department_name,job_title\r\n';
  let lines = '';
  for (let i = 1; i <= people; i++) {
    const d = 1 + ((i * 7_919) % 200);
    lines += `E${String(i).padStart(7, '0')},first.last.${(i * 7_919) % people}.${i}@bench.example,First${i % 97},Last${i % 89},D${d},Department ${d},Role ${i % 40}\r\n`;
    if (i % 1_000 === 0 || i === people) {
      yield lines;
      lines = '';
    }
  }
}

export const cases: readonly BenchCase[] = [imports];
