import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { awardBadge, defineBadge } from '../../src/service/badges/badges.ts';
import { deactivateEmployee } from '../../src/service/people/employees.ts';
import { NOW, queryRows } from '../service/test-company.ts';
import { assertRefused } from './assert-error.ts';
import { startTestService, type TestService } from './harness.ts';
import { addPerson, get, type Page, UNKNOWN_ID } from './requests.ts';

const at = (id: string, code = 'v1.0_b') => `/v1/employees/${id}/badges/${code}`;

const send = (service: TestService, method: string, path: string, key = service.liveKey) =>
  service.request(method, path, { key });

async function setUpBadgeHolder(t: Parameters<typeof startTestService>[0]) {
  const service = await startTestService(t);
  const id = service.write((write) => {
    defineBadge(write, { code: 'v1.0_b', name: 'One', category: 'skill', rarity: 'rare' });
    return addPerson(write, 'ann');
  });
  const held = async () =>
    (await get<Page<{ awarded_at: string }>>(service, `/v1/employees/${id}/badges`)).data;
  const decisions = () =>
    queryRows(
      service.db,
      service.companyId,
      `select actor, action from audit_log
       where company_id = :companyId and action in ('badge.award', 'badge.revoke') order by entry`,
      { actor: 'text', action: 'text' },
    );
  return { service, id, held, decisions };
}

describe('PUT and DELETE /v1/employees/{id}/badges/{code}', () => {
  it('award and revoke a badge, once however often they are sent, in the name of the key', async (t) => {
    const { service, id, held, decisions } = await setUpBadgeHolder(t);
    const awarded = await send(service, 'PUT', at(id));
    assert.equal(awarded.status, 200);
    assert.deepEqual(awarded.json, {
      code: 'v1.0_b',
      name: 'One',
      description: null,
      category: 'skill',
      rarity: 'rare',
      icon_url: null,
      awarded_at: '2026-11-21T09:30:00.000Z',
    });
    assert.deepEqual(await held(), [awarded.json]);
    service.clock.now = NOW + 1_000;
    assert.deepEqual((await send(service, 'PUT', at(id))).json, awarded.json);
    for (const _ of [1, 2]) {
      const revoked = await send(service, 'DELETE', at(id));
      assert.deepEqual([revoked.status, revoked.text], [204, '']);
      assert.deepEqual(await held(), []);
    }
    assert.equal((await send(service, 'PUT', at(id))).status, 200);
    assert.deepEqual(
      (await held()).map(({ awarded_at }) => awarded_at),
      ['2026-11-21T09:30:01.000Z'],
    );
    const { key } = await get<{ key: { id: string } }>(service, '/v1/status');
    assert.deepEqual(
      decisions(),
      ['badge.award', 'badge.revoke', 'badge.award'].map((action) => ({
        actor: `key ${key.id}`,
        action,
      })),
    );
  });

  it('keep a connection usable after an empty response', async (t) => {
    const { service, id } = await setUpBadgeHolder(t);
    const connection = service.connect();
    const headers = `Host: a\r\nAuthorization: Bearer ${service.liveKey}\r\n\r\n`;
    connection.send(`DELETE ${at(id)} HTTP/1.1\r\n${headers}GET /healthz HTTP/1.1\r\n${headers}`);
    await connection.until(/"status":"ok"/);
    connection.destroy();
  });

  it('find neither unknown badges nor people who are unknown, deactivated or elsewhere', async (t) => {
    const { service, id, decisions } = await setUpBadgeHolder(t);
    const gone = service.write((write) => {
      const person = addPerson(write, 'gone');
      awardBadge(write, person, 'v1.0_b');
      deactivateEmployee(write, person, 'left');
      return person;
    });
    const before = decisions();
    for (const method of ['PUT', 'DELETE']) {
      for (const person of [gone, UNKNOWN_ID]) {
        const answer = await send(service, method, at(person));
        assert.equal(assertRefused(answer, 404, 'not_found'), 'Employee not found');
      }
      const foreign = await send(service, method, at(id), service.testKey);
      assert.equal(assertRefused(foreign, 404, 'not_found'), 'Employee not found');
      const unknown = await send(service, method, at(id, 'nobody'));
      assert.equal(assertRefused(unknown, 404, 'not_found'), 'Badge not found');
      assertRefused(await send(service, method, at('X-ann')), 400, 'validation_failed');
      const key = service.issueKey({ scopes: ['employees:read', 'employees:write', 'xp:write'] });
      assertRefused(await send(service, method, at(id), key), 403, 'forbidden');
    }
    assert.deepEqual(decisions(), before);
  });
});
