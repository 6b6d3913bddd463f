import { pluralize } from '../../domain/number-text.ts';
import type { Review } from '../../service/roster/review/review.ts';
import type { KeptReason } from '../../service/roster/runs/run-changes.ts';
import { escapeControl } from '../output/terminal.ts';
import type { ShellLine } from '../shell-line.ts';
import { listPeople } from './people-text.ts';

/** Why an import leaves somebody active, in a few words. */
export const KEPT_REASONS: Record<KeptReason, string> = {
  renumbered: 'the address stands in the file with another external_id',
  role: 'an admin, or holds a role',
};

/** Whom an import lacks and keeps, and how to decide about them. */
export function describeKept(kept: Review['kept'], employee: ShellLine): string[] {
  const { renumbered, with_role, undecided, people } = kept;
  const list = (reason: KeptReason, total: number, because: string) =>
    total === 0
      ? []
      : [
          `Kept although ${total === 1 ? 'they are' : 'all of them are'} not in the file, because ${because}: ${pluralize(total, 'person', 'people')}`,
          ...listPeople(
            people.filter((one) => one.reason === reason),
            total,
          ),
        ];
  if (renumbered + with_role === 0) return [];
  return [
    ...list('renumbered', renumbered, 'their address stands in it with another external_id'),
    ...list('role', with_role, 'of a role'),
    ...(undecided === 0
      ? []
      : [
          `${pluralize(undecided, 'person waits', 'people wait')} for a decision. Somebody who is to stay as they are:`,
          `  ${escapeControl(employee('keep', 'PERSON'))}`,
          'Somebody with another external_id, and somebody who has left:',
          `  ${escapeControl(employee('update', 'PERSON', '--external-id', 'NEW'))}`,
          `  ${escapeControl(employee('deactivate', 'PERSON', '--reason', 'Left'))}`,
        ]),
  ];
}
