import { constants, copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { boardDifferences } from './board-check.ts';
import { type Child, freePort, startChild, waitUntilReady } from './children.ts';
import { type EngagedServer, startEngaged } from './engaged-server.ts';
import { type FixedResponse, fetchResponse } from './fixed-response.ts';
import { closedLoop, type Line } from './load.ts';
import type { NotRun, Row } from './results.ts';
import { type SeededCompany, type SeededFile, type SeedSize, seededFile } from './seed.ts';

export type BenchOptions = {
  rounds: number;
  /** Seconds per measurement of a load. */
  seconds: number;
  people: number;
  /** People in the cases with a very large company. */
  large: number;
  /** The current time in milliseconds since 1970. */
  now: number;
};

/** A case that can be selected by name. */
export type BenchCase = { name: string; about: string; run: (bench: Bench) => Promise<void> };

/** A server under load. */
export type Target = { port: number; stop: () => Promise<void> };

/** What the cases share: options, a temporary folder, seeded files, servers, and the rows so far. */
export class Bench {
  readonly options: BenchOptions;
  readonly folder = mkdtempSync(join(tmpdir(), 'engaged-bench-run-'));
  readonly rows: (Row | NotRun)[] = [];
  #copies = 0;

  constructor(options: BenchOptions) {
    this.options = options;
    process.on('exit', () => rmSync(this.folder, { recursive: true, force: true }));
  }

  /** Reports progress; the results are printed at the end. */
  progress(text: string): void {
    process.stderr.write(`${text}\n`);
  }

  add(row: Row | NotRun): void {
    this.rows.push(row);
    this.progress(`  ${row.case}: ${'notRun' in row ? `not run: ${row.notRun}` : summary(row)}`);
  }

  /** A writable copy of a seeded data file, with the company that the reads use. */
  seeded(size: SeedSize): SeededFile & { main: SeededCompany } {
    const seed = seededFile(size, this.options.now);
    const file = join(this.folder, `${size.people}-${++this.#copies}.db`);
    copyFileSync(seed.file, file, constants.COPYFILE_FICLONE);
    const [main] = seed.companies;
    if (!main) throw new Error('a seeded file has no company');
    return { ...seed, file, main };
  }

  /** Removes a copy of a seeded file. */
  discard(file: string): void {
    for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
  }

  ours(file: string, options?: Parameters<typeof startEngaged>[1]): Promise<EngagedServer> {
    return startEngaged(file, options);
  }

  /** Starts one of the servers in `baselines/`. */
  async baseline(script: string, args: readonly string[] = []): Promise<Target & { child: Child }> {
    const port = await freePort();
    const path = join(import.meta.dirname, 'baselines', script);
    const child = startChild(process.execPath, [path, String(port), ...args]);
    await waitUntilReady(child, port, { path: '/healthz' });
    return { port, child, stop: child.stop };
  }

  load(target: { port: number }, lines: readonly Line[], seconds = this.options.seconds) {
    return closedLoop(target.port, lines, { seconds, folder: this.folder });
  }

  /** Requests per second of several servers in turns, after a warm-up; the order rotates each round. */
  async alternate(
    candidates: readonly { target: { port: number }; lines: readonly Line[] }[],
  ): Promise<number[][]> {
    for (const { target, lines } of candidates) {
      // The first response may wait longer than the warm-up for a large ranking.
      const [first] = lines;
      if (first) await fetchResponse(target.port, first);
      await this.load(target, lines, 1);
    }
    const rates = candidates.map((): number[] => []);
    for (let round = 0; round < this.options.rounds; round++) {
      for (let turn = 0; turn < candidates.length; turn++) {
        const i = (turn + round) % candidates.length;
        const candidate = candidates[i];
        if (!candidate) continue;
        const { requestsPerSecond } = await this.load(candidate.target, candidate.lines);
        rates[i]?.push(requestsPerSecond);
      }
    }
    return rates;
  }

  /** The response of a server, for a baseline to repeat. */
  fetch(target: { port: number }, line: Line): Promise<FixedResponse> {
    return fetchResponse(target.port, line);
  }

  /**
   * Compares the leaderboards of a server with rankings computed from the ledger.
   *
   * @throws Error if they still differ after the allowed delay
   */
  async checkBoards(server: { port: number }, file: string, company: SeededCompany): Promise<void> {
    const failed = await boardDifferences(server.port, file, company);
    if (failed) throw new Error(`A leaderboard is wrong: ${failed}`);
    this.progress(`  boards of company ${company.companyId} agree with the ledger`);
  }
}

const summary = ({ ours, baseline, unit }: Row): string => {
  const list = (values: number[]) => values.map((value) => value.toPrecision(4)).join(' ');
  return `ours ${list(ours)}, baseline ${list(baseline)} ${unit}`;
};
