import { constants, copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { boardDifferences } from './board-check.ts';
import { type Child, firstAnswer, freePort, startChild } from './children.ts';
import { type EngagedServer, startEngaged } from './engaged-server.ts';
import { type FixedAnswer, fetchAnswer } from './fixed-response.ts';
import { closedLoop, type Line } from './load.ts';
import type { NotRun, Row } from './results.ts';
import { type SeededCompany, type SeededFile, type SeedSize, seededFile } from './seed.ts';

export type BenchOptions = {
  rounds: number;
  /** How long one measurement of a load takes. */
  seconds: number;
  people: number;
  /** People where it is about very many. */
  large: number;
  /** Milliseconds since 1970. */
  now: number;
};

/** A measurement that can be asked for by name. */
export type BenchCase = { name: string; about: string; run: (bench: Bench) => Promise<void> };

/** Any server under load. */
export type Target = { port: number; stop: () => Promise<void> };

/** What the cases share: the options, a folder of their own, seeded files, servers, and the rows so far. */
export class Bench {
  readonly options: BenchOptions;
  readonly folder = mkdtempSync(join(tmpdir(), 'engaged-bench-run-'));
  readonly rows: (Row | NotRun)[] = [];
  #copies = 0;

  constructor(options: BenchOptions) {
    this.options = options;
    process.on('exit', () => rmSync(this.folder, { recursive: true, force: true }));
  }

  /** Says what is going on; the numbers themselves are printed at the end. */
  say(text: string): void {
    process.stderr.write(`${text}\n`);
  }

  add(row: Row | NotRun): void {
    this.rows.push(row);
    this.say(`  ${row.case}: ${'notRun' in row ? `not run: ${row.notRun}` : summary(row)}`);
  }

  /** A data file of this run's own, which may be written to, with the company that the reads are for. */
  seeded(size: SeedSize): SeededFile & { main: SeededCompany } {
    const seed = seededFile(size, this.options.now);
    const file = join(this.folder, `${size.people}-${++this.#copies}.db`);
    copyFileSync(seed.file, file, constants.COPYFILE_FICLONE);
    const [main] = seed.companies;
    if (!main) throw new Error('a seeded file has no company');
    return { ...seed, file, main };
  }

  /** Gives back the room of a seeded file. */
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
    await firstAnswer(child, port, { path: '/healthz' });
    return { port, child, stop: child.stop };
  }

  load(target: { port: number }, lines: readonly Line[], seconds = this.options.seconds) {
    return closedLoop(target.port, lines, { seconds, folder: this.folder });
  }

  /** Requests a second of several servers in alternation, after a warm-up; the order turns every round. */
  async alternate(
    contenders: readonly { target: { port: number }; lines: readonly Line[] }[],
  ): Promise<number[][]> {
    for (const { target, lines } of contenders) {
      // The first answer may have to wait for a large ranking, longer than the warm-up lasts.
      const [first] = lines;
      if (first) await fetchAnswer(target.port, first);
      await this.load(target, lines, 1);
    }
    const taken = contenders.map((): number[] => []);
    for (let round = 0; round < this.options.rounds; round++) {
      for (let turn = 0; turn < contenders.length; turn++) {
        const i = (turn + round) % contenders.length;
        const contender = contenders[i];
        if (!contender) continue;
        const { requestsPerSecond } = await this.load(contender.target, contender.lines);
        taken[i]?.push(requestsPerSecond);
      }
    }
    return taken;
  }

  /** The answer of a server, to be repeated by a baseline. */
  answer(target: { port: number }, line: Line): Promise<FixedAnswer> {
    return fetchAnswer(target.port, line);
  }

  /**
   * Compares the boards a server shows with those worked out from the ledger.
   *
   * @throws Error where they still differ when the time they may be late by is over
   */
  async checkBoards(server: { port: number }, file: string, company: SeededCompany): Promise<void> {
    const failed = await boardDifferences(server.port, file, company);
    if (failed) throw new Error(`A board is wrong: ${failed}`);
    this.say(`  boards of company ${company.companyId} agree with the ledger`);
  }
}

const summary = ({ ours, baseline, unit }: Row): string => {
  const list = (values: number[]) => values.map((value) => value.toPrecision(4)).join(' ');
  return `ours ${list(ours)}, baseline ${list(baseline)} ${unit}`;
};
