import assert from 'node:assert/strict';
import { truncateSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import Sqlite from 'better-sqlite3';
import * as v from 'valibot';
import { SCOPES } from '../../src/domain/api-key.ts';
import { MUSEUM_DAY } from '../../src/http/api/examples.ts';
import type { Parameter } from '../../src/http/openapi/document-types.ts';
import { toParameter } from '../../src/http/openapi/parameter-schema.ts';
import { ENDPOINTS } from '../../src/http/routes.ts';
import { BODY_LIMIT, SYNC_BODY_LIMIT } from '../../src/http/server/body-framing.ts';
import { createContest } from '../../src/service/contests/change-contests.ts';
import { grantCoins } from '../../src/service/xp/ledger.ts';
import { TEST_SERVER } from '../store/postgres-server.ts';
import { type Described, Description } from './description.ts';
import { startTestService, type TestResponse, type TestService } from './harness.ts';
import { addPerson, get, type Page, UNKNOWN_ID } from './requests.ts';

/** A sandbox employee with badges and a department. */
type TestPerson = { employee_id: string; department: { id: string } };

type Fixture = {
  service: TestService;
  description: Description;
  somebody: TestPerson;
  contest: { id: string };
};

async function createFixture(t: TestContext): Promise<Fixture> {
  const service = await startTestService(t);
  const path = '/v1/employees?external_id=E-1002';
  const { data } = await get<Page<TestPerson>>(service, path, service.testKey);
  const [somebody] = data;
  assert.ok(somebody);
  service.writeSandbox((write) => {
    grantCoins(write, 'E-1002', { amount: 100_000 });
    addPerson(write, 'poor');
  });
  const contest = service.writeSandbox((write) => {
    const days = { first_day: '2026-11-01', last_day: '2026-11-30' };
    const rules = { departments: [], prizes: [] };
    createContest(write, { name: 'Before', ...days, ...rules });
    return createContest(write, { name: 'Sprint', ...days, ...rules });
  });
  return { service, description: new Description(), somebody, contest };
}

/** Sends a request to an operation, with the sandbox key by default, and checks the response. */
async function verify(
  { service, description, somebody, contest }: Fixture,
  described: Described,
  sent: {
    id?: string;
    code?: string;
    month?: string;
    query?: Record<string, string>;
    key?: string | null;
    headers?: Record<string, string>;
    body?: string | Uint8Array;
  } = {},
): Promise<TestResponse> {
  const { method, path, operation } = described;
  const target = path
    .replace(
      '{id}',
      sent.id ?? (path.startsWith('/v1/contests/') ? contest.id : somebody.employee_id),
    )
    .replace('{code}', sent.code ?? 'mentor')
    .replace('{month}', sent.month ?? '2026-10');
  const key = sent.key === undefined ? service.testKey : sent.key;
  const response = await service.request(
    method.toUpperCase(),
    `${target}?${new URLSearchParams(sent.query)}`,
    {
      ...(key !== null && operation.security.length > 0 && { key }),
      ...(sent.headers && { headers: sent.headers }),
      ...(sent.body !== undefined && { body: sent.body }),
    },
  );
  description.check(described, response);
  return response;
}

const toTemplate = (path: string): string => path.replace(/:(\w+)/g, '{$1}');

const status = (expected: number, response: TestResponse) =>
  assert.equal(response.status, expected, response.text);

/** Parameter values that the description allows. */
function validValues({ name, schema, example }: Parameter, somebody: TestPerson): string[] {
  if (schema.enum) return schema.enum.map(String);
  if (schema.type === 'boolean') return ['true', 'false'];
  if (schema.type === 'integer')
    return [schema.minimum, schema.maximum, schema.default].map(String);
  if (schema.format === 'uuid') return [somebody.department.id];
  if (schema.pattern) return [String(example)];
  return name === 'cursor' ? [''] : ['E-1002', 'teodor.wask@example.com'];
}

/** Parameter values that the description does not allow. */
function invalidValues({ name, schema }: Parameter): string[] {
  if (schema.enum) return ['nonsense', ''];
  if (schema.type === 'boolean') return ['yes'];
  if (schema.type === 'integer') {
    return [Number(schema.minimum) - 1, Number(schema.maximum) + 1, 1.5].map(String);
  }
  if (schema.format === 'uuid') return ['E-1002'];
  if (name === 'cursor') return ['x'.repeat(Number(schema.maxLength)), 'x'.repeat(513)];
  return [''];
}

async function verifyParameters(fixture: Fixture, described: Described): Promise<void> {
  for (const parameter of described.operation.parameters ?? []) {
    const { name } = parameter;
    if (name === 'code') {
      status(404, await verify(fixture, described, { code: 'nobody' }));
      continue;
    }
    if (name === 'month') {
      status(400, await verify(fixture, described, { month: '2026-13' }));
      status(404, await verify(fixture, described, { month: '2001-01' }));
      continue;
    }
    if (parameter.in === 'path') {
      status(400, await verify(fixture, described, { id: 'E-1002' }));
      status(404, await verify(fixture, described, { id: UNKNOWN_ID }));
      continue;
    }
    for (const value of validValues(parameter, fixture.somebody)) {
      status(200, await verify(fixture, described, { query: { [name]: value } }));
    }
    for (const value of invalidValues(parameter)) {
      status(400, await verify(fixture, described, { query: { [name]: value } }));
    }
    if (name === 'cursor') {
      const first = await verify(fixture, described, { query: { limit: '1' } });
      const { next_cursor } = (first.json as Page<unknown>).pagination;
      const query = { limit: '1', cursor: next_cursor ?? '' };
      status(200, await verify(fixture, described, { query }));
    }
    if (name === 'department_id' && described.operation.responses[404]) {
      status(404, await verify(fixture, described, { query: { department_id: UNKNOWN_ID } }));
    }
  }
}

/** The errors of every operation that takes a key. */
async function verifyKeys(fixture: Fixture, described: Described, body?: string): Promise<void> {
  const { service } = fixture;
  const payload = body === undefined ? {} : { body };
  status(401, await verify(fixture, described, { ...payload, key: null }));
  status(401, await verify(fixture, described, { ...payload, key: 'svc_live_nobody' }));
  const scope = described.operation.security[0]?.apiKey[0];
  if (scope) {
    const scopes = SCOPES.filter((other) => other !== scope);
    status(
      403,
      await verify(fixture, described, { ...payload, key: service.issueKey({ scopes }) }),
    );
  }
  const key = service.issueKey({ mode: 'test', requestsPerMinute: 1 });
  const ok = described.operation.responses[200] ? 200 : 204;
  status(ok, await verify(fixture, described, { ...payload, key }));
  status(429, await verify(fixture, described, { ...payload, key }));
}

async function verifySync(fixture: Fixture, described: Described): Promise<void> {
  const { service } = fixture;
  const person = (number: number, more: object = {}) => ({
    external_id: `N-${number}`,
    email: `n${number}@example.com`,
    first_name: 'N',
    last_name: '',
    ...more,
  });
  const send = (body: unknown, headers?: Record<string, string>) =>
    verify(fixture, described, { body: JSON.stringify(body), ...(headers && { headers }) });
  const mixed = await send({
    employees: [
      person(1, { department_name: 'Labs' }),
      person(2, { external_id: 2, job_title: null }),
      person(3),
      person(3),
      person(4, { department_external_id: 'nowhere' }),
      person(5, { external_id: 'E-1001', email: 'calliope.drummond@example.com' }),
      person(6, { department_external_id: 'D-90' }),
      'nobody',
    ],
    deactivate_missing: true,
    max_deactivations: 1,
  });
  status(200, mixed);
  const { errors, warnings, deactivation_candidates, deactivation_skipped_reason } =
    mixed.json as Record<string, { length: number }>;
  assert.deepEqual(
    [errors?.length, warnings?.length, deactivation_skipped_reason],
    [4, 1, 'rejected_rows'],
  );
  assert.ok((deactivation_candidates?.length ?? 0) > 0);

  status(400, await verify(fixture, described, { body: 'employees' }));
  status(400, await send({ employees: [] }));
  status(400, await send({ employees: [person(1)], max_deactivations: 100_001 }));
  status(411, await send({ employees: [] }, { 'Transfer-Encoding': 'chunked' }));
  status(415, await send({ employees: [person(1)] }, { 'Content-Encoding': 'gzip' }));
  status(413, await verify(fixture, described, { body: new Uint8Array(SYNC_BODY_LIMIT + 1) }));

  const open = service.connect();
  open.send(
    `PUT ${described.path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${service.testKey}\r\n` +
      'Content-Length: 9\r\nExpect: 100-continue\r\n\r\n',
  );
  await open.until(/^HTTP\/1\.1 100 /);
  status(409, await send({ employees: [person(1)] }));
  open.send('employees');
  await open.until(/validation_failed/);
  open.destroy();

  const key = service.issueKey({ mode: 'test' });
  const body = JSON.stringify({ employees: [person(1)] });
  for (let sent = 0; sent < 30; sent++) {
    status(200, await verify(fixture, described, { key, body }));
  }
  status(429, await verify(fixture, described, { key, body }));
  await verifyKeys(fixture, described, body);
}

/** The example of a body, with an item of the sandbox that its employee can pay for. */
async function bodyOf({ service }: Fixture, example: unknown): Promise<string> {
  const { data } = await get<Page<{ id: string }>>(service, '/v1/shop/items', service.testKey);
  return JSON.stringify(example).replace(MUSEUM_DAY.id, data[0]?.id ?? '');
}

async function verifyWrite(fixture: Fixture, described: Described): Promise<void> {
  const { operation } = described;
  const { requestBody } =
    ENDPOINTS.write.find(({ operationId }) => operationId === operation.operationId) ?? {};
  const ok = operation.responses[200] ? 200 : 204;
  await verifyParameters(fixture, described);
  const body = requestBody ? await bodyOf(fixture, requestBody.example.value) : '';
  status(ok, await verify(fixture, described, { body }));
  const tooLong = new Uint8Array((requestBody?.limit ?? BODY_LIMIT) + 1);
  status(413, await verify(fixture, described, { body: tooLong }));
  if (operation.responses[409]) {
    const again = JSON.parse(body) as object;
    const nobody = { external_id: 'nobody' };
    const unknown = { ...again, once: 'x', employee: nobody, from: nobody };
    status(404, await verify(fixture, described, { body: JSON.stringify(unknown) }));
    // Too few coins or points; then another order of the same key.
    const other = { ...again, employee: { external_id: 'X-poor' }, points: 1_000 };
    for (const body of [{ ...other, once: 'x' }, other]) {
      status(409, await verify(fixture, described, { body: JSON.stringify(body) }));
    }
  }
  if (requestBody) {
    status(400, await verify(fixture, described, { body: 'nonsense' }));
    const headers = { 'Content-Encoding': 'gzip' };
    status(415, await verify(fixture, described, { body, headers }));
  }
  await verifyKeys(fixture, described, body);
}

async function verifyRead(fixture: Fixture, described: Described): Promise<void> {
  const { operation } = described;
  status(200, await verify(fixture, described));
  await verifyParameters(fixture, described);
  status(413, await verify(fixture, described, { body: 'x'.repeat(102_401) }));
  if (operation.responses[410]) {
    status(410, await verify(fixture, described, { query: { after: '999999' } }));
  }
  if (operation.security.length > 0) await verifyKeys(fixture, described);
}

const REFUSE_CONNECTIONS = `
  update pg_database set datallowconn = false where datname = current_database();
  select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;

/** A service whose data file was truncated after its first page, or whose database refuses connections. */
async function startUnreadableService(t: TestContext): Promise<TestService> {
  const service = await startTestService(t);
  // By then the service has released the snapshot that it took at its start.
  await service.request('GET', '/healthz');
  if (TEST_SERVER) {
    service.db.execute(REFUSE_CONNECTIONS);
    return service;
  }
  const sqlite = new Sqlite(service.file);
  assert.equal(sqlite.pragma('wal_checkpoint(truncate)', { simple: true }), 0);
  sqlite.close();
  truncateSync(service.file, 4096);
  // Every connection has to read its cached pages again.
  service.db.writeNothing();
  return service;
}

test('every response matches the description, and every described response occurs', async (t) => {
  const fixture = await createFixture(t);
  const { description } = fixture;
  for (const described of description.operations) {
    if (described.operation.operationId === 'syncRoster') await verifySync(fixture, described);
    else if (described.method !== 'get') await verifyWrite(fixture, described);
    else await verifyRead(fixture, described);
    status(417, await verify(fixture, described, { headers: { Expect: 'the unexpected' } }));
  }

  const limited = { ...fixture, service: await startTestService(t, { ipLimit: 1 }) };
  await limited.service.request('GET', '/nowhere');
  for (const described of description.operations) {
    if (described.operation.responses[429])
      status(429, await verify(limited, described, { body: '{}' }));
  }

  const unreadable = { ...fixture, service: await startUnreadableService(t) };
  for (const described of description.operations) {
    const { security } = described.operation;
    if (security.length > 0) status(503, await verify(unreadable, described, { body: '{}' }));
  }

  const { service } = fixture;
  service.db.execute('alter table api_keys rename to gone; alter table deployment rename to lost');
  // PostgreSQL counts commits by triggers, which this is none of.
  if (TEST_SERVER) service.db.execute('update changes set n = n + 1');
  for (const described of description.operations) {
    const { security, responses } = described.operation;
    if (security.length > 0) status(500, await verify(fixture, described, { body: '{}' }));
    else if (responses[503]) status(503, await verify(fixture, described));
  }
  assert.deepEqual(description.unseen(), []);
});

test('the description lists exactly the endpoints of the service', () => {
  const described = new Description().operations.map(({ method, path }) => `${method} ${path}`);
  const routes = [
    ...[...ENDPOINTS.read, ...ENDPOINTS.public].map(({ path }) => `get ${toTemplate(path)}`),
    ...ENDPOINTS.write.map(({ method, path }) => `${method.toLowerCase()} ${toTemplate(path)}`),
    `put ${ENDPOINTS.sync.path}`,
  ];
  assert.deepEqual(described.sort(), routes.sort());
});

test('the bounds of a roster body are part of the description', () => {
  const { document } = new Description();
  assert.match(
    document.paths[ENDPOINTS.sync.path]?.put?.description ?? '',
    /may have 16 MB, nest 100 levels deep and hold 500,000 values\.$/,
  );
});

test('a reference to an employee has exactly one of its fields', () => {
  const description = new Description();
  const references = [
    {},
    { external_id: 'E-1' },
    { external_id: 'E-1', email: 'ann@acme.example' },
  ];
  assert.deepEqual(
    references.map((reference) => description.allows('EmployeeReference', reference)),
    [false, true, false],
  );
});

test('a parameter is one of the path where the path names it, whatever it is called', () => {
  const month = v.pipe(v.string(), v.description('A month'), v.examples(['2026-10']));
  const placeIn = (path: string) => toParameter(path, 'month', month).in;
  assert.equal(placeIn('/v1/months/:month/standings'), 'path');
  assert.equal(placeIn('/v1/months'), 'query');
  for (const { path, operation } of new Description().operations) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const described = operation.parameters?.filter((one) => 'in' in one && one.in === 'path');
    assert.deepEqual(described?.map((one) => ('name' in one ? one.name : '')) ?? [], inPath, path);
  }
});

test('no member of a request has a default, which generators of types take for one that must be sent', () => {
  const { operations, document } = new Description();
  const defaults: string[] = [];
  const look = (schema: unknown, at: string, seen: readonly string[] = []): void => {
    if (typeof schema !== 'object' || schema === null) return;
    for (const [name, value] of Object.entries(schema)) {
      if (name === 'default') defaults.push(at);
      const reference = name === '$ref' ? String(value).replace('#/components/schemas/', '') : '';
      if (reference !== '' && !seen.includes(reference)) {
        look(document.components.schemas[reference], reference, [...seen, reference]);
      }
      look(value, `${at}.${name}`, seen);
    }
  };
  for (const { operation } of operations) look(operation.requestBody, operation.operationId);
  assert.deepEqual(defaults, []);
});
