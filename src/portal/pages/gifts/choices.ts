import * as badges from '../../../store/badges/badges.ts';
import type { Choices } from '../../forms/write-field.ts';
import type { Call } from '../../request/call.ts';
import { departmentTree } from '../departments/department-tree.ts';

/** Active departments to choose from, after what an empty choice means. */
export const departmentChoices = (call: Call, none: string): Choices => [
  ['', none],
  ...departmentTree(call).flatMap(({ row, depth }) =>
    row.archivedAt === null ? [[row.id, `${'\u2002'.repeat(depth)}${row.name}`] as const] : [],
  ),
];

/** Badges to choose from, after what an empty choice means. */
export const badgeChoices = ({ services, company }: Call, none: string): Choices => [
  ['', none],
  ...services.db
    .all(badges.list, { companyId: company.companyId })
    .map(({ code, name }) => [code, name] as const),
];
