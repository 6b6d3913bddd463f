import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startTestService } from './harness.ts';
import {
  connectDirectory,
  type Directory,
  ENTERPRISE,
  GROUP,
  PATCH,
  type Resource,
  USER,
} from './scim-client.ts';

// The requests of the providers' own suites, in their order and in the form in which each provider sends them.

type Step = [name: string, run: () => Promise<unknown>];

async function runAll(steps: readonly Step[]): Promise<void> {
  const failed: string[] = [];
  for (const [name, run] of steps) {
    await run().catch((error: Error) => failed.push(`${name}: ${error.message}`));
  }
  assert.deepEqual(failed, []);
}

const filtered = (path: string, filter: string) => `${path}?filter=${encodeURIComponent(filter)}`;

const total = async (directory: Directory, path: string, filter: string): Promise<number> =>
  (await directory.list(filtered(path, filter))).totalResults;

/** A person as the validator of Entra makes them of the schema. */
const entraUser = (word: string): Record<string, unknown> => ({
  userName: `${word}@contoso.example`,
  active: true,
  displayName: `Display ${word}`,
  title: 'Architect',
  emails: [{ type: 'work', value: `${word}@contoso.example`, primary: true }],
  preferredLanguage: 'en-GB',
  name: { givenName: word, familyName: 'Kozey', formatted: `${word} Kozey` },
  addresses: [
    {
      type: 'work',
      formatted: null,
      streetAddress: '1 Way',
      locality: 'Here',
      postalCode: '12345',
      country: 'NL',
      primary: true,
    },
  ],
  phoneNumbers: [
    { type: 'work', value: '85-1234' },
    { type: 'mobile', value: '85-5678' },
  ],
  externalId: `0a21f0f2-${word}`,
  [ENTERPRISE]: { employeeNumber: `N-${word}`, department: 'Marketing', manager: null },
  schemas: [ENTERPRISE, USER],
});

describe('Microsoft Entra ID', () => {
  it('finds, adds, changes and removes people and groups as its validator does', async (t) => {
    const directory = connectDirectory(await startTestService(t));
    const { send, expect, refused } = directory;
    const patch = (id: string, ...Operations: object[]) => directory.patch(id, ...Operations);
    const statusOf = async (method: string, path: string, body?: unknown) =>
      (await send(method, path, body)).status;
    let user: Resource = { id: '' };
    let group: Resource = { id: '' };
    let groupId = '';
    const members = async () =>
      ((await expect(200, 'GET', `/Groups/${groupId}`))['members'] as { value: string }[]).map(
        ({ value }) => value,
      );
    const patchGroup = (...Operations: object[]) =>
      expect(204, 'PATCH', `/Groups/${groupId}`, { schemas: [PATCH], Operations });
    await runAll([
      [
        '1 schemas name every attribute that is mapped',
        async () => {
          const [core, enterprise] = (await directory.list('/Schemas')).Resources as unknown as {
            attributes: { name: string }[];
          }[];
          const names = [core, enterprise].flatMap((one) =>
            one?.attributes.map(({ name }) => name),
          );
          for (const name of [
            'userName',
            'active',
            'title',
            'emails',
            'name',
            'department',
            'employeeNumber',
            'manager',
          ])
            assert.ok(names.includes(name), name);
        },
      ],
      [
        '2 connection test with a random value',
        async () =>
          assert.equal(
            await total(directory, '/Users', 'userName eq "b1f4c1f2-6a3e-4d0c-9a1f-000000000001"'),
            0,
          ),
      ],
      [
        '3 create a user, with nulls',
        async () => {
          user = await expect(201, 'POST', '/Users', entraUser('omar'));
          assert.equal(user['title'], 'Architect');
          assert.equal(user['active'], true);
        },
      ],
      [
        '4 create a duplicate user',
        async () =>
          assert.equal((await refused('POST', '/Users', entraUser('omar'))).status, '409'),
      ],
      [
        '5 filter for an existing user',
        async () =>
          assert.equal(await total(directory, '/Users', 'userName eq "omar@contoso.example"'), 1),
      ],
      [
        '6 filter for an existing user in another case',
        async () =>
          assert.equal(await total(directory, '/Users', 'userName eq "OMAR@CONTOSO.EXAMPLE"'), 1),
      ],
      [
        '7 filter for a user who does not exist',
        async () => assert.equal(await total(directory, '/Users', 'externalId eq "nobody"'), 0),
      ],
      [
        '8 get a user',
        async () => assert.deepEqual(await expect(200, 'GET', `/Users/${user.id}`), user),
      ],
      [
        '9 replace the user name',
        async () =>
          assert.equal(
            (
              await patch(user.id, {
                op: 'Replace',
                path: 'userName',
                value: 'omar2@contoso.example',
              })
            )['userName'],
            'omar2@contoso.example',
          ),
      ],
      [
        '10 replace attributes by value paths',
        async () => {
          const { emails, phoneNumbers } = await patch(
            user.id,
            { op: 'replace', path: 'emails[type eq "work"].value', value: 'o2@contoso.example' },
            { op: 'replace', path: 'emails[type eq "work"].primary', value: true },
            {
              op: 'replace',
              value: {
                'phoneNumbers[type eq "mobile"].value': '99',
                'name.givenName': 'Omar',
                [`${ENTERPRISE}:department`]: 'Sales',
                displayName: 'O',
              },
            },
          );
          assert.deepEqual(emails, [{ type: 'work', value: 'o2@contoso.example', primary: true }]);
          assert.deepEqual(phoneNumbers, [
            { type: 'work', value: '85-1234' },
            { type: 'mobile', value: '99' },
          ]);
        },
      ],
      [
        '11 add attributes',
        async () => {
          const after = await patch(
            user.id,
            { op: 'Add', path: 'nickName', value: 'Om' },
            { op: 'Add', path: 'phoneNumbers[type eq "fax"].value', value: '7' },
          );
          assert.equal(after['nickName'], 'Om');
          assert.equal((after['phoneNumbers'] as object[]).length, 3);
        },
      ],
      [
        '12 several operations on one attribute',
        async () => {
          const after = await patch(
            user.id,
            { op: 'Remove', path: 'title' },
            { op: 'Add', path: 'title', value: 'One' },
            { op: 'Replace', path: 'title', value: 'Two' },
          );
          assert.equal(after['title'], 'Two');
        },
      ],
      [
        '13 add, replace and remove a manager',
        async () => {
          const of = (after: Resource) => (after[ENTERPRISE] as { manager?: object }).manager;
          const path = `${ENTERPRISE}:manager`;
          assert.deepEqual(of(await patch(user.id, { op: 'Add', path, value: user.id })), {
            value: user.id,
          });
          assert.deepEqual(
            of(await patch(user.id, { op: 'Replace', path, value: [{ $ref: 'x', value: 'm2' }] })),
            { $ref: 'x', value: 'm2' },
          );
          assert.equal(
            await total(directory, '/Users', `id eq "${user.id}" and manager eq "m2"`),
            1,
          );
          assert.equal(of(await patch(user.id, { op: 'Remove', path })), undefined);
        },
      ],
      [
        '14 empty texts and null clear',
        async () => {
          const after = await patch(
            user.id,
            { op: 'Replace', path: 'title', value: '' },
            { op: 'Replace', path: 'preferredLanguage', value: null },
          );
          assert.deepEqual([after['title'], after['preferredLanguage']], [undefined, undefined]);
        },
      ],
      [
        '15 disable a user, by text',
        async () =>
          assert.equal(
            (await patch(user.id, { op: 'Replace', path: 'active', value: 'False' }))['active'],
            false,
          ),
      ],
      [
        '16 a disabled user is found',
        async () =>
          assert.equal(await total(directory, '/Users', 'userName eq "omar2@contoso.example"'), 1),
      ],
      [
        '17 enable a user, by a boolean',
        async () =>
          assert.equal(
            (await patch(user.id, { op: 'Replace', path: 'active', value: true }))['active'],
            true,
          ),
      ],
      [
        '18 create a group',
        async () => {
          group = await expect(201, 'POST', '/Groups', {
            externalId: 'g-1',
            displayName: 'Group One',
            schemas: [
              GROUP,
              'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group',
            ],
            meta: { resourceType: 'Group' },
          });
          groupId = group.id;
        },
      ],
      [
        '19 create a duplicate group',
        async () =>
          assert.equal(
            (await refused('POST', '/Groups', { displayName: 'Group One' })).status,
            '409',
          ),
      ],
      [
        '20 filter for a group, in any case, without members',
        async () => {
          assert.equal(await total(directory, '/Groups', 'displayName eq "GROUP ONE"'), 1);
          assert.equal(await total(directory, '/Groups', 'displayName eq "none"'), 0);
          assert.equal(
            (await expect(200, 'GET', `/Groups/${groupId}?excludedAttributes=members`))['members'],
            undefined,
          );
        },
      ],
      [
        '21 replace attributes of a group',
        async () => {
          await patchGroup({ op: 'Replace', path: 'displayName', value: 'Group Two' });
          assert.equal(
            (await expect(200, 'GET', `/Groups/${groupId}`))['displayName'],
            'Group Two',
          );
        },
      ],
      [
        '22 add, replace and remove members',
        async () => {
          const second = await expect(201, 'POST', '/Users', entraUser('petra'));
          await patchGroup({ op: 'Add', path: 'members', value: [{ $ref: null, value: user.id }] });
          await patchGroup({ op: 'Replace', path: 'members', value: [{ value: second.id }] });
          assert.deepEqual(await members(), [second.id]);
          await patchGroup({
            op: 'Remove',
            path: 'members',
            value: [{ $ref: null, value: second.id }],
          });
          assert.deepEqual(await members(), []);
        },
      ],
      [
        '23 delete a group, once',
        async () => {
          assert.equal(await statusOf('DELETE', `/Groups/${groupId}`), 204);
          assert.equal(await statusOf('DELETE', `/Groups/${groupId}`), 404);
        },
      ],
      [
        '24 delete a user, once',
        async () => {
          assert.equal(await statusOf('DELETE', `/Users/${user.id}`), 204);
          assert.equal(await statusOf('DELETE', `/Users/${user.id}`), 404);
        },
      ],
      [
        '25 delete who never was',
        async () =>
          assert.equal(
            await statusOf('DELETE', '/Users/7f3b8f5e-0000-4000-8000-000000000000'),
            404,
          ),
      ],
    ]);
  });
});

describe('Okta', () => {
  it('finds, adds and reads people as its published suite does', async (t) => {
    const service = await startTestService(t);
    const directory = connectDirectory(service);
    await directory.add('seeded');
    const json = {
      'content-type': 'application/json',
      accept: 'application/scim+json; charset=utf-8',
    };
    const oktaUser = {
      schemas: [USER],
      userName: 'jordan@atko.example',
      name: { givenName: 'Jordan', familyName: 'Rivera' },
      emails: [{ primary: true, value: 'jordan@atko.example', type: 'work' }],
      displayName: 'Jordan Rivera',
      locale: 'en-US',
      groups: [],
      password: '1mz050nq',
      active: true,
    };
    const isComplete = (user: Resource | undefined) => {
      const { familyName, givenName } = (user?.['name'] ?? {}) as Record<string, string>;
      const [email] = (user?.['emails'] ?? []) as { value: string }[];
      assert.ok(
        user?.id && familyName && givenName && user['userName'] && user['active'] && email?.value,
      );
    };
    const isError = (error: { status: string; detail: string }, status: string) => {
      assert.equal(error.status, status);
      assert.notEqual(error.detail, '');
    };
    let first = '';
    let user: Resource = { id: '' };
    await runAll([
      [
        '1 users endpoint',
        async () => {
          const page = await directory.list('/Users?count=1&startIndex=1');
          assert.deepEqual([page.itemsPerPage, page.startIndex, page.totalResults], [1, 1, 1]);
          isComplete(page.Resources[0]);
          first = page.Resources[0]?.id ?? '';
        },
      ],
      [
        '2 get a user',
        async () => isComplete(await directory.expect(200, 'GET', `/Users/${first}`)),
      ],
      [
        '3 unknown user by user name',
        async () =>
          assert.equal(await total(directory, '/Users', 'userName eq "abcdefgh@atko.example"'), 0),
      ],
      [
        '4 unknown user by id',
        async () => isError(await directory.refused('GET', '/Users/00000000000000000000'), '404'),
      ],
      [
        '5 a random user does not exist',
        async () =>
          assert.equal(await total(directory, '/Users', 'userName eq "jordan@atko.example"'), 0),
      ],
      [
        '6 create a user',
        async () => {
          const answer = await directory.send('POST', '/Users', oktaUser, json);
          assert.equal(answer.status, 201, answer.text);
          user = answer.json as Resource;
          assert.deepEqual(
            [user['userName'], user['name'], user['active'], user['password']],
            ['jordan@atko.example', oktaUser.name, true, undefined],
          );
          assert.equal(answer.headers['location'], (user['meta'] as { location: string }).location);
        },
      ],
      [
        '7 verify that user',
        async () => assert.deepEqual(await directory.expect(200, 'GET', `/Users/${user.id}`), user),
      ],
      [
        '8 the same user again',
        async () =>
          assert.equal((await directory.send('POST', '/Users', oktaUser, json)).status, 409),
      ],
      [
        '9 user name in another case',
        async () =>
          assert.equal(await total(directory, '/Users', 'userName eq "JORDAN@ATKO.EXAMPLE"'), 1),
      ],
      [
        '10 groups endpoint',
        async () => assert.deepEqual((await directory.list('/Groups')).Resources, []),
      ],
      [
        '11 no token',
        async () => {
          const answer = await service.request('GET', '/scim/v2/Users', {
            headers: { authorization: 'non-token' },
          });
          isError(answer.json as { status: string; detail: string }, '401');
          assert.equal(answer.status, 401);
        },
      ],
      [
        '12 status 404',
        async () => isError(await directory.refused('GET', '/Users/00919288221112222'), '404'),
      ],
      [
        'wizard apps replace whole profiles, also to deactivate',
        async () => {
          const read = await directory.expect(200, 'GET', `/Users/${user.id}`);
          const named = await directory.expect(200, 'PUT', `/Users/${user.id}`, {
            ...read,
            name: { givenName: 'Jo', familyName: 'Rivera' },
          });
          assert.deepEqual(named['name'], { givenName: 'Jo', familyName: 'Rivera' });
          assert.equal(
            (await directory.expect(200, 'PUT', `/Users/${user.id}`, { ...named, active: false }))[
              'active'
            ],
            false,
          );
        },
      ],
      [
        'catalogue apps patch what is active, and passwords',
        async () => {
          const Operations = [
            { op: 'replace', value: { active: true } },
            { op: 'replace', value: { password: 'x' } },
          ];
          const after = await directory.expect(200, 'PATCH', `/Users/${user.id}`, {
            schemas: [PATCH],
            Operations,
          });
          assert.deepEqual([after['active'], after['password']], [true, undefined]);
        },
      ],
      [
        'groups are pushed with their members, renamed and emptied',
        async () => {
          const group = await directory.expect(201, 'POST', '/Groups', {
            schemas: [GROUP],
            displayName: 'Test SCIMv2',
            members: [{ value: user.id, display: 'jordan@atko.example' }],
          });
          const patch = (value: unknown, path?: string) =>
            directory.expect(204, 'PATCH', `/Groups/${group.id}`, {
              schemas: [PATCH],
              Operations: [{ op: 'replace', ...(path && { path }), value }],
            });
          await patch({ id: group.id, displayName: 'Test SCIMv2 renamed' });
          await patch({ members: [{ value: first, display: 'x' }] });
          const shown = await directory.expect(200, 'GET', `/Groups/${group.id}`);
          assert.deepEqual(
            [
              shown['displayName'],
              (shown['members'] as { value: string }[]).map(({ value }) => value),
            ],
            ['Test SCIMv2 renamed', [first]],
          );
          await patch([], 'members');
          assert.deepEqual(
            (await directory.expect(200, 'GET', `/Groups/${group.id}`))['members'],
            [],
          );
        },
      ],
    ]);
  });
});
