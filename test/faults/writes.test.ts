import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { findIntegrityFault } from '../../src/service/operations/integrity.ts';
import { checkLedgers } from '../../src/service/xp/ledger-check.ts';
import { tempFolder } from '../store/temp-files.ts';
import { sendRequest } from './http-client.ts';
import { run, type Serving, serve, serveFor } from './program.ts';
import type { Outcomes, Race } from './race-process.ts';
import { makeDataFile, readFile, rosterBody, testQuery } from './roster-fixture.ts';
import { iterations, randomFrom, reportResult, seed } from './run-scale.ts';

const CREW = { people: 60 };
/** The roster leaves out every sixth person. */
const PEOPLE = Array.from({ length: 59 }, (_, at) => at + 1).filter((at) => at % 6 !== 0);

const onceKeys = testQuery(
  `select once_key as once from xp_ledger where source is null
   union all select once_key from redemptions where once_key is not null`,
  { once: 'text' },
);
const counts = testQuery(
  `select (select count(*) from xp_ledger where source is null) as awards,
     (select count(*) from redemptions) as redemptions,
     (select count(*) from audit_log where actor like 'key %' and action = 'shop.redeem')
       + (select count(total) from xp_ledger) as audited`,
  { awards: 'integer', redemptions: 'integer', audited: 'integer' },
);

type Awarded = { applied: number; repeated: number; errors: { message: string }[] };

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

/** How many kills one data file sees: it grows with each, and is checked whole after each. */
const KILLS_PER_FILE = 50;

const CLIENTS = 16;
const isBuyer = (client: number): boolean => client % 4 === 1;
const personAt = (at: number): string => `P${PEOPLE[(at * 7) % PEOPLE.length]}`;

/** An item that never runs out, and coins for those who buy it. */
async function stockShop(folder: string): Promise<string> {
  const command = (...argv: string[]) => run(folder, [...argv, '--json']);
  const added = await command(
    ...['shop', 'add', '--name', 'Mug', '--category', 'merch', '--price', '1'],
    ...['--description', 'A mug', '--image-url', 'https://acme.example/mug.png'],
  );
  for (let client = 0; client < CLIENTS; client++) {
    if (isBuyer(client)) {
      await command('coins', 'grant', personAt(client), '1000000', '--repeat-amount', '1000000');
    }
  }
  return (JSON.parse(added.stdout) as { id: string }).id;
}

/** A request with a once key, which is its name: an award, awards of many rows, or a redemption. */
type Write = { name: string; path: string; body: string };

test('awards and redemptions survive a server that is killed: none that was acknowledged is lost, none is made twice', {
  timeout: 5_400_000,
}, async (t) => {
  const random = randomFrom(seed);
  const kills = iterations(3, 500);
  let company = { folder: '', file: '', key: '', item: '' };
  let serving: Serving | undefined;
  t.after(() => serving?.stop('SIGKILL'));

  const writeOf = (name: string, client: number): Write => {
    const employee = (at: number) => ({ external_id: personAt(at) });
    if (isBuyer(client)) {
      const body = { employee: employee(client), item_id: company.item, once: `${name} 0` };
      return { name, path: '/v1/shop/redemptions', body: JSON.stringify(body) };
    }
    // One row or many, so that groups of requests hold both.
    const awards = Array.from({ length: client % 4 === 0 ? 40 : 1 }, (_, row) => ({
      ...{ employee: employee(row), amount: 1 + row, once: `${name} ${row}` },
    }));
    return { name, path: '/v1/xp/awards', body: JSON.stringify({ awards }) };
  };
  let sent: Write[] = [];
  /** The response to each acknowledged request since the server was started. */
  let acknowledged = new Map<string, unknown>();
  const send = async ({ path, body }: Write): Promise<unknown> => {
    const { key } = company;
    const answer = await sendRequest(serving?.port ?? 0, 'POST', path, { key, body });
    assert.equal(answer.status, 200, answer.text);
    return answer.json;
  };
  /** Whether it was acknowledged before the server was killed. */
  const sendOnce = async (write: Write): Promise<boolean> => {
    sent.push(write);
    try {
      acknowledged.set(write.name, await send(write));
      return true;
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error;
      return false;
    }
  };
  const totals = { acknowledged: 0, unanswered: 0, found: 0 };

  for (let kill = 0; kill < kills; kill++) {
    if (kill % KILLS_PER_FILE === 0) {
      const folder = tempFolder(t);
      company = { folder, item: '', ...(await setUpCompany(folder)) };
      company.item = await stockShop(folder);
    }
    serving = await serve(company.folder);
    const clients = Array.from({ length: CLIENTS }, async (_, client) => {
      for (let n = 0; n < 200; n++) {
        if (!(await sendOnce(writeOf(`${kill}.${client}.${n}`, client)))) return;
      }
    });
    await sleep(200 + 300 * random());
    await serving.stop('SIGKILL');
    await Promise.all(clients);
    const before = readFile(company.file, (db) => {
      assert.equal(findIntegrityFault(db), undefined);
      assert.deepEqual(checkLedgers(db), []);
      const keys = new Set(db.all(onceKeys, {}).map(({ once: key }) => key));
      const [{ awards = 0, redemptions = 0, audited = 0 } = {}] = db.all(counts, {});
      assert.equal(keys.size, awards + redemptions);
      assert.equal(audited, keys.size);
      return keys;
    });
    assert.deepEqual(
      [...acknowledged.keys()].filter((name) => !before.has(`${name} 0`)),
      [],
    );

    // Everything is sent again: what was acknowledged changes nothing, and the rest is made now or was made as a whole.
    serving = await serve(company.folder);
    for (const write of sent) {
      const answer = await send(write);
      const wasMade = before.has(`${write.name} 0`);
      const first = acknowledged.get(write.name);
      if (write.path === '/v1/xp/awards') {
        const { applied, repeated, errors } = answer as Awarded;
        assert.deepEqual(errors, []);
        assert.ok(wasMade ? applied === 0 : repeated === 0, write.name);
      } else if (first !== undefined) {
        assert.equal((answer as { id: string }).id, (first as { id: string }).id);
      }
      if (first === undefined) totals[wasMade ? 'found' : 'unanswered']++;
    }
    await serving.stop('SIGKILL');
    totals.acknowledged += acknowledged.size;
    readFile(company.file, (db) => {
      assert.deepEqual(checkLedgers(db), []);
      const made = new Set(db.all(onceKeys, {}).map(({ once: key }) => key));
      assert.deepEqual(
        sent.filter(({ name }) => !made.has(`${name} 0`)),
        [],
      );
    });
    sent = [];
    acknowledged = new Map();
  }
  reportResult({
    what: 'killed at any instant: XP awards and redemptions over HTTP',
    tried: kills,
    lost: 0,
    figures: `${totals.acknowledged} requests acknowledged; of those without an answer ${totals.found} were made, ${totals.unanswered} not`,
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
