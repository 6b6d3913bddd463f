import type { Choices } from '../../forms/write-field.ts';
import type { Call } from '../../request/call.ts';
import type { CompanyReads } from '../../request/company-reads.ts';

type Tree = ReturnType<CompanyReads['tree']>;

/** All departments of the company, each followed by those below it. */
export const departmentTree = ({ reads, company }: Call): Tree => reads.tree(company.companyId);

/** Deeper departments are not indented further. */
export const MAX_INDENT = 8;

/** Departments to choose from, after what an empty choice means. */
export const treeChoices = (
  none: string,
  tree: readonly { row: { id: string; name: string }; depth: number }[],
): Choices => [
  ['', none],
  ...tree.map(
    ({ row, depth }) =>
      [row.id, `${'\u2002'.repeat(Math.min(depth, MAX_INDENT))}${row.name}`] as const,
  ),
];

/** The active departments to choose from, and those that are chosen already. */
export const departmentChoices = (
  call: Call,
  none: string,
  ...chosen: readonly (string | null | undefined)[]
): Choices =>
  treeChoices(
    none,
    departmentTree(call).filter(({ row }) => row.archivedAt === null || chosen.includes(row.id)),
  );
