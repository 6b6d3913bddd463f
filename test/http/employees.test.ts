import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { placeholderFor } from '../../src/domain/sandbox-email.ts';
import {
  archiveDepartment,
  createDepartment,
  renameDepartment,
} from '../../src/service/departments/departments.ts';
import {
  addEmployee,
  deactivateEmployee,
  reactivateEmployee,
  signInEmployee,
} from '../../src/service/people/employees.ts';
import { startTestService } from './harness.ts';
import {
  addPerson,
  assertErrorMessage,
  cursorOf,
  get,
  type Page,
  readAllPages,
  UNKNOWN_ID,
} from './requests.ts';

type Person = {
  employee_id: string;
  external_id: string | null;
  name: string | null;
  email: string;
  department: { id: string; external_id: string | null; name: string } | null;
};

const NOT_FOUND = { status: 404, message: 'Employee not found' } as const;
const INVALID_CURSOR = { status: 400, message: 'Invalid cursor' } as const;
const NO_UUID = { status: 400, message: 'id is not valid (uuid is expected)' } as const;
const ids = (people: { employee_id: string }[]) => people.map((person) => person.employee_id);

describe('GET /v1/employees', () => {
  it('lists active employees in order of joining, with every field', async (t) => {
    const service = await startTestService(t);
    const sales = service.write((write) =>
      createDepartment(write, { name: 'Sales "East"', external_id: 'D-1' }),
    );
    const lab = service.write((write) => createDepartment(write, { name: 'Łab' }));
    const [zoe, adam, none] = service.write((write) => [
      addPerson(write, 'zoe', { given_name: 'Zoë 王\n"Z"', department: sales.id }),
      addPerson(write, 'adam', { external_id: null, department: lab.id }),
      addPerson(write, 'none', { given_name: 'No Department' }),
    ]);
    assert.deepEqual(await get(service, '/v1/employees'), {
      data: [
        {
          employee_id: zoe,
          external_id: 'X-zoe',
          name: 'Zoë 王\n"Z"',
          email: 'zoe@acme.example',
          department: { id: sales.id, external_id: 'D-1', name: 'Sales "East"' },
        },
        {
          employee_id: adam,
          external_id: null,
          name: null,
          email: 'adam@acme.example',
          department: { id: lab.id, external_id: null, name: 'Łab' },
        },
        {
          employee_id: none,
          external_id: 'X-none',
          name: 'No Department',
          email: 'none@acme.example',
          department: null,
        },
      ],
      pagination: { next_cursor: null },
    });
  });

  it('shows changes made since the same page was last read', async (t) => {
    const service = await startTestService(t);
    const lab = service.write((write) => createDepartment(write, { name: 'Lab' }));
    service.write((write) => addPerson(write, 'ann', { department: lab.id }));
    const shown = async () => {
      const page = await get<Page<Person>>(service, '/v1/employees');
      return page.data.map(({ email, department }) => [email, department?.name]);
    };
    assert.deepEqual(await shown(), [['ann@acme.example', 'Lab']]);
    service.write((write) => renameDepartment(write, lab.id, 'Laboratory'));
    assert.deepEqual(await shown(), [['ann@acme.example', 'Laboratory']]);
    service.write((write) => addPerson(write, 'bob'));
    assert.deepEqual(await shown(), [
      ['ann@acme.example', 'Laboratory'],
      ['bob@acme.example', undefined],
    ]);
  });

  it('shows the account name after the first sign-in, and the synced name before', async (t) => {
    const service = await startTestService(t);
    const id = service.write((write) => addPerson(write, 'ann', { given_name: 'Ann Sent' }));
    const name = async () => (await get<Person>(service, `/v1/employees/${id}`)).name;
    assert.equal(await name(), 'Ann Sent');
    service.write((write) => signInEmployee(write, id, 'Ann Account'));
    assert.equal(await name(), 'Ann Account');
    const [listed] = (await get<Page<Person>>(service, '/v1/employees')).data;
    assert.equal(listed?.name, 'Ann Account');
  });

  it('returns every employee once, page by page, and ends with a null cursor on a full last page', async (t) => {
    const service = await startTestService(t);
    const all = service.write((write) =>
      Array.from({ length: 6 }, (_, i) => addPerson(write, `p${i}`)),
    );
    const pages = await readAllPages<Person>(service, '/v1/employees', 3);
    assert.deepEqual(pages.map(ids), [all.slice(0, 3), all.slice(3)]);
    assert.deepEqual((await readAllPages<Person>(service, '/v1/employees', 4)).map(ids), [
      all.slice(0, 4),
      all.slice(4),
    ]);
    assert.deepEqual(
      (await readAllPages<Person>(service, '/v1/employees', 1)).map(ids),
      all.map((id) => [id]),
    );
  });

  it('returns 25 employees by default, and at most 100', async (t) => {
    const service = await startTestService(t);
    service.write((write) => Array.from({ length: 101 }, (_, i) => addPerson(write, `p${i}`)));
    const sizes = (pages: unknown[][]) => pages.map((page) => page.length);
    const first = await get<Page<Person>>(service, '/v1/employees');
    assert.equal(first.data.length, 25);
    assert.deepEqual(sizes(await readAllPages(service, '/v1/employees', 100)), [100, 1]);
    await assertErrorMessage(service, '/v1/employees?limit=101', {
      status: 400,
      message: 'limit must not be greater than 100',
    });
  });

  it('does not shift pages when employees leave or join in between', async (t) => {
    const service = await startTestService(t);
    const [a, b, c, d] = service.write((write) =>
      ['a', 'b', 'c', 'd'].map((n) => addPerson(write, n)),
    );
    const cursor = await cursorOf(service, '/v1/employees?limit=2');
    service.write((write) => {
      deactivateEmployee(write, a ?? '', 'left');
      deactivateEmployee(write, b ?? '', 'left');
    });
    const e = service.write((write) => addPerson(write, 'e'));
    const rest = await get<Page<Person>>(service, `/v1/employees?limit=3&cursor=${cursor}`);
    assert.deepEqual(ids(rest.data), [c, d, e]);
    assert.equal(rest.pagination.next_cursor, null);
  });

  it('returns a single empty page for a company without employees', async (t) => {
    const service = await startTestService(t);
    assert.deepEqual(await get(service, '/v1/employees'), {
      data: [],
      pagination: { next_cursor: null },
    });
  });

  it('finds an employee by email ignoring case, also with an unescaped plus sign', async (t) => {
    const service = await startTestService(t);
    const id = service.write(
      (write) => addEmployee(write, { email: 'Ünal+Hr@acme.example' }).employee_id,
    );
    const found = async (sent: string) =>
      ids((await get<Page<Person>>(service, `/v1/employees?email=${sent}`)).data);
    assert.deepEqual(await found(encodeURIComponent('ÜNAL+HR@Acme.Example')), [id]);
    assert.deepEqual(await found(`${encodeURIComponent('ü')}nal+hr@acme.example`), [id]);
    assert.deepEqual(await found('nal%2Bhr@acme.example'), []);
    assert.deepEqual(await found('%25'), []);
  });

  it('finds an employee by exact external id', async (t) => {
    const service = await startTestService(t);
    const id = service.write((write) => addPerson(write, 'a', { external_id: 'E 7/ä' }));
    const found = async (sent: string) =>
      ids(
        (await get<Page<Person>>(service, `/v1/employees?external_id=${encodeURIComponent(sent)}`))
          .data,
      );
    assert.deepEqual(await found('E 7/ä'), [id]);
    assert.deepEqual(await found('e 7/ä'), []);
    assert.deepEqual(await found('E 7'), []);
  });

  it('lists the direct members of a department, archived or not, page by page', async (t) => {
    const service = await startTestService(t);
    const [top, sub] = service.write((write) => {
      const parent = createDepartment(write, { name: 'Top' });
      return [parent, createDepartment(write, { name: 'Sub', parent: parent.id })] as const;
    });
    const members = service.write((write) =>
      ['a', 'b', 'c'].flatMap((word) => {
        addPerson(write, `sub-${word}`, { department: sub.id });
        return addPerson(write, word, { department: top.id });
      }),
    );
    const path = `/v1/employees?department_id=${top.id.toUpperCase()}`;
    const found = async () => (await readAllPages<Person>(service, path, 2)).map(ids);
    assert.deepEqual(await found(), [members.slice(0, 2), members.slice(2)]);
    service.write((write) => archiveDepartment(write, top.id));
    assert.deepEqual(await found(), [members.slice(0, 2), members.slice(2)]);
  });

  it('returns an empty page for an empty or unknown department', async (t) => {
    const service = await startTestService(t);
    const empty = service.write((write) => createDepartment(write, { name: 'Empty' }));
    const foreign = service.writeSandbox((write) => {
      const department = createDepartment(write, { name: 'Not of this company' });
      addPerson(write, 'theirs', { department: department.id });
      return department;
    });
    for (const id of [empty.id, foreign.id, UNKNOWN_ID]) {
      const page = await get<Page<Person>>(service, `/v1/employees?department_id=${id}`);
      assert.deepEqual(page, { data: [], pagination: { next_cursor: null } });
    }
  });

  it('combines its filters', async (t) => {
    const service = await startTestService(t);
    const department = service.write((write) => createDepartment(write, { name: 'Sales' }));
    const id = service.write((write) => addPerson(write, 'a', { department: department.id }));
    service.write((write) => addPerson(write, 'b'));
    const found = async (query: string) =>
      ids((await get<Page<Person>>(service, `/v1/employees?${query}`)).data);
    const sales = `department_id=${department.id}`;
    assert.deepEqual(await found(`email=a@acme.example&external_id=X-a&${sales}`), [id]);
    assert.deepEqual(await found(`external_id=X-a&${sales}`), [id]);
    assert.deepEqual(await found(`email=a@acme.example&${sales}`), [id]);
    assert.deepEqual(await found(`email=b@acme.example&${sales}`), []);
    assert.deepEqual(await found(`external_id=X-b&${sales}`), []);
    assert.deepEqual(await found('email=a@acme.example&external_id=X-b'), []);
    assert.deepEqual(await found(`external_id=X-a&department_id=${UNKNOWN_ID}`), []);
  });

  it('finds a sandbox employee by both the original and the replaced address', async (t) => {
    const service = await startTestService(t);
    const id = service.writeSandbox((write) => addPerson(write, 'Ann'));
    const placeholder = placeholderFor('ann@acme.example');
    for (const sent of [
      'ann@acme.example',
      'ANN@acme.example',
      placeholder,
      placeholder.toUpperCase(),
    ]) {
      const page = await get<Page<Person>>(service, `/v1/employees?email=${sent}`, service.testKey);
      assert.deepEqual(
        page.data.map((person) => [person.employee_id, person.email]),
        [[id, placeholder]],
      );
    }
  });

  it('does not treat an address as a sandbox address in a live company', async (t) => {
    const service = await startTestService(t);
    service.write((write) => addEmployee(write, { email: placeholderFor('ann@acme.example') }));
    const page = await get<Page<Person>>(service, '/v1/employees?email=ann@acme.example');
    assert.deepEqual(page.data, []);
  });

  it('shows live employees to live keys and sandbox employees to test keys', async (t) => {
    const service = await startTestService(t);
    const live = service.write((write) => addPerson(write, 'live'));
    const test = service.writeSandbox((write) => addPerson(write, 'test'));
    await get(service, `/v1/employees/${live}`);
    await get(service, `/v1/employees/${test}`, service.testKey);
    await assertErrorMessage(service, `/v1/employees/${live}`, NOT_FOUND, service.testKey);
    await assertErrorMessage(service, `/v1/employees/${test}`, NOT_FOUND);
    const page = await get<Page<Person>>(
      service,
      '/v1/employees?external_id=X-live',
      service.testKey,
    );
    assert.deepEqual(page.data, []);
  });

  it('accepts a cursor only with the filters, list and company it was issued for', async (t) => {
    const service = await startTestService(t);
    const department = service.write((write) => createDepartment(write, { name: 'Sales' }));
    service.write((write) => {
      createDepartment(write, { name: 'Other' });
      for (const word of ['a', 'b', 'c']) addPerson(write, word, { department: department.id });
    });
    service.writeSandbox((write) => ['a', 'b', 'c'].map((word) => addPerson(write, word)));
    const cursor = await cursorOf(service, '/v1/employees?limit=1');
    await get(service, `/v1/employees?limit=2&cursor=${cursor}`);
    await assertErrorMessage(
      service,
      `/v1/employees?department_id=${department.id}&cursor=${cursor}`,
      INVALID_CURSOR,
    );
    await assertErrorMessage(
      service,
      `/v1/employees?email=a@acme.example&cursor=${cursor}`,
      INVALID_CURSOR,
    );
    await assertErrorMessage(
      service,
      `/v1/employees?external_id=X-a&cursor=${cursor}`,
      INVALID_CURSOR,
    );
    await assertErrorMessage(service, `/v1/departments?cursor=${cursor}`, INVALID_CURSOR);
    await assertErrorMessage(service, `/v1/leaderboard?cursor=${cursor}`, INVALID_CURSOR);
    await assertErrorMessage(
      service,
      `/v1/employees?cursor=${cursor}`,
      INVALID_CURSOR,
      service.testKey,
    );
    const foreignCursor = await cursorOf(service, '/v1/employees?limit=1', service.testKey);
    await assertErrorMessage(service, `/v1/employees?cursor=${foreignCursor}`, INVALID_CURSOR);
    await assertErrorMessage(service, `/v1/employees?cursor=${cursor}x`, INVALID_CURSOR);
    await assertErrorMessage(service, '/v1/employees?cursor=1', INVALID_CURSOR);
    await assertErrorMessage(service, `/v1/employees?cursor=${'x'.repeat(513)}`, {
      status: 400,
      message: 'cursor must not be longer than 512 characters',
    });
  });

  it('accepts a cursor of any age', async (t) => {
    const service = await startTestService(t);
    service.write((write) => ['a', 'b'].map((word) => addPerson(write, word)));
    const cursor = await cursorOf(service, '/v1/employees?limit=1');
    service.clock.now += 365 * 86_400_000;
    const page = await get<Page<Person>>(service, `/v1/employees?cursor=${cursor}`);
    assert.deepEqual(
      page.data.map((person) => person.external_id),
      ['X-b'],
    );
  });

  it('reports all invalid parameters at once', async (t) => {
    const service = await startTestService(t);
    await assertErrorMessage(service, '/v1/employees?email=&external_id=&department_id=7&limit=0', {
      status: 400,
      message:
        'email must not be empty; external_id must not be empty; ' +
        'department_id is not valid (uuid is expected); limit must not be less than 1',
    });
  });
});

describe('GET /v1/employees/{id}', () => {
  it('returns one employee as the list shows them, whatever the case of the id', async (t) => {
    const service = await startTestService(t);
    const id = service.write((write) => addPerson(write, 'ann'));
    const [listed] = (await get<Page<Person>>(service, '/v1/employees')).data;
    assert.deepEqual(await get(service, `/v1/employees/${id}`), listed);
    assert.deepEqual(await get(service, `/v1/employees/${id.toUpperCase()}`), listed);
  });

  it('rejects an id that is not a UUID', async (t) => {
    const service = await startTestService(t);
    for (const id of ['7', 'X-ann', `${UNKNOWN_ID}0`, '%7Bid%7D']) {
      await assertErrorMessage(service, `/v1/employees/${id}`, NO_UUID);
    }
  });

  it('returns the same response for an employee of another company as for an unknown id', async (t) => {
    const service = await startTestService(t);
    const foreign = service.writeSandbox((write) => addPerson(write, 'them'));
    for (const id of [foreign, UNKNOWN_ID]) {
      for (const part of ['', '/stats', '/badges']) {
        await assertErrorMessage(service, `/v1/employees/${id}${part}`, NOT_FOUND);
      }
    }
  });
});

describe('a deactivated employee', () => {
  it('is missing from every list and has no endpoints until reactivated', async (t) => {
    const service = await startTestService(t);
    const department = service.write((write) => createDepartment(write, { name: 'Sales' }));
    const id = service.write((write) => addPerson(write, 'gone', { department: department.id }));
    const lists = [
      '/v1/employees',
      '/v1/employees?email=gone@acme.example',
      '/v1/employees?external_id=X-gone',
      `/v1/employees?department_id=${department.id}`,
      '/v1/leaderboard',
      `/v1/leaderboard?department_id=${department.id}`,
      '/v1/leaderboard?period=this_month',
    ];
    const seen = async () => {
      const pages = [];
      for (const path of lists) pages.push(ids((await get<Page<Person>>(service, path)).data));
      return pages;
    };
    assert.deepEqual(
      await seen(),
      lists.map(() => [id]),
    );
    service.write((write) => deactivateEmployee(write, id, 'left'));
    assert.deepEqual(
      await seen(),
      lists.map(() => []),
    );
    for (const part of ['', '/stats', '/badges']) {
      await assertErrorMessage(service, `/v1/employees/${id}${part}`, NOT_FOUND);
    }
    service.write((write) => reactivateEmployee(write, id));
    assert.deepEqual(
      await seen(),
      lists.map(() => [id]),
    );
  });
});
