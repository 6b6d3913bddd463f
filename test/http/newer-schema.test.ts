import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { checkSchema } from '../../src/service/operations/doctor/contents.ts';
import { openAnother } from '../../src/store/data.ts';
import * as deployment from '../../src/store/operations/deployment.ts';
import { LOCKS } from '../../src/store/postgres/locks.ts';
import { PostgresDatabase } from '../../src/store/postgres/postgres-database.ts';
import { Session } from '../../src/store/postgres/session.ts';
import { SCHEMA_VERSION } from '../../src/store/sqlite/migrate.ts';
import { openPortal, PASSWORD } from '../portal/portal-service.ts';
import { createTestCompany } from '../service/test-company.ts';
import { usePostgres } from '../store/postgres-server.ts';
import { serveCompany, type TestResponse, type TestService } from './harness.ts';
import { addPerson } from './requests.ts';

const MESSAGE =
  'The data was upgraded by a newer version of engaged, so this one no longer writes to it. Start the newer version';

/** Sets the schema of the data, as an upgrade does. */
type SetSchema = (version: number) => void;

const STORES: Record<
  string,
  (t: TestContext) => Promise<{ service: TestService; setSchema: SetSchema } | undefined>
> = {
  'a data file': async (t) => {
    const service = await serveCompany(t, createTestCompany(t, undefined));
    const setSchema: SetSchema = (version) =>
      service.db.execute(`pragma user_version = ${version}`);
    return { service, setSchema };
  },
  'a PostgreSQL database': async (t) => {
    const server = await usePostgres(t);
    if (server === undefined) return undefined;
    const service = await serveCompany(t, createTestCompany(t, server));
    const setSchema: SetSchema = (version) =>
      service.db.execute(
        `create or replace function engaged.schema_version() returns bigint immutable return ${version}`,
      );
    // Other tests use the database again.
    t.after(() => setSchema(SCHEMA_VERSION));
    return { service, setSchema };
  },
};

/** Whether a service is ready, once it has had the time to find out. */
async function readiness(service: TestService) {
  for (;;) {
    const response = await service.request('GET', '/readyz');
    if (!response.text.includes('(busy)')) return response;
  }
}

for (const [name, start] of Object.entries(STORES)) {
  test(`a service on ${name} that a newer program has upgraded refuses every write, says why, and goes on reading`, async (t) => {
    const started = await start(t);
    if (!started) return;
    const { service, setSchema } = started;
    const id = service.write((write) => addPerson(write, 'ann'));
    const key = service.liveKey;
    const award = (once: string) =>
      service.request('POST', '/v1/xp/awards', {
        key,
        body: JSON.stringify({ awards: [{ employee: { employee_id: id }, amount: 5, once }] }),
      });
    const sync = () =>
      service.request('PUT', '/v1/employees/sync', {
        key,
        body: JSON.stringify({
          employees: [{ external_id: '1', email: 'a@acme.test', first_name: 'A', last_name: 'B' }],
        }),
      });
    const stats = () => service.request('GET', `/v1/employees/${id}/stats`, { key });
    assert.equal((await award('first')).status, 200);
    const before = (await stats()).json;
    const { browser, link, signedIn } = openPortal(service);
    const owner = signedIn('owner', { email: 'owner@acme.test' });
    const password = PASSWORD.toUpperCase();
    const newLink = link({ email: 'it@acme.test' });
    const inPortal: Record<string, () => Promise<TestResponse>> = {
      '/portal/sign-in': () =>
        browser().post('/portal/sign-in', {
          ...{ company: 'Acme', email: 'owner@acme.test', password: PASSWORD },
        }),
      '/portal/link/:secret': () => browser().post(newLink, { password, again: password }),
      '/portal/sign-out': () => owner.post('/portal/sign-out'),
      '/portal/departments': () => owner.post('/portal/departments', { name: 'New' }),
    };
    assert.equal((await readiness(service)).status, 200);

    setSchema(SCHEMA_VERSION + 1);
    for (const response of [await award('second'), await sync()]) {
      const { error } = response.json as { error: { code: string; message: string } };
      assert.deepEqual(
        [response.status, error.code, error.message, response.headers['retry-after']],
        [503, 'unavailable', MESSAGE, '30'],
      );
    }
    for (const write of Object.values(inPortal)) {
      const { status, headers, text } = await write();
      assert.deepEqual([status, headers['retry-after']], [503, '30']);
      assert.match(text, /A newer version has upgraded the data/);
    }
    const said = service.log
      .map((line) => JSON.parse(line))
      .filter(({ event, level }) => event === 'request_failed' || level === 'error')
      .map(({ level, event, route, code }) => [level, event, route, code]);
    assert.deepEqual(
      said,
      ['/v1/xp/awards', ...Object.keys(inPortal)].map((route) => [
        ...['warn', 'request_failed', route, 'schema_newer'],
      ]),
    );
    const ready = await readiness(service);
    const { error } = ready.json as { error: { code: string; message: string } };
    assert.deepEqual(
      [ready.status, error.code, error.message],
      [503, 'unavailable', `${MESSAGE} (schema_newer)`],
    );
    const reasons = service.log
      .map((line) => JSON.parse(line))
      .filter(({ event }) => event === 'not_ready')
      .map(({ code }) => code)
      .filter((code) => code !== 'busy');
    assert.deepEqual(reasons, ['schema_newer']);
    assert.deepEqual((await stats()).json, before);
    assert.deepEqual(checkSchema(service.db), {
      ...{ code: 'schema_newer', level: 'problem' },
      ...{ version: SCHEMA_VERSION + 1, program: SCHEMA_VERSION },
    });

    const late = openAnother(service.file, { write: true });
    t.after(() => late.close());
    assert.equal(late.one(deployment.find, {})?.cursorKey.length, 32);
    assert.throws(() => late.write(() => {}), { code: 'unavailable', message: MESSAGE });

    setSchema(SCHEMA_VERSION);
    assert.equal((await award('second')).status, 200);
    assert.equal((await readiness(service)).status, 200);
  });
}

test('a command that has data open writes nothing once a newer program has upgraded it', (t) => {
  const { db, sandboxId } = createTestCompany(t, undefined);
  const change = () =>
    db.execute(`update companies set name = 'B' where company_id = ${sandboxId}`);
  db.execute(`pragma user_version = ${SCHEMA_VERSION + 1}`);
  for (const write of [() => db.write(change), () => db.dryRun(change), () => db.writeNothing()])
    assert.throws(write, { code: 'unavailable', message: MESSAGE });
});

test('a write to a database that waited for an upgrade to end finds that it is one', async (t) => {
  const server = await usePostgres(t);
  if (server === undefined) return;
  const { db, file } = createTestCompany(t, server);
  const upgrade = new Session(file, []);
  const service = new PostgresDatabase(file, { write: true, busyTimeout: 60_000 });
  t.after(() => {
    upgrade.close();
    service.close();
  });
  service.requireSchema(SCHEMA_VERSION);
  service.write(() => {});
  const define = (version: number) =>
    `create or replace function engaged.schema_version() returns bigint immutable return ${version}`;
  const done = upgrade.ask({
    text: `begin; select pg_advisory_xact_lock(${LOCKS.writing}); select pg_sleep(1); ${define(SCHEMA_VERSION + 1)}; commit`,
    needsSame: false,
  });
  const isLocked = () =>
    db.one(
      {
        name: 'test/is_locked',
        sql: `select count(*) as count from pg_locks where locktype = 'advisory' and objid = ${LOCKS.writing} and objsubid = 1
          and database = (select oid from pg_database where datname = current_database())`,
        cardinality: 'one',
        params: {},
        row: { count: 'integer' },
      },
      {},
    )?.count === 1;
  while (!isLocked()) await new Promise(setImmediate);
  try {
    assert.throws(() => service.write(() => {}), { code: 'unavailable', message: MESSAGE });
  } finally {
    await done;
    db.execute(define(SCHEMA_VERSION));
  }
});
