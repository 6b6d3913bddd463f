import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createCommandLine } from './command-line.ts';

type Department = { id: string; external_id: string | null; name: string };
type Listed = Department & { members: number; archived_at: string | null; parent_id: string };

const NOW = '2026-11-21T09:30:00.000Z';

/** Two departments; in the first an active and a deactivated person, and a department below it. */
async function twoDepartments(t: TestContext, externalIds: { old?: string; new?: string } = {}) {
  const line = createCommandLine(t);
  const { json, run, folder } = line;
  await json('company', 'create', '--name', 'Acme');
  const create = (name: string, externalId: string | undefined, ...more: string[]) =>
    json<Department>(
      ...['department', 'create', '--name', name, ...more],
      ...(externalId === undefined ? [] : ['--external-id', externalId]),
    );
  const old = await create('Support', externalIds.old);
  const next = await create('Customer Care', externalIds.new);
  const below = await create('Night Shift', undefined, '--parent', 'Support');
  for (const name of ['ann', 'bob']) {
    const who = ['--email', `${name}@acme.example`, '--external-id', name];
    await json('employee', 'add', ...who, '--department', 'Support');
  }
  await json('employee', 'deactivate', 'bob', '--reason', 'Left');
  const list = async () =>
    (await json<{ data: Listed[] }>('department', 'list')).data.map(
      ({ name, external_id, members, parent_id, archived_at }) => [
        name,
        external_id,
        members,
        parent_id,
        archived_at,
      ],
    );
  const importDepartment = async (cells: string) => {
    const rows = `external_id,email,first_name,last_name,department_external_id,department_name\nann,ann@acme.example,Ann,Lee,${cells}\n`;
    writeFileSync(join(folder, 'roster.csv'), rows);
    return json<{ updated: number; unchanged: number }>('import', 'roster.csv');
  };
  return { ...line, run, old, next, below, list, importDepartment };
}

test('a merge moves active and deactivated members and the departments below, and hands the external id over', async (t) => {
  const { json, old, next, below, list } = await twoDepartments(t, { old: 'D-1' });
  const common = { parent_id: null };
  assert.deepEqual(await json('department', 'merge', 'D-1', 'customer care'), {
    department: {
      ...{ id: next.id, external_id: 'D-1', name: 'Customer Care' },
      ...{ ...common, archived_at: null },
    },
    merged: {
      ...{ id: old.id, external_id: null, name: 'Support' },
      ...{ ...common, archived_at: NOW },
    },
    moved: { active: 1, deactivated: 1, departments: 1 },
    external_id_handed_over: true,
  });
  assert.deepEqual(await list(), [
    ['Customer Care', 'D-1', 1, null, null],
    ['Night Shift', null, 0, next.id, null],
    ['Support', null, 0, null, NOW],
  ]);
  const { department } = await json<{ department: object }>('employee', 'show', 'bob');
  assert.deepEqual(department, { id: next.id, external_id: 'D-1', name: 'Customer Care' });
  assert.equal(below.name, 'Night Shift');
  const audit = await json<{ data: object[] }>('audit', 'list', '--action', 'department.merge');
  const shown = (
    name: string,
    id: string,
    externalId: string | null,
    archivedAt: string | null,
  ) => ({
    ...{ id, external_id: externalId, name, parent_id: null, archived_at: archivedAt },
  });
  assert.deepEqual(
    audit.data.map((entry) => ({ ...entry, entry: 0 })),
    [
      {
        ...{ entry: 0, at: NOW, actor: 'command line (test)', action: 'department.merge' },
        target: { kind: 'department', id: old.id },
        before: {
          merged: shown('Support', old.id, 'D-1', null),
          department: shown('Customer Care', next.id, null, null),
        },
        after: {
          merged: shown('Support', old.id, null, NOW),
          department: shown('Customer Care', next.id, 'D-1', null),
          moved: { active: 1, deactivated: 1, departments: 1 },
        },
      },
    ],
  );
});

test('after a merge a roster with the handed over external id changes nothing', async (t) => {
  const { run, list, importDepartment } = await twoDepartments(t, { old: 'D-1' });
  await run(['department', 'merge', 'Support', 'Customer Care']);
  const before = await list();
  const { updated, unchanged } = await importDepartment('D-1,Support');
  assert.deepEqual([updated, unchanged], [0, 1]);
  assert.deepEqual(await list(), before);
});

test('a merge says what was moved and what the roster must send', async (t) => {
  for (const [externalIds, advice] of [
    [
      { old: 'D-1' },
      '"Customer Care" now has the external_id D-1. A roster that sends it stays as it is; one that sends names alone must send "Customer Care" from now on.',
    ],
    [
      { old: 'D-1', new: 'D-2' },
      'Both keep their external_id. The roster must send D-2 from now on: one that still sends D-1 restores "Support".',
    ],
    [
      { new: 'D-2' },
      'The roster must send the external_id or name of "Customer Care" from now on: one that still sends "Support" creates it again.',
    ],
    [
      {},
      'The roster must send the name of "Customer Care" from now on: one that still sends "Support" creates it again.',
    ],
  ] as const) {
    const { run, old, next, list } = await twoDepartments(t, externalIds);
    const before = await list();
    const merge = ['department', 'merge', 'Support', 'Customer Care'];
    const text = [
      `Merged Support (${old.id}) into Customer Care (${next.id}) and archived it.`,
      'Moved 1 active member, 1 deactivated, and 1 department below it.',
      `${advice}\n`,
    ].join('\n');
    assert.deepEqual(await run([...merge, '--dry-run']), {
      ...{ code: 0, stderr: '' },
      stdout: `Dry run: nothing was changed.\n${text}`,
    });
    assert.deepEqual(await list(), before);
    assert.deepEqual(await run(merge), { code: 0, stdout: text, stderr: '' });
  }
});

test('where both have an external id, a roster that sends the old one restores the old department, as announced', async (t) => {
  const { run, old, list, importDepartment, next } = await twoDepartments(t, {
    old: 'D-1',
    new: 'D-2',
  });
  await run(['department', 'merge', old.id, next.id]);
  await importDepartment('D-1,Support');
  assert.deepEqual(await list(), [
    ['Customer Care', 'D-2', 0, null, null],
    ['Night Shift', null, 0, next.id, null],
    ['Support', 'D-1', 1, null, null],
  ]);
});

test('of two departments of one name the empty one may be merged, and an archived one still', async (t) => {
  const { run, json } = await twoDepartments(t);
  const { id } = await json<Department>('department', 'create', '--name', 'SUPPORT');
  const { id: gone } = await json<Department>('department', 'create', '--name', 'Gone');
  await json('department', 'archive', gone);
  const { data } = await json<{ data: Listed[] }>('department', 'list');
  const first = data.find(({ name }) => name === 'Support')?.id ?? '';
  for (const [from, name] of [
    [id, 'SUPPORT'],
    [gone, 'Gone'],
  ] as const) {
    const { stdout } = await run(['department', 'merge', from, first]);
    assert.equal(
      stdout,
      [
        `Merged ${name} (${from}) into Support (${first}) and archived it.`,
        'Moved 0 active members, 0 deactivated, and 0 departments below it.',
        ...(name === 'Gone'
          ? [
              'The roster must send the name of "Support" from now on: one that still sends "Gone" creates it again.',
            ]
          : []),
        '',
      ].join('\n'),
    );
  }
});

test('a merge into itself, into a department below, into an archived or an unknown one is refused', async (t) => {
  const { run, json, old, next, below, list } = await twoDepartments(t, { old: 'D-1' });
  await json('department', 'archive', 'Customer Care');
  const before = await list();
  for (const [from, into, message] of [
    ['Support', 'D-1', 'Both are the same department'],
    [
      'Support',
      'Night Shift',
      `A department cannot be merged into one below it. Move that one first: engaged department move ${below.id}`,
    ],
    ['D-1', 'Customer Care', `The department is archived. Restore it first: ${next.id}`],
    [old.id, 'Nowhere', 'Department not found. See: engaged department list'],
    ['Nowhere', old.id, 'Department not found. See: engaged department list'],
  ] as const) {
    assert.deepEqual(await run(['department', 'merge', from, into]), {
      ...{ code: 1, stdout: '' },
      stderr: `engaged: ${message}\n`,
    });
  }
  assert.deepEqual(await list(), before);
});
