import { listTree } from '../../service/departments.ts';
import type { Call } from '../page.ts';

const trees = new WeakMap<Call, ReturnType<typeof listTree>>();

/** All departments of the company, each followed by those below it; read once for a page. */
export function departmentTree(call: Call): ReturnType<typeof listTree> {
  const tree = trees.get(call) ?? listTree(call.services.db, call.company.companyId);
  trees.set(call, tree);
  return tree;
}
