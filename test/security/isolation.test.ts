import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { SCOPES, type Scope } from '../../src/domain/api-key.ts';
import { writeCompany } from '../../src/service/company/company-write.ts';
import { startTestService, type TestResponse, type TestService } from '../http/harness.ts';
import { UNKNOWN_ID } from '../http/requests.ts';
import { NOW } from '../service/test-company.ts';
import {
  type CompanyContents,
  createOtherCompany,
  createRevokedKey,
  keyFor,
  populate,
} from './two-companies.ts';

const SYNC = '/v1/employees/sync';
const ROSTER = JSON.stringify({
  employees: [{ external_id: 'X', email: 'x@acme.example', first_name: 'X', last_name: 'Y' }],
});

type Operation = readonly [method: string, path: string, scope: Scope | null];

/** Every operation that takes a key, with its required scope; `id` is an employee. */
const operations = (id: string): Operation[] => [
  ['GET', '/v1/status', null],
  ['GET', '/v1/employees', 'employees:read'],
  ['GET', `/v1/employees/${id}`, 'employees:read'],
  ['GET', `/v1/employees/${id}/stats`, 'employees:read'],
  ['GET', `/v1/employees/${id}/badges`, 'employees:read'],
  ['GET', `/v1/employees/${id}/xp`, 'employees:read'],
  ['GET', '/v1/badges', 'employees:read'],
  ['GET', `/v1/leaderboard/around/${id}`, 'leaderboard:read'],
  ['GET', '/v1/leaderboard', 'leaderboard:read'],
  ['GET', '/v1/leaderboard/by-department', 'leaderboard:read'],
  ['GET', '/v1/standings', 'leaderboard:read'],
  ['GET', '/v1/standings/2026-10', 'leaderboard:read'],
  ['GET', '/v1/contests', 'leaderboard:read'],
  ['GET', `/v1/contests/${id}`, 'leaderboard:read'],
  ['GET', `/v1/contests/${id}/standings`, 'leaderboard:read'],
  ['GET', '/v1/departments', 'departments:read'],
  ['GET', '/v1/shop/items', 'shop:read'],
  ['PUT', SYNC, 'employees:write'],
  ['POST', '/v1/xp/awards', 'xp:write'],
  ['POST', '/v1/shop/redemptions', 'shop:redeem'],
  ['GET', '/v1/shop/redemptions', 'shop:redeem'],
  ['GET', '/v1/reports/participation', 'reports:read'],
  ['POST', '/v1/kudos', 'kudos:write'],
  ['GET', '/v1/kudos', 'kudos:read'],
  ['GET', '/v1/kudos/values', 'kudos:read'],
  ['GET', '/v1/events', 'events:read'],
  ['PUT', `/v1/employees/${id}/badges/first`, 'badges:write'],
  ['DELETE', `/v1/employees/${id}/badges/first`, 'badges:write'],
];

const ask = (service: TestService, [method, path]: Operation, key?: string) =>
  service.request(method, path, {
    ...(key !== undefined && { key }),
    ...(method !== 'GET' && { body: ROSTER }),
  });

/** All of a response that a client could compare, without the request id and the rate headers. */
function bytesOf({ status, headers, text }: TestResponse): string {
  const requestId = String(headers['x-request-id']);
  const shown = Object.entries(headers).filter(
    ([name]) => !['x-request-id', 'date', 'x-ratelimit-remaining'].includes(name),
  );
  assert.ok(requestId.length === 36);
  return JSON.stringify([status, shown, text.replaceAll(requestId, 'ID')]);
}

type TwoCompanies = {
  service: TestService;
  acme: CompanyContents;
  other: ReturnType<typeof createOtherCompany>;
};

/** A service with two companies and a sandbox, all with data. */
async function createTwoCompanies(t: TestContext): Promise<TwoCompanies> {
  const service = await startTestService(t);
  const acme = service.write((write) => populate(write, 'acmes'));
  service.writeSandbox((write) => populate(write, 'sandboxes'));
  return { service, acme, other: createOtherCompany(service.db, 'Other', 'others') };
}

describe('access control', () => {
  it('gives every invalid key the same response, at every endpoint', async (t) => {
    const { service, acme } = await createTwoCompanies(t);
    const good = service.liveKey;
    const bad = [
      createRevokedKey(service.db, service.companyId),
      keyFor(service.db, service.companyId, { expiresAt: NOW + 1 }).key,
      keyFor(service.db, service.companyId, { expiresAt: NOW + 1 }).key.replace('live', 'test'),
      `svc_live_${'0'.repeat(38)}`,
      good.slice(0, -1),
      good.toLowerCase(),
      'x',
    ];
    service.clock.now = NOW + 1;
    for (const operation of operations(acme.person.id)) {
      const nothing = await ask(service, operation);
      assert.equal(nothing.headers['www-authenticate'], 'Bearer realm="engaged"');
      const responses = new Set<string>();
      for (const key of bad) {
        const response = await ask(service, operation, key);
        assert.equal(response.status, 401);
        assert.deepEqual(response.json, {
          error: {
            code: 'unauthorized',
            message: 'Invalid API key',
            request_id: response.headers['x-request-id'],
          },
        });
        assert.equal(
          response.headers['www-authenticate'],
          'Bearer realm="engaged", error="invalid_token"',
        );
        assert.equal(response.headers['x-ratelimit-limit'], undefined);
        responses.add(bytesOf(response));
      }
      assert.equal(responses.size, 1, operation.join(' '));
      assert.equal(nothing.text.length, (await ask(service, operation, 'x')).text.length);
    }
  });

  it('names the missing scope before it looks at what was requested', async (t) => {
    const { service, acme, other } = await createTwoCompanies(t);
    for (const scope of SCOPES) {
      const scopes = SCOPES.filter((one) => one !== scope);
      const { key } = keyFor(service.db, service.companyId, { scopes });
      for (const id of [
        acme.person.id,
        acme.deactivated.id,
        other.contents.person.id,
        UNKNOWN_ID,
        'x',
      ]) {
        const responses = new Set<string>();
        for (const operation of operations(id)) {
          const response = await ask(service, operation, key);
          if (operation[2] !== scope) {
            assert.notEqual(response.status, 403, operation.join(' '));
            continue;
          }
          assert.equal(response.status, 403, operation.join(' '));
          assert.deepEqual(response.json, {
            error: {
              code: 'forbidden',
              message: `This API key lacks the required scope: ${scope}`,
              request_id: response.headers['x-request-id'],
            },
          });
          responses.add(bytesOf(response));
        }
        assert.equal(responses.size, 1, scope);
      }
    }
  });

  it('shows nothing of a company to another company or to the sandbox, and reports its data as not found', async (t) => {
    const { service, acme, other } = await createTwoCompanies(t);
    const strangers = [other.key, service.testKey];
    // Pairs of paths: one names something of the company, the other something that does not exist.
    const { person, deactivated, departmentId } = acme;
    const pairs = [
      ...[person, deactivated].flatMap(({ id, email, externalId }) => [
        [`/v1/leaderboard/around/${id}`, `/v1/leaderboard/around/${UNKNOWN_ID}`],
        ...['', '/stats', '/badges', '/xp'].map((part) => [
          `/v1/employees/${id}${part}`,
          `/v1/employees/${UNKNOWN_ID}${part}`,
        ]),
        [`/v1/employees?email=${email}`, '/v1/employees?email=nobody@acme.example'],
        [`/v1/employees?external_id=${externalId}`, '/v1/employees?external_id=nobody'],
      ]),
      [`/v1/employees?department_id=${departmentId}`, `/v1/employees?department_id=${UNKNOWN_ID}`],
      [
        `/v1/leaderboard?department_id=${departmentId}`,
        `/v1/leaderboard?department_id=${UNKNOWN_ID}`,
      ],
      [
        `/v1/standings/2026-10?department_id=${departmentId}`,
        `/v1/standings/2026-10?department_id=${UNKNOWN_ID}`,
      ],
      ...acme.contestIds.flatMap((id) =>
        ['', '/standings', '/standings?limit=1'].map((part) => [
          `/v1/contests/${id}${part}`,
          `/v1/contests/${UNKNOWN_ID}${part}`,
        ]),
      ),
    ];
    for (const key of strangers) {
      for (const [foreign = '', absent = ''] of pairs) {
        const [one, two] = [
          await service.request('GET', foreign, { key }),
          await service.request('GET', absent, { key }),
        ];
        assert.equal(bytesOf(one), bytesOf(two), foreign);
        if (!foreign.includes('employees?')) assert.equal(one.status, 404, foreign);
        else assert.deepEqual(one.json, { data: [], pagination: { next_cursor: null } });
      }
      for (const [method, path] of operations(UNKNOWN_ID)) {
        if (method !== 'GET') continue;
        const { text } = await service.request('GET', path, { key });
        for (const own of acme.own) assert.ok(!text.includes(own), path);
      }
    }
    // And the reverse: the company requests data of the others.
    for (const path of ['/v1/employees', '/v1/leaderboard', '/v1/departments', '/v1/shop/items']) {
      const { text, status } = await service.request('GET', path, { key: service.liveKey });
      assert.equal(status, 200);
      assert.ok(text.includes('acmes'), path);
      assert.doesNotMatch(text, /others|sandboxes/);
    }
  });

  it('prevents a sync from changing employees and departments of another company', async (t) => {
    const { service, acme, other } = await createTwoCompanies(t);
    const seen = async () =>
      Promise.all(
        ['/v1/employees', '/v1/departments', `/v1/employees/${acme.person.id}/stats`].map(
          async (path) => (await service.request('GET', path, { key: service.liveKey })).text,
        ),
      );
    const before = await seen();
    const { email, externalId } = acme.person;
    const body = JSON.stringify({
      employees: [
        {
          ...{ external_id: externalId, email, first_name: 'Not', last_name: 'Them' },
          ...{ department_external_id: 'acmes-D', department_name: 'Taken over', job_title: 'Spy' },
        },
      ],
      deactivate_missing: true,
      max_deactivations: 100_000,
    });
    for (const key of [other.key, service.testKey]) {
      const response = await service.request('PUT', SYNC, { key, body });
      assert.equal((response.json as { created: number }).created, 1, response.text);
      for (const own of [acme.person.id, acme.departmentId])
        assert.ok(!response.text.includes(own));
    }
    assert.deepEqual(await seen(), before);
  });

  it('hides a deactivated employee from every list and every lookup', async (t) => {
    const { service, acme } = await createTwoCompanies(t);
    const key = service.liveKey;
    const { id, email, externalId } = acme.deactivated;
    for (const part of ['', '/stats', '/badges', '/badges?limit=1', '/xp', '/stats?x=1']) {
      const [one, two] = [
        await service.request('GET', `/v1/employees/${id}${part}`, { key }),
        await service.request('GET', `/v1/employees/${UNKNOWN_ID}${part}`, { key }),
      ];
      assert.equal(one.status, 404);
      assert.equal(bytesOf(one), bytesOf(two), part);
    }
    for (const path of [
      ...[
        '/v1/employees',
        `/v1/employees?email=${email}`,
        `/v1/employees?external_id=${externalId}`,
      ],
      ...[`/v1/employees?department_id=${acme.departmentId}`, '/v1/leaderboard'],
      ...['this_month', 'last_3_months', 'last_year'].map((it) => `/v1/leaderboard?period=${it}`),
      ...[`/v1/leaderboard?department_id=${acme.departmentId}`, '/v1/leaderboard/by-department'],
      ...['', `?department_id=${acme.departmentId}`].map((it) => `/v1/standings/2026-10${it}`),
      ...acme.contestIds.map((it) => `/v1/contests/${it}/standings`),
    ]) {
      const { status, text } = await service.request('GET', path, { key });
      assert.equal(status, 200, path);
      for (const word of [id, email, externalId]) assert.ok(!text.includes(word), path);
    }
  });
});

describe('a cursor', () => {
  const INVALID = /"message":"Invalid cursor"/;
  const refused = async (service: TestService, path: string, cursor: string, key: string) => {
    const separator = path.includes('?') ? '&' : '?';
    const response = await service.request('GET', `${path}${separator}cursor=${cursor}`, { key });
    assert.equal(response.status, 400, `${path}: ${response.text}`);
    assert.match(response.text, INVALID);
    return bytesOf(response);
  };
  const lists = ({ person, departmentId, contestIds }: CompanyContents): string[] => [
    '/v1/employees?limit=1',
    `/v1/employees?limit=1&department_id=${departmentId}`,
    `/v1/employees/${person.id}/badges?limit=1`,
    `/v1/employees/${person.id}/xp?limit=1`,
    '/v1/badges?limit=1',
    '/v1/leaderboard?limit=1',
    '/v1/leaderboard?limit=1&period=this_month',
    `/v1/leaderboard?limit=1&department_id=${departmentId}`,
    '/v1/standings?limit=1',
    '/v1/standings/2026-09?limit=1',
    '/v1/standings/2026-10?limit=1',
    `/v1/standings/2026-10?limit=1&department_id=${departmentId}`,
    '/v1/contests?limit=1',
    ...contestIds.map((id) => `/v1/contests/${id}/standings?limit=1`),
    '/v1/departments?limit=1',
    '/v1/departments?limit=1&include_archived=true',
    '/v1/shop/items?limit=1',
    '/v1/shop/items?limit=1&category=merch',
  ];
  const cursorOf = async (service: TestService, path: string, key: string): Promise<string> => {
    const response = await service.request('GET', path, { key });
    const { pagination } = response.json as { pagination: { next_cursor: string } };
    assert.equal(typeof pagination.next_cursor, 'string', path);
    return pagination.next_cursor;
  };

  it('is rejected by every list if any of its bytes is changed', async (t) => {
    const { service, acme } = await createTwoCompanies(t);
    const key = service.liveKey;
    const responses = new Set<string>();
    for (const path of lists(acme)) {
      const bytes = Buffer.from(await cursorOf(service, path, key), 'base64url');
      for (let at = 0; at < bytes.length; at++) {
        const changed = Buffer.from(bytes);
        changed.writeUInt8(bytes.readUInt8(at) ^ (1 << (at % 8)), at);
        responses.add(await refused(service, path, changed.toString('base64url'), key));
      }
      for (const cut of [1, 12, 28, bytes.length - 1]) {
        await refused(service, path, bytes.subarray(0, cut).toString('base64url'), key);
      }
    }
    assert.equal(responses.size, 1, 'the response does not reveal which byte was changed');
  });

  it('is accepted by the list that issued it, and by no other list, company, filter or deployment', async (t) => {
    const { service, acme, other } = await createTwoCompanies(t);
    const otherDeployment = await createTwoCompanies(t);
    const key = service.liveKey;
    const cursors = new Map<string, string>();
    for (const path of lists(acme)) cursors.set(path, await cursorOf(service, path, key));
    for (const [from, cursor] of cursors) {
      for (const to of cursors.keys()) {
        if (from === to) {
          const { status, text } = await service.request('GET', `${to}&cursor=${cursor}`, { key });
          assert.equal(status, 200, `${to}: ${text}`);
        } else {
          await refused(service, to, cursor, key);
        }
      }
    }
    // The same lists, requested by others with valid cursors.
    for (const [path, cursor] of cursors) {
      if (path.includes(acme.person.id) || path.includes(acme.departmentId)) continue;
      for (const foreignKey of [other.key, service.testKey]) {
        await refused(service, path, cursor, foreignKey);
      }
      await refused(otherDeployment.service, path, cursor, otherDeployment.service.liveKey);
    }
    const [foreignId, ownId] = [other.contents.person.id, acme.person.id].map(
      (id) => `/v1/employees/${id}/badges?limit=1`,
    );
    const foreign = await cursorOf(service, foreignId ?? '', other.key);
    await refused(service, ownId ?? '', foreign, key);
    // Another employee of the same company.
    const colleague = writeCompany(
      service.db,
      { companyId: service.companyId, now: NOW, actor: 'test' },
      (write) => populate(write, 'more'),
    );
    await refused(
      service,
      `/v1/employees/${colleague.person.id}/badges?limit=1`,
      cursors.get(ownId ?? '') ?? '',
      key,
    );
  });
});
