import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createCommandLine } from '../command-line.ts';

type Department = {
  id: string;
  external_id: string | null;
  name: string;
  archived_at: string | null;
};
type Listed = Department & { members: number };
type Printed = { renamed_departments: object[]; department_names: object[]; data: Listed[] };

/** A company whose roster names departments, each with the numbers of its people. */
async function acme(t: TestContext) {
  const line = createCommandLine<Printed>(t);
  await line.json('company', 'create', '--name', 'Acme');
  const write = (departments: Record<string, number[]>) => {
    const rows = Object.entries(departments).flatMap(([department, people]) =>
      people.map((n) => {
        const [name, externalId = ''] = department.split('#');
        return `E${n},e${n}@acme.example,Given,Family${n},${name},${externalId}`;
      }),
    );
    const withIds = Object.keys(departments).some((department) => department.includes('#'));
    const header = 'external_id,email,first_name,last_name,department_name';
    const lines = withIds
      ? [`${header},department_external_id`, ...rows]
      : [header, ...rows.map((row) => row.slice(0, -1))];
    writeFileSync(join(line.folder, 'staff.csv'), `${lines.join('\n')}\n`);
  };
  return {
    ...line,
    write,
    list: async () => (await line.json('department', 'list')).data,
    members: async () =>
      (await line.json('department', 'list')).data
        .filter(({ archived_at }) => archived_at === null)
        .map(({ name, external_id, members }) => [name, external_id, members]),
    /** Runs one printed command, as a shell would. */
    follow: (command: string) =>
      line.run(
        [...command.matchAll(/'([^']*)'|(\S+)/g)]
          .map(([, quoted, word]) => quoted ?? word ?? '')
          .slice(1),
      ),
  };
}

const idOf = (list: readonly Listed[], name: string) => list.find((row) => row.name === name)?.id;

test('a dry run proposes a rename, and after it the import moves nobody', async (t) => {
  const { write, run, json, list, members, follow } = await acme(t);
  write({ Support: [1, 2, 3, 4], Sales: [5] });
  await run(['import', 'staff.csv']);
  const before = await list();
  const old = idOf(before, 'Support');
  write({ 'Customer Care': [1, 2, 3], Sales: [4, 5] });
  const { stdout, code } = await run(['import', 'staff.csv', '--dry-run', '--company', 'Acme']);
  const command = `engaged department rename ${old} 'Customer Care' --company Acme`;
  assert.deepEqual(
    [code, stdout.split('\n').slice(2)],
    [
      0,
      [
        '',
        '  created      0',
        '  updated      4',
        '  unchanged    1',
        '  failed       0',
        '  departments  1 created',
        '',
        '"Support" seems to be renamed to "Customer Care": 3 of its 4 people moved there, and nobody is left in it.',
        'To rename the department instead of creating a second one, run this before the import:',
        `  ${command}`,
        '',
      ],
    ],
  );
  const printed = await json('import', 'staff.csv', '--dry-run', '--company', 'Acme');
  assert.deepEqual(
    printed.renamed_departments.map((one) => ({
      ...one,
      new: { ...(one as { new: object }).new, id: '' },
    })),
    [
      {
        old: { id: old, external_id: null, name: 'Support' },
        new: { id: '', external_id: null, name: 'Customer Care' },
        members: 4,
        moved: 3,
        when: 'before_import',
        command,
      },
    ],
  );
  assert.deepEqual(await list(), before);
  assert.equal((await follow(command)).code, 0);
  const { renamed_departments } = await json('import', 'staff.csv');
  assert.deepEqual(renamed_departments, []);
  assert.deepEqual(await members(), [
    ['Customer Care', null, 3],
    ['Sales', null, 2],
  ]);
});

test('an import proposes a merge, after which the same file changes nothing', async (t) => {
  const { write, run, json, list, members, follow } = await acme(t);
  write({ Support: [1, 2, 3, 4, 5] });
  await run(['import', 'staff.csv']);
  // One of five left the company, one went elsewhere.
  write({ 'Customer Care': [1, 2, 3], Sales: [4] });
  const { stdout } = await run(['import', 'staff.csv', '--deactivate-missing']);
  const after = await list();
  const [old, next] = [idOf(after, 'Support'), idOf(after, 'Customer Care')];
  const command = `engaged department merge ${old} ${next}`;
  assert.deepEqual(stdout.split('\n').slice(8), [
    '',
    'Deactivated:',
    '  Given Family5 (E5)',
    '',
    '"Support" seems to be renamed to "Customer Care": 3 of its 5 people moved there, and nobody is left in it.',
    'To make both one department:',
    `  ${command}`,
    '',
  ]);
  assert.equal((await follow(command)).code, 0);
  const merged = await list();
  const { renamed_departments } = await json('import', 'staff.csv');
  assert.deepEqual([renamed_departments, await list()], [[], merged]);
  assert.deepEqual(await members(), [
    ['Customer Care', null, 3],
    ['Sales', null, 1],
  ]);
});

test('where the source also gave the department another external id, the proposal is a merge after the import', async (t) => {
  const { write, run, list, members, follow, json } = await acme(t);
  write({ 'Support#D-1': [1, 2, 3] });
  await run(['import', 'staff.csv']);
  const old = idOf(await list(), 'Support');
  write({ 'Customer Care#D-9': [1, 2, 3] });
  const command = `engaged department merge ${old} D-9`;
  const { stdout } = await run(['import', 'staff.csv', '--dry-run']);
  assert.deepEqual(stdout.split('\n').slice(9), [
    '"Support" seems to be renamed to "Customer Care": 3 of its 3 people moved there, and nobody is left in it.',
    'To make both one department, run this after the import:',
    `  ${command}`,
    '',
  ]);
  await json('import', 'staff.csv');
  assert.equal((await follow(command)).code, 0);
  assert.deepEqual(await members(), [['Customer Care', 'D-9', 3]]);
});

test('no rename is proposed for few people, half of a department, or one that keeps somebody', async (t) => {
  for (const [before, after] of [
    [{ Support: [1, 2] }, { 'Customer Care': [1, 2] }],
    [{ Support: [1, 2, 3, 4, 5, 6] }, { 'Customer Care': [1, 2, 3], Sales: [4, 5, 6] }],
    [{ Support: [1, 2, 3, 4] }, { 'Customer Care': [1, 2, 3], Support: [4] }],
    [{ Support: [1, 2, 3], Sales: [4] }, { Sales: [1, 2, 3, 4] }],
    [{}, { Support: [1, 2, 3] }],
  ] as Record<string, number[]>[][]) {
    const { write, json, run } = await acme(t);
    write(before ?? {});
    await run(['import', 'staff.csv']);
    write(after ?? {});
    for (const options of [['--dry-run'], []]) {
      assert.deepEqual((await json('import', 'staff.csv', ...options)).renamed_departments, []);
    }
  }
});

test('of two departments that became one, only the larger is proposed', async (t) => {
  const { write, json, run, list } = await acme(t);
  write({ Support: [1, 2, 3], Service: [4, 5, 6, 7] });
  await run(['import', 'staff.csv']);
  const { id, external_id, name } = (await list()).find((row) => row.name === 'Service') as Listed;
  write({ 'Customer Care': [1, 2, 3, 4, 5, 6, 7] });
  const { renamed_departments } = await json('import', 'staff.csv');
  assert.deepEqual(
    renamed_departments.map((one) => (one as { old: object }).old),
    [{ id, external_id, name }],
  );
});

test('another name of a department with the same external_id is told, with the command that applies it', async (t) => {
  const { write, run, json, list, members, follow } = await acme(t);
  write({ 'Support#S': [1, 2], 'Sales#V': [3], Legal: [4] });
  await run(['import', 'staff.csv']);
  const id = idOf(await list(), 'Support');
  write({ 'Customer Care#S': [1, 2], 'SALES#V': [3], Legal: [4] });
  const command = `engaged department rename ${id} 'Customer Care'`;
  const told = [
    '',
    '1 department has another name on record. An import does not change it:',
    '  "Support" (S) is "Customer Care" in the file',
    'To apply the name of the file:',
    `  ${command}`,
    '',
  ];
  const { stdout, code } = await run(['import', 'staff.csv']);
  assert.deepEqual([code, stdout.split('\n').slice(-6)], [0, told]);
  assert.equal((await run(['import', 'staff.csv', '--quiet'])).stdout, '');
  const printed = await json('import', 'staff.csv', '--dry-run');
  assert.deepEqual(printed.department_names, [
    { department: { id, external_id: 'S', name: 'Support' }, sent_name: 'Customer Care', command },
  ]);
  assert.equal((await follow(command)).code, 0);
  assert.deepEqual(await members(), [
    ['Customer Care', 'S', 2],
    ['Legal', null, 1],
    ['Sales', 'V', 1],
  ]);
  assert.deepEqual((await json('import', 'staff.csv')).department_names, []);
});

test('a name that belongs to another department is told by its rows alone', async (t) => {
  const { write, run, json } = await acme(t);
  write({ 'Support#S': [1], 'Sales#V': [2] });
  await run(['import', 'staff.csv']);
  write({ 'Sales#S': [1], 'Sales#V': [2] });
  const { stdout } = await run(['import', 'staff.csv', '--json']);
  const printed = JSON.parse(stdout) as { department_names: object[]; errors: { code: string }[] };
  assert.deepEqual(
    [printed.department_names, printed.errors.map(({ code }) => code)],
    [[], ['department_conflict']],
  );
  assert.equal((await json('department', 'list')).data.length, 2);
});

test('department codes without names are told how to be imported', async (t) => {
  const { run, members, folder } = await acme(t);
  writeFileSync(
    join(folder, 'codes.csv'),
    'external_id,email,first_name,last_name,Cost Center Code\n1,a@acme.example,Ann,Archer,C7\n',
  );
  const map = ['--map', 'department_external_id=Cost Center Code'];
  const refused = await run(['import', 'codes.csv', ...map]);
  assert.equal(refused.code, 3);
  assert.ok(
    refused.stdout.includes(
      [
        '',
        'A new department needs a name, and the file has no column of department names.',
        'Add one and import again, or create each department first:',
        '  engaged department create --name NAME --external-id CODE',
        'Or use the codes as names:',
        "  --map 'department_name=Cost Center Code'",
        '',
      ].join('\n'),
    ),
  );
  assert.equal(
    (await run(['import', 'codes.csv', '--map', 'department_name=Cost Center Code'])).code,
    0,
  );
  assert.deepEqual(await members(), [['C7', null, 1]]);
});
