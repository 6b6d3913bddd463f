import type { Command } from 'commander';
import { pluralize } from '../../../domain/number-text.ts';
import { fold } from '../../../domain/text.ts';
import type { Department } from '../../../service/departments/department-schemas.ts';
import {
  archiveDepartment,
  createDepartment,
  type DepartmentNode,
  listDepartments,
  moveDepartment,
  renameDepartment,
  restoreDepartment,
} from '../../../service/departments/departments.ts';
import {
  type DepartmentMerge,
  mergeDepartments,
} from '../../../service/departments/merge-departments.ts';
import { departmentArgument, dryRunOption } from '../../command.ts';
import { companyVerbs, type DryRunOption } from '../../company-command.ts';
import type { Context } from '../../context.ts';
import type { List } from '../../output/list.ts';
import { escapeControl } from '../../output/terminal.ts';
import { readSettings } from '../../server/settings.ts';

type CreateOptions = { name: string; externalId?: string; parent?: string };

/** `engaged department …`: the tree of departments. */
export function addDepartmentCommands(program: Command, context: Context): void {
  const department = program
    .command('department')
    .description('Departments: create, list, rename, move, merge, archive, restore');
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

  add('list', 'List all departments as a tree, archived ones included').list(
    () => listDepartments,
    DEPARTMENTS,
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

  add(
    'merge',
    'Move everybody, and the departments below, into another department; archive the empty one',
    'Support "Customer Care" --dry-run',
  )
    .argument('<from>', 'department to empty and archive: id, external_id or name')
    .argument('<into>', 'department that receives them: id, external_id or name')
    .option(...dryRunOption)
    .addHelpText('after', MERGE_NOTES)
    .change(
      (from: string, into: string) => (write) => mergeDepartments(write, from, into),
      (merge: DepartmentMerge, _, { dryRun }: DryRunOption) => describeMerge(merge, dryRun),
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

const MERGE_NOTES = `
The external_id of FROM goes to INTO if INTO has none, so that the next roster sync finds INTO by it. If both
have one, each keeps its own: a roster that still sends the external_id of FROM restores FROM. If FROM has none, a
roster that still sends its name creates a department of that name again.
`;

const describeMerge = (merge: DepartmentMerge, dryRun = false): string => {
  const { department, merged, moved } = merge;
  const members = pluralize(moved.active, 'active member', 'active members');
  const former = `${moved.deactivated} deactivated`;
  const below = pluralize(moved.departments, 'department below it', 'departments below it');
  return [
    ...(dryRun ? ['Dry run: nothing was changed.'] : []),
    `Merged ${nameOf(merged)} into ${nameOf(department)} and archived it.`,
    `Moved ${members}, ${former}, and ${below}.`,
    ...adviceFor(merge).map(escapeControl),
  ].join('\n');
};

/** What the roster must send from now on. */
function adviceFor({
  department,
  merged,
  external_id_handed_over: handedOver,
}: DepartmentMerge): string[] {
  const isSameName = fold(merged.name) === fold(department.name);
  if (handedOver) {
    const byName = `; one that sends names alone must send "${department.name}" from now on`;
    return [
      `"${department.name}" now has the external_id ${department.external_id}. A roster that sends it stays as it is${isSameName ? '' : byName}.`,
    ];
  }
  if (merged.external_id !== null) {
    return [
      `Both keep their external_id. The roster must send ${department.external_id} from now on: one that still sends ${merged.external_id} restores "${merged.name}".`,
    ];
  }
  if (isSameName) return [];
  const key = department.external_id === null ? 'name' : 'external_id or name';
  return [
    `The roster must send the ${key} of "${department.name}" from now on: one that still sends "${merged.name}" creates it again.`,
  ];
}

const nameOf = (department: Department): string =>
  escapeControl(`${department.name} (${department.id})`);

const placeOf = (department: Department): string =>
  department.parent_id === null ? 'at the top level' : `below ${department.parent_id}`;

const DEPARTMENTS: List<DepartmentNode> = {
  empty: 'There are no departments yet. Create one with: engaged department create --name NAME',
  columns: [
    { heading: 'NAME', value: (row) => '  '.repeat(row.depth) + row.name },
    { heading: 'ID', value: (row) => row.id, noTruncate: true },
    { heading: 'EXTERNAL ID', value: (row) => row.external_id },
    { heading: 'MEMBERS', value: (row) => row.members, align: 'right' },
    { heading: 'STATE', value: (row) => (row.archived_at === null ? 'active' : 'archived') },
  ],
  csv: 'id external_id name parent_id archived_at:time depth members',
};
