import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { writeCompany } from '../../src/service/company/company-write.ts';
import { findIntegrityFault } from '../../src/service/operations/integrity.ts';
import { resendDeliveries } from '../../src/service/webhooks/deliveries.ts';
import { createWebhook } from '../../src/service/webhooks/webhooks.ts';
import { openDataFile } from '../../src/store/files/data-file.ts';
import { tempFolder } from '../store/temp-files.ts';
import { LOOPBACK, writeEvents } from '../webhooks/deliveries.ts';
import { startReceiver } from '../webhooks/receiver.ts';
import { type Serving, serve } from './program.ts';
import { makeDataFile, readFile, testQuery } from './roster-fixture.ts';
import { iterations, randomFrom, reportResult, seed } from './run-scale.ts';

const events = testQuery('select id from events order by sequence', { id: 'text' });
const deliveries = testQuery(
  `select v.id from webhook_deliveries d join events v using (company_id, sequence)
   where d.state = 'delivered' order by sequence`,
  { id: 'text' },
);

const idsIn = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

test('whenever the server is killed, every event is delivered, and a repetition has the same id and body', {
  timeout: 3_600_000,
}, async (t) => {
  const folder = tempFolder(t);
  makeDataFile(folder, { syncs: 1 });
  const file = join(folder, 'engaged.db');
  const random = randomFrom(seed);
  // Some requests are not answered, some fail, and some break off.
  const receiver = await startReceiver(t, (response) => {
    const chance = random();
    if (chance < 0.02) return;
    if (chance < 0.04) response.socket?.resetAndDestroy();
    else response.writeHead(chance < 0.08 ? 500 : 200).end();
  });
  const change = <T>(work: (write: Parameters<typeof writeEvents>[0]) => T): T => {
    const db = openDataFile(file, { write: true });
    try {
      return writeCompany(db, { companyId: 1, now: Date.now(), actor: 'test' }, work);
    } finally {
      db.close();
    }
  };
  const { id } = change((write) =>
    createWebhook(write, { url: receiver.url, types: null, allowed: LOOPBACK, madeBy: 'operator' }),
  );
  let serving: Serving | undefined;
  t.after(() => serving?.stop('SIGKILL'));
  const start = () => serve(folder, ['--webhook-allow', '127.0.0.1']);
  const kills = iterations(2, 300);
  for (let kill = 0; kill < kills; kill++) {
    serving = await start();
    for (let n = 0; n < 5; n++) {
      change((write) => writeEvents(write, 20));
      await sleep(100 * random());
    }
    await serving.stop('SIGKILL');
    assert.equal(readFile(file, findIntegrityFault), undefined);
    const answered = new Set(idsIn(receiver.received));
    const recorded = readFile(file, (db) => idsIn(db.all(deliveries, {})));
    assert.deepEqual(
      recorded.filter((one) => !answered.has(one)),
      [],
      'nothing is recorded as delivered that did not arrive',
    );
  }
  receiver.answer = (response) => response.end();
  serving = await start();
  const written = readFile(file, (db) => idsIn(db.all(events, {})));
  assert.equal(written.length, 100 * kills);
  const arrived = () => new Set(idsIn(receiver.received));
  while (readFile(file, (db) => db.all(deliveries, {}).length) < written.length) {
    change((write) => resendDeliveries(write, id, null));
    await sleep(500);
  }
  assert.equal(await serving.stop(), 0);
  assert.deepEqual([...arrived()].sort(), written.toSorted());
  assert.equal(new Set(receiver.received.map((one) => one.id + one.body)).size, written.length);
  assert.deepEqual(
    readFile(file, (db) => idsIn(db.all(deliveries, {}))),
    written,
  );
  reportResult({
    what: 'killed at any moment: deliveries to a webhook',
    tried: kills,
    lost: 0,
    figures: `${written.length} events, ${receiver.received.length - written.length} requests more than that`,
  });
});
