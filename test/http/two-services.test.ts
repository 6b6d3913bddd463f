import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createCompany } from '../../src/service/company/companies.ts';
import { revokeKey } from '../../src/service/keys/keys.ts';
import { createTestCompany, createTestKey, NOW } from '../service/test-company.ts';
import { usePostgres } from '../store/postgres-server.ts';
import { assertRefused } from './assert-error.ts';
import { type RawConnection, serveCompany, type TestService } from './harness.ts';
import { addPerson } from './requests.ts';

/** Two services on one database; undefined where there is no PostgreSQL. */
async function startTwo(t: TestContext): Promise<[TestService, TestService] | undefined> {
  const server = await usePostgres(t);
  if (server === undefined) return undefined;
  const company = createTestCompany(t, server);
  return [await serveCompany(t, company), await serveCompany(t, company)];
}

const SYNC = '/v1/employees/sync';

const rosterOf = (name: string) =>
  JSON.stringify({
    employees: [{ external_id: 'E1', email: 'ann@acme.test', first_name: name, last_name: 'Lee' }],
  });

const sync = (service: TestService, key: string, name = 'Ann') =>
  service.request('PUT', SYNC, { key, body: rosterOf(name) });

/** A sync that was admitted and whose body has not been sent. */
async function openSync(service: TestService, key: string): Promise<RawConnection> {
  const connection = service.connect();
  connection.send(
    `PUT ${SYNC} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n` +
      `Content-Length: ${rosterOf('Ann').length}\r\nExpect: 100-continue\r\n\r\n`,
  );
  await connection.until(/^HTTP\/1\.1 100 /);
  return connection;
}

async function finish(connection: RawConnection): Promise<void> {
  connection.send(rosterOf('Ann'));
  await connection.until(/HTTP\/1\.1 200 [\s\S]*"errors":\[\]/);
  connection.destroy();
}

test('what one service has acknowledged is in the next read of the other', async (t) => {
  const services = await startTwo(t);
  if (!services) return;
  const [one, other] = services;
  const key = one.liveKey;
  const id = one.write((write) => addPerson(write, 'ann'));
  for (let xp = 1; xp <= 40; xp++) {
    const [writer, reader] = xp % 2 === 0 ? [one, other] : [other, one];
    const body = JSON.stringify({
      awards: [{ employee: { employee_id: id }, amount: 1, once: `award ${xp}` }],
    });
    const { status, text } = await writer.request('POST', '/v1/xp/awards', { key, body });
    assert.equal(status, 200, text);
    const paths = [`/v1/employees/${id}/stats`, `/v1/employees/${id}/xp`, '/v1/leaderboard'];
    const [stats, ledger, board] = await Promise.all(
      paths.map(async (path) => (await reader.request('GET', path, { key })).json),
    );
    assert.equal((stats as { xp: number }).xp, xp);
    assert.equal((ledger as { data: unknown[] }).data.length, Math.min(xp, 25));
    assert.equal((board as { data: { xp: number }[] }).data[0]?.xp, xp);
  }
});

test('a key that is revoked is refused by both services at once', async (t) => {
  const services = await startTwo(t);
  if (!services) return;
  const [one, other] = services;
  const { key, id } = createTestKey(one.db, one.companyId);
  const ask = async () =>
    Promise.all([one, other].map((service) => service.request('GET', '/v1/status', { key })));
  assert.deepEqual(
    (await ask()).map(({ status }) => status),
    [200, 200],
  );
  one.write((write) => revokeKey(write, id));
  for (const response of await ask()) assertRefused(response, 401, 'unauthorized');
});

test('a company has one sync at a time, and the services together four', async (t) => {
  const services = await startTwo(t);
  if (!services) return;
  const [one, other] = services;
  const keys = ['B', 'C', 'D', 'E'].map((name) => {
    const order = { name, ssoDomains: [], now: NOW, actor: 'test' };
    return createTestKey(one.db, createCompany(one.db, order).company.companyId).key;
  });
  const open = [await openSync(one, one.liveKey)];
  assertRefused(await sync(other, other.liveKey), 409, 'conflict');
  for (const [i, key] of keys.slice(0, 3).entries()) {
    open.push(await openSync(i % 2 === 0 ? other : one, key));
  }
  for (const service of [one, other]) {
    assertRefused(await sync(service, keys[3] ?? ''), 409, 'conflict');
  }
  for (const connection of open) await finish(connection);
  for (const service of [one, other]) {
    assert.equal((await sync(service, service.liveKey)).status, 200);
    assert.equal((await sync(service, keys[3] ?? '')).status, 200);
  }
});

test('services share the hourly budget of a key', async (t) => {
  const services = await startTwo(t);
  if (!services) return;
  const [one, other] = services;
  const key = one.liveKey;
  for (let i = 0; i < 30; i++) {
    const { status, text } = await sync(i % 2 === 0 ? one : other, key, `Ann ${i}`);
    assert.equal(status, 200, text);
  }
  for (const service of [one, other]) {
    assertRefused(await sync(service, key), 429, 'rate_limit_exceeded');
  }
  for (const service of [one, other]) service.clock.now += 3_600_000;
  assert.equal((await sync(other, key)).status, 200);
});

test('when all connections are lost, or the database is away, reads are refused, and go on by themselves', async (t) => {
  const services = await startTwo(t);
  if (!services) return;
  const [one, other] = services;
  const key = one.liveKey;
  for (let i = 1; i <= 10; i++) {
    one.write((write) => addPerson(write, `p${i}`));
    one.db.execute(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    for (const service of [one, other]) {
      for (;;) {
        const response = await service.request('GET', '/v1/employees', { key });
        if (response.status === 200) {
          assert.equal((response.json as { data: unknown[] }).data.length, i);
          break;
        }
        assertRefused(response, 503, 'unavailable');
        assert.equal(response.headers['retry-after'], '30');
      }
      // The writer may notice the loss only now.
      while ((await service.request('GET', '/readyz')).status !== 200);
    }
  }
});
