import * as v from 'valibot';
import * as departments from '../store/departments.ts';
import { pageBody } from './page-body.ts';
import { flag, paging, readParameters } from './parameters.ts';
import type { Call } from './route.ts';
import { walkOf } from './walk.ts';

export const DEPARTMENTS_PARAMETERS = { include_archived: v.optional(flag, 'false'), ...paging };

/** GET /v1/departments: in the order of creation, archived ones only when asked for. */
export function listDepartments(call: Call): string | Promise<string> {
  return call.services.answers.get(call, () => departmentsBody(call));
}

function departmentsBody(call: Call): string {
  const { db, cursors } = call.services;
  const sent = readParameters(call, DEPARTMENTS_PARAMETERS);
  const { companyId } = call.credential;
  const walk = walkOf(call, 'departments', [sent.include_archived]);
  const [after = 0] = sent.cursor ? cursors.open(walk, sent.cursor) : [];
  const rows = db.all(departments.listJson, {
    companyId,
    after,
    includeArchived: sent.include_archived ? 1 : 0,
    count: sent.limit + 1,
  });
  return pageBody(rows, { limit: sent.limit, cursors, walk, positionOf: (row) => [row.number] });
}
