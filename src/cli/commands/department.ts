import type { Command } from 'commander';
import {
  archiveDepartment,
  createDepartment,
  type Department,
  type DepartmentNode,
  listDepartments,
  moveDepartment,
  renameDepartment,
  restoreDepartment,
} from '../../service/departments.ts';
import { departmentArgument } from '../command.ts';
import { companyVerbs } from '../company-command.ts';
import type { Context } from '../context.ts';
import { escapeControl } from '../output.ts';
import { readSettings } from '../settings.ts';
import { tableOf } from '../table.ts';

type CreateOptions = { name: string; externalId?: string; parent?: string };

/** `engaged department …`: the tree of departments. */
export function addDepartmentCommands(program: Command, context: Context): void {
  const department = program
    .command('department')
    .description('departments: create, list, rename, move, archive, restore');
  const add = companyVerbs(department, context);
  const limit = () => readSettings({}, context.env).departmentLimit;

  add(
    'create',
    'Create a department, at the top level or below another one',
    '--name Platform --external-id D-12 --parent Engineering',
  )
    .requiredOption('--name <name>', 'name of the department')
    .option('--external-id <key>', "the HR system's key of the department")
    .option('--parent <department>', 'id, external_id or name of the parent department')
    .change(
      ({ name, externalId, parent }: CreateOptions) => {
        const departmentLimit = limit();
        return (write) =>
          createDepartment(write, { name, external_id: externalId, parent }, departmentLimit);
      },
      (created) => `Created ${nameOf(created)}.`,
    );

  add('list', 'List all departments as a tree, archived ones included').read(
    () => listDepartments,
    toTable,
  );

  add('rename', 'Give a department another name', 'Support "Customer Care"')
    .argument(...departmentArgument)
    .argument('<name>', 'new name')
    .change(
      (reference: string, name: string) => (write) => renameDepartment(write, reference, name),
      (renamed) => `Renamed: ${nameOf(renamed)}.`,
    );

  add(
    'move',
    'Move a department, with all below it, under another one or to the top level',
    'Platform --parent Engineering',
  )
    .argument(...departmentArgument)
    .option(
      '--parent <department>',
      'id, external_id or name of the parent department; left out: top level',
    )
    .change(
      (reference: string, { parent }: { parent?: string }) =>
        (write) =>
          moveDepartment(write, reference, parent ?? null),
      (moved) => `Moved ${nameOf(moved)} ${placeOf(moved)}.`,
    );

  add('archive', 'Archive a department; its members stay in it', '"Field Trials"')
    .argument(...departmentArgument)
    .change(
      (reference: string) => (write) => archiveDepartment(write, reference),
      (archived) => `Archived ${nameOf(archived)}.`,
    );

  add(
    'restore',
    'Restore an archived department; at the top level if its parent is archived',
    '"Field Trials"',
  )
    .argument(...departmentArgument)
    .change(
      (reference: string) => {
        const departmentLimit = limit();
        return (write) => restoreDepartment(write, reference, departmentLimit);
      },
      (restored) => `Restored ${nameOf(restored)} ${placeOf(restored)}.`,
    );
}

const nameOf = (department: Department): string =>
  escapeControl(`${department.name} (${department.id})`);

const placeOf = (department: Department): string =>
  department.parent_id === null ? 'at the top level' : `below ${department.parent_id}`;

const toTable = tableOf<DepartmentNode>(
  'There are no departments yet. Create one with: engaged department create --name NAME',
  [
    { heading: 'NAME', value: (row) => '  '.repeat(row.depth) + row.name },
    { heading: 'ID', value: (row) => row.id, noTruncate: true },
    { heading: 'EXTERNAL ID', value: (row) => row.external_id },
    { heading: 'MEMBERS', value: (row) => row.members, align: 'right' },
    { heading: 'STATE', value: (row) => (row.archived_at === null ? 'active' : 'archived') },
  ],
);
