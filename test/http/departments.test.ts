import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  archiveDepartment,
  createDepartment,
  moveDepartment,
  renameDepartment,
} from '../../src/service/departments/departments.ts';
import { NOW } from '../service/test-company.ts';
import { startTestService } from './harness.ts';
import { assertErrorMessage, cursorOf, get, type Page, readAllPages } from './requests.ts';

type Department = { id: string; name: string };

const PATH = '/v1/departments';
const names = (page: { name: string }[]) => page.map((department) => department.name);

describe('GET /v1/departments', () => {
  it('lists departments in order of creation, with every field', async (t) => {
    const service = await startTestService(t);
    const [top, sub] = service.write((write) => {
      const parent = createDepartment(write, { name: 'Z "Top"', external_id: 'D-1' });
      return [parent, createDepartment(write, { name: 'A sub', parent: parent.id })] as const;
    });
    assert.deepEqual(await get(service, PATH), {
      data: [
        { id: top.id, external_id: 'D-1', name: 'Z "Top"', parent_id: null, archived_at: null },
        { id: sub.id, external_id: null, name: 'A sub', parent_id: top.id, archived_at: null },
      ],
      pagination: { next_cursor: null },
    });
    service.write((write) => {
      renameDepartment(write, top.id, 'Y');
      moveDepartment(write, sub.id, null);
    });
    assert.deepEqual((await get<Page<unknown>>(service, PATH)).data, [
      { id: top.id, external_id: 'D-1', name: 'Y', parent_id: null, archived_at: null },
      { id: sub.id, external_id: null, name: 'A sub', parent_id: null, archived_at: null },
    ]);
  });

  it('includes archived departments only on request, and formats their time with milliseconds', async (t) => {
    const service = await startTestService(t);
    const old = service.write((write) => {
      createDepartment(write, { name: 'First' });
      const department = createDepartment(write, { name: 'Old' });
      createDepartment(write, { name: 'Last' });
      return department;
    });
    const at = NOW + 59_999;
    service.write((write) => archiveDepartment(write, old.id), at);
    assert.deepEqual(names((await get<Page<Department>>(service, PATH)).data), ['First', 'Last']);
    const withOld = await get<Page<Department>>(service, `${PATH}?include_archived=true`);
    assert.deepEqual(names(withOld.data), ['First', 'Old', 'Last']);
    assert.deepEqual(withOld.data[1], {
      id: old.id,
      external_id: null,
      name: 'Old',
      parent_id: null,
      archived_at: '2026-11-21T09:30:59.999Z',
    });
    const without = await get<Page<Department>>(service, `${PATH}?include_archived=false`);
    assert.deepEqual(names(without.data), ['First', 'Last']);
  });

  it('returns page after page, and ends with a null cursor on a full last page', async (t) => {
    const service = await startTestService(t);
    service.write((write) => {
      for (const name of ['a', 'b', 'c', 'd', 'e']) createDepartment(write, { name });
      archiveDepartment(write, 'c');
    });
    assert.deepEqual((await readAllPages<Department>(service, PATH, 2)).map(names), [
      ['a', 'b'],
      ['d', 'e'],
    ]);
    const all = await readAllPages<Department>(service, `${PATH}?include_archived=true`, 3);
    assert.deepEqual(all.map(names), [
      ['a', 'b', 'c'],
      ['d', 'e'],
    ]);
  });

  it('accepts a cursor only with the same include_archived, where omitted means false', async (t) => {
    const service = await startTestService(t);
    service.write((write) => ['a', 'b'].map((name) => createDepartment(write, { name })));
    const cursor = await cursorOf(service, `${PATH}?limit=1`);
    await get(service, `${PATH}?include_archived=false&cursor=${cursor}`);
    await assertErrorMessage(service, `${PATH}?include_archived=true&cursor=${cursor}`, {
      status: 400,
      message: 'Invalid cursor',
    });
  });

  it('keeps live and sandbox departments separate', async (t) => {
    const service = await startTestService(t);
    service.write((write) => createDepartment(write, { name: 'Only live' }));
    const page = await get<Page<Department>>(service, `${PATH}?limit=100`, service.testKey);
    assert.ok(!names(page.data).includes('Only live'));
  });

  it('rejects an include_archived that is neither true nor false', async (t) => {
    const service = await startTestService(t);
    await assertErrorMessage(service, `${PATH}?include_archived=1&limit=1.5`, {
      status: 400,
      message: 'include_archived must be true or false; limit must be an integer',
    });
  });
});
