import assert from 'node:assert/strict';
import { copyFileSync, renameSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { ThreadFault } from '../../src/domain/errors.ts';
import type { SyncResult } from '../../src/domain/roster/sync-result.ts';
import { createCompany } from '../../src/service/company/companies.ts';
import { writeCompany } from '../../src/service/company/company-write.ts';
import { createLogger } from '../../src/service/operations/log.ts';
import { deactivateEmployee, updateEmployee } from '../../src/service/people/employees.ts';
import { DEFAULT_OPTIONS } from '../../src/service/roster/upload/options.ts';
import { openData, placeOfData } from '../../src/store/data.ts';
import type { Database } from '../../src/store/database.ts';
import * as apiKeys from '../../src/store/keys/api-keys.ts';
import type { ThreadData } from '../../src/worker/protocol.ts';
import { startWriter } from '../../src/worker/start-writer.ts';
import { WorkerHandle } from '../../src/worker/worker-handle.ts';
import type { SyncTask } from '../../src/worker/writer.ts';
import { rosterRow } from '../domain/roster/builders.ts';
import { BROKEN, breakTable } from '../service/broken-table.ts';
import { people, result, runs } from '../service/roster/sync.ts';
import { createTestCompany, createTestKey, NOW, queryRows } from '../service/test-company.ts';
import { onlyInAFile } from '../store/only-in-a-file.ts';
import { TEST_SERVER } from '../store/postgres-server.ts';

const toJson = (bytes: Uint8Array): unknown => JSON.parse(new TextDecoder().decode(bytes));

/** A writer with its own data file, closed when the test ends. */
function createWriter(t: TestContext) {
  const company = createTestCompany(t);
  const log: string[] = [];
  const writer = startWriter({
    file: company.file,
    place: placeOfData(company.file),
    departmentLimit: 1000,
    sandboxLimit: 500,
    log: createLogger(
      'debug',
      (line) => log.push(line),
      () => NOW,
    ),
  });
  t.after(() => writer.close());
  return { ...company, writer, log };
}

const task = (companyId: number, body: unknown, more: Partial<SyncTask> = {}): SyncTask => ({
  companyId,
  keyId: 'k',
  requestId: 'r',
  now: NOW,
  body: toBuffer(typeof body === 'string' ? body : JSON.stringify(body)),
  budget: { windowStartedAt: NOW, used: 1 },
  ...more,
});

const toBuffer = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer;

test('a body over 2 MB is read in a thread of its own, with the result and the errors of a short one', async (t) => {
  const { writer, companyId } = createWriter(t);
  const rows = [
    rosterRow('1'),
    rosterRow('1'),
    { ...rosterRow('2'), first_name: ['x'] },
    'x',
    null,
  ];
  const long = { ...rosterRow('3'), job_title: 'x'.repeat(3_000_000) };
  const short = { ...rosterRow('3'), job_title: 'x'.repeat(151) };
  const tell = async (employees: unknown[], filler = '') => {
    const sync = task(companyId, { employees, dry_run: true, filler });
    const { json } = await writer.sync(sync);
    assert.equal(sync.body.byteLength, 0);
    return toJson(json);
  };
  const expected = await tell([...rows, short]);
  assert.deepEqual(await tell([...rows, long]), expected);
  assert.deepEqual(await tell([...rows, short], 'x'.repeat(3_000_000)), expected);
  await assert.rejects(writer.sync(task(companyId, `${'{'.repeat(3_000_000)}`)), {
    message: 'The body must not be nested more than 100 levels deep',
  });
  await assert.rejects(writer.sync(task(companyId, `["${'x'.repeat(3_000_000)}"`)), {
    message: 'The body must be JSON',
  });
  const again = JSON.stringify({ employees: [rosterRow('1')], filler: 'x'.repeat(3_000_000) });
  const counts = [];
  for (let at = 0; at < 3; at++) counts.push((await writer.sync(task(companyId, again))).counts);
  assert.deepEqual(
    counts.map(({ created, unchanged }) => [created, unchanged]),
    [
      [1, 0],
      [0, 1],
      [0, 1],
    ],
  );
});

test('a sync returns its result as JSON text, and its body is transferred to the thread', async (t) => {
  const company = createWriter(t);
  const sync = task(company.companyId, { employees: [rosterRow('1'), 'x'] });
  const response: unknown = toJson((await company.writer.sync(sync)).json);
  const message = 'The row must be an object';
  assert.deepEqual(
    response,
    result({
      created: 1,
      errors: [{ index: 1, external_id: null, code: 'validation_failed', message }],
    }),
  );
  assert.equal(sync.body.detached, true);
  const runs = queryRows(
    company.db,
    company.companyId,
    'select source, actor, request_id as requestId from sync_runs where company_id = :companyId',
    { source: 'text', actor: 'text', requestId: 'text' },
  );
  assert.deepEqual(runs, [{ source: 'http', actor: 'key k', requestId: 'r' }]);
});

test('awards that are sent behind a roster sync wait for it, and all are made in the order in which they were sent', async (t) => {
  const { writer, companyId } = createWriter(t);
  const employees = Array.from({ length: 2_000 }, (_, n) => rosterRow(String(n)));
  const settled: string[] = [];
  const syncing = writer.sync(task(companyId, { employees })).then(() => settled.push('sync'));
  // The first group reaches the thread behind the sync, and the second behind another sync.
  const awards = Array.from({ length: 40 }, async (_, n) => {
    const award = { employee: { external_id: '1999' }, amount: 1, once: `award ${n}` };
    const { json } = await writer.write({
      ...{ name: 'awardXp', companyId, actor: 'key k', now: NOW, path: {} },
      body: Buffer.from(JSON.stringify({ awards: [award] })),
    });
    settled.push(`award ${n}`);
    return (JSON.parse(json ?? '{}') as { results: { xp: number }[] }).results[0]?.xp;
  });
  const again = writer.sync(task(companyId, { employees }));
  assert.deepEqual(
    await Promise.all(awards),
    awards.map((_, n) => n + 1),
  );
  await Promise.all([syncing, again]);
  assert.deepEqual(settled, ['sync', ...awards.map((_, n) => `award ${n}`)]);
});

test('an identical body is applied and recorded like any sync, also after a change', async (t) => {
  const { writer, companyId, db, write } = createWriter(t);
  const body = { employees: [rosterRow('1'), rosterRow('2'), 'x'] };
  const send = async (used: number) => {
    const budget = { windowStartedAt: NOW, used };
    const { json } = await writer.sync(task(companyId, body, { budget }));
    return toJson(json) as SyncResult;
  };
  const first = await send(1);
  assert.equal(first.created, 2);
  const unchanged = { ...first, created: 0, unchanged: 2 };
  for (const used of [2, 3, 4]) assert.deepEqual(await send(used), unchanged);

  write((w) => updateEmployee(w, '1', { job_title: 'Other' }));
  write((w) => deactivateEmployee(w, '2', 'left'));
  const after = await send(5);
  assert.deepEqual(
    [after.unchanged, after.errors.map(({ code }) => code)],
    [1, ['deactivated_in_portal', 'validation_failed']],
  );
  assert.deepEqual(await send(6), after);
  const counted = queryRows(
    db,
    companyId,
    'select count(*) as n, (select used from sync_budgets) as used from sync_runs where company_id = :companyId',
    { n: 'integer', used: 'integer' },
  );
  assert.deepEqual(counted, [{ n: 6, used: 6 }]);
});

test('the same rows in another order or spelling change nothing, unknown fields are ignored, and every other difference counts', async (t) => {
  const { writer, companyId, db, write } = createWriter(t);
  const send = async (body: object) =>
    toJson((await writer.sync(task(companyId, body))).json) as SyncResult;
  const [one, two, three] = [rosterRow('1'), rosterRow('2'), rosterRow('3')];
  const counts = ({ created, updated, unchanged, errors }: SyncResult) => [
    ...[created, updated, unchanged],
    ...errors.map(({ index, code }) => `${index} ${code}`),
  ];
  const base = { employees: [one, two, three] };
  await send(base);
  const repeated = await send(base);
  assert.deepEqual(counts(repeated), [0, 0, 3]);
  assert.deepEqual(await send({ employees: [three, one, two] }), repeated);
  assert.deepEqual(
    await send({ note: 'x', employees: [two, { ...three, sent_at: 1 }, one] }),
    repeated,
  );

  const others: [object, unknown[]][] = [
    [{ employees: [one, two] }, [0, 0, 2]],
    [
      { employees: [one, two, two] },
      [0, 0, 1, '1 duplicate_external_id', '2 duplicate_external_id'],
    ],
    [
      { employees: [one, two, { ...three, email: '1@example.com' }] },
      [0, 0, 1, '0 duplicate_email', '2 duplicate_email'],
    ],
    [{ employees: [one, two, { ...three, last_name: 5 }] }, [0, 0, 2, '2 validation_failed']],
    [{ employees: [one, two, 'x'] }, [0, 0, 2, '2 validation_failed']],
    [{ employees: [one, two, { ...three, job_title: 'New' }] }, [0, 1, 2]],
    [{ employees: [one, { ...three, job_title: 'New' }, two, rosterRow('4')] }, [1, 0, 3]],
  ];
  for (const [body, expected] of others) {
    await send(base);
    await send(base);
    assert.deepEqual(counts(await send(body)), expected);
  }

  await send(base);
  await send(base);
  const wished = await send({ ...base, deactivate_missing: true });
  assert.deepEqual([wished.deactivated, people({ db, companyId }).length], [1, 4]);
  await send(base);
  write((w) => deactivateEmployee(w, '1', 'left'));
  const order = { employees: [two, three, one] };
  assert.deepEqual(counts(await send(order)), [0, 0, 2, '2 deactivated_in_portal']);
});

test('a body that cannot be a roster is rejected with the reason, and no run is recorded', async (t) => {
  const { writer, companyId, db } = createWriter(t);
  const bodies = [
    '[',
    '{"employees":[]}',
    '['.repeat(100_000),
    '{"a":'.repeat(100_000),
    `{"employees":[${'{},'.repeat(5_500_000)}{}]}`,
  ];
  for (const body of bodies)
    await assert.rejects(writer.sync(task(companyId, body)), {
      name: 'EngagedError',
      code: 'validation_failed',
    });
  const counted = queryRows(db, companyId, 'select count(*) as n from sync_runs', { n: 'integer' });
  assert.deepEqual(counted, [{ n: 0 }]);
});

test('four companies that sync concurrently each get their own result', async (t) => {
  const { writer, db } = createWriter(t);
  const ids = ['A', 'B', 'C', 'D'].map(
    (name) =>
      createCompany(db, { name, ssoDomains: [], now: NOW, actor: 'test' }).company.companyId,
  );
  const responses = await Promise.all(
    ids.map((companyId, n) => {
      const employees = Array.from({ length: 300 + n }, (_, i) => rosterRow(`P${i}`));
      return writer.sync(task(companyId, { employees }));
    }),
  );
  assert.deepEqual(
    responses.map(({ json }) => (toJson(json) as { created: number }).created),
    [300, 301, 302, 303],
  );
  assert.deepEqual(
    ids.map((companyId) => people({ db, companyId }).length),
    [300, 301, 302, 303],
  );
});

test(
  'a probe commits to show that the data file is writable, and caches the result for a while',
  onlyInAFile('emptyCommits'),
  async (t) => {
    const { writer, db } = createWriter(t);
    const before = db.snapshotVersion();
    await writer.probe();
    const after = db.snapshotVersion();
    assert.notEqual(after, before);
    await writer.probe();
    await writer.probe();
    assert.equal(db.snapshotVersion(), after);
  },
);

test(
  'a probe is spared only by a commit of the writer itself, and only until a task fails',
  onlyInAFile('emptyCommits'),
  async (t) => {
    const { writer, db, companyId } = createWriter(t);
    const commits = async () => {
      const before = db.snapshotVersion();
      await writer.probe();
      return db.snapshotVersion() !== before;
    };
    const employees = [rosterRow('1')];
    await writer.sync(task(companyId, { employees, dry_run: true }));
    await writer.noteKeyUses([{ companyId, keyId: 'unknown', at: NOW, client: 'x' }]);
    assert.equal(await commits(), true);
    await writer.sync(task(companyId, { employees }));
    assert.equal(await commits(), false);
    await assert.rejects(writer.sync(task(companyId, '[')), { code: 'validation_failed' });
    assert.equal(await commits(), true);
  },
);

test('the last use of a key is the one recorded last, even after the clock was set back', async (t) => {
  const { writer, db, companyId } = createWriter(t);
  const { id } = createTestKey(db, companyId);
  for (const [at, client] of [
    [NOW + 1e10, 'x'],
    [NOW, 'y'],
  ] as const) {
    await writer.noteKeyUses([{ companyId, keyId: id, at, client }]);
    const key = db.one(apiKeys.find, { companyId, id });
    assert.deepEqual([key?.lastUsedAt, key?.lastUsedFrom], [at, client]);
  }
});

test('an unexpected error is passed on without its message, which may quote personal data', async (t) => {
  const { writer, db, companyId } = createWriter(t);
  breakTable(db, 'insert on employees', 'true');
  await assert.rejects(
    writer.sync(task(companyId, { employees: [rosterRow('1')] })),
    (error: Error) => {
      assert.equal(error.name, 'WorkerError');
      assert.equal(error.message, `A worker thread failed: ${BROKEN.name} ${BROKEN.code}`);
      assert.match(error.stack ?? '', /at \S*createEmployees \(/);
      assert.doesNotMatch(error.stack ?? '', /secret/);
      return true;
    },
  );
});

/** The threads that are started from now on. */
function threadsOf(t: TestContext): Worker[] {
  const threads: Worker[] = [];
  const record = (thread: Worker) => {
    if (!thread.threadName?.includes('postgres')) threads.push(thread);
  };
  process.on('worker', record);
  t.after(() => process.off('worker', record));
  return threads;
}

test('killing a thread during a sync rejects its calls, changes nothing, and starts a new thread', async (t) => {
  const threads = threadsOf(t);
  const { writer, db, companyId, file, log } = createWriter(t);
  await writer.probe();
  slowDown(db);
  const calls = Promise.allSettled([
    writer.sync(task(companyId, { employees: [rosterRow('1')] })),
    writer.probe(),
  ]);
  const observer = openData(file, { write: true, busyTimeout: 1 });
  t.after(() => observer.close());
  while (isFree(observer)) await setImmediate();
  await threads.at(-1)?.terminate();

  for (const call of await calls) {
    assert.equal(call.status, 'rejected');
    assert.ok(call.reason instanceof ThreadFault);
    assert.equal(call.reason.reason, 'thread_ended');
  }
  assert.deepEqual(people({ db, companyId }), []);
  db.execute(`drop trigger slow${TEST_SERVER ? ' on employees' : ''}`);
  const next = await writer.sync(task(companyId, { employees: [rosterRow('1')] }));
  assert.equal((toJson(next.json) as { created: number }).created, 1);
  assert.equal(threads.length, 2);
  assert.match(log.join(), /"event":"writer_died"/);
});

/** New employees take long enough for a thread to be killed meanwhile, but not for ever: no database interrupts that. */
function slowDown(db: Database): void {
  if (TEST_SERVER) {
    db.execute(`create function slow() returns trigger language plpgsql
      as $$ begin perform pg_sleep(3); return null; end $$`);
    db.execute('create trigger slow after insert on employees execute function slow()');
  } else {
    db.execute(`create trigger slow after insert on employees begin
      insert into sync_budgets with recursive n(i) as (select 1 union all select i + 1 from n where i < 4000000)
        select new.company_id, 'slow', 0, count(*) from n;
    end`);
  }
}

const isFree = (db: Database): boolean => {
  try {
    db.dryRun(() => {});
    return true;
  } catch {
    return false;
  }
};

/** A ranker thread with its own data file. */
function createRanker(t: TestContext) {
  const company = createTestCompany(t);
  const { file } = company;
  const crashes: string[] = [];
  const thread = new WorkerHandle({
    data: { engagedRole: 'ranker', file, place: placeOfData(file) },
    resourceLimits: {},
    onCrash: (failure) => crashes.push(failure.reason),
  });
  t.after(() => thread.close());
  const rank = () => thread.call('rank', { companyId: 1, period: 'all_time', now: NOW });
  return { ...company, thread, rank, deaths: crashes };
}

test('an unknown task or company is an error, and the thread keeps running', async (t) => {
  const { thread, deaths } = createRanker(t);
  await assert.rejects(thread.call('probe', null), { name: 'WorkerError', code: 'Error' });
  await assert.rejects(thread.call('rank', { companyId: 99, period: 'all_time', now: NOW }), {
    code: 'not_found',
  });
  assert.deepEqual(deaths, []);
});

const FILE_MOVED = {
  name: 'EngagedError',
  code: 'unavailable',
  reason: 'data_file_moved_or_replaced',
  retryAfter: 30,
};

const NO_THREAD = {
  name: 'EngagedError',
  code: 'unavailable',
  message: 'The service cannot complete the request at the moment',
  retryAfter: 30,
};

test(
  'a thread that cannot open the data file fails the call, and retries on the next call',
  onlyInAFile('moved'),
  async (t) => {
    const { file, rank, deaths } = createRanker(t);
    renameSync(file, `${file}.away`);
    await assert.rejects(rank, FILE_MOVED);
    await assert.rejects(rank, FILE_MOVED);
    renameSync(`${file}.away`, file);
    assert.equal((await rank()).data.size, 0);
    assert.deepEqual(deaths, []);
  },
);

test(
  'a thread opens only the data file that the service has open',
  onlyInAFile('moved'),
  async (t) => {
    const { file, rank } = createRanker(t);
    renameSync(file, `${file}.away`);
    copyFileSync(createTestCompany(t).file, file);
    await assert.rejects(rank, FILE_MOVED);
  },
);

test('a thread that dies during startup fails its calls, and is restarted on the next call', async (t) => {
  let killed = 0;
  const kill = (thread: Worker) => {
    if (thread.threadName?.includes('ranker') && killed++ < 2) void thread.terminate();
  };
  process.on('worker', kill);
  t.after(() => process.off('worker', kill));
  const { rank, deaths } = createRanker(t);
  await assert.rejects(rank, NO_THREAD);
  await assert.rejects(rank, NO_THREAD);
  assert.equal((await rank()).data.size, 0);
  assert.deepEqual(deaths, ['thread_ended']);
});

test('when the system refuses a thread, calls fail, and each call tries again', async (t) => {
  const { file } = createTestCompany(t);
  const threads = threadsOf(t);
  const crashes: string[] = [];
  // A thread cannot be started with a function in its data.
  const data: ThreadData & { extra?: unknown } = {
    ...{ engagedRole: 'ranker' as const, file, place: placeOfData(file) },
    extra: () => {},
  };
  const thread = new WorkerHandle({
    data,
    resourceLimits: {},
    onCrash: (failure) => crashes.push(failure.reason),
  });
  t.after(() => thread.close());
  const task = { companyId: 1, period: 'all_time', now: NOW } as const;
  await assert.rejects(thread.call('rank', task), { ...NO_THREAD, reason: 'DataCloneError 25' });
  const { extra } = data;
  delete data.extra;
  assert.equal((await thread.call('rank', task)).data.size, 0);
  data.extra = extra;
  await threads.at(-1)?.terminate();
  await assert.rejects(thread.call('rank', task), { ...NO_THREAD, reason: 'DataCloneError 25' });
  delete data.extra;
  assert.equal((await thread.call('rank', task)).data.size, 0);
  assert.deepEqual(crashes, ['DataCloneError 25', 'thread_ended']);
});

test('a thread whose reply cannot be deserialised is replaced, and its calls fail', async (t) => {
  const { file } = createTestCompany(t);
  const threads = threadsOf(t);
  const crashes: string[] = [];
  const thread = new WorkerHandle({
    data: { engagedRole: 'ranker', file, place: placeOfData(file) },
    resourceLimits: {},
    onCrash: (failure) => crashes.push(failure.reason),
  });
  t.after(() => thread.close());
  const task = { companyId: 1, period: 'all_time', now: NOW } as const;
  const pending = thread.call('rank', task);
  // This thread takes much longer to start.
  await setImmediate();
  threads.at(-1)?.emit('messageerror', new Error('out of memory'));
  await assert.rejects(pending, { ...NO_THREAD, reason: 'unreadable_reply' });
  assert.equal((await thread.call('rank', task)).data.size, 0);
  assert.deepEqual(crashes, ['unreadable_reply']);
});

test('close waits for pending calls and rejects new ones', async (t) => {
  const { writer, companyId } = createWriter(t);
  const running = writer.sync(task(companyId, { employees: [rosterRow('1')] }));
  const closed = writer.close();
  await assert.rejects(writer.probe(), { code: 'unavailable' });
  assert.equal((toJson((await running).json) as { created: number }).created, 1);
  await closed;
  await writer.close();
});

test('a writer that is closed while it applies an upload leaves the company free, with the part that was applied on record', async (t) => {
  const { writer, db, file, companyId } = createWriter(t);
  const roster = Array.from({ length: 40_000 }, (_, n) => `${n},A,B,p${n}@acme.example\n`);
  const upload = {
    ...{ companyId, now: NOW, actor: 'test', uploadId: 'u', sharer: companyId },
    bytes: new TextEncoder().encode(`Employee ID,First name,Last name,Email\n${roster.join('')}`),
    options: DEFAULT_OPTIONS,
  };
  const preview = await writer.previewUpload(upload);
  assert.ok('plan' in preview);
  const applied = assert.rejects(
    writer.applyUpload({ ...upload, digest: preview.plan.digest }, (work) => work()),
    {
      code: 'unavailable',
    },
  );
  while (people({ db, companyId }).length === 0) await setImmediate();
  await writer.close();
  await applied;
  const after = openData(file, { write: true });
  t.after(() => after.close());
  const created = people({ db: after, companyId }).length;
  const changed = { created, updated: 0, reactivated: 0, deactivated: 0 };
  assert.deepEqual(
    runs({ db: after, companyId }).map(({ result }) => result),
    [JSON.stringify({ rows: 40_000, failure: 'interrupted', changed })],
  );
  const context = { companyId, now: NOW, actor: 'test' };
  writeCompany(after, context, (write) => updateEmployee(write, '0', { job_title: 'Chief' }));
});
