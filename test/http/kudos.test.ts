import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { narrowKudos } from '../../src/service/kudos/change-kudos.ts';
import { removeKudos } from '../../src/service/kudos/kudos-moderation.ts';
import { setKudosSettings } from '../../src/service/kudos/kudos-settings.ts';
import { saveKudosValue } from '../../src/service/kudos/kudos-values.ts';
import { requireEmployee } from '../../src/service/people/employee-records.ts';
import { deactivateEmployee } from '../../src/service/people/employees.ts';
import { eventsOf } from '../service/test-company.ts';
import { assertRefused } from './assert-error.ts';
import { Description } from './description.ts';
import { startTestService, type TestService } from './harness.ts';
import { addPerson, get, type Page, readAllPages, UNKNOWN_ID } from './requests.ts';

const PATH = '/v1/kudos';
const MESSAGE = 'You found the loose guard before anybody was near it.';

type Kudos = { id: string; from: { name: string | null }; message: string; visibility: string };

const ann = { external_id: 'X-ann' };
const bob = { external_id: 'X-bob' };
const cid = { external_id: 'X-cid' };

const send = (service: TestService, body: unknown, key = service.liveKey) =>
  service.request('POST', PATH, { key, body: JSON.stringify(body) });

const order = (once: string, more: object = {}) => ({
  ...{ from: ann, to: [bob], points: 10, message: MESSAGE, value: 'safety', once },
  ...more,
});

/** Ann, Bob and Cid, with thanks on. */
async function setUp(t: TestContext) {
  const service = await startTestService(t);
  const ids = service.write((write) => {
    setKudosSettings(write, { on: true });
    saveKudosValue(write, { code: 'safety', name: 'Safety before speed' });
    saveKudosValue(write, { code: 'learn', name: 'Keep learning' });
    saveKudosValue(write, { code: 'old', name: 'Of former times', active: false });
    return ['ann', 'bob', 'cid'].map((word) => addPerson(write, word));
  });
  const [annId = '', bobId = '', cidId = ''] = ids;
  return { service, annId, bobId, cidId };
}

describe('POST /v1/kudos', () => {
  it('gives once, however often it is sent', async (t) => {
    const { service, annId, bobId, cidId } = await setUp(t);
    const body = order('a', { to: [bob, cid], visibility: 'department' });
    const first = await send(service, body);
    assert.equal(first.status, 200, first.text);
    const receipt = first.json as Kudos;
    const person = (employee_id: string, word: string) => ({
      ...{ employee_id, external_id: `X-${word}`, name: receipt.from.name },
    });
    assert.deepEqual(
      { ...receipt, from: { ...receipt.from, name: null }, to: null },
      {
        id: receipt.id,
        ...{ from: { ...person(annId, 'ann'), name: null }, to: null, points: 10 },
        ...{ message: MESSAGE, value: 'safety', visibility: 'department' },
        ...{ created_at: '2026-11-21T09:30:00.000Z', allowance_left: 80 },
      },
    );
    assert.deepEqual(
      (first.json as { to: { employee_id: string }[] }).to.map(({ employee_id }) => employee_id),
      [bobId, cidId],
    );
    const together = await Promise.all(Array.from({ length: 10 }, () => send(service, body)));
    for (const answer of together) assert.deepEqual(answer.json, receipt);
    const given = eventsOf(service.db, service.companyId).filter(
      ({ type }) => type === 'kudos.given',
    );
    assert.equal(given.length, 1);
  });

  it('refuses what cannot be given, and leaves nothing behind', async (t) => {
    const { service } = await setUp(t);
    service.write((write) => deactivateEmployee(write, addPerson(write, 'gone'), 'left'));
    assert.equal((await send(service, order('a', { points: 50 }))).status, 200);
    const cases: [object, number, string][] = [
      [order('b', { to: [ann] }), 400, 'validation_failed'],
      [order('b', { to: [] }), 400, 'validation_failed'],
      [order('b', { to: [cid, cid] }), 400, 'validation_failed'],
      [order('b', { value: 'nothing' }), 400, 'validation_failed'],
      [order('b', { value: 'old' }), 400, 'validation_failed'],
      [order('b', { message: 'Thanks!' }), 400, 'validation_failed'],
      [order('b', { points: 1.5 }), 400, 'validation_failed'],
      [order('b', { visibility: 'world' }), 400, 'validation_failed'],
      [{ ...order('b'), once: undefined }, 400, 'validation_failed'],
      [order('b', { to: [{ external_id: 'X-gone' }] }), 404, 'not_found'],
      [order('b', { from: { employee_id: UNKNOWN_ID } }), 404, 'not_found'],
      [order('a', { points: 49 }), 409, 'conflict'],
      [order('b', { points: 11 }), 409, 'fair_play_limit'],
      [order('b', { to: [cid], points: 51 }), 409, 'allowance_exceeded'],
    ];
    const description = new Description();
    const operation = description.operations.find(
      ({ path, method }) => path === PATH && method === 'post',
    );
    assert.ok(operation);
    for (const [body, status, code] of cases) {
      const answer = await send(service, body);
      assertRefused(answer, status, code);
      description.check(operation, answer);
    }
    service.write((write) => setKudosSettings(write, { on: false }));
    assertRefused(await send(service, order('c')), 409, 'conflict');
    assert.equal((await get<Page<Kudos>>(service, PATH)).data.length, 1);
  });

  it('gives in the sandbox with a test key', async (t) => {
    const { service } = await setUp(t);
    const { data } = await get<{ data: { code: string }[] }>(
      service,
      `${PATH}/values`,
      service.testKey,
    );
    const [value] = data;
    const body = order('a', {
      ...{ from: { external_id: 'E-1001' }, to: [{ external_id: 'E-1002' }] },
      value: value?.code,
    });
    const answer = await send(service, body, service.testKey);
    assert.equal(answer.status, 200, answer.text);
  });
});

describe('GET /v1/kudos', () => {
  it('lists what everybody may see, newest first, by person and value', async (t) => {
    const { service, annId, bobId, cidId } = await setUp(t);
    const give = async (once: string, more: object) => {
      const answer = await send(service, order(once, { points: 1, ...more }));
      assert.equal(answer.status, 200, answer.text);
      return (answer.json as Kudos).id;
    };
    const a = await give('a', {});
    const b = await give('b', { from: bob, to: [cid], value: 'learn' });
    const c = await give('c', { visibility: 'private' });
    const d = await give('d', { from: cid, to: [ann] });
    const idsOf = async (query: string) =>
      (await readAllPages<Kudos>(service, `${PATH}?${query}`, 2)).flat().map(({ id }) => id);
    assert.deepEqual(await idsOf(''), [d, b, a]);
    assert.deepEqual(await idsOf('value=safety'), [d, a]);
    assert.deepEqual(await idsOf(`employee_id=${bobId}`), [b, a]);
    assert.deepEqual(await idsOf(`employee_id=${cidId}&value=safety`), [d]);
    assert.deepEqual(await idsOf(`employee_id=${UNKNOWN_ID}`), []);
    const foreign = await get<Page<Kudos>>(
      service,
      `${PATH}?employee_id=${annId}`,
      service.testKey,
    );
    assert.deepEqual(foreign.data, []);
    service.write((write) => {
      const { number } = requireEmployee(write.db, write.companyId, bobId);
      narrowKudos(write, number, a, 'department');
      removeKudos(write, d, { reason: 'A mistake' });
    });
    assert.deepEqual(await idsOf(''), [b]);
    assert.notEqual(c, a);
  });

  it('lists the values that are in use', async (t) => {
    const { service } = await setUp(t);
    assert.deepEqual(await get(service, `${PATH}/values`), {
      data: [
        { code: 'safety', name: 'Safety before speed' },
        { code: 'learn', name: 'Keep learning' },
      ],
    });
  });
});
