import assert from 'node:assert/strict';
import { truncateSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { SCOPES } from '../../src/domain/api-key.ts';
import { BODY_LIMIT, SYNC_BODY_LIMIT } from '../../src/http/body.ts';
import { MUSEUM_DAY } from '../../src/http/endpoints/examples.ts';
import type { Parameter } from '../../src/http/openapi/document-types.ts';
import { ENDPOINTS } from '../../src/http/routes.ts';
import { grantCoins } from '../../src/service/ledger.ts';
import { type Described, Description } from './description.ts';
import { type Answer, startTestService, type TestService } from './harness.ts';
import { addPerson, get, type Page, UNKNOWN_ID } from './requests.ts';

/** Somebody with badges in a department of the sandbox. */
type TestPerson = { employee_id: string; department: { id: string } };

type Fixture = { service: TestService; description: Description; somebody: TestPerson };

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
  return { service, description: new Description(), somebody };
}

/** Sends a request to an operation with the sandbox's key, unless told otherwise, and holds the answer. */
async function verify(
  { service, description, somebody }: Fixture,
  described: Described,
  sent: {
    id?: string;
    code?: string;
    query?: Record<string, string>;
    key?: string | null;
    headers?: Record<string, string>;
    body?: string | Uint8Array;
  } = {},
): Promise<Answer> {
  const { method, path, operation } = described;
  const target = path
    .replace('{id}', sent.id ?? somebody.employee_id)
    .replace('{code}', sent.code ?? 'mentor');
  const key = sent.key === undefined ? service.testKey : sent.key;
  const answer = await service.request(
    method.toUpperCase(),
    `${target}?${new URLSearchParams(sent.query)}`,
    {
      ...(key !== null && operation.security.length > 0 && { key }),
      ...(sent.headers && { headers: sent.headers }),
      ...(sent.body !== undefined && { body: sent.body }),
    },
  );
  description.hold(described, answer);
  return answer;
}

const status = (expected: number, answer: Answer) =>
  assert.equal(answer.status, expected, answer.text);

/** What the description says may be sent. */
function validValues({ name, schema }: Parameter, somebody: TestPerson): string[] {
  if (schema.enum) return schema.enum.map(String);
  if (schema.type === 'boolean') return ['true', 'false'];
  if (schema.type === 'integer')
    return [schema.minimum, schema.maximum, schema.default].map(String);
  if (schema.format === 'uuid') return [somebody.department.id];
  return name === 'cursor' ? [''] : ['E-1002', 'teodor.wask@example.com'];
}

/** What the description says may not be sent. */
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

async function verifyParameters(stage: Fixture, described: Described): Promise<void> {
  for (const parameter of described.operation.parameters ?? []) {
    const { name } = parameter;
    if (name === 'code') {
      status(404, await verify(stage, described, { code: 'nobody' }));
      continue;
    }
    if (parameter.in === 'path') {
      status(400, await verify(stage, described, { id: 'E-1002' }));
      status(404, await verify(stage, described, { id: UNKNOWN_ID }));
      continue;
    }
    for (const value of validValues(parameter, stage.somebody)) {
      status(200, await verify(stage, described, { query: { [name]: value } }));
    }
    for (const value of invalidValues(parameter)) {
      status(400, await verify(stage, described, { query: { [name]: value } }));
    }
    if (name === 'cursor') {
      const first = await verify(stage, described, { query: { limit: '1' } });
      const { next_cursor } = (first.json as Page<unknown>).pagination;
      const query = { limit: '1', cursor: next_cursor ?? '' };
      status(200, await verify(stage, described, { query }));
    }
    if (name === 'department_id' && described.operation.responses[404]) {
      status(404, await verify(stage, described, { query: { department_id: UNKNOWN_ID } }));
    }
  }
}

/** What every operation refuses that takes a key. */
async function verifyKeys(stage: Fixture, described: Described, body?: string): Promise<void> {
  const { service } = stage;
  const payload = body === undefined ? {} : { body };
  status(401, await verify(stage, described, { ...payload, key: null }));
  status(401, await verify(stage, described, { ...payload, key: 'svc_live_nobody' }));
  const scope = described.operation.security[0]?.apiKey[0];
  if (scope) {
    const scopes = SCOPES.filter((other) => other !== scope);
    status(403, await verify(stage, described, { ...payload, key: service.issueKey({ scopes }) }));
  }
  const key = service.issueKey({ mode: 'test', requestsPerMinute: 1 });
  const ok = described.operation.responses[200] ? 200 : 204;
  status(ok, await verify(stage, described, { ...payload, key }));
  status(429, await verify(stage, described, { ...payload, key }));
}

async function verifySync(stage: Fixture, described: Described): Promise<void> {
  const { service } = stage;
  const person = (number: number, more: object = {}) => ({
    external_id: `N-${number}`,
    email: `n${number}@example.com`,
    first_name: 'N',
    last_name: '',
    ...more,
  });
  const send = (body: unknown, headers?: Record<string, string>) =>
    verify(stage, described, { body: JSON.stringify(body), ...(headers && { headers }) });
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

  status(400, await verify(stage, described, { body: 'employees' }));
  status(400, await send({ employees: [] }));
  status(400, await send({ employees: [person(1)], max_deactivations: 100_001 }));
  status(411, await send({ employees: [] }, { 'Transfer-Encoding': 'chunked' }));
  status(415, await send({ employees: [person(1)] }, { 'Content-Encoding': 'gzip' }));
  status(413, await verify(stage, described, { body: new Uint8Array(SYNC_BODY_LIMIT + 1) }));

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
    status(200, await verify(stage, described, { key, body }));
  }
  status(429, await verify(stage, described, { key, body }));
  await verifyKeys(stage, described, body);
}

/** The example of a body, with an item of the sandbox that its employee can pay for. */
async function bodyOf({ service }: Fixture, example: unknown): Promise<string> {
  const { data } = await get<Page<{ id: string }>>(service, '/v1/shop/items', service.testKey);
  return JSON.stringify(example).replace(MUSEUM_DAY.id, data[0]?.id ?? '');
}

async function verifyWrite(stage: Fixture, described: Described): Promise<void> {
  const { operation } = described;
  const { requestBody } =
    ENDPOINTS.write.find(({ operationId }) => operationId === operation.operationId) ?? {};
  const ok = operation.responses[200] ? 200 : 204;
  await verifyParameters(stage, described);
  const body = requestBody ? await bodyOf(stage, requestBody.example.value) : '';
  status(ok, await verify(stage, described, { body }));
  const tooLong = new Uint8Array((requestBody?.limit ?? BODY_LIMIT) + 1);
  status(413, await verify(stage, described, { body: tooLong }));
  if (operation.responses[409]) {
    const again = JSON.parse(body) as object;
    const unknown = { ...again, once: 'x', employee: { external_id: 'nobody' } };
    status(404, await verify(stage, described, { body: JSON.stringify(unknown) }));
    const employee = { external_id: 'X-poor' };
    for (const once of ['x', 'order-7731']) {
      const other = JSON.stringify({ ...again, once, employee });
      status(409, await verify(stage, described, { body: other }));
    }
  }
  if (requestBody) {
    status(400, await verify(stage, described, { body: 'nonsense' }));
    const headers = { 'Content-Encoding': 'gzip' };
    status(415, await verify(stage, described, { body, headers }));
  }
  await verifyKeys(stage, described, body);
}

async function verifyRead(stage: Fixture, described: Described): Promise<void> {
  const { operation } = described;
  status(200, await verify(stage, described));
  await verifyParameters(stage, described);
  status(413, await verify(stage, described, { body: 'x'.repeat(102_401) }));
  if (operation.security.length > 0) await verifyKeys(stage, described);
}

/** A service whose data file has been cut off after its first page. */
async function anUnreadableService(t: TestContext): Promise<TestService> {
  const service = await startTestService(t);
  // By then the service has let go of the state that it read at its start.
  await service.request('GET', '/healthz');
  assert.equal(service.db.pragma('wal_checkpoint(truncate)'), 0);
  truncateSync(service.file, 4096);
  // Every connection has to read anew what it has in memory.
  service.db.writeNothing();
  return service;
}

test('every answer of every operation is as the description says, and everything it describes happens', async (t) => {
  const stage = await createFixture(t);
  const { description } = stage;
  for (const described of description.operations) {
    if (described.operation.operationId === 'syncRoster') await verifySync(stage, described);
    else if (described.method !== 'get') await verifyWrite(stage, described);
    else await verifyRead(stage, described);
    status(417, await verify(stage, described, { headers: { Expect: 'the unexpected' } }));
  }

  const crowded = { ...stage, service: await startTestService(t, { ipLimit: 1 }) };
  await crowded.service.request('GET', '/healthz');
  for (const described of description.operations) {
    status(429, await verify(crowded, described, { body: '{}' }));
  }

  const unreadable = { ...stage, service: await anUnreadableService(t) };
  for (const described of description.operations) {
    const { security } = described.operation;
    if (security.length > 0) status(503, await verify(unreadable, described, { body: '{}' }));
  }

  const { service } = stage;
  service.db.execute('alter table api_keys rename to gone; alter table deployment rename to lost');
  for (const described of description.operations) {
    const { security, responses } = described.operation;
    if (security.length > 0) status(500, await verify(stage, described, { body: '{}' }));
    else if (responses[503]) status(503, await verify(stage, described));
  }
  assert.deepEqual(description.unseen(), []);
});

test('every endpoint is described, and nothing else', () => {
  const described = new Description().operations.map(({ method, path }) => `${method} ${path}`);
  const served = [
    ...[...ENDPOINTS.read, ...ENDPOINTS.public].map(
      ({ path }) => `get ${path.replace(':id', '{id}').replace(':code', '{code}')}`,
    ),
    ...ENDPOINTS.write.map(
      ({ method, path }) =>
        `${method.toLowerCase()} ${path.replace(':id', '{id}').replace(':code', '{code}')}`,
    ),
    `put ${ENDPOINTS.sync.path}`,
  ];
  assert.deepEqual(described.sort(), served.sort());
});

test('the bounds of a roster body are part of its description', () => {
  const { document } = new Description();
  assert.match(
    document.paths[ENDPOINTS.sync.path]?.put?.description ?? '',
    /may have 16 MB, nest 100 levels deep and hold 500,000 values\.$/,
  );
});
