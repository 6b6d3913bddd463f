import * as badges from '../store/badges.ts';
import * as employees from '../store/employees.ts';
import { employeeNotFound } from './employees.ts';
import { pageBody } from './page-body.ts';
import { paging, readParameters, uuid } from './parameters.ts';
import type { Call } from './route.ts';
import { walkOf } from './walk.ts';

export const BADGES_PARAMETERS = { id: uuid, ...paging };

const BEFORE_ALL = Number.MAX_SAFE_INTEGER;

/** GET /v1/employees/{id}/badges: the badges somebody holds, newest award first. */
export function listBadges(call: Call): string | Promise<string> {
  return call.services.answers.get(call, () => badgesBody(call));
}

function badgesBody(call: Call): string {
  const { db, cursors } = call.services;
  const { id, cursor, limit } = readParameters(call, BADGES_PARAMETERS);
  const { companyId } = call.credential;
  const walk = walkOf(call, 'badges', [id]);
  const [awardedAt = BEFORE_ALL, entry = BEFORE_ALL] = cursor ? cursors.open(walk, cursor) : [];
  const person = db.one(employees.findActiveNumber, { companyId, id });
  if (!person) throw employeeNotFound();
  const rows = db.all(badges.listJsonHeld, {
    companyId,
    employeeNumber: person.number,
    awardedAt,
    entry,
    count: limit + 1,
  });
  return pageBody(rows, {
    limit,
    cursors,
    walk,
    positionOf: (row) => [row.awardedAt, row.entry],
  });
}
