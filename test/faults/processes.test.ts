import assert from 'node:assert/strict';
import { readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { findIntegrityFault } from '../../src/service/operations/integrity.ts';
import { acquireExclusiveLock } from '../../src/store/files/exclusive-lock.ts';
import { tempFolder } from '../store/temp-files.ts';
import { sendRequest } from './http-client.ts';
import { run, type Serving, serve, serveFor, start } from './program.ts';
import {
  makeDataFile,
  type RosterFixture,
  readFile,
  rosterBody,
  rosterNumber,
  testQuery,
} from './roster-fixture.ts';
import { isFullRun, iterations, quantile, reportResult } from './run-scale.ts';

const BUSY = 'Another process is writing to the data; try again';

/** A service with a company of the given size. */
async function startService(t: TestContext, fixture: RosterFixture, syncs = 3_000) {
  const folder = tempFolder(t);
  const { file, keys } = makeDataFile(folder, { syncs });
  const serving = await serveFor(t, folder);
  let used = 0;
  const key = () => {
    const found = keys[Math.floor(used++ / 28)];
    assert.ok(found, 'there are not enough keys');
    return found;
  };
  const sync = (n: number) =>
    sendRequest(serving.port, 'PUT', '/v1/employees/sync', {
      key: key(),
      body: rosterBody(fixture, n),
    });
  const first = await sync(1);
  assert.equal(first.status, 200, first.text);
  return { folder, file, serving, key: keys.at(-1) ?? '', sync };
}

const awards = testQuery(`select count(*) as entries from xp_ledger where source = 'operator'`, {
  entries: 'integer',
});

/** Waits until another process is writing. */
async function waitForWriter(file: string, isOver: () => boolean): Promise<boolean> {
  const sqlite = new Sqlite(file, { timeout: 0 });
  try {
    while (!isOver()) {
      try {
        sqlite.exec('begin immediate; rollback');
      } catch {
        return true;
      }
      await sleep(2);
    }
    return false;
  } finally {
    sqlite.close();
  }
}

// The tests mostly wait, so they run concurrently; a full run measures times, so there they do not.
describe('several processes on one data file', { concurrency: !isFullRun }, () => {
  test('of several servers on one data file only one serves, and another takes over when it is killed', async (t) => {
    const folder = tempFolder(t);
    makeDataFile(folder, { syncs: 30 });
    symlinkSync('engaged.db', join(folder, 'link.db'));
    const rounds = iterations(2, 100);
    let refused = 0;
    for (let round = 0; round < rounds; round++) {
      // A killed server leaves its lock file behind, which does not block the next one.
      const tries = await Promise.allSettled(
        Array.from({ length: iterations(2, 3) }, (_, i) =>
          serve(folder, i === 0 ? ['--data', 'link.db'] : []),
        ),
      );
      const serving: Serving[] = [];
      for (const attempt of tries) {
        if (attempt.status === 'fulfilled') {
          serving.push(attempt.value);
          t.after(() => attempt.value.stop('SIGKILL'));
        } else {
          assert.match(
            (attempt.reason as Error).message,
            /^it ended with 1: \{"error":\{"code":"conflict","message":"\S+ is served by another process already\. Stop that one first","field":null\}\}\n$/,
          );
          refused++;
        }
      }
      const [only, ...others] = serving;
      assert.ok(only, 'nobody serves');
      assert.deepEqual(others, []);
      assert.equal((await sendRequest(only.port, 'GET', '/readyz')).status, 200);
      await only.stop(round % 2 === 0 ? 'SIGKILL' : 'SIGTERM');
      if (round % 2 === 1) assert.deepEqual(readdirSync(folder).sort(), ['engaged.db', 'link.db']);
    }
    reportResult({
      what: 'several servers started at once on one data file',
      tried: rounds,
      lost: 0,
      figures: `one served each time, ${refused} were rejected`,
    });
  });

  test('commands that write beside a busy server succeed or report that it is busy, and no read waits for them', async (t) => {
    const fixture = { people: iterations(600, 6_000) };
    const { folder, file, serving, key, sync } = await startService(
      t,
      fixture,
      iterations(1_000, 6_000),
    );
    const read = async () => {
      const { status, ms, text } = await sendRequest(
        serving.port,
        'GET',
        '/v1/employees?limit=50',
        {
          key,
        },
      );
      assert.equal(status, 200, text);
      return ms;
    };
    const idle: number[] = [];
    for (let i = 0; i < 200; i++) idle.push(await read());

    let isOver = false;
    const loaded: number[] = [];
    const reading = (async () => {
      while (!isOver) {
        loaded.push(await read());
        await sleep(1);
      }
    })();
    let n = 1;
    let busySyncs = 0;
    const syncing = (async () => {
      while (!isOver) {
        const { status, json } = await sync(n + 1);
        if (status === 200) n++;
        else {
          assert.equal(status, 409);
          assert.equal((json as { error: { message: string } }).error.message, BUSY);
          busySyncs++;
        }
      }
    })();
    let awarded = 0;
    let busyCommands = 0;
    const commands = iterations(6, 250);
    const commanding = async () => {
      for (let i = 0; i < commands; i++) {
        const { code, stderr } = await run(folder, ['xp', 'award', `P${i}`, '10']);
        if (code === 0) awarded++;
        else {
          assert.equal(stderr, `engaged: ${BUSY}\n`);
          busyCommands++;
        }
      }
    };
    await Promise.all([commanding(), commanding()]);
    isOver = true;
    await Promise.all([reading, syncing]);
    readFile(file, (db) => {
      assert.equal(findIntegrityFault(db), undefined);
      assert.equal(rosterNumber(db, fixture), n);
      assert.equal(db.all(awards, {})[0]?.entries, awarded);
    });
    // Generous, because other work on the machine slows every process start.
    const bound = Math.max(250, 50 * quantile(idle, 0.99));
    assert.ok(quantile(loaded, 0.99) < bound, `p99 of ${quantile(loaded, 0.99)} ms`);
    const formatTimes = (values: number[]) =>
      `p50 ${quantile(values, 0.5).toFixed(1)}, p99 ${quantile(values, 0.99).toFixed(1)}, worst ${quantile(values, 1).toFixed(0)} ms`;
    reportResult({
      what: 'commands that write beside a server under sync load',
      tried: 2 * commands,
      lost: 0,
      figures:
        `${busyCommands} commands and ${busySyncs} syncs told to retry, ${n - 1} syncs done; ` +
        `reads idle ${formatTimes(idle)}; under load ${formatTimes(loaded)}`,
    });
  });

  test('a command suspended during a write makes writers retry, delays no reads, and does no harm when it continues', async (t) => {
    const fixture = { people: 600 };
    const { folder, file, serving, key, sync } = await startService(t, fixture);
    const csv = join(folder, 'awards.csv');
    const rows = iterations(20_000, 60_000);
    const rounds = iterations(1, 12);
    let n = 1;
    let stopped = 0;
    for (let round = 0; round < rounds; round++) {
      const lines = Array.from(
        { length: rows },
        (_, i) => `P${(i * 6) % fixture.people},1,round ${round}`,
      );
      writeFileSync(csv, ['employee,amount,reason', ...lines].join('\n'));
      const importing = start(folder, ['xp', 'import', csv, '--json']);
      t.after(() => importing.child.kill('SIGKILL'));
      const isOver = () => importing.child.exitCode !== null;
      if (!(await waitForWriter(file, isOver))) continue;
      importing.child.kill('SIGSTOP');
      stopped++;
      const [response, command, ready] = await Promise.all([
        sync(n + 1),
        run(folder, ['xp', 'award', 'P1', '1']),
        sendRequest(serving.port, 'GET', '/readyz'),
      ]);
      assert.equal(response.status, 409, response.text);
      assert.equal((response.json as { error: { message: string } }).error.message, BUSY);
      assert.ok(Number(response.headers['retry-after']) >= 1);
      assert.deepEqual([command.code, command.stderr], [1, `engaged: ${BUSY}\n`]);
      assert.equal(ready.status, 503);
      // The command is still suspended, so the reads did not wait for it.
      for (const path of ['/v1/employees', '/v1/leaderboard']) {
        const { status } = await sendRequest(serving.port, 'GET', path, { key });
        assert.equal(status, 200);
      }
      // Continues the command, or kills it.
      const isContinued = round % 3 !== 2;
      importing.child.kill(isContinued ? 'SIGCONT' : 'SIGKILL');
      assert.equal(await importing.ended, isContinued ? 0 : 'SIGKILL', importing.written.stderr);
      const after = await sync(n + 1);
      assert.equal(after.status, 200, after.text);
      n++;
      readFile(file, (db) => {
        assert.equal(findIntegrityFault(db), undefined);
        assert.equal(rosterNumber(db, fixture), n);
        const there = db.all(
          testQuery(`select count(*) as entries from xp_ledger where reason = 'round ${round}'`, {
            entries: 'integer',
          }),
          {},
        );
        assert.equal(there[0]?.entries, isContinued ? rows : 0);
      });
    }
    assert.ok(stopped > 0);
    reportResult({
      what: 'a command suspended (SIGSTOP) during a write, then continued or killed',
      tried: stopped,
      lost: 0,
      figures: 'meanwhile syncs and commands were told to retry, and reads were served',
    });
  });

  test('a server suspended during a sync finishes it when it continues', {
    skip: isFullRun ? false : 'takes as long as a write waits',
  }, async (t) => {
    const fixture = { people: 6_000 };
    const { folder, file, serving, sync } = await startService(t, fixture);
    const rounds = iterations(1, 20);
    let stopped = 0;
    for (let n = 2; n < 2 + rounds; n++) {
      const response = sync(n);
      let isOver = false;
      response.finally(() => {
        isOver = true;
      });
      if (await waitForWriter(file, () => isOver)) {
        stopped++;
        serving.child.kill('SIGSTOP');
        const listed = await run(folder, ['employee', 'list', '--json']);
        assert.equal(listed.code, 0);
        const { code, stderr } = await run(folder, ['xp', 'award', 'P1', '1']);
        // The sync may have finished just before the server was suspended.
        if (code !== 0) assert.equal(stderr, `engaged: ${BUSY}\n`);
        serving.child.kill('SIGCONT');
      }
      assert.equal((await response).status, 200);
      readFile(file, (db) => assert.equal(rosterNumber(db, fixture), n));
    }
    reportResult({
      what: 'the server suspended (SIGSTOP) during a sync, then continued',
      tried: stopped,
      lost: 0,
      figures: 'each sync finished with a 200',
    });
  });
});

// Without its locks others take the file for unused, and remove its log. A process loses them as soon as it closes any
// descriptor of the file (fcntl(2), "advisory record locking").
test('no other process can take the data file of a service for unused, also once its portal is open', async (t) => {
  const { file, serving } = await startService(t, { people: 20 }, 60);
  const isFree = () => {
    const lock = acquireExclusiveLock(file);
    lock?.release();
    return lock !== undefined;
  };
  assert.equal(isFree(), false);
  assert.equal((await fetch(`${serving.url}/portal/sign-in`)).status, 200);
  assert.equal(isFree(), false);
  await serving.stop();
  assert.equal(isFree(), true);
});
