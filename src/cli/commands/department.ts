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
import { addCommand, departmentArgument } from '../command.ts';
import { type CompanyOptions, changeCompany, readCompany } from '../company-command.ts';
import { addCompanyOption } from '../company-option.ts';
import type { Context } from '../context.ts';
import { escapeControl, print } from '../output.ts';
import { readSettings } from '../settings.ts';
import { table } from '../table.ts';

type CreateOptions = CompanyOptions & { name: string; externalId?: string; parent?: string };

/** `engaged department …`: the tree of departments. */
export function addDepartmentCommands(program: Command, context: Context): void {
  const department = program
    .command('department')
    .description('departments: create, list, rename, move, archive, restore');
  const add = (usage: string, description: string, example: string): Command =>
    addCompanyOption(
      addCommand(department, usage, { description, example: `engaged department ${example}` }),
    );

  add(
    'create',
    'Create a department, at the top level or below another one',
    'create --name Platform --external-id D-12 --parent Engineering',
  )
    .requiredOption('--name <name>', 'name of the department')
    .option('--external-id <key>', "the HR system's key of the department")
    .option('--parent <department>', 'id, external_id or name of the department above')
    .action(async (options: CreateOptions) => {
      const { name, externalId, parent } = options;
      const { departmentLimit } = readSettings({}, context.env);
      const created = await changeCompany(context, options, (write) =>
        createDepartment(write, { name, external_id: externalId, parent }, departmentLimit),
      );
      print(context, options, created, () => `Created ${nameOf(created)}.`);
    });

  add('list', 'List all departments as a tree, archived ones included', 'list').action(
    async (options: CompanyOptions) => {
      const rows = await readCompany(context, options, listDepartments);
      print(context, options, rows, () => toTable(context, rows));
    },
  );

  add('rename', 'Give a department another name', 'rename Support "Customer Care"')
    .argument(...departmentArgument)
    .argument('<name>', 'new name')
    .action(async (reference: string, name: string, options: CompanyOptions) => {
      const renamed = await changeCompany(context, options, (write) =>
        renameDepartment(write, reference, name),
      );
      print(context, options, renamed, () => `Renamed: ${nameOf(renamed)}.`);
    });

  add(
    'move',
    'Move a department, with all below it, under another one or to the top level',
    'move Platform --parent Engineering',
  )
    .argument(...departmentArgument)
    .option(
      '--parent <department>',
      'id, external_id or name of the department above; left out: top level',
    )
    .action(async (reference: string, options: CompanyOptions & { parent?: string }) => {
      const moved = await changeCompany(context, options, (write) =>
        moveDepartment(write, reference, options.parent ?? null),
      );
      print(context, options, moved, () => `Moved ${nameOf(moved)} ${placeOf(moved)}.`);
    });

  add('archive', 'Archive a department; its members stay in it', 'archive "Field Trials"')
    .argument(...departmentArgument)
    .action(async (reference: string, options: CompanyOptions) => {
      const archived = await changeCompany(context, options, (write) =>
        archiveDepartment(write, reference),
      );
      print(context, options, archived, () => `Archived ${nameOf(archived)}.`);
    });

  add(
    'restore',
    'Restore an archived department; at the top level where the one above it is archived',
    'restore "Field Trials"',
  )
    .argument(...departmentArgument)
    .action(async (reference: string, options: CompanyOptions) => {
      const { departmentLimit } = readSettings({}, context.env);
      const restored = await changeCompany(context, options, (write) =>
        restoreDepartment(write, reference, departmentLimit),
      );
      print(context, options, restored, () => `Restored ${nameOf(restored)} ${placeOf(restored)}.`);
    });
}

const nameOf = (department: Department): string =>
  escapeControl(`${department.name} (${department.id})`);

const placeOf = (department: Department): string =>
  department.parent_id === null ? 'at the top level' : `below ${department.parent_id}`;

const toTable = (context: Context, rows: readonly DepartmentNode[]): string =>
  table(
    context,
    rows,
    [
      { heading: 'NAME', value: (row) => '  '.repeat(row.depth) + row.name },
      { heading: 'ID', value: (row) => row.id, noTruncate: true },
      { heading: 'EXTERNAL ID', value: (row) => row.external_id },
      { heading: 'MEMBERS', value: (row) => row.members, align: 'right' },
      { heading: 'STATE', value: (row) => (row.archived_at === null ? 'active' : 'archived') },
    ],
    'There are no departments yet. Create one with: engaged department create --name NAME',
  );
