import { mapExample } from '../../domain/file-failures.ts';
import { pluralize } from '../../domain/number-text.ts';
import type { Columns } from '../../roster-file/columns.ts';
import type { OtherDepartmentName } from '../../service/roster/review/departments.ts';
import { escapeControl } from '../output/terminal.ts';
import type { ShellLine } from '../shell-line.ts';
import type { ImportResult } from './import-result.ts';

/** A department with another name in the file, and the command that renames it. */
export type DepartmentNameAdvice = OtherDepartmentName & { command: string };

const MAX_LISTED = 5;

export const toNameAdvice =
  (departmentCommand: ShellLine) =>
  (other: OtherDepartmentName): DepartmentNameAdvice => ({
    ...other,
    command: departmentCommand('rename', other.department.id, other.sent_name),
  });

/** Departments that keep another name than the file has; empty where there are none. */
export function describeDepartmentNames(all: readonly DepartmentNameAdvice[]): string[] {
  if (all.length === 0) return [];
  const more = all.length - MAX_LISTED;
  return [
    `${pluralize(all.length, 'department has', 'departments have')} another name on record. An import does not change it:`,
    ...all
      .slice(0, MAX_LISTED)
      .map(({ department: { external_id: id, name }, sent_name: sent }) => {
        return `  ${escapeControl(`"${name}" (${id}) is "${sent}" in the file`)}`;
      }),
    ...(more > 0 ? [`  and ${pluralize(more, 'other', 'others')}; see --json`] : []),
    `To apply the ${all.length === 1 ? 'name' : 'names'} of the file:`,
    ...all.slice(0, MAX_LISTED).map(({ command }) => `  ${escapeControl(command)}`),
  ];
}

/** What to do about department codes that nobody knows, in a file without names; empty where there are none. */
export function describeUnknownDepartments(
  { errors }: ImportResult,
  { header, columns }: { header: readonly string[]; columns: Columns },
  departmentCommand: ShellLine,
): string[] {
  const { department_external_id: code, department_name: name } = columns;
  const isUnknown = errors.some((error) => error.code === 'unknown_department');
  if (!isUnknown || code === undefined || name !== undefined) return [];
  return [
    'A new department needs a name, and the file has no column of department names.',
    'Add one and import again, or create each department first:',
    `  ${escapeControl(departmentCommand('create', '--name', 'NAME', '--external-id', 'CODE'))}`,
    'Or use the codes as names:',
    `  --map ${escapeControl(mapExample('department_name', header[code] ?? ''))}`,
  ];
}
