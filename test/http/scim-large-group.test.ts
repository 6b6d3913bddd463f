import assert from 'node:assert/strict';
import { test } from 'node:test';
import { peopleByNumber } from '../../src/service/roster/runs/people.ts';
import * as scimDirectory from '../../src/store/scim/scim-directory.ts';
import * as scimUsers from '../../src/store/scim/scim-users.ts';
import { startTestService } from './harness.ts';
import { addPerson } from './requests.ts';
import { connectDirectory } from './scim-client.ts';

const PEOPLE = 2_100;

test('a large group is sent while its members are read, whole and in their order', async (t) => {
  const service = await startTestService(t);
  const directory = connectDirectory(service);
  const { db, companyId } = service;
  const ids = service.write((write) =>
    Array.from({ length: PEOPLE }, (_, n) => addPerson(write, `p${n}`)),
  );
  const numbers = Array.from({ length: PEOPLE }, (_, n) => n + 1);
  service.write(() => {
    for (const { number, email } of peopleByNumber(db, companyId, numbers).values()) {
      const userName = email ?? '';
      db.run(scimUsers.create, {
        ...{ companyId, number, entry: number, userName, userNameKey: userName },
        ...{ directoryId: null, emailKey: userName, attributes: '{}', now: 0 },
      });
    }
    db.run(scimDirectory.countResources, { companyId, users: PEOPLE, groups: 0 });
  });
  const members = ids.map((value) => ({ value }));
  const group = await directory.expect(201, 'POST', '/Groups', { displayName: 'All', members });
  for (const path of [`/Groups/${group.id}`, '/Groups']) {
    const answer = await directory.send('GET', path);
    assert.equal(answer.headers['content-length'], undefined);
    const json = answer.json as { members?: { value: string }[]; Resources?: { members: [] }[] };
    const shown = (json.members ?? json.Resources?.[0]?.members ?? []) as { value: string }[];
    assert.deepEqual(
      shown.map(({ value }) => value),
      ids,
    );
  }
  const scanned = await directory.list(
    `/Users?filter=${encodeURIComponent('active eq true')}&count=1`,
  );
  assert.deepEqual([scanned.totalResults, scanned.itemsPerPage], [PEOPLE, 1]);
  const last = await directory.list(`/Users?startIndex=${PEOPLE}&count=5`);
  assert.deepEqual(
    last.Resources.map(({ id }) => id),
    ids.slice(-1),
  );
  // Filters that no index answers have a limit.
  service.write(() =>
    db.run(scimDirectory.countResources, { companyId, users: 10_000, groups: 0 }),
  );
  const refused = await directory.refused('GET', `/Users?filter=${encodeURIComponent('title pr')}`);
  assert.equal(refused.scimType, 'tooMany');
});
