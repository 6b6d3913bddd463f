import assert from 'node:assert/strict';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { findIntegrityFault } from '../../src/service/operations/integrity.ts';
import { tempFolder } from '../store/temp-files.ts';
import { sendRequest } from './http-client.ts';
import { run, type Serving, serve, start } from './program.ts';
import {
  makeDataFile,
  type RosterFixture,
  readFile,
  rosterBody,
  rosterNumber,
  testQuery,
} from './roster-fixture.ts';
import { iterations, quantile, randomFrom, reportResult, seed } from './run-scale.ts';

/** Rosters of 5,000 rows; in a short run 1,000. */
const FIXTURE: RosterFixture = { people: iterations(1_200, 6_000) };
const ROWS = (FIXTURE.people / 6) * 5;
const KILLS = iterations(6, 1_050);
/** A data file is replaced after this many kills, because its history grows with every sync. */
const KILLS_PER_FILE = 50;
const XP_ROWS = iterations(500, 3_000);

/** What a client knows about a data file: what was acknowledged, and what may have happened in addition. */
class Expectations {
  readonly folder: string;
  readonly file: string;
  readonly #keys: string[];
  #used = 0;
  /** The last acknowledged roster, and the last one sent. */
  acknowledged = 0;
  sent = 0;
  /** Imports by number, with whether the command reported success. */
  readonly imports = new Map<number, boolean>();

  constructor(folder: string, { syncs }: { syncs: number }) {
    this.folder = folder;
    const created = makeDataFile(folder, { syncs });
    this.file = created.file;
    this.#keys = created.keys;
  }

  /** A key that has not used up its hourly budget. */
  key(): string {
    const key = this.#keys[Math.floor(this.#used++ / 28)];
    assert.ok(key, 'there are not enough keys');
    return key;
  }

  /** Checks everything that must be true of the file after a kill, even while another process has it open. */
  check(): void {
    readFile(this.file, (db) => {
      assert.equal(findIntegrityFault(db), undefined);
      const n = rosterNumber(db, FIXTURE);
      assert.ok(n === this.acknowledged || n === this.sent, `at ${n}, not ${this.acknowledged}`);
      const found = new Map(db.all(importedRows, {}).map(({ reason, rows }) => [reason, rows]));
      for (const [k, isDone] of this.imports) {
        const rows = found.get(`import ${k}`) ?? 0;
        if (isDone) assert.equal(rows, XP_ROWS, `import ${k} was acknowledged`);
        else assert.ok(rows === 0 || rows === XP_ROWS, `import ${k} is incomplete: ${rows}`);
      }
    });
  }
}

const importedRows = testQuery(
  `select reason, count(*) as rows from xp_ledger where source = 'import' group by reason`,
  { reason: 'text', rows: 'integer' },
);

/** Sends one roster after another until the connection breaks. */
async function streamRosters(serving: Serving, expected: Expectations): Promise<void> {
  for (;;) {
    const n = expected.acknowledged + 1;
    expected.sent = n;
    const body = rosterBody(FIXTURE, n);
    let response: Awaited<ReturnType<typeof sendRequest>>;
    try {
      response = await sendRequest(serving.port, 'PUT', '/v1/employees/sync', {
        key: expected.key(),
        body,
      });
    } catch {
      return;
    }
    // Another process may have been writing for longer than a sync waits.
    if (response.status === 409) continue;
    assert.equal(response.status, 200, response.text);
    expected.acknowledged = n;
  }
}

function startImport(expected: Expectations) {
  const k = expected.imports.size + 1;
  expected.imports.set(k, false);
  const lines = ['employee,amount,reason'];
  for (let i = 0; i < XP_ROWS; i++)
    lines.push(`P${((i * 7 + k) * 6) % FIXTURE.people},${1 + (i % 50)},import ${k}`);
  const csv = join(expected.folder, `import-${k}.csv`);
  writeFileSync(csv, lines.join('\n'));
  const it = start(expected.folder, ['xp', 'import', csv, '--json']);
  const done = it.ended.then((code) => {
    rmSync(csv);
    if (code === 'SIGKILL') return;
    assert.equal(code, 0, it.written.stderr);
    expected.imports.set(k, true);
  });
  return { ...it, done };
}

function startBackup(expected: Expectations, n: number) {
  const file = join(expected.folder, `backup-${n}.db`);
  const it = start(expected.folder, ['backup', file, '--json']);
  const done = it.ended.then((code) => {
    if (code !== 'SIGKILL') assert.equal(code, 0, it.written.stderr);
    if (code === 0) assert.ok(existsSync(file));
    if (!existsSync(file)) return;
    // A backup that has its final name is complete and consistent.
    readFile(file, (db) => {
      assert.equal(findIntegrityFault(db), undefined);
      rosterNumber(db, FIXTURE);
    });
    for (const name of readdirSync(expected.folder)) {
      if (name.startsWith('backup-')) rmSync(join(expected.folder, name), { recursive: true });
    }
  });
  return { ...it, done };
}

test('nothing acknowledged is lost and nothing is half applied, whenever a process is killed', {
  timeout: 3_600_000,
}, async (t) => {
  const random = randomFrom(seed);
  const counts = { server: 0, import: 0, backup: 0, cutOff: 0, applied: 0, startUp: 0 };
  const startTimes: number[] = [];
  const repeatTimes: number[] = [];
  let expected: Expectations | undefined;
  let serving: Serving | undefined;
  t.after(() => serving?.stop('SIGKILL'));
  let streaming: Promise<void> | undefined;

  for (let kill = 0; kill < KILLS; kill++) {
    if (kill % KILLS_PER_FILE === 0) {
      await serving?.stop('SIGKILL');
      await streaming;
      serving = undefined;
      expected = new Expectations(tempFolder(t), { syncs: KILLS_PER_FILE * 40 });
    }
    assert.ok(expected);
    if (!serving) {
      const began = performance.now();
      serving = await serve(expected.folder);
      startTimes.push(performance.now() - began);
      // The last applied roster, or the one in progress: it can be repeated, and then changes nothing.
      if (expected.sent > 0) {
        const again = () =>
          sendRequest(serving?.port ?? 0, 'PUT', '/v1/employees/sync', {
            key: expected?.key() ?? '',
            body: rosterBody(FIXTURE, expected?.sent ?? 0),
          });
        const first = await again();
        assert.equal(first.status, 200, first.text);
        if ((first.json as { unchanged: number }).unchanged === ROWS) counts.applied++;
        const { status, json, ms } = await again();
        assert.equal(status, 200);
        const { unchanged, deactivated } = json as { unchanged: number; deactivated: number };
        assert.deepEqual({ unchanged, deactivated }, { unchanged: ROWS, deactivated: 0 });
        repeatTimes.push(ms);
        expected.acknowledged = expected.sent;
      }
      streaming = streamRosters(serving, expected);
    }

    // Two in five kills hit the server, the others a command beside it, which takes a moment to start.
    const whom = kill % 5;
    if (whom === 0 || whom === 2) {
      const beside = whom === 2 ? startImport(expected) : undefined;
      if (beside) await sleep(150 * random());
      await sleep(iterations(250, 500) * random());
      counts.server++;
      await serving.stop('SIGKILL');
      beside?.child.kill('SIGKILL');
      await beside?.done;
      await streaming;
      serving = undefined;
      expected.check();
      if (kill % 10 === 0) {
        // And once more during startup.
        const startingUp = start(expected.folder, ['serve', '--port', '0']);
        await sleep(400 * random());
        startingUp.child.kill('SIGKILL');
        await startingUp.ended;
        counts.startUp++;
        expected.check();
      }
    } else {
      const command = whom === 1 ? startImport(expected) : startBackup(expected, kill);
      await sleep(100 + iterations(250, 500) * random());
      if (!command.child.kill('SIGKILL') || (await command.ended) !== 'SIGKILL') counts.cutOff++;
      await command.done;
      counts[whom === 1 ? 'import' : 'backup']++;
      expected.check();
    }
  }
  await serving?.stop('SIGKILL');
  await streaming;
  expected?.check();

  reportResult({
    what: 'killed at any moment: server, xp import, backup, startup',
    tried: KILLS + counts.startUp,
    lost: 0,
    figures:
      `server ${counts.server}, import ${counts.import}, backup ${counts.backup}, startup ${counts.startUp}; ` +
      `${counts.cutOff} came too late; startup after a kill p50 ${quantile(startTimes, 0.5).toFixed(0)} ms, ` +
      `worst ${quantile(startTimes, 1).toFixed(0)} ms; repeated roster p50 ${quantile(repeatTimes, 0.5).toFixed(0)} ms`,
  });
});

const runs = testQuery(`select count(*) as n from sync_runs`, { n: 'integer' });

test('a killed revert has happened completely or not at all', { timeout: 1_800_000 }, async (t) => {
  const folder = tempFolder(t);
  const { file, keys } = makeDataFile(folder, { syncs: 30 });
  const serving = await serve(folder);
  t.after(() => serving.stop('SIGKILL'));
  for (const n of [1, 2]) {
    const body = rosterBody(FIXTURE, n);
    const [key = ''] = keys;
    const { status } = await sendRequest(serving.port, 'PUT', '/v1/employees/sync', { key, body });
    assert.equal(status, 200);
  }
  const random = randomFrom(seed);
  const words = ['sync', 'revert', 'latest', '--json'];
  // The first is not killed: it shows how long one takes on this machine.
  const began = performance.now();
  assert.equal((await run(folder, words)).code, 0);
  const usual = performance.now() - began;
  const state = () =>
    readFile(file, (db) => {
      assert.equal(findIntegrityFault(db), undefined);
      return { n: rosterNumber(db, FIXTURE), runs: db.all(runs, {})[0]?.n ?? 0 };
    });
  let before = state();
  const counts = { killed: 0, applied: 0, done: 0 };
  const kills = iterations(3, 200);
  while (counts.killed < kills) {
    // A revert is a run too, so reverting the latest one alternates between the two rosters.
    const reverting = start(folder, words);
    await sleep(1.2 * usual * random());
    reverting.child.kill('SIGKILL');
    const code = await reverting.ended;
    const after = state();
    if (code !== 'SIGKILL') {
      assert.equal(code, 0, reverting.written.stderr);
      assert.notDeepEqual(after, before);
      counts.done++;
    } else {
      counts.killed++;
    }
    if (after.runs !== before.runs) {
      assert.deepEqual(after, { n: 3 - before.n, runs: before.runs + 1 });
      counts.applied++;
    } else {
      assert.deepEqual(after, before);
    }
    before = after;
  }
  reportResult({
    what: 'killed at any moment: sync revert',
    tried: counts.killed,
    lost: 0,
    figures: `${counts.applied - counts.done} of the killed reverts were applied, the others were not; ${counts.done} finished before the kill`,
  });
});
