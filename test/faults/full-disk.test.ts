import assert from 'node:assert/strict';
import { readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { findIntegrityFault } from '../../src/service/operations/integrity.ts';
import { endHoldsThatAreOver, HOLD_MS } from '../../src/service/roster/steps/roster-hold.ts';
import { openDataFile } from '../../src/store/files/data-file.ts';
import { runs } from '../service/roster/sync.ts';
import { tempFolder } from '../store/temp-files.ts';
import { createFailingDisk, type FailingDisk, type Fault, skipReason } from './failing-writes.ts';
import { fillUp } from './fill-up.ts';
import { type Response, sendRequest } from './http-client.ts';
import { linesOf } from './log-lines.ts';
import { mountSmallDisk } from './mount.ts';
import { run, type Serving, serveFor } from './program.ts';
import {
  makeDataFile,
  type RosterFixture,
  readFile,
  rosterBody,
  rosterNumber,
  testQuery,
} from './roster-fixture.ts';
import { isFullRun, iterations, reportResult } from './run-scale.ts';

/** A service on a failing disk, and what it has acknowledged. */
class ServiceOnFailingDisk {
  readonly fixture: RosterFixture;
  readonly folder: string;
  readonly file: string;
  readonly #keys: string[];
  readonly serving: Serving;
  #used = 0;
  applied = 0;

  constructor(
    fixture: RosterFixture,
    folder: string,
    file: string,
    keys: string[],
    serving: Serving,
  ) {
    this.fixture = fixture;
    this.folder = folder;
    this.file = file;
    this.#keys = keys;
    this.serving = serving;
  }

  get key(): string {
    const key = this.#keys[Math.floor(this.#used++ / 28)];
    assert.ok(key, 'there are not enough keys');
    return key;
  }

  sync(n: number) {
    const body = rosterBody(this.fixture, n);
    return sendRequest(this.serving.port, 'PUT', '/v1/employees/sync', { key: this.key, body });
  }

  /** Applies the next roster, which must succeed. */
  async next(): Promise<void> {
    const { status, text } = await this.sync(this.applied + 1);
    assert.equal(status, 200, text);
    this.applied++;
  }

  /** Whatever the disk does, all data can be read. */
  async assertReadable(): Promise<void> {
    for (const path of [
      '/healthz',
      '/v1/employees?limit=100',
      '/v1/leaderboard',
      '/v1/departments',
    ]) {
      const { status, text } = await sendRequest(this.serving.port, 'GET', path, { key: this.key });
      assert.equal(status, 200, `${path}: ${text}`);
    }
    readFile(this.file, (db) => assert.equal(rosterNumber(db, this.fixture), this.applied));
  }

  ready() {
    return sendRequest(this.serving.port, 'GET', '/readyz');
  }

  /** After a failed sync nothing has changed, and the next sync succeeds. */
  async assertRecovers(): Promise<void> {
    const { status, text } = await this.ready();
    assert.equal(status, 200, text);
    await this.next();
    readFile(this.file, (db) => {
      assert.equal(findIntegrityFault(db), undefined);
      assert.equal(rosterNumber(db, this.fixture), this.applied);
    });
  }
}

function assertUnavailable({ status, json, headers }: Response): void {
  const { error } = json as { error: { message: string } };
  assert.match(error.message, /^The service cannot (?:read or )?write its data at the moment$/);
  assert.deepEqual(
    [status, headers['retry-after'], error],
    [
      503,
      '30',
      { code: 'unavailable', message: error.message, request_id: headers['x-request-id'] },
    ],
  );
}

/** Checks that a command that cannot write prints one line with the cause. */
function assertRefused({ code, stderr }: { code: unknown; stderr: string }): void {
  assert.equal(code, 1, stderr);
  assert.match(stderr, /^engaged: [^\n]*\n$/);
  assert.doesNotMatch(stderr, /Something went wrong inside/);
}

const SHORT_FAULTS: readonly Fault[] = [
  { kind: 'writes', error: 'ENOSPC', lasting: true },
  { kind: 'syncs', error: 'EIO', lasting: false },
];

const FAULTS: readonly Fault[] = [
  { kind: 'names', error: 'ENOSPC', lasting: true },
  { kind: 'names', error: 'EIO', lasting: false },
  { kind: 'writes', error: 'ENOSPC', lasting: true },
  { kind: 'writes', error: 'EIO', lasting: false, partial: true },
  { kind: 'writes', error: 'EIO', lasting: true },
  { kind: 'writes', error: 'EDQUOT', lasting: true, partial: true },
  { kind: 'syncs', error: 'EIO', lasting: false },
  { kind: 'syncs', error: 'ENOSPC', lasting: true },
  { kind: 'truncates', error: 'EIO', lasting: true },
  { kind: 'writes', error: 'EROFS', lasting: true },
];

/**
 * Makes the n-th call fail for n = 1, 2, 3 … until the work makes fewer calls than that; returns the number of
 * runs. `step` runs while the disk fails, and returns what to check after it has recovered.
 */
async function tryEveryFault(
  disk: FailingDisk,
  fault: Fault,
  step: (n: number) => Promise<() => Promise<void> | void>,
): Promise<number> {
  let tried = 0;
  // A short run tries the first calls, then skips more and more of them.
  for (let n = 1; ; n += iterations(Math.ceil(n / 2), 1)) {
    assert.ok(n < 5_000, 'the number of calls is unbounded');
    disk.fail(fault, n);
    const follow = await step(n);
    const failures = disk.heal();
    await follow();
    tried++;
    if (failures === 0) return tried;
  }
}

test('a sync whose n-th write fails is a 503 and changes nothing, for every n', {
  skip: skipReason,
  timeout: 1_800_000,
}, async (t) => {
  const folder = tempFolder(t);
  const { file, keys } = makeDataFile(folder, { syncs: iterations(1_000, 20_000) });
  const disk = createFailingDisk(t, folder);
  const serving = await serveFor(t, folder, [], { env: disk.env });
  const service = new ServiceOnFailingDisk(
    { people: iterations(60, 600) },
    folder,
    file,
    keys,
    serving,
  );
  await service.next();
  let tried = 0;
  let failed = 0;
  for (const fault of isFullRun ? FAULTS : SHORT_FAULTS) {
    tried += await tryEveryFault(disk, fault, async () => {
      const response = await service.sync(service.applied + 1);
      if (response.status === 200) {
        // The fault was not reached, or it hit a checkpoint, which can be repeated later.
        service.applied++;
        return () => {};
      }
      failed++;
      assertUnavailable(response);
      await service.assertReadable();
      // The readiness check has to commit something, but truncates no file.
      if (fault.lasting && fault.kind !== 'truncates')
        assert.equal((await service.ready()).status, 503);
      return () => service.assertRecovers();
    });
    await service.assertRecovers();
  }
  assert.ok(failed > 3);
  assert.equal(await serving.stop(), 0);
  reportResult({
    what: 'the n-th write, fsync or truncation of a file fails: roster sync',
    tried,
    lost: 0,
    figures: `${failed} got a 503 and then recovered, the others succeeded`,
  });
});

/** Commands that write, each repeated with a fault at each of its writes. */
const COMMANDS: readonly ((n: number) => readonly string[])[] = [
  (n) => ['xp', 'award', 'P1', '5', '--once', `once ${n}`, '--company', 'Acme'],
  (n) => [
    ...['key', 'create', '--company', 'Acme', '--mode', 'live'],
    ...['--name', `key ${n}`, '--scope', 'shop:read'],
  ],
  (n) => ['company', 'create', '--name', `Company ${n}`],
  (n) => ['backup', `backup-${n}.db`],
  () => ['restore', 'kept.db'],
];

test('a command whose n-th write fails prints one line and leaves the data file intact', {
  skip: skipReason,
  timeout: 3_600_000,
}, async (t) => {
  const folder = tempFolder(t);
  const { file, keys } = makeDataFile(folder, { syncs: 30 });
  const fixture = { people: 60 };
  const serving = await serveFor(t, folder);
  const body = rosterBody(fixture, 1);
  const [key = ''] = keys;
  assert.equal(
    (await sendRequest(serving.port, 'PUT', '/v1/employees/sync', { key, body })).status,
    200,
  );
  await serving.stop();
  assert.equal((await run(folder, ['backup', 'kept.db'])).code, 0);
  const disk = createFailingDisk(t, folder);
  let tried = 0;
  let refused = 0;
  for (const fault of isFullRun ? FAULTS : SHORT_FAULTS.slice(0, 1)) {
    for (const command of COMMANDS.slice(0, iterations(1, COMMANDS.length))) {
      tried += await tryEveryFault(disk, fault, async (n) => {
        const outcome = await run(folder, command(n), { env: disk.env });
        if (outcome.code !== 0) {
          refused++;
          assertRefused(outcome);
        }
        return () => {
          readFile(file, (db) => {
            assert.equal(findIntegrityFault(db), undefined);
            assert.equal(rosterNumber(db, fixture), 1);
          });
          for (const name of readdirSync(folder)) {
            if (name.includes('making')) {
              // If nothing can be removed either, the next run removes it.
              assert.equal(fault.kind, 'names', name);
              rmSync(join(folder, name), { recursive: true });
              continue;
            }
            if (!/^backup|before-restore/.test(name)) continue;
            readFile(join(folder, name), (db) => assert.equal(findIntegrityFault(db), undefined));
            rmSync(join(folder, name));
          }
        };
      });
    }
  }
  reportResult({
    what: 'the n-th write, fsync or truncation of a file fails: commands',
    tried,
    lost: 0,
    figures: `${refused} ended with 1 and a cause, the others succeeded`,
  });
});

const IMPORTED = 25_000;

const live = testQuery(
  `select company_id as companyId, (select count(*) from employees e where e.company_id = c.company_id) as people
   from companies c where mode = 'live'`,
  { companyId: 'integer', people: 'integer' },
);

test('an import on a disk that fills up between its steps is on record with what it did, and the same file does the rest', {
  skip: skipReason,
  timeout: 3_600_000,
}, async (t) => {
  const folder = tempFolder(t);
  const rows = Array.from({ length: IMPORTED }, (_, n) => `E${n},p${n}@acme.example,Ann,Lee\n`);
  const head = 'external_id,email,first_name,last_name\n';
  writeFileSync(join(folder, 'staff.csv'), head + rows.join(''));
  const words = ['import', 'staff.csv'];
  const disk = createFailingDisk(t, folder);
  let interrupted = 0;
  let tried = 0;
  for (const error of isFullRun ? (['ENOSPC', 'EIO', 'EDQUOT'] as const) : (['ENOSPC'] as const)) {
    // Skips more and more of the writes.
    for (let n = 1, failures = 1; failures > 0; n += iterations(3 * n, Math.ceil(n / 8))) {
      assert.ok(n < 1_000_000, 'the number of calls is unbounded');
      const { file } = makeDataFile(folder, { syncs: 1 });
      disk.fail({ kind: 'writes', error, lasting: true, partial: true }, n);
      const outcome = await run(folder, words, { env: disk.env });
      failures = disk.heal();
      tried++;
      if (outcome.code !== 0) assertRefused(outcome);
      const db = openDataFile(file, { write: true });
      try {
        endHoldsThatAreOver(db, () => Date.now() + HOLD_MS);
        assert.equal(findIntegrityFault(db), undefined);
        const [{ companyId, people } = { companyId: 0, people: 0 }] = db.all(live, {});
        const results = runs({ db, companyId }).map(({ result }) => JSON.parse(result));
        if (outcome.code === 0) {
          assert.deepEqual([people, results.length], [IMPORTED, 1]);
        } else if (people > 0 && people < IMPORTED) {
          interrupted++;
          const changed = { created: people, updated: 0, reactivated: 0, deactivated: 0 };
          assert.deepEqual(results, [{ rows: IMPORTED, failure: 'interrupted', changed }]);
        }
      } finally {
        db.close();
      }
      assert.equal((await run(folder, words)).code, 0);
      readFile(file, (after) => assert.equal(after.all(live, {})[0]?.people, IMPORTED));
    }
  }
  assert.ok(interrupted > 0);
  reportResult({
    what: 'the disk is full from the n-th write on: import in steps',
    tried,
    lost: 0,
    figures: `${interrupted} were interrupted between steps, and the same file did the rest`,
  });
});

test('on a full disk syncs are a 503, the service is not ready, reads continue, and it recovers when space is available', async (t) => {
  // A full run needs more space, because every sync is recorded in the history.
  const disk = mountSmallDisk(t, iterations(12, 64));
  if ('reason' in disk) return t.skip(disk.reason);
  const { folder } = disk;
  const { file, keys } = makeDataFile(folder, { syncs: iterations(300, 5_000) });
  const serving = await serveFor(t, folder);
  const service = new ServiceOnFailingDisk(
    { people: iterations(600, 3_000) },
    folder,
    file,
    keys,
    serving,
  );
  await service.next();
  const filler = join(folder, 'filler');
  let refused = 0;
  for (let round = 0; round < iterations(2, 40); round++) {
    // The disk is filled completely, so that a different number of pages is free each time.
    fillUp(filler);
    if (round > 0) truncateSync(filler, Math.max(0, statSync(filler).size - round * 4096));
    for (let i = 0; i < 3; i++) {
      const response = await service.sync(service.applied + 1);
      if (response.status === 200) {
        service.applied++;
        continue;
      }
      refused++;
      assertUnavailable(response);
    }
    fillUp(filler);
    await service.assertReadable();
    for (let i = 0; i < 3; i++) assert.equal((await service.ready()).status, 503);
    for (const command of round > 0 && !isFullRun
      ? []
      : [
          ['xp', 'award', 'P1', '5', '--reason', 'x'.repeat(400)],
          ['backup', 'backup.db'],
        ]) {
      const outcome = await run(folder, command);
      if (outcome.code !== 0) assertRefused(outcome);
    }
    rmSync(filler);
    await service.assertRecovers();
    rmSync(join(folder, 'backup.db'), { force: true });
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.includes('making')),
      [],
    );
  }
  assert.ok(refused > 0);
  // One line gives the reason and one reports the recovery, however often readiness is checked.
  const states = linesOf(serving.written.stderr).filter(({ event }) =>
    /^(?:not_)?ready/.test(event),
  );
  const rounds = iterations(2, 40);
  assert.deepEqual(
    states.map(({ event, code }) => `${event} ${code}`),
    Array.from({ length: rounds }, () => ['not_ready disk_full', 'ready_again undefined']).flat(),
  );
  for (const line of linesOf(serving.written.stderr)) assert.equal(line.stack, undefined);
  fillUp(filler);
  await serving.stop('SIGKILL');
  // A service started on a full disk either serves or reports why it cannot.
  const again = await run(folder, ['company', 'list']);
  if (again.code !== 0) assertRefused(again);
  rmSync(filler);
  const restarted = await serveFor(t, folder);
  assert.equal((await sendRequest(restarted.port, 'GET', '/readyz')).status, 200);
  readFile(file, (db) => assert.equal(rosterNumber(db, service.fixture), service.applied));
  reportResult({
    what: 'the disk is full, with 0, 1, 2 … pages free',
    tried: iterations(2, 40),
    lost: 0,
    figures: `${refused} syncs got a 503; the service recovered by itself after each`,
  });
});
