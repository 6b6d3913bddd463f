import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { Bench, type BenchCase } from './bench.ts';
import { cases as awards } from './cases/awards.ts';
import { cases as besideImports } from './cases/beside-import.ts';
import { cases as contests } from './cases/contests.ts';
import { cases as directories } from './cases/directory.ts';
import { cases as events } from './cases/events.ts';
import { cases as growth } from './cases/growth.ts';
import { cases as imports } from './cases/import.ts';
import { cases as insights } from './cases/insights.ts';
import { cases as interference } from './cases/interference.ts';
import { cases as kudos } from './cases/kudos.ts';
import { cases as memory } from './cases/memory.ts';
import { cases as months } from './cases/months.ts';
import { cases as portal } from './cases/portal.ts';
import { cases as postgres } from './cases/postgres.ts';
import { cases as ranks } from './cases/ranks.ts';
import { cases as reads } from './cases/reads.ts';
import { cases as requests } from './cases/requests.ts';
import { cases as starts } from './cases/start.ts';
import { cases as syncs } from './cases/sync.ts';
import { requireBundle } from './engaged-server.ts';
import { compare, describeMachine, toTable } from './results.ts';

const CASES: readonly BenchCase[] = [
  ...[
    ...reads,
    ...ranks,
    ...requests,
    ...syncs,
    ...awards,
    ...interference,
    ...directories,
    ...events,
    ...growth,
    ...memory,
    ...months,
    ...contests,
    ...insights,
    ...kudos,
    ...portal,
    ...postgres,
    ...starts,
    ...imports,
    ...besideImports,
  ],
];

const HELP = `npm run bench -- [CASE…] [--rounds 3] [--seconds 3] [--people 100000] [--large 1000000] [--out FILE]

Cases, selected by the beginning of their names:
${CASES.map(({ name, about }) => `  ${name.padEnd(24)} ${about}`).join('\n')}
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '3' },
    people: { type: 'string', default: '100000' },
    large: { type: 'string', default: '1000000' },
    out: { type: 'string', default: join(import.meta.dirname, 'results', 'latest.json') },
    help: { type: 'boolean', default: false },
  },
});

async function main(): Promise<void> {
  if (values.help) {
    process.stdout.write(HELP);
    return;
  }
  const unknown = positionals.find((word) => !CASES.some(({ name }) => name.startsWith(word)));
  if (unknown !== undefined) throw new Error(`There is no case ${unknown}.\n\n${HELP}`);
  requireBundle();
  const options = {
    rounds: parseWhole('rounds', values.rounds, 1),
    seconds: parseWhole('seconds', values.seconds, 1),
    people: parseWhole('people', values.people, 10_000),
    large: parseWhole('large', values.large, 10_000),
    now: Date.now(),
  };
  const bench = new Bench(options);
  for (const each of CASES) {
    if (positionals.length > 0 && !positionals.some((word) => each.name.startsWith(word))) continue;
    bench.progress(`${each.name}: ${each.about}`);
    await each.run(bench).catch((error: unknown) => {
      const message = error instanceof Error ? error.message : String(error);
      bench.progress(message);
      bench.add({ case: each.name, notRun: message.split('\n', 1)[0] ?? '' });
      process.exitCode = 1;
    });
  }
  const machine = describeMachine();
  const about = Object.entries(machine).map(([name, value]) => `${name}: ${value}`);
  process.stdout.write(`\n${toTable(bench.rows)}\n\n${about.join('\n')}\n`);
  const results = {
    ...{ date: new Date(options.now).toISOString(), ...options, machine },
    rows: bench.rows.map((row) => ('notRun' in row ? row : { ...row, result: compare(row) })),
  };
  mkdirSync(dirname(values.out), { recursive: true });
  writeFileSync(values.out, `${JSON.stringify(results, null, 2)}\n`);
}

function parseWhole(name: string, text: string, least: number): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < least) {
    throw new Error(`--${name} must be a whole number from ${least}`);
  }
  return value;
}

main().then(
  () => process.exit(),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
