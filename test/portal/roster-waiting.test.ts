import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { WorkerOptions } from 'node:worker_threads';
import { runReader } from '../../src/worker/roster/run-reader.ts';
import { rosterRow } from '../domain/roster/builders.ts';
import { runHere } from '../http/harness.ts';
import { until } from '../until.ts';
import { startPortal, textOf } from './portal-service.ts';
import { digestOf, peopleFile, shownAt, upload } from './roster-upload.ts';

const FILE = peopleFile([['1', 'Ann']]);

/** A portal that reads a file when the test says so. */
async function startHeld(t: TestContext) {
  const held: (() => void)[] = [];
  let started = Promise.withResolvers<void>();
  const start = ({ workerData }: WorkerOptions) =>
    runHere((port) => {
      held.push(() => runReader(port, workerData, () => Date.now()));
      started.resolve();
    });
  const service = await startPortal(t, { reader: { start } });
  return {
    service,
    admin: service.signedIn('admin'),
    /** Resolves when a file is to be read. */
    isBegun: () => started.promise,
    readNext: async () => {
      await started.promise;
      started = Promise.withResolvers();
      for (const read of held.splice(0)) read();
    },
  };
}

test('a file waits until another one of its company is read, and its page says so and asks again', async (t) => {
  const { service, admin, isBegun, readNext } = await startHeld(t);
  const [first, second] = [
    await upload(service, admin, FILE, 'first.csv'),
    await upload(service, admin, FILE, 'second.csv'),
  ];
  const shown = admin.get(first);
  await isBegun();
  const waiting = await admin.get(second);
  const { refresh } = waiting.headers;
  assert.equal(refresh, '3');
  assert.match(
    textOf(waiting),
    /second\.csv Nothing has been changed yet\. Discard The file waits until other files are read\. /,
  );
  assert.doesNotMatch(waiting.text, /Apply/);
  await readNext();
  assert.match(textOf(await shown), /first\.csv Preview\. .* Created 1 /);
  const next = admin.get(second);
  await readNext();
  const preview = await next;
  assert.match(textOf(preview), /second\.csv Preview\. .* Created 1 /);
  assert.ok(!('refresh' in preview.headers));
});

test('a file that waits to be applied keeps no sync of its company out', async (t) => {
  const { service, admin, isBegun, readNext } = await startHeld(t);
  const shown = async (path: string) => {
    const page = admin.get(path);
    await readNext();
    return page;
  };
  const sync = async () => {
    const body = JSON.stringify({ employees: [rosterRow('1')], dry_run: true });
    const sent = { key: service.liveKey, body };
    return (await service.request('PUT', '/v1/employees/sync', sent)).status;
  };
  const path = await upload(service, admin, FILE, 'first.csv');
  const digest = digestOf(await shown(path));
  const other = admin.get(await upload(service, admin, FILE, 'second.csv'));
  await isBegun();
  const applied = admin.post(`${path}/apply`, { digest });
  await until(async () => /waits until other files/.test(await shownAt(admin, path)));
  assert.equal(await sync(), 200);
  await readNext();
  await other;
  await isBegun();
  assert.equal(await sync(), 409);
  await readNext();
  assert.equal((await applied).status, 303);
  assert.equal(await sync(), 200);
});

test('a file that takes too long to be read has that as its problem, and can be read another way', async (t) => {
  const service = await startPortal(t, { reader: { timeLimit: 0 } });
  const admin = service.signedIn('admin');
  const path = await upload(service, admin, FILE);
  const shown = await admin.get(path);
  assert.equal(shown.status, 200);
  assert.match(
    textOf(shown),
    /The file cannot be used like this\. The file needs too much time to be read\. Leave out columns that are not needed, or divide it into several\. How to read the file .* Preview again File Name people\.csv Size /,
  );
  assert.doesNotMatch(shown.text, /SHA-256/);
  assert.equal(service.log.filter((line) => line.includes('roster_reader_stopped')).length, 1);
});
