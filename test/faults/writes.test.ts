import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { findIntegrityFault } from '../../src/service/integrity.ts';
import { tempFolder } from '../store/temp-files.ts';
import { sendRequest } from './http-client.ts';
import { run, type Serving, serve, serveFor } from './program.ts';
import { makeDataFile, readFile, rosterBody, testQuery } from './roster-fixture.ts';
import { iterations, randomFrom, reportResult, seed } from './run-scale.ts';

const CREW = { people: 60 };
/** The roster leaves out every sixth person. */
const PEOPLE = Array.from({ length: 59 }, (_, at) => at + 1).filter((at) => at % 6 !== 0);

const ledger = testQuery(
  `select once_key as once, amount from xp_ledger where source like 'key %'`,
  {
    once: 'text',
    amount: 'integer',
  },
);
const audited = testQuery(`select count(*) as count from audit_log where action = 'xp.award'`, {
  count: 'integer',
});

type Answer = { applied: number; repeated: number; errors: { message: string }[] };

/** A company with people in it, and its key. */
async function setUpCompany(folder: string): Promise<{ file: string; key: string }> {
  const { file, keys } = makeDataFile(folder, { syncs: 1 });
  const [key = ''] = keys;
  const serving = await serve(folder);
  const body = rosterBody(CREW, 60);
  const { status } = await sendRequest(serving.port, 'PUT', '/v1/employees/sync', { key, body });
  assert.equal(status, 200);
  await serving.stop();
  return { file, key };
}

test('awards survive a server that is killed: none that was acknowledged is lost, none is made twice', {
  timeout: 1_800_000,
}, async (t) => {
  const folder = tempFolder(t);
  const { file, key } = await setUpCompany(folder);
  const random = randomFrom(seed);
  const kills = iterations(3, 300);
  const acknowledged = new Set<string>();
  const sent = new Map<string, string>();
  let serving: Serving | undefined;
  t.after(() => serving?.stop('SIGKILL'));
  const send = async (name: string, body: string): Promise<Answer | undefined> => {
    sent.set(name, body);
    try {
      const port = serving?.port ?? 0;
      const answer = await sendRequest(port, 'POST', '/v1/xp/awards', { key, body });
      assert.equal(answer.status, 200, answer.text);
      acknowledged.add(name);
      return answer.json as Answer;
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error;
      return undefined;
    }
  };
  /** One row or many, so that groups of requests hold both. */
  const rowsOf = (name: string, count: number) =>
    JSON.stringify({
      awards: Array.from({ length: count }, (_, row) => ({
        employee: { external_id: `P${PEOPLE[(row * 7) % PEOPLE.length]}` },
        amount: 1 + row,
        once: `${name} ${row}`,
      })),
    });
  let applied = 0;
  for (let kill = 0; kill < kills; kill++) {
    serving = await serve(folder);
    // What nobody answered for is sent again, and what was answered for is sent twice.
    for (const [name, body] of sent) {
      const wasAcknowledged = acknowledged.has(name);
      const answer = await send(name, body);
      assert.ok(answer);
      assert.deepEqual(answer.errors, []);
      if (wasAcknowledged) assert.equal(answer.applied, 0, name);
      // A request is applied as a whole or not at all.
      else assert.ok(answer.applied === 0 || answer.repeated === 0, name);
      if (answer.applied === 0) applied++;
    }
    sent.clear();
    const clients = Array.from({ length: 16 }, async (_, client) => {
      for (let n = 0; ; n++) {
        const name = `${kill} ${client} ${n}`;
        if (!(await send(name, rowsOf(name, client % 4 === 0 ? 40 : 1)))) return;
        if (n > 200) return;
      }
    });
    await sleep(200 + 300 * random());
    await serving.stop('SIGKILL');
    await Promise.all(clients);
    readFile(file, (db) => {
      assert.equal(findIntegrityFault(db), undefined);
      const rows = db.all(ledger, {});
      const found = new Set(rows.map(({ once }) => once));
      assert.equal(found.size, rows.length);
      assert.deepEqual(
        [...acknowledged].filter((name) => !found.has(`${name} 0`)),
        [],
      );
      assert.equal(db.all(audited, {})[0]?.count, rows.length);
    });
  }
  reportResult({
    what: 'killed at any instant: XP awards over HTTP',
    tried: kills,
    lost: 0,
    figures: `${acknowledged.size} requests acknowledged; ${applied} repeated`,
  });
});

const shop = testQuery(
  `select i.stock_remaining as stock, e.coins,
     (select count(*) from redemptions r where r.company_id = c.company_id) as redemptions
   from companies c
   join shop_items i on i.company_id = c.company_id
   join employees e on e.company_id = c.company_id and e.external_id in ('P1', 'P2')
   where c.mode = 'live'`,
  { stock: 'integer', coins: 'integer', redemptions: 'integer' },
);

test('the last item and the last coins are spent once, by requests and commands at the same time', async (t) => {
  const folder = tempFolder(t);
  const { file, key } = await setUpCompany(folder);
  const command = async (...argv: string[]) => {
    const { stdout } = await run(folder, [...argv, '--json']);
    return JSON.parse(stdout) as { id: string };
  };
  const { id } = await command(
    ...['shop', 'add', '--name', 'Mug', '--category', 'merch', '--price', '10', '--stock', '3'],
    ...['--description', 'A mug', '--image-url', 'https://acme.example/mug.png'],
  );
  // Coins for two each; three mugs.
  for (const person of ['P1', 'P2']) await command('coins', 'grant', person, '20');
  const serving = await serveFor(t, folder);
  const answers = await Promise.all([
    ...Array.from({ length: 3 }, async () => {
      const { code } = await run(folder, ['shop', 'redeem', 'P1', id]);
      return code === 0;
    }),
    ...Array.from({ length: 12 }, async (_, at) => {
      const employee = { external_id: at % 2 === 0 ? 'P1' : 'P2' };
      const body = JSON.stringify({ employee, item_id: id, once: `order ${at}` });
      await sleep(at * 30);
      const { status } = await sendRequest(serving.port, 'POST', '/v1/shop/redemptions', {
        ...{ key, body },
      });
      assert.ok(status === 200 || status === 409, String(status));
      return status === 200;
    }),
  ]);
  assert.equal(answers.filter((isDone) => isDone).length, 3);
  readFile(file, (db) => {
    const state = db.all(shop, {});
    assert.deepEqual(
      state.map(({ stock, redemptions }) => [stock, redemptions]),
      [
        [0, 3],
        [0, 3],
      ],
    );
    assert.equal(
      state.reduce((sum, { coins }) => sum + coins, 0),
      10,
    );
    assert.ok(state.every(({ coins }) => coins >= 0));
    assert.equal(findIntegrityFault(db), undefined);
  });
});
