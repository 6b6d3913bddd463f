import { join } from 'node:path';
import type { RowsOrder, RowsReply } from '../baselines/sqlite-rows.ts';
import type { BenchCase } from '../bench.ts';
import { startChild } from '../children.ts';
import { median } from '../results.ts';
import { type RosterRow, reordered, rosterOfNew, rosterOfOthers, toBody } from '../rosters.ts';
import { sendSync } from '../send-sync.ts';

type Kind = {
  name: string;
  about: string;
  what: RowsOrder['what'];
  atMost: number;
};

const KINDS: readonly Kind[] = [
  { name: 'new', about: 'all rows new', what: 'insert', atMost: 1.5 },
  { name: 'changed', about: 'all rows changed', what: 'update', atMost: 1.5 },
  { name: 'unchanged', about: 'no row changed', what: 'read', atMost: 1 },
  { name: 'same-bytes', about: 'the same body as the last sync', what: 'read', atMost: 0.5 },
];

/** Syncs of each kind per round, of which the median counts. */
const SYNCS_A_ROUND = 5;

/** The duration of a sync of 5,000 rows, seen by the client, against the statements alone. */
const sync: BenchCase = {
  name: 'sync',
  about: 'syncs of 5,000 rows, compared with better-sqlite3 with the same rows and no rules',
  run: async (bench) => {
    const size = { people: bench.options.people };
    const { file, main } = bench.seeded(size);
    const plain = bench.seeded(size).file;
    const ours = await bench.ours(file);
    const baseline = startChild(process.execPath, [
      ...[join(import.meta.dirname, '../baselines/sqlite-rows.ts'), plain, String(main.companyId)],
    ]);
    let sent = 0;
    const taken = KINDS.map(() => ({
      ours: [] as number[],
      statements: [] as number[],
      both: [] as number[],
    }));
    const stalls = KINDS.map(() => 0);
    try {
      const send = async (body: Buffer, expected: Partial<Record<string, number>>) => {
        const key = main.keys[sent++ % main.keys.length] ?? '';
        const { ms, result } = await sendSync(ours.port, key, body);
        for (const [name, count] of Object.entries(expected)) {
          if (result[name] !== count)
            throw new Error(`${name}: ${String(result[name])}, not ${count}`);
        }
        return ms;
      };
      // The rosters are created in advance, so that they do not use the processor during the measurement.
      const rosters = { version: 0, current: rosterOfOthers(file, main, 0) };
      const nextOf = (name: string): RosterRow[] => {
        if (name === 'new') return rosterOfNew(++rosters.version);
        if (name === 'changed') rosters.current = rosterOfOthers(file, main, ++rosters.version);
        if (name === 'unchanged') rosters.current = reordered(rosters.current);
        return rosters.current;
      };
      await send(toBody(rosters.current), { updated: rosters.current.length });
      await baseline.ask({ what: 'update', body: toBody(rosters.current).toString() });
      for (let round = 0; round < bench.options.rounds; round++) {
        for (const [i, { name, what }] of KINDS.entries()) {
          const ourTimes: number[] = [];
          const statements: number[] = [];
          const both: number[] = [];
          await ours.stats();
          for (let repeat = 0; repeat < SYNCS_A_ROUND; repeat++) {
            const rows = nextOf(name);
            const body = toBody(rows);
            const field = { new: 'created', changed: 'updated' }[name] ?? 'unchanged';
            ourTimes.push(await send(body, { [field]: rows.length }));
            const order: RowsOrder = { what, body: body.toString() };
            const response = (await baseline.ask(order)) as RowsReply;
            statements.push(response.statements);
            both.push(response.statements + response.parsing);
          }
          const row = taken[i];
          row?.ours.push(median(ourTimes));
          row?.statements.push(median(statements));
          row?.both.push(median(both));
          stalls[i] = Math.max(stalls[i] ?? 0, (await ours.stats()).stallMs);
        }
      }
      for (const [i, { name, about, atMost }] of KINDS.entries()) {
        const { ours = [], statements = [], both = [] } = taken[i] ?? {};
        const row = { case: `sync-${name}`, unit: 'ms', ours, compare: 'ratio' } as const;
        const more = { stallMs: stalls[i] ?? null, note: about };
        const against = 'better-sqlite3, no rules';
        bench.add({ ...row, ...more, against, baseline: statements, target: { atMost } });
        bench.add({
          ...row,
          ...more,
          against: `JSON.parse + ${against}`,
          baseline: both,
          target: null,
        });
      }
      await bench.checkBoards(ours, file, main);
    } finally {
      for (const child of [ours, baseline]) await child.stop();
      bench.discard(file);
      bench.discard(plain);
    }
  },
};

export const cases: readonly BenchCase[] = [sync];
