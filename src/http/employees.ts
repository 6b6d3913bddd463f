import * as v from 'valibot';
import { notFound } from '../domain/errors.ts';
import { levelOf, xpToNextLevel } from '../domain/level.ts';
import { standInFor } from '../domain/sandbox-email.ts';
import { fold } from '../domain/text.ts';
import * as employees from '../store/employees.ts';
import { pageBody } from './page-body.ts';
import { paging, readParameters, text, uuid } from './parameters.ts';
import type { Call } from './route.ts';
import { walkOf } from './walk.ts';

/** An unescaped `+` arrives as a space, which no address has. */
const email = v.pipe(
  text,
  v.transform((sent) => fold(sent.replaceAll(' ', '+'))),
);

export const EMPLOYEES_PARAMETERS = {
  email: v.optional(email),
  external_id: v.optional(text),
  department_id: v.optional(uuid),
  ...paging,
};

export const EMPLOYEE_PARAMETERS = { id: uuid };

/** GET /v1/employees: the active people that pass all filters, in the order of joining. */
export function listEmployees(call: Call): string | Promise<string> {
  return call.services.answers.get(call, () => employeesBody(call));
}

type Filter = { email: string | null; externalId: string | null; departmentId: string | null };
type Page = { companyId: number; after: number; count: number };

function employeesBody(call: Call): string {
  const sent = readParameters(call, EMPLOYEES_PARAMETERS);
  const filter = {
    email: sent.email ?? null,
    externalId: sent.external_id ?? null,
    departmentId: sent.department_id ?? null,
  };
  const { cursors } = call.services;
  const { companyId, mode } = call.credential;
  const walk = walkOf(call, 'employees', [filter.email, filter.externalId, filter.departmentId]);
  const [after = 0] = sent.cursor ? cursors.open(walk, sent.cursor) : [];
  const page = { companyId, after, count: sent.limit + 1 };
  return pageBody(rowsOf(call, page, filter, mode === 'test'), {
    limit: sent.limit,
    cursors,
    walk,
    positionOf: (row) => [row.number],
  });
}

// One statement for each index that can lead: the filter that leaves the fewest people comes first.
function rowsOf(call: Call, page: Page, filter: Filter, isSandbox: boolean) {
  const { db } = call.services;
  const { email, externalId, departmentId } = filter;
  if (email !== null) {
    const emailKey = email;
    const standInKey = isSandbox ? standInFor(email) : email;
    return db.all(employees.listJsonByEmail, {
      ...page,
      emailKey,
      standInKey,
      externalId,
      departmentId,
    });
  }
  if (externalId !== null) {
    return db.all(employees.listJsonByExternalId, { ...page, externalId, departmentId });
  }
  if (departmentId !== null) {
    return db.all(employees.listJsonInDepartment, { ...page, departmentId });
  }
  return db.all(employees.listJson, page);
}

/** GET /v1/employees/{id} */
export function retrieveEmployee(call: Call): string | Promise<string> {
  const { db, answers } = call.services;
  return answers.get(call, () => {
    const { id } = readParameters(call, EMPLOYEE_PARAMETERS);
    const { companyId } = call.credential;
    const found = db.one(employees.findJson, { companyId, id });
    if (!found) throw employeeNotFound();
    return found.json;
  });
}

/** GET /v1/employees/{id}/stats: what somebody has earned, and where that places them today. */
export function retrieveStats(call: Call): string | Promise<string> {
  return call.services.answers.get(call, () => statsBody(call));
}

async function statsBody(call: Call): Promise<string> {
  const { db, boards } = call.services;
  const { id } = readParameters(call, EMPLOYEE_PARAMETERS);
  const { companyId } = call.credential;
  const board = await boards.standing(companyId, call.now);
  // Read in the turn that gave the ranking: a number means the same person in both.
  const person = db.one(employees.findTotals, { companyId, id });
  const companyRank = person ? board.rankOf(person.number) : null;
  // Where many people change at once, a ranking may lack somebody who has come in the meantime.
  if (!person || companyRank === null) throw employeeNotFound();
  return JSON.stringify({
    level: levelOf(person.xp),
    xp: person.xp,
    xp_to_next_level: xpToNextLevel(person.xp),
    coins: person.coins,
    company_rank: companyRank,
    department_rank: board.departmentRankOf(person.number),
    badges_count: person.badgesCount,
  });
}

/** What everybody hears who asks for somebody deactivated, of another company, or nowhere at all. */
export const employeeNotFound = () => notFound('Employee not found');
