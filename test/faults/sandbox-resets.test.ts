import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import * as companies from '../../src/store/company/companies.ts';
import { openDataFile } from '../../src/store/files/data-file.ts';
import { createTestKey } from '../service/test-company.ts';
import { tempFolder } from '../store/temp-files.ts';
import { sendRequest } from './http-client.ts';
import { serveFor } from './program.ts';
import type { Ranked, Reset } from './reset-process.ts';
import { makeDataFile } from './roster-fixture.ts';
import { iterations, reportResult } from './run-scale.ts';

const READERS = 8;

/** A data file, its sandbox, and a key to read it with. */
function createSandbox(folder: string): { file: string; companyId: number; key: string } {
  const { file } = makeDataFile(folder, { syncs: 0 });
  const db = openDataFile(file, { write: true });
  const companyId = db.one(companies.findSandbox, { companyId: 1 })?.companyId ?? 0;
  const { key } = createTestKey(db, companyId, { now: Date.now() });
  db.close();
  return { file, companyId, key };
}

/** Another process that resets the sandbox and reports the new ranking. */
async function startResetter(t: TestContext): Promise<(reset: Reset) => Promise<Ranked[]>> {
  const child = fork(join(import.meta.dirname, 'reset-process.ts'), {
    execArgv: ['--import', import.meta.resolve('tsx')],
  });
  t.after(() => child.kill('SIGKILL'));
  await once(child, 'message');
  return async (reset) => {
    const done = once(child, 'message');
    child.send(reset);
    return (await done)[0] as Ranked[];
  };
}

type Row = { employee_id: string; rank: number; xp: number; level: number };

const toRanked = ({ employee_id: id, rank, xp, level }: Row): Ranked => ({ id, rank, xp, level });

test('while another process resets a sandbox repeatedly, every response shows a single state, and never a former one', async (t) => {
  const folder = tempFolder(t);
  const { file, companyId, key } = createSandbox(folder);
  const reset = await startResetter(t);
  const { port } = await serveFor(t, folder);
  /** The ranking after each reset, and the reset that created each employee. */
  const states: Ranked[][] = [];
  const stateOf = new Map<string, number>();
  const resets = iterations(40, 3_000);
  const next = async () => {
    const ranked = await reset({ file, companyId, now: Date.now(), step: states.length });
    for (const { id } of ranked) stateOf.set(id, states.length);
    states.push(ranked);
  };

  /** Each response as a ranking, with the number of resets known to be finished before the request. */
  const read: { after: number; ranked: Ranked[] }[] = [];
  const count = { leaderboard: 0, groups: 0, stats: 0, gone: 0 };
  let isOver = false;
  const get = async (path: string) => ({
    after: states.length,
    response: await sendRequest(port, 'GET', path, { key }),
  });
  const readContinuously = async () => {
    while (!isOver) {
      const board = await get('/v1/leaderboard?limit=100');
      assert.equal(board.response.status, 200, board.response.text);
      const { data } = board.response.json as { data: Row[] };
      read.push({ after: board.after, ranked: data.map(toRanked) });
      count.leaderboard++;

      const path = '/v1/leaderboard/by-department?limit_per_department=25';
      const groups = await get(path);
      assert.equal(groups.response.status, 200, groups.response.text);
      const { data: all } = groups.response.json as { data: { leaders: Row[] }[] };
      const leaders = all.flatMap((group) => group.leaders).sort((a, b) => a.rank - b.rank);
      read.push({ after: groups.after, ranked: leaders.map(toRanked) });
      count.groups++;

      const id = data[Math.floor(data.length / 2)]?.employee_id ?? '';
      const stats = await get(`/v1/employees/${id}/stats`);
      if (stats.response.status === 404) {
        count.gone++;
        continue;
      }
      const {
        company_rank: rank,
        xp,
        level,
      } = stats.response.json as Row & { company_rank: number };
      read.push({ after: stats.after, ranked: [{ id, rank, xp, level }] });
      count.stats++;
    }
  };
  await next();
  const reading = Promise.all(Array.from({ length: READERS }, readContinuously));
  while (states.length <= resets) await next();
  isOver = true;
  await reading;

  for (const { after, ranked } of read) {
    const state = stateOf.get(ranked[0]?.id ?? '') ?? -1;
    const expected = states[state] ?? [];
    assert.ok(state >= after - 1, `state ${state} was shown after reset ${after - 1}`);
    const ids = new Set(ranked.map(({ id }) => id));
    assert.deepEqual(
      ranked,
      ranked.length === 1 ? expected.filter(({ id }) => ids.has(id)) : expected,
    );
  }
  assert.ok(Math.min(count.leaderboard, count.groups, count.stats) > 0);
  reportResult({
    what: 'sandbox resets by another process, during reads of leaderboards, groups and stats',
    tried: resets,
    lost: 0,
    figures: `${read.length} responses, each of a single state; ${count.gone} times an employee was gone`,
  });
});
