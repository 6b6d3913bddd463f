import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { dirname } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { DAY_MS } from '../../src/domain/duration.ts';
import { formatMonth, monthOf } from '../../src/domain/period.ts';
import { createCompany } from '../../src/service/company/companies.ts';
import { writeCompany } from '../../src/service/company/company-write.ts';
import { createContest } from '../../src/service/contests/change-contests.ts';
import { requireContest } from '../../src/service/contests/contests.ts';
import { closeMonth, rankMonth } from '../../src/service/months/close-month.ts';
import { requireEmployee } from '../../src/service/people/employee-records.ts';
import { awardXp } from '../../src/service/xp/ledger.ts';
import type { Database } from '../../src/store/database.ts';
import { serveCompany, type TestSettings } from '../http/harness.ts';
import { sync } from '../service/roster/sync.ts';
import { createFilledCompany, NOW } from '../service/test-company.ts';
import { until } from '../until.ts';
import { type Browser, openPortal, type PortalService, startPortal } from './portal-service.ts';

/** More than connections hold unread. */
const PEOPLE = 5_000;
const LONG = '長い名前'.repeat(60);

const MONTH = monthOf(NOW) - 1;

/** Fills a company whose files are larger than what connections hold. */
function fill(db: Database, companyId: number): void {
  const rows = Array.from({ length: PEOPLE }, (_, at) => ({
    ...{ external_id: LONG.slice(0, 240) + at, email: `p${at}@acme.example` },
    ...{ first_name: LONG.slice(0, 50), last_name: LONG.slice(0, 50) },
  }));
  sync({ db, companyId }, rows, { now: NOW - 60 * DAY_MS });
  const day = (time: number) => new Date(time).toISOString().slice(0, 10);
  writeCompany(db, { companyId, now: NOW, actor: 'test' }, (write) => {
    for (let at = 0; at < PEOPLE; at++) {
      awardXp(write, `p${at}@acme.example`, { amount: 5, reason: LONG });
    }
    closeMonth(write, rankMonth(db, companyId, MONTH));
    createContest(write, {
      ...{ name: 'Now', first_day: day(NOW - DAY_MS), last_day: day(NOW) },
      ...{ departments: [], prizes: [] },
    });
  });
}

/** A service with such a company, and the paths of its files. */
async function startFull(t: TestContext, settings: TestSettings = {}) {
  const company = createFilledCompany(t, 'downloads', fill);
  const service = openPortal(await serveCompany(t, company, settings));
  const { db, companyId } = service;
  const person = requireEmployee(db, companyId, 'p1@acme.example').id;
  const paths = [
    '/portal/audit.csv',
    '/portal/leaderboards.csv',
    `/portal/months/${formatMonth(MONTH)}/standings.csv`,
    `/portal/contests/${requireContest(db, companyId, 'Now').id}/standings.csv`,
    '/portal/health/backup',
    `/portal/people/${person}/export.json`,
  ];
  return { service, paths };
}

/** A download of which nothing is read yet. */
async function begin({ port }: PortalService, { cookie }: Browser, path: string) {
  const request = get({ host: '127.0.0.1', port, path, headers: { cookie }, agent: false });
  request.on('error', () => {});
  const [response]: IncomingMessage[] = await once(request, 'response');
  assert.ok(response);
  response.on('error', () => {});
  return { request, response };
}

/** Begins a download as soon as there is a place for it: the service notices a little later that another one ended. */
async function beginWhenFree(service: PortalService, browser: Browser, path: string) {
  for (;;) {
    const { request, response } = await begin(service, browser, path);
    // There is one backup at a time.
    if (response.statusCode !== 503 && response.statusCode !== 409) return { request, response };
    response.resume();
    await once(response, 'close');
  }
}

/** Copies of the data file beside it, and those that are removed and still open. */
const copiesOf = (file: string) => [
  ...readdirSync(dirname(file)).filter((name) => name.includes('making')),
  ...readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).includes('making');
    } catch {
      return false;
    }
  }),
];

const NO_PROC = process.platform === 'linux' ? false : 'open files are listed on Linux only';

test('a download that is reset, left or stopped in the middle leaves nothing behind, and the next is whole', {
  skip: NO_PROC,
}, async (t) => {
  const { service, paths } = await startFull(t);
  const owner = service.signedIn('owner');
  /** Waits until nothing is left: a copy of the data file is removed a little later. */
  const settled = async () => {
    await until(() => copiesOf(service.file).length === 0);
  };
  const ways: ((download: Awaited<ReturnType<typeof begin>>) => void)[] = [
    ({ request }) => request.socket?.resetAndDestroy(),
    ({ request }) => request.destroy(),
    ({ response }) => {
      response.once('data', () => response.socket.resetAndDestroy());
    },
  ];
  const sizes = new Map<string, number>();
  for (const path of paths) {
    for (const leave of ways) {
      leave(await beginWhenFree(service, owner, path));
      await settled();
    }
    const { response } = await beginWhenFree(service, owner, path);
    assert.equal(response.statusCode, 200, path);
    sizes.set(path, (await buffer(response)).length);
    assert.ok(response.complete, path);
    await settled();
  }
  const small = paths.filter((path) => (sizes.get(path) ?? 0) < 3_000_000);
  assert.deepEqual(small, [paths.at(-1)], 'all but the export of a person are long');
  assert.deepEqual(
    service.log.filter((line) => /"level":"error"/.test(line)),
    [],
  );
});

test('a client that closes its own direction gets the whole file', async (t) => {
  const { service, paths } = await startFull(t);
  const owner = service.signedIn('owner');
  for (const path of paths.slice(0, 4)) {
    const socket = connect({ port: service.port, host: '127.0.0.1', allowHalfOpen: true });
    socket.end(`GET ${path} HTTP/1.0\r\nHost: 127.0.0.1\r\nCookie: ${owner.cookie}\r\n\r\n`);
    const text = (await buffer(socket)).toString('latin1');
    const { response } = await begin(service, owner, path);
    const whole = (await buffer(response)).toString('latin1');
    assert.equal(text.slice(text.indexOf('\r\n\r\n') + 4) === whole, true, path);
  }
});

test('a company that holds all of its downloads leaves places to others, and gets them back', async (t) => {
  const { service, paths } = await startFull(t);
  const [path = ''] = paths;
  const admin = service.signedIn('admin');
  const others = ['Beta', 'Gamma', 'Delta'].map((name) => {
    const order = { name, ssoDomains: [], now: service.clock.now, actor: 'test' };
    const { companyId } = createCompany(service.db, order).company;
    return service.signedIn('owner', { companyId, email: `owner@${name}.example` });
  });
  for (let round = 0; round < 4; round++) {
    const held = [];
    for (let at = 0; at < 3; at++) held.push(await beginWhenFree(service, admin, path));
    const refused = await admin.get(path);
    assert.deepEqual([refused.status, refused.headers['retry-after']], [503, '10']);
    assert.match(refused.text, /Several files are being downloaded already\./);
    assert.equal((await admin.get('/portal/sandbox/audit.csv')).status, 503);
    for (const other of others) assert.equal((await other.get('/portal/audit.csv')).status, 200);
    for (const { request } of held) request.destroy();
  }
});

test('what a file needs is made only when there is a place to send it', async (t) => {
  const { service, paths } = await startFull(t);
  const owner = service.signedIn('owner');
  const held = [];
  for (let at = 0; at < 3; at++) held.push(await begin(service, owner, paths[0] ?? ''));
  const person = paths.at(-1) ?? '';
  assert.equal((await owner.get(person)).status, 503);
  for (const { request } of held) request.destroy();
  const { response } = await beginWhenFree(service, owner, person);
  await buffer(response);
  const audit = await buffer((await beginWhenFree(service, owner, '/portal/audit.csv')).response);
  assert.equal(audit.toString().split('employee.export').length - 1, 1);
});

test('a long download may take longer than a response, as long as it goes on', async (t) => {
  const answer = 1_000;
  const timeouts = { headers: 60_000, request: 60_000, answer, keepAlive: 60_000, check: 250 };
  const service = await startPortal(t, { timeouts });
  service.db.execute('create table filler (data blob)');
  for (let at = 0; at < 60; at++) {
    service.db.execute('insert into filler values (randomblob(1048576))');
  }
  const { response } = await begin(service, service.signedIn('owner'), '/portal/health/backup');
  const startedAt = performance.now();
  let received = 0;
  let nextPause = 0;
  for await (const chunk of response) {
    received += chunk.length;
    if (received < nextPause) continue;
    nextPause = received + 1_048_576;
    await new Promise((resolve) => setTimeout(resolve, answer / 10));
  }
  assert.equal(received, Number(response.headers['content-length']));
  assert.ok(performance.now() - startedAt > 2 * answer);
});

test('a stop waits for downloads that go on, and ends those that nobody reads', async (t) => {
  const { service, paths } = await startFull(t);
  const owner = service.signedIn('owner');
  const [audit = '', leaderboard = '', month = ''] = paths;
  const unread = await begin(service, owner, audit);
  const left = await begin(service, owner, leaderboard);
  const read = await begin(service, owner, month);
  const stopped = service.close();
  left.request.destroy();
  const bytes = await buffer(read.response);
  assert.deepEqual([read.response.complete, bytes.length > 3_000_000], [true, true]);
  await stopped;
  assert.equal((await buffer(unread.response).catch(() => 'cut')) === 'cut', true);
});
