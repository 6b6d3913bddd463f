import type { StateCount } from '../../../service/portal/invitation-overview.ts';
import type { DepartmentRow } from '../../../store/departments/departments.ts';

/** How far a group of active people is. */
export type Progress = {
  all: number;
  signedIn: number;
  /** Who has a link or a card that works. */
  waiting: number;
  expired: number;
  never: number;
  /** Who has no link or card that works, with an email and without one. */
  toInvite: number;
  toCard: number;
  withoutEmail: number;
};

const NOBODY: Progress = {
  ...{ all: 0, signedIn: 0, waiting: 0, expired: 0, never: 0 },
  ...{ toInvite: 0, toCard: 0, withoutEmail: 0 },
};

const progressOf = ({ state, people, withoutEmail }: StateCount): Progress => {
  const isMissing = state === 'never' || state === 'expired';
  return {
    all: people,
    signedIn: state === 'signed_in' ? people : 0,
    waiting: state === 'invited' || state === 'card' ? people : 0,
    expired: state === 'expired' ? people : 0,
    never: state === 'never' ? people : 0,
    toInvite: isMissing ? people - withoutEmail : 0,
    toCard: isMissing ? withoutEmail : 0,
    withoutEmail,
  };
};

const sum = (a: Progress, b: Progress): Progress =>
  Object.fromEntries(
    Object.entries(a).map(([name, value]) => [name, value + b[name as keyof Progress]]),
  ) as Progress;

/** How far everybody is. */
export const progressOfAll = (counts: readonly StateCount[]): Progress =>
  counts.map(progressOf).reduce(sum, NOBODY);

/** Who has neither signed in nor a link or card that works. */
export const missingOf = ({ expired, never }: Progress): number => expired + never;

/** A department with those below it. */
export type DepartmentProgress = { row: DepartmentRow; progress: Progress };

/** How far departments are, each with those below it, those first in which most people are missing. */
export function progressByDepartment(
  counts: readonly StateCount[],
  tree: readonly { row: DepartmentRow }[],
): DepartmentProgress[] {
  const own = new Map<number, Progress>();
  for (const count of counts) {
    if (count.departmentNumber === null) continue;
    const before = own.get(count.departmentNumber) ?? NOBODY;
    own.set(count.departmentNumber, sum(before, progressOf(count)));
  }
  // Each follows the one that it is below, so that backwards every department is whole when it is added.
  for (const { row } of tree.toReversed()) {
    const { number, parentNumber } = row;
    if (parentNumber === null) continue;
    own.set(parentNumber, sum(own.get(parentNumber) ?? NOBODY, own.get(number) ?? NOBODY));
  }
  return tree
    .map(({ row }) => ({ row, progress: own.get(row.number) ?? NOBODY }))
    .filter(({ progress }) => progress.all > 0)
    .sort((a, b) => missingOf(b.progress) - missingOf(a.progress));
}
