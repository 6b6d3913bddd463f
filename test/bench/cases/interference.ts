import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench, BenchCase } from '../bench.ts';
import { runChild } from '../children.ts';
import { fetchResponse } from '../fixed-response.ts';
import { percentile, type Sample, steadyLoad } from '../load.ts';
import { mixedLines } from '../reads.ts';
import { compare, type Row } from '../results.ts';
import type { SeededCompany } from '../seed.ts';
import { waitForEvents } from './events.ts';

const RATE = 500;

/** Longer than other measurements, because only a hundredth of the responses determines the result. */
const secondsOf = (bench: Bench): number => bench.options.seconds * 5;

const p99 = (samples: readonly Sample[]): number => percentile(samples, 0.99);

const runDriver = (script: string, args: readonly string[], seconds: number) =>
  runChild(process.execPath, [join(import.meta.dirname, '..', script), ...args], {
    timeout: (seconds + 60) * 1_000,
  });

/** Measures reads at a steady rate, with and without a disturbance. */
export async function measureDisturbed(
  bench: Bench,
  about: { case: string; against: string; target: Row['target'] },
  options: {
    /** Fills the file before the server starts. */
    prepare?: (file: string, companies: readonly SeededCompany[]) => void;
    /** The companies whose reads are measured. */
    readers: (companies: readonly SeededCompany[]) => readonly SeededCompany[];
    disturb: (
      server: { port: number },
      file: string,
      companies: SeededCompany[],
      seconds: number,
    ) => Promise<string>;
    changed: (companies: readonly SeededCompany[]) => readonly SeededCompany[];
    /** Whether the disturbance is of another service, with a copy of the file, so that only the machine is shared. */
    isElsewhere?: boolean;
  },
): Promise<void> {
  const { file, companies } = bench.seeded({ people: bench.options.people });
  options.prepare?.(file, companies);
  const ours = await bench.ours(file);
  const copy = `${file}-elsewhere.db`;
  if (options.isElsewhere) copyFileSync(file, copy);
  const disturbed = options.isElsewhere ? await bench.ours(copy) : ours;
  try {
    const sources = options.readers(companies);
    const lines = (
      await Promise.all(sources.map((company) => mixedLines({ port: ours.port, file, company })))
    ).flat();
    const seconds = secondsOf(bench);
    const load = { rate: RATE, seconds, folder: bench.folder };
    const busy: number[] = [];
    const idle: number[] = [];
    let note = '';
    let stallMs = 0;
    await steadyLoad(ours.port, lines, { ...load, seconds: 2 });
    for (let round = 0; round < bench.options.rounds; round++) {
      idle.push(p99(await steadyLoad(ours.port, lines, load)));
      await ours.stats();
      // The driver needs a moment to create its rosters, and runs until the reads are finished.
      const disturbance = options.disturb(disturbed, file, companies, seconds + 3);
      disturbance.catch(() => {});
      await sleep(2_000);
      busy.push(p99(await steadyLoad(ours.port, lines, load)));
      note = await disturbance;
      stallMs = Math.max(stallMs, (await ours.stats()).stallMs);
    }
    const row: Row = {
      ...about,
      unit: 'ms',
      ours: busy,
      baseline: idle,
      compare: 'ratio',
      stallMs,
      note,
    };
    bench.add(row);
    bench.progress(`  ${note}; ratio ${compare(row).median.toFixed(2)}`);
    for (const company of options.changed(companies)) await bench.checkBoards(ours, file, company);
  } finally {
    await ours.stop();
    bench.discard(file);
    if (disturbed !== ours) await disturbed.stop();
    bench.discard(copy);
  }
}

const syncs = async (
  { port }: { port: number },
  file: string,
  companies: SeededCompany[],
  seconds: number,
): Promise<string> => {
  const args = [String(port), file, String(seconds), JSON.stringify(companies.slice(1))];
  return (await runDriver('sync-driver.ts', args, seconds)).stdout.trim();
};

const IDLE = 'the same reads without it';

const duringSyncs: BenchCase = {
  name: 'p99-syncs',
  about: 'reads at 500/s while four other companies continuously sync 5,000 rows',
  run: (bench) =>
    measureDisturbed(
      bench,
      { case: 'p99-syncs', against: IDLE, target: { atMost: 2 } },
      {
        readers: (companies) => companies.slice(0, 1),
        disturb: syncs,
        changed: (companies) => companies,
      },
    ),
};

const amongSyncs: BenchCase = {
  name: 'p99-syncing-companies',
  about: 'the same, with reads of the four companies themselves',
  run: (bench) =>
    measureDisturbed(
      bench,
      { case: 'p99-syncing-companies', against: IDLE, target: null },
      {
        readers: (companies) => companies.slice(1),
        disturb: syncs,
        changed: (companies) => companies.slice(1),
      },
    ),
};

const duringChanges: BenchCase = {
  name: 'p99-changes',
  about:
    'reads at 500/s while another process awards XP and deactivates people, 20 times per second',
  run: (bench) =>
    measureDisturbed(
      bench,
      { case: 'p99-changes', against: IDLE, target: null },
      {
        readers: (companies) => companies.slice(0, 1),
        disturb: async (_, file, [main], seconds) => {
          const args = [file, String(main?.companyId), String(seconds)];
          return (await runDriver('change-driver.ts', args, seconds)).stdout.trim();
        },
        changed: (companies) => companies.slice(0, 1),
      },
    ),
};

const WAITING = 1_000;

const duringWaits = (name: string, writer: 'none' | 'file', about: string): BenchCase => ({
  name,
  about: `reads at 500/s while ${WAITING} clients wait for events${about}`,
  run: (bench) =>
    measureDisturbed(
      bench,
      { case: name, against: IDLE, target: writer === 'none' ? { atMost: 1.5 } : null },
      {
        readers: (companies) => companies.slice(0, 1),
        disturb: async (server, file, [, company], seconds) => {
          if (!company) throw new Error('there is no second company');
          const options = { file, company, seconds, clients: WAITING, writer };
          const times = await waitForEvents(server, options);
          return `${WAITING} clients, ${times.length} responses with an event`;
        },
        changed: () => [],
      },
    ),
});

const duringAwards = (
  name: string,
  about: string,
  { isElsewhere }: { isElsewhere: boolean },
): BenchCase => ({
  name,
  about,
  run: (bench) =>
    measureDisturbed(
      bench,
      { case: name, against: IDLE, target: isElsewhere ? null : { atMost: 1.5 } },
      {
        readers: (companies) => companies.slice(0, 1),
        disturb: async ({ port }, _, [main], seconds) => {
          const [key = ''] = main?.keys ?? [];
          const load = [port, key, bench.options.people, seconds, 64, 1, `p99 ${Date.now()}`, RATE];
          const { stdout } = await runDriver('award-load.ts', load.map(String), seconds);
          return `${Math.round(Number(/^RESULT (.*)$/m.exec(stdout)?.[1]))} awards a second`;
        },
        changed: (companies) => (isElsewhere ? [] : companies.slice(0, 1)),
        isElsewhere,
      },
    ),
});

const duringRanking: BenchCase = {
  name: 'p99-ranking',
  about: 'reads at 500/s while a company of a million is ranked for last_year',
  run: async (bench) => {
    const { file, main } = bench.seeded({ people: bench.options.large });
    const busy: number[] = [];
    const idle: number[] = [];
    const took: number[] = [];
    let stallMs = 0;
    try {
      for (let round = 0; round < bench.options.rounds; round++) {
        // A new server for each round, because a ranking is only computed once.
        const ours = await bench.ours(file);
        const key = main.keys[0] ?? '';
        const lines = await mixedLines({ port: ours.port, file, company: main });
        const load = { rate: RATE, seconds: secondsOf(bench), folder: bench.folder };
        await steadyLoad(ours.port, lines, { ...load, seconds: 2 });
        idle.push(p99(await steadyLoad(ours.port, lines, load)));
        await ours.stats();
        const loading = steadyLoad(ours.port, lines, load);
        await sleep(1_000);
        const began = Date.now();
        await fetchResponse(ours.port, { path: '/v1/leaderboard?period=last_year', key });
        const ended = Date.now();
        took.push(ended - began);
        const during = (await loading).filter(({ at, ms }) => at <= ended && at + ms >= began);
        busy.push(p99(during));
        stallMs = Math.max(stallMs, (await ours.stats()).stallMs);
        await ours.stop();
      }
    } finally {
      bench.discard(file);
    }
    bench.add({
      ...{ case: 'p99-ranking', against: IDLE, unit: 'ms', compare: 'ratio', stallMs },
      ...{ ours: busy, baseline: idle, target: { atMost: 2 } },
      note: `the ranking took ${took.map(Math.round).join(', ')} ms`,
    });
  },
};

export const cases: readonly BenchCase[] = [
  duringSyncs,
  amongSyncs,
  duringChanges,
  duringAwards(
    'p99-awards',
    'reads at 500/s while 500 awards of XP a second arrive over HTTP, one per request',
    { isElsewhere: false },
  ),
  duringAwards('awards-elsewhere', 'the same reads while another service takes the awards', {
    isElsewhere: true,
  }),
  duringRanking,
  duringWaits('p99-waits', 'none', ''),
  duringWaits('p99-events', 'file', ' and get one each second'),
];
