import type { BoardRow } from '../../../service/boards/board-rows.ts';
import type { FileColumn } from '../list-files.ts';

/** The columns of every ranking in a file. */
export const LEADERBOARD_COLUMNS: readonly FileColumn<BoardRow>[] = [
  { name: (t) => t.boards.rank, value: ({ rank }) => rank },
  {
    name: (t) => t.people.name,
    value: ({ as, name }, { t }) => (as === 'hidden' ? t.boards.notShown : name),
  },
  { name: (t) => t.people.externalId, value: (row) => row.external_id },
  { name: (t) => t.boards.department, value: ({ department }) => department?.name ?? null },
  { name: (t) => t.boards.level, value: ({ level }) => level },
  { name: (t) => t.boards.xp, value: ({ xp }) => xp },
  { name: (t) => t.files.personId, value: (row) => row.employee_id },
  {
    name: (t) => t.files.departmentExternalId,
    value: ({ department }) => department?.external_id ?? null,
  },
  { name: (t) => t.files.departmentId, value: ({ department }) => department?.id ?? null },
];
