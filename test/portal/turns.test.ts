import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FairPlaces } from '../../src/portal/thread/fair-places.ts';
import { FairQueue } from '../../src/portal/thread/fair-queue.ts';
import { Turns } from '../../src/portal/thread/turns.ts';
import { createCompany } from '../../src/service/company/companies.ts';
import type { Remote } from '../../src/worker/remote-calls.ts';
import { rosterRow } from '../domain/roster/builders.ts';
import { sync } from '../service/roster/sync.ts';
import { startPortal } from './portal-service.ts';

test('groups take turns, and so do the groups within each', () => {
  const queue = new FairQueue<string>();
  for (const item of ['a1', 'a2', 'a3', 'a4']) queue.add(['A', 'ada'], item);
  queue.add(['A', 'alan'], 'a5');
  for (const item of ['b1', 'b2']) queue.add(['B', 'bob'], item);
  const sizes = [['A'], ['A', 'ada'], ['A', 'cleo'], ['C']].map((path) => queue.sizeOf(...path));
  assert.deepEqual([queue.size, ...sizes], [7, 5, 4, 0, 0]);
  const taken = Array.from({ length: 4 }, () => queue.take());
  // Whoever comes new is behind those whose turn was not yet, and before those whose turn was.
  queue.add(['C', 'cleo'], 'c1');
  while (queue.size > 0) taken.push(queue.take());
  assert.deepEqual(taken, ['a1', 'b1', 'a5', 'b2', 'a2', 'c1', 'a3', 'a4']);
  assert.equal(queue.take(), undefined);
});

/** Turns, and what was done in them. */
function notedTurns(clock = () => 0) {
  const turns = new Turns(clock);
  const done: string[] = [];
  const begin = (company: string, name: string) =>
    turns.begin([company, 'somebody'], () => {
      done.push(name);
      return name;
    });
  return { turns, done, begin };
}

test('a page of one company waits for one page of each other company, however many those have', async () => {
  const { begin, done } = notedTurns();
  const all = ['a1', 'a2', 'a3', 'a4'].map((name) => begin('A', name));
  all.push(begin('B', 'b1'), begin('C', 'c1'));
  assert.deepEqual(done, []);
  await Promise.all(all);
  assert.deepEqual(done, ['a1', 'b1', 'c1', 'a2', 'a3', 'a4']);
});

test('what a page does with an answer of another thread, or with what others wait for too, is a turn as well', async () => {
  const { turns, done } = notedTurns();
  const { promise: answer, resolve } = Promise.withResolvers<string>();
  const there: string[] = [];
  const remote = { read: () => answer } as Remote<{ read(): string }>;
  const others = turns.of(remote);
  const page = (company: string, name: string) =>
    turns.begin([company, 'somebody'], async () => {
      const read =
        name === 'shared' ? await turns.asking(() => there[0] ?? answer) : await others.read();
      done.push(`${company} ${read}`);
    });
  const names = ['own', 'own', 'shared', 'shared'];
  const all = [...names.map((name) => page('A', name)), page('B', 'own')];
  for (let at = 0; at < 6; at++) await new Promise(setImmediate);
  there.push('it');
  resolve('it');
  await Promise.all(all);
  assert.deepEqual(done, ['A it', 'B it', 'A it', 'A it', 'A it']);
  // What is done in nobody's turn waits for none.
  assert.equal(await others.read(), 'it');
});

test('a company whose requests wait in hundreds gets a 503 with Retry-After, and others do not', async () => {
  const { turns, begin } = notedTurns();
  const all = Array.from({ length: 500 }, (_, at) => turns.begin(['A', `${at}`], () => at));
  const refused = { failure: { code: 'pages_waiting' }, code: 'unavailable', retryAfter: 5 };
  await assert.rejects(begin('A', 'too many'), refused);
  assert.equal(await begin('B', 'b'), 'b');
  await Promise.all(all);
  assert.equal(await begin('A', 'again'), 'again');
});

test('however many requests one person sends at once, those of others in the company are taken', async () => {
  const { turns } = notedTurns();
  const send = (name: string, count: number) =>
    Promise.allSettled(Array.from({ length: count }, () => turns.begin(['A', name], () => name)));
  const groups = await Promise.all([send('ada', 1_000), send('alan', 1_000), send('cleo', 50)]);
  const taken = groups.map((all) => all.filter(({ status }) => status === 'fulfilled').length);
  assert.deepEqual(taken, [250, 125, 50]);
});

test('a request that has waited for half a minute is not begun any more', async () => {
  let now = 0;
  const { begin, done } = notedTurns(() => now);
  const late = begin('A', 'late');
  now = 30_001;
  await assert.rejects(late, { failure: { code: 'pages_waiting' } });
  assert.equal(await begin('A', 'next'), 'next');
  assert.deepEqual(done, ['next']);
});

test('work that fails gives its turn and its place on', async () => {
  const { turns, begin } = notedTurns();
  const failing = turns.begin(['A', 'ada'], () => Promise.reject(new Error('broken')));
  const next = begin('A', 'next');
  await assert.rejects(failing, /broken/);
  assert.equal(await next, 'next');

  const places = new FairPlaces(1);
  const done: string[] = [];
  const run = (company: string, name: string) =>
    places.run([company], async () => {
      await new Promise(setImmediate);
      done.push(name);
      if (name === 'a2') throw new Error('broken');
    });
  const all = [run('A', 'a1'), run('A', 'a2'), run('A', 'a3'), run('B', 'b1')];
  await Promise.allSettled(all);
  await run('A', 'a4');
  assert.deepEqual(done, ['a1', 'a2', 'b1', 'a3', 'a4']);
});

test('a company that asks for many slow pages at once delays the pages of others by a few of them at most', async (t) => {
  const service = await startPortal(t);
  const context = { ssoDomains: [], now: service.clock.now, actor: 'test' };
  const { companyId } = createCompany(service.db, { name: 'Other', ...context }).company;
  const rows = Array.from({ length: 3_000 }, (_, at) => rosterRow(`P${at}`));
  sync(service, rows);
  const flooding = service.signedIn('owner');
  const other = service.signedIn('admin', { companyId, email: 'bob@other.example' });
  const nobody = service.browser();
  const pages = [
    () => other.get('/portal/departments'),
    () => nobody.get('/portal/sign-in'),
  ] as const;
  // All have a connection already.
  await Promise.all(pages.map((page) => page()));
  let answered = 0;
  const flood = Array.from({ length: 80 }, async () => {
    const { status } = await flooding.get('/portal/invitations');
    answered++;
    return status;
  });
  for (const page of pages) {
    assert.equal((await page()).status, 200);
    assert.ok(answered < 60, `after ${answered} of 80 pages`);
  }
  assert.deepEqual([...new Set(await Promise.all(flood))], [200]);
});

test('requests whose bodies do not come, however many, keep nobody out of the portal', async (t) => {
  const service = await startPortal(t, {
    ipLimit: 0,
    limits: { total: 5_000, perAddress: 5_000 },
  });
  const head = [
    'POST /portal/sign-in HTTP/1.1',
    'Host: localhost',
    'Sec-Fetch-Site: same-origin',
    'Content-Type: application/x-www-form-urlencoded',
    'Content-Length: 10',
    'Expect: 100-continue',
    '\r\n',
  ].join('\r\n');
  // As many as may be in the thread, in parts, because only so many wait for their first turn.
  for (let part = 0; part < 40; part++) {
    const waiting = Array.from({ length: 100 }, () => service.connect());
    t.after(() => {
      for (const connection of waiting) connection.destroy();
    });
    for (const connection of waiting) connection.send(head);
    await Promise.all(waiting.map((connection) => connection.until(/100 Continue/)));
  }
  const { status } = await service.request('GET', '/portal/sign-in');
  assert.equal(status, 200);
});
