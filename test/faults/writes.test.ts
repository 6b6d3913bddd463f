import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { findIntegrityFault } from '../../src/service/integrity.ts';
import { checkLedgers } from '../../src/service/ledger-check.ts';
import { tempFolder } from '../store/temp-files.ts';
import { sendRequest } from './http-client.ts';
import { run, type Serving, serve, serveFor } from './program.ts';
import type { Outcomes, Race } from './race-process.ts';
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
  timeout: 5_400_000,
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
  `select c.company_id as companyId, i.stock_remaining as stock, e.external_id as who, e.coins,
     (select count(*) from redemptions r where r.company_id = c.company_id) as redemptions
   from companies c
   join shop_items i on i.company_id = c.company_id
   join employees e on e.company_id = c.company_id and e.external_id in ('P1', 'P2')
   where c.mode = 'live' order by who`,
  { companyId: 'integer', stock: 'integer', who: 'text', coins: 'integer', redemptions: 'integer' },
);

type Redeemed = { id?: string; error?: { code: string } };

/** Runs one process that competes, and gives its outcomes. */
async function raceAlone(order: Race): Promise<Outcomes> {
  const racer = fork(join(import.meta.dirname, 'race-process.ts'), {
    execArgv: ['--import', import.meta.resolve('tsx')],
  });
  await once(racer, 'message');
  const outcomes = once(racer, 'message');
  racer.send(order);
  const [counted] = await outcomes;
  racer.disconnect();
  return counted as Outcomes;
}

test('the last items and the last coins are spent once, by requests and commands at the same time', {
  timeout: 1_800_000,
}, async (t) => {
  const folder = tempFolder(t);
  const { file, key } = await setUpCompany(folder);
  const tries = iterations(60, 10_000);
  const commands = iterations(3, 20);
  const price = 10;
  const stock = Math.floor(tries / 4);
  // P1 runs out of coins, with some left over that buy nothing; P2 does not.
  const affordable = Math.floor(tries / 10);
  const coins = { P1: affordable * price + 3, P2: tries * price };
  const command = async (...argv: string[]) => {
    const { stdout } = await run(folder, [...argv, '--json']);
    return JSON.parse(stdout) as { id: string };
  };
  const { id: item } = await command(
    ...['shop', 'add', '--name', 'Mug', '--category', 'merch', '--price', String(price)],
    ...['--stock', String(stock), '--description', 'A mug'],
    ...['--image-url', 'https://acme.example/mug.png'],
  );
  for (const [who, amount] of Object.entries(coins)) {
    await command('coins', 'grant', who, String(amount));
  }
  const serving = await serveFor(t, folder);
  const { companyId } = readFile(file, (db) => db.all(shop, {}))[0] ?? { companyId: 0 };
  const outcomes: Outcomes = {};
  const count = (outcome: string, times = 1) => {
    outcomes[outcome] = (outcomes[outcome] ?? 0) + times;
  };
  const overHttp = async (who: string, onceKey: string) => {
    const body = JSON.stringify({ employee: { external_id: who }, item_id: item, once: onceKey });
    // 503 while a process has held the write lock for too long.
    const send = async (): Promise<Redeemed> => {
      const options = { key, body };
      const answer = await sendRequest(serving.port, 'POST', '/v1/shop/redemptions', options);
      return answer.status === 503 ? send() : (answer.json as Redeemed);
    };
    const { id, error } = await send();
    // The same request again gives the same redemption.
    if (id) assert.equal((await send()).id, id);
    count(id ? 'redeemed' : (error?.code ?? 'unknown'));
  };
  const byCommand = async (): Promise<void> => {
    const { code, stderr } = await run(folder, ['shop', 'redeem', 'P2', item]);
    if (/Another process/.test(stderr)) return byCommand();
    count(code === 0 ? 'redeemed' : /sold out/.test(stderr) ? 'sold_out' : stderr);
  };
  const requests = Math.floor(tries / 2);
  const clients = Array.from({ length: 16 }, async (_, client) => {
    for (let n = client; n < requests; n += 16) await overHttp(n % 2 ? 'P1' : 'P2', `order ${n}`);
  });
  const processes = ['P1', 'P2'].map(async (employee, racer) => {
    const order = { kind: 'redeem', file, companyId, employee, item } as const;
    const own = await raceAlone({ ...order, now: Date.now(), racer, tries: Math.floor(tries / 4) });
    for (const [outcome, times] of Object.entries(own)) {
      count(outcome.replace('redeemed: ', ''), times);
    }
  });
  const commandLine = (async () => {
    for (let n = 0; n < commands; n++) await byCommand();
  })();
  await Promise.all([...clients, ...processes, commandLine]);
  const state = readFile(file, (db) => {
    assert.equal(findIntegrityFault(db), undefined);
    assert.deepEqual(checkLedgers(db), []);
    return db.all(shop, {});
  });
  const { redeemed = 0, sold_out = 0, insufficient_coins = 0, ...others } = outcomes;
  assert.deepEqual(others, {});
  assert.equal(redeemed + sold_out + insufficient_coins, 4 * Math.floor(tries / 4) + commands);
  assert.equal(redeemed, stock);
  assert.deepEqual(
    state.map(({ stock: left, redemptions }) => [left, redemptions]),
    [
      [0, stock],
      [0, stock],
    ],
  );
  const spent = coins.P1 + coins.P2 - state.reduce((sum, row) => sum + row.coins, 0);
  assert.equal(spent, stock * price);
  assert.ok(state.every((row) => row.coins >= 3));
  reportResult({
    what: 'race: the last items and coins, over HTTP and by commands',
    tried: redeemed + sold_out + insufficient_coins,
    lost: 0,
    figures: `${redeemed} redeemed, ${sold_out} sold out, ${insufficient_coins} without coins`,
  });
});
