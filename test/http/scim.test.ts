import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { requireEmployee } from '../../src/service/people/employee-records.ts';
import { deactivateEmployee, setEmployeeRole } from '../../src/service/people/employees.ts';
import { listRuns } from '../../src/service/roster/runs/runs.ts';
import { queryRows } from '../service/test-company.ts';
import { startTestService, type TestService } from './harness.ts';
import { addPerson } from './requests.ts';
import { connectDirectory, ENTERPRISE, GROUP, PATCH, USER, userNamed } from './scim-client.ts';

const personOf = (service: TestService, reference: string) => {
  const { externalId, email, givenName, departmentName, jobTitle, deactivatedBy } = requireEmployee(
    service.db,
    service.companyId,
    reference,
  );
  return { externalId, email, givenName, departmentName, jobTitle, deactivatedBy };
};

describe('people of a directory', () => {
  it('are added, shown, listed, changed and removed', async (t) => {
    const service = await startTestService(t);
    const directory = connectDirectory(service);
    const ann = await directory.add('ann', { title: 'Engineer', status: 38 });
    const { meta, ...shown } = ann;
    assert.deepEqual(shown, {
      ...userNamed('ann', { title: 'Engineer', status: 38 }),
      id: ann.id,
    });
    assert.equal((meta as { resourceType: string }).resourceType, 'User');
    assert.deepEqual(personOf(service, ann.id), {
      externalId: 'X-ann',
      email: 'ann@acme.example',
      givenName: 'ann Lee',
      departmentName: 'Sales',
      jobTitle: 'Engineer',
      deactivatedBy: null,
    });
    assert.deepEqual(await directory.expect(200, 'GET', `/Users/${ann.id}`), ann);
    const changed = await directory.patch(
      ann.id,
      { op: 'Replace', path: 'name.familyName', value: 'Kay' },
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'a.kay@acme.example' },
      { op: 'Add', path: `${ENTERPRISE}:department`, value: 'Support' },
      { op: 'Remove', path: 'title' },
    );
    assert.equal(changed['title'], undefined);
    assert.deepEqual(personOf(service, ann.id), {
      externalId: 'X-ann',
      email: 'a.kay@acme.example',
      givenName: 'ann Kay',
      departmentName: 'Support',
      jobTitle: null,
      deactivatedBy: null,
    });
    const off = await directory.patch(ann.id, { op: 'Replace', path: 'active', value: 'False' });
    assert.equal(off['active'], false);
    assert.equal(personOf(service, ann.id).deactivatedBy, 'directory');
    const found = await directory.list(
      `/Users?filter=${encodeURIComponent('userName eq "ANN@acme.example"')}`,
    );
    assert.deepEqual(found.Resources, [off]);
    const on = await directory.expect(200, 'PUT', `/Users/${ann.id}`, userNamed('ann'));
    assert.equal(on['active'], true);
    assert.equal(personOf(service, ann.id).deactivatedBy, null);
    assert.equal(await directory.expect(204, 'DELETE', `/Users/${ann.id}`), undefined);
    assert.equal((await directory.refused('GET', `/Users/${ann.id}`)).status, '404');
    assert.equal(personOf(service, ann.id).deactivatedBy, 'directory');
    const again = await directory.add('ann');
    assert.equal(again.id, ann.id);
    assert.equal(personOf(service, ann.id).deactivatedBy, null);
  });

  it('are linked by employee number, then by email, and never to two people', async (t) => {
    const service = await startTestService(t);
    const directory = connectDirectory(service);
    const [ann, bob] = service.write((write) => [addPerson(write, 'ann'), addPerson(write, 'bob')]);
    const linked = await directory.add('ann', { [ENTERPRISE]: { employeeNumber: 'X-ann' } });
    assert.equal(linked.id, ann);
    const byEmail = await directory.add('bob', { [ENTERPRISE]: {} });
    assert.equal(byEmail.id, bob);
    assert.deepEqual(await directory.refused('POST', '/Users', userNamed('ann')), {
      status: '409',
      scimType: 'uniqueness',
      detail: 'userName belongs to another person of the directory',
    });
    const other = userNamed('ann', { userName: 'other' });
    assert.equal((await directory.refused('POST', '/Users', other)).scimType, 'uniqueness');
    const third = service.write((write) => addPerson(write, 'cat'));
    const mismatch = userNamed('cat', { [ENTERPRISE]: { employeeNumber: '99' } });
    assert.equal((await directory.refused('POST', '/Users', mismatch)).status, '409');
    assert.equal(personOf(service, third).externalId, 'X-cat');
  });

  it('are never deactivated with a role, nor reactivated by anybody but who deactivated them', async (t) => {
    const service = await startTestService(t);
    const directory = connectDirectory(service);
    const [ann, bob] = [await directory.add('ann'), await directory.add('bob')];
    service.write((write) => setEmployeeRole(write, ann.id, 'admin'));
    const off = { schemas: [PATCH], Operations: [{ op: 'Replace', path: 'active', value: false }] };
    for (const [method, body] of [
      ['PATCH', off],
      ['DELETE', undefined],
      ['PUT', userNamed('ann', { active: false })],
    ] as const) {
      const { status, scimType } = await directory.refused(method, `/Users/${ann.id}`, body);
      assert.deepEqual([status, scimType], ['400', 'mutability']);
    }
    await directory.patch(ann.id, {
      op: 'replace',
      value: {
        displayName: 'x',
        'name.givenName': 'Eve',
        userName: 'eve@acme.example',
        'emails[type eq "work"].value': 'eve@acme.example',
      },
    });
    const { email, givenName } = personOf(service, ann.id);
    assert.deepEqual([email, givenName], ['ann@acme.example', 'ann Lee']);
    service.write((write) => deactivateEmployee(write, bob.id, 'left'));
    assert.equal((await directory.expect(200, 'GET', `/Users/${bob.id}`))['active'], false);
    await directory.patch(bob.id, { op: 'replace', path: 'active', value: false });
    const on = { Operations: [{ op: 'replace', path: 'active', value: true }] };
    assert.equal((await directory.refused('PATCH', `/Users/${bob.id}`, on)).scimType, 'mutability');
    assert.equal(personOf(service, bob.id).deactivatedBy, 'portal');
  });

  it('are the same when they are sent again, and nothing is written', async (t) => {
    const service = await startTestService(t);
    const directory = connectDirectory(service);
    const ann = await directory.add('ann');
    const group = await directory.expect(201, 'POST', '/Groups', {
      displayName: 'All',
      members: [{ value: ann.id }],
    });
    const state = () =>
      queryRows(
        service.db,
        service.companyId,
        'select revision, next_entry as entry, next_event as event from companies where company_id = :companyId',
        { revision: 'integer', entry: 'integer', event: 'integer' },
      );
    const runs = listRuns(service.db, service.companyId, 10);
    const before = [state(), runs];
    for (let round = 0; round < 3; round++) {
      await directory.expect(200, 'PUT', `/Users/${ann.id}`, userNamed('ann'));
      await directory.patch(ann.id, { op: 'Replace', path: 'active', value: 'True' });
      await directory.expect(204, 'PATCH', `/Groups/${group.id}`, {
        Operations: [{ op: 'Add', path: 'members', value: [{ value: ann.id }] }],
      });
    }
    assert.deepEqual([state(), listRuns(service.db, service.companyId, 10)], before);
    assert.equal(runs[0]?.source, 'directory');
  });

  it('go to the sandbox with a test token, where no address is real', async (t) => {
    const service = await startTestService(t);
    const directory = connectDirectory(service, 'test');
    const ann = await directory.add('ann');
    assert.deepEqual((ann['emails'] as { value: string }[])[0]?.value, 'ann@acme.example');
    const { email } = requireEmployee(service.db, service.sandboxId, ann.id);
    assert.match(email, /^u-[0-9a-f]{24}@sandbox\.invalid$/);
    const live = connectDirectory(service);
    assert.equal((await live.refused('GET', `/Users/${ann.id}`)).status, '404');
  });
});

describe('lists of a directory', () => {
  it('go by position, and an empty one is no error', async (t) => {
    const service = await startTestService(t);
    const directory = connectDirectory(service);
    const words = ['ann', 'bob', 'cat', 'dan', 'eve'];
    for (const word of words) await directory.add(word);
    const page = await directory.list('/Users?startIndex=2&count=2&attributes=userName');
    assert.deepEqual(
      { ...page, Resources: page.Resources.map(({ userName }) => userName) },
      {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
        totalResults: 5,
        startIndex: 2,
        itemsPerPage: 2,
        Resources: ['bob@acme.example', 'cat@acme.example'],
      },
    );
    assert.deepEqual(Object.keys(page.Resources[0] ?? {}).sort(), ['id', 'schemas', 'userName']);
    const count = async (filter: string) =>
      (await directory.list(`/Users?filter=${encodeURIComponent(filter)}`)).totalResults;
    for (const [filter, expected] of [
      ['userName eq "2f1c7e6a-0000-4000-8000-000000000000"', 0],
      ['externalId eq "dir-ann"', 1],
      ['externalId eq "DIR-ANN"', 0],
      ['emails[type eq "work"].value eq "Bob@acme.example"', 1],
      ['name.givenName sw "b" or userName co "cat"', 2],
      ['active eq true', 5],
      ['not (userName sw "a")', 4],
    ] as const)
      assert.equal(await count(filter), expected, filter);
    const [ann] = (await directory.list('/Users?count=1')).Resources;
    assert.equal(await count(`id eq "${ann?.id}" and manager eq "x"`), 0);
    const search = await directory.expect(200, 'POST', '/Users/.search', {
      filter: 'userName sw "d"',
      count: 1,
      attributes: ['userName'],
    });
    assert.equal(search['totalResults'], 1);
    assert.equal((await directory.refused('GET', '/Users?filter=x')).scimType, 'invalidFilter');
    assert.deepEqual((await directory.list('/Users?count=0')).Resources, []);
    assert.deepEqual((await directory.list('/Users?startIndex=9')).totalResults, 5);
  });

  it('compare a bounded number of characters, however long people are and filters', async (t) => {
    const service = await startTestService(t);
    const directory = connectDirectory(service);
    const nickName = 'x'.repeat(32_000);
    for (let at = 0; at < 40; at++) await directory.add(`u${at}`, { nickName });
    const listPath = (terms: number) =>
      `/Users?count=50&filter=${encodeURIComponent(Array(terms).fill('nickName co "y"').join(' or '))}`;
    assert.equal((await directory.list(listPath(1))).totalResults, 0);
    assert.equal((await directory.list('/Users?count=50')).Resources.length, 40);
    const { status, scimType } = await directory.refused('GET', listPath(50));
    assert.deepEqual([status, scimType], ['400', 'tooMany']);
    const where = Array(50).fill('value co "y"').join(' or ');
    const operation = { op: 'replace', path: `emails[${where}].type`, value: 'work' };
    const patch = (count: number) => ({
      schemas: [PATCH],
      Operations: Array(count).fill(operation),
    });
    const { id = '' } = (await directory.list('/Users?count=1')).Resources[0] ?? {};
    await directory.expect(200, 'PATCH', `/Users/${id}`, patch(20));
    const refused = await directory.refused('PATCH', `/Users/${id}`, patch(21));
    assert.deepEqual([refused.status, refused.scimType], ['400', 'invalidSyntax']);
  });

  it('say what the service can do', async (t) => {
    const service = await startTestService(t);
    const directory = connectDirectory(service);
    const config = await directory.expect(200, 'GET', '/ServiceProviderConfig');
    assert.deepEqual(config['patch'], { supported: true });
    assert.deepEqual(
      (await directory.list('/ResourceTypes')).Resources.map(({ id }) => id),
      ['User', 'Group'],
    );
    assert.deepEqual(
      (await directory.list('/Schemas')).Resources.map(({ id }) => id),
      [USER, ENTERPRISE, GROUP],
    );
    for (const path of [`/Schemas/${ENTERPRISE}`, '/ResourceTypes/User'])
      assert.ok((await directory.expect(200, 'GET', path)).id);
  });
});

describe('groups of a directory', () => {
  it('have members, and do nothing', async (t) => {
    const service = await startTestService(t);
    const directory = connectDirectory(service);
    const people = [];
    for (const word of ['ann', 'bob', 'cat']) people.push((await directory.add(word)).id);
    const [ann = '', bob = '', cat = ''] = people;
    const group = await directory.expect(201, 'POST', '/Groups', {
      schemas: [GROUP],
      displayName: 'Sales',
      externalId: 'g1',
    });
    const path = `/Groups/${group.id}`;
    const members = async () =>
      ((await directory.expect(200, 'GET', path))['members'] as { value: string }[]).map(
        ({ value }) => value,
      );
    const change = (...Operations: object[]) =>
      directory.expect(204, 'PATCH', path, { schemas: [PATCH], Operations });
    await change({
      op: 'Add',
      path: 'members',
      value: [{ value: ann }, { value: bob }, { value: '0192a3b4-0000-7000-8000-000000000000' }],
    });
    assert.deepEqual(await members(), [ann, bob]);
    await change({ op: 'Remove', path: 'members', value: [{ value: ann }] });
    assert.deepEqual(await members(), [bob]);
    await change({ op: 'replace', value: { members: [{ value: ann }, { value: cat }] } });
    assert.deepEqual(await members(), [ann, cat]);
    await change({ op: 'remove', path: `members[value eq "${cat}"]` });
    assert.deepEqual(await members(), [ann]);
    await change({ op: 'replace', value: { id: group.id, displayName: 'Selling' } });
    const without = await directory.expect(200, 'GET', `${path}?excludedAttributes=members`);
    assert.deepEqual(
      [without['displayName'], without['externalId'], without['members']],
      ['Selling', 'g1', undefined],
    );
    const filtered = async (filter: string) =>
      (
        await directory.list(
          `/Groups?excludedAttributes=members&filter=${encodeURIComponent(filter)}`,
        )
      ).totalResults;
    assert.equal(await filtered('displayName eq "selling"'), 1);
    assert.equal(await filtered(`id eq "${group.id}" and members eq "${ann}"`), 1);
    assert.equal(await filtered(`id eq "${group.id}" and members eq "${bob}"`), 0);
    assert.equal(
      (await directory.refused('POST', '/Groups', { displayName: 'SELLING' })).scimType,
      'uniqueness',
    );
    await change({ op: 'replace', path: 'members', value: [] });
    assert.deepEqual(await members(), []);
    await directory.expect(200, 'PUT', path, { displayName: 'Selling', members: [{ value: cat }] });
    await directory.expect(204, 'DELETE', `/Users/${cat}`);
    assert.deepEqual(await members(), []);
    await directory.expect(204, 'DELETE', path);
    assert.equal((await directory.refused('GET', path)).status, '404');
    assert.deepEqual((await directory.list('/Groups')).Resources, []);
  });
});

describe('every error of a directory', () => {
  it('is one of SCIM', async (t) => {
    const service = await startTestService(t, { ipLimit: 6 });
    const directory = connectDirectory(service);
    const statusOf = async (method: string, path: string, body?: unknown) =>
      (await directory.refused(method, path, body)).status;
    assert.equal(await statusOf('GET', '/Nothing'), '404');
    assert.equal(await statusOf('DELETE', '/Users'), '405');
    assert.equal(await statusOf('PATCH', '/Schemas'), '405');
    assert.equal(await statusOf('POST', '/Users', '{"a"'), '400');
    assert.equal(await statusOf('POST', '/Users', '[]'), '400');
    assert.equal(
      await statusOf('POST', '/Users', JSON.stringify({ userName: 'x'.repeat(300_000) })),
      '413',
    );
    assert.equal(await statusOf('GET', '/Users/not-an-id'), '404');
    for (let round = 0; round < 5; round++) await directory.list('/Users?startIndex=1&count=2');
    const send = (key: string | undefined, path = '/scim/v2/Users') =>
      service.request('GET', path, key === undefined ? {} : { key });
    const unknown = await send('svc_scim_live_x');
    assert.deepEqual(
      [unknown.status, unknown.headers['content-type']],
      [401, 'application/scim+json'],
    );
    assert.equal((await send(service.liveKey)).status, 401);
    assert.equal((await send(directory.token, '/v1/status')).status, 401);
    assert.equal((await send(undefined)).status, 429);
    assert.match((await send(undefined)).text, /"status":"429"/);
    const slow = service.issueKey({ scopes: ['scim'], requestsPerMinute: 1 });
    assert.equal((await send(slow)).status, 200);
    const limited = await send(slow);
    assert.deepEqual(
      [limited.status, limited.headers['content-type'], Number(limited.headers['retry-after']) > 0],
      [429, 'application/scim+json', true],
    );
    // A valid token is not counted.
    await directory.list('/Users');
  });
});
