import { formatNumber, pluralize } from '../../domain/number-text.ts';
import type { RenamedDepartment } from '../../service/roster/review/departments.ts';
import { escapeControl } from '../output/terminal.ts';
import { commandsOf, lastOperand } from '../shell-line.ts';
import type { ImportOptions } from './import-options.ts';

/** What to do about a department that the source seems to have renamed. */
export type RenameAdvice = RenamedDepartment & {
  /** Whether the command is for before or after the import. */
  when: 'before_import' | 'after_import';
  command: string;
};

const MOST_LISTED = 5;

/**
 * Adds the command that keeps old and new department one: before the import a rename; a merge afterwards, and where a
 * rename would not help because the source also gave the department another external id.
 */
export const toRenameAdvice =
  (options: ImportOptions) =>
  (renamed: RenamedDepartment): RenameAdvice => {
    const { old, new: next } = renamed;
    const command = commandsOf('department', options);
    const isRecoded = old.external_id !== null && next.external_id !== null;
    if (options.dryRun && !isRecoded) {
      return {
        ...renamed,
        when: 'before_import',
        command: command('rename', old.id, ...lastOperand(next.name)),
      };
    }
    // What a dry run created has no id that lasts.
    const into = options.dryRun ? (next.external_id ?? next.name) : next.id;
    return {
      ...renamed,
      when: 'after_import',
      command: command('merge', old.id, ...lastOperand(into)),
    };
  };

/** The advice for people; empty where there is none. */
export function describeRenamed(all: readonly RenameAdvice[], dryRun: boolean): string[] {
  const more = all.length - MOST_LISTED;
  return [
    ...all.slice(0, MOST_LISTED).flatMap(({ old, new: next, members, moved, when, command }) => {
      const share = `${formatNumber(moved)} of its ${pluralize(members, 'person', 'people')}`;
      return [
        `"${old.name}" seems to be renamed to "${next.name}": ${share} moved there, and nobody is left in it.`,
        when === 'before_import'
          ? 'To rename the department instead of creating a second one, run this before the import:'
          : `To make both one department${dryRun ? ', run this after the import' : ''}:`,
        `  ${command}`,
      ].map(escapeControl);
    }),
    ...(more > 0
      ? [
          `${pluralize(more, 'more department seems', 'more departments seem')} to be renamed; see --json.`,
        ]
      : []),
  ];
}
