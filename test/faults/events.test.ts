import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { EngagedClient, type Event } from '../../src/client/client.ts';
import { tempFolder } from '../store/temp-files.ts';
import { sendRequest } from './http-client.ts';
import { run, type Serving, serve } from './program.ts';
import { makeDataFile, readFile, testQuery } from './roster-fixture.ts';
import { iterations, randomFrom, reportResult, seed } from './run-scale.ts';

const PEOPLE = 20;

const ledger = testQuery(
  `select e.external_id as externalId, l.amount
   from xp_ledger l join employees e on e.company_id = l.company_id and e.number = l.employee_number
   where l.source is not 'sample'`,
  { externalId: 'text', amount: 'integer' },
);
const newest = testQuery(`select next_event - 1 as sequence from companies where mode = 'live'`, {
  sequence: 'integer',
});

test('a reader gets every event once while the service is killed as it waits and two processes write', {
  timeout: 1_800_000,
}, async (t) => {
  const folder = tempFolder(t);
  const { file, keys } = makeDataFile(folder, { syncs: 1 });
  const [key = ''] = keys;
  const random = randomFrom(seed);
  const kills = iterations(2, 200);
  let serving: Serving = await serve(folder);
  t.after(() => serving.stop('SIGKILL'));
  const employees = Array.from({ length: PEOPLE }, (_, n) => ({
    ...{ external_id: `P${n}`, email: `p${n}@acme.example`, first_name: 'P', last_name: String(n) },
  }));
  const body = JSON.stringify({ employees });
  await sendRequest(serving.port, 'PUT', '/v1/employees/sync', { key, body });

  const client = new EngagedClient({
    ...{ baseUrl: 'http://service.example', key, firstPause: 20 },
    fetch: (input, init) =>
      fetch(String(input).replace('http://service.example', serving.url), init),
  });
  const seen: Event[] = [];
  const stopped = new AbortController();
  const reading = (async () => {
    for await (const event of client.events({ signal: stopped.signal })) seen.push(event);
  })().catch((error) => {
    if (!stopped.signal.aborted) throw error;
  });

  let isWriting = true;
  const awardOverHttp = async () => {
    for (let n = 0; isWriting; n++) {
      const employee = { external_id: `P${n % PEOPLE}` };
      const awards = [{ employee, amount: 1 + n, once: `http ${n}` }];
      // What is not answered may have been written or not: its event tells.
      await client.awardXp(awards).catch(() => {});
    }
  };
  const awardBeside = async () => {
    for (let n = 0; isWriting; n++) {
      const { code } = await run(folder, ['xp', 'award', `P${n % PEOPLE}`, '1']);
      assert.equal(code, 0);
    }
  };
  const writing = Promise.all([awardOverHttp(), awardBeside()]);
  for (let kill = 0; kill < kills; kill++) {
    await sleep(300 + random() * 700);
    await serving.stop('SIGKILL');
    serving = await serve(folder);
  }
  isWriting = false;
  await writing;

  const [{ sequence: last } = { sequence: 0 }] = readFile(file, (db) => db.all(newest, {}));
  while (seen.length < last) await Promise.race([reading, sleep(10)]);
  stopped.abort();
  await reading;
  assert.deepEqual(
    seen.map(({ sequence }) => sequence),
    Array.from({ length: last }, (_, i) => i + 1),
  );
  const inEvents = seen.flatMap((event) =>
    event.type === 'xp.awarded' ? [`${event.data.external_id} ${event.data.amount}`] : [],
  );
  const inLedger = readFile(file, (db) => db.all(ledger, {})).map(
    ({ externalId, amount }) => `${externalId} ${amount}`,
  );
  assert.deepEqual(inEvents.sort(), inLedger.sort());
  reportResult({
    what: 'killed while a client waits for events',
    tried: kills,
    lost: 0,
    figures: `${last} events, ${inLedger.length} of them awards, each received once`,
  });
});
