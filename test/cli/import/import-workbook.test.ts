import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { writeXlsx } from 'hucre/xlsx';
import { createCommandLine } from '../command-line.ts';

const HEADER = ['Employee ID', 'Work email', 'First name', 'Last name', 'Branch'];
const PEOPLE = [
  ['0001', 'ann@acme.example', 'Ann', 'Archer', 'Oslo'],
  ['0002', 'bob@acme.example', 'Bob', 'Baker', 'Rome'],
];

test('a roster, XP, badges and gifts are read from workbooks, of the sheet that has them or that is named', async (t) => {
  const { run, json, folder } = createCommandLine(t);
  const save = async (name: string, sheets: { name: string; rows: (string | number)[][] }[]) =>
    writeFileSync(join(folder, name), await writeXlsx({ sheets }));
  await json('company', 'create', '--name', 'Acme');
  await save('staff.xlsx', [
    { name: 'Cover', rows: [['Staff of Acme']] },
    { name: 'Staff', rows: [['As of today'], HEADER, ...PEOPLE] },
    { name: 'Leavers', rows: [HEADER, ['0003', 'cy@acme.example', 'Cy', 'Cole', 'Oslo']] },
  ]);
  const shown = await run(['import', 'staff.xlsx', '--map', 'department_name=Branch']);
  assert.deepEqual(shown, {
    code: 0,
    stdout: [
      'staff.xlsx into Acme: 2 rows',
      'Skipped 1 line above the header.',
      'Read the sheet "Staff" of "Cover", "Staff", "Leavers". --sheet names another one.',
      '',
      'Columns:',
      '  external_id      "Employee ID"',
      '  email            "Work email"',
      '  first_name       "First name"',
      '  last_name        "Last name"',
      '  department_name  "Branch"',
      '',
      '  created      2',
      '  updated      0',
      '  unchanged    0',
      '  failed       0',
      '  departments  2 created',
      '',
    ].join('\n'),
    stderr: '',
  });
  const profile = ['--sheet', 'leavers', '--save-profile', 'leavers.json', '--dry-run'];
  const { file, created } = await json<{ file: { sheet: string }; created: number }>(
    'import',
    'staff.xlsx',
    ...profile,
  );
  assert.deepEqual([created, file.sheet], [1, 'Leavers']);
  const again = await json<{ file: { sheet: string } }>(
    'import',
    'staff.xlsx',
    '--profile',
    'leavers.json',
    '--dry-run',
  );
  assert.deepEqual(again.file.sheet, 'Leavers');

  await save('points.xlsx', [
    { name: 'Read me', rows: [['Points of May', 'by team']] },
    {
      name: 'Points',
      rows: [
        ['Employee ID', 'Points'],
        ['0001', 50],
        ['0002', 70],
      ],
    },
  ]);
  const xp = await json<{ awarded: number; sheet: string; errors: [] }>(
    'xp',
    'import',
    'points.xlsx',
  );
  assert.deepEqual([xp.awarded, xp.sheet, xp.errors], [2, 'Points', []]);

  await json(
    'badge',
    'define',
    'star',
    '--name',
    'Star',
    '--category',
    'skill',
    '--rarity',
    'rare',
  );
  await save('stars.xlsx', [{ name: 'A', rows: [['0001'], ['0002']] }]);
  assert.equal(
    (await json<{ awarded: number }>('badge', 'award-many', 'star', '--file', 'stars.xlsx'))
      .awarded,
    2,
  );
  const given = await json<{ people: number; xp: number }>(
    'give',
    'points.xlsx',
    '--sheet',
    'Points',
    '--reason',
    'May',
    '--yes',
  );
  assert.deepEqual([given.people, given.xp], [2, 120]);
});
