// Runs everything under test/faults/ and test/security/ in full, and prints a table of the results at the end.
// Started by `npm run test:faults`; arguments select files by name.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { program } from './program.ts';
import type { FaultReport } from './run-scale.ts';

const TESTS = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'engaged-faults-'));
const table = join(folder, 'table');

const named = process.argv.slice(2);
const files = ['faults', 'security']
  .flatMap((folderName) =>
    readdirSync(join(TESTS, folderName)).map((name) => join(TESTS, folderName, name)),
  )
  .filter((name) => name.endsWith('.test.ts'))
  .filter((name) => named.length === 0 || named.some((part) => name.includes(part)));

const began = performance.now();
// One after another, because the tests measure times and use the whole machine.
const { status } = spawnSync(
  process.execPath,
  ['--import', 'tsx', '--test', '--test-concurrency=1', '--test-reporter=spec', ...files],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      ENGAGED_FAULTS: 'full',
      ENGAGED_FAULTS_TABLE: table,
      ENGAGED_TEST_PROGRAM: program,
    },
  },
);
const minutes = (performance.now() - began) / 60_000;

const rows = existsSync(table)
  ? readFileSync(table, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as FaultReport)
  : [];
rmSync(folder, { recursive: true, force: true });

const width = Math.max(...rows.map(({ what }) => what.length), 4);
console.log(`\n${'scenario'.padEnd(width)}  ${'runs'.padStart(7)}  ${'lost'.padStart(4)}`);
for (const { what, tried, lost, figures } of rows) {
  console.log(`${what.padEnd(width)}  ${String(tried).padStart(7)}  ${String(lost).padStart(4)}`);
  console.log(`  ${figures}`);
}
const sum = (of: (row: FaultReport) => number) => rows.reduce((total, row) => total + of(row), 0);
console.log(
  `${'total'.padEnd(width)}  ${String(sum(({ tried }) => tried)).padStart(7)}  ${String(sum(({ lost }) => lost)).padStart(4)}`,
);
console.log(
  status === 0
    ? `Nothing was lost. It took ${minutes.toFixed(0)} minutes.`
    : 'FAILED: see above. The table does not contain what failed.',
);
process.exitCode = status ?? 1;
