import type { JsonObject } from '../../domain/scim/attributes.ts';
import { type Requirement, requirementsOf } from '../../domain/scim/evaluate.ts';
import type { Filter } from '../../domain/scim/filter.ts';
import { type Projection, project } from '../../domain/scim/resource.ts';
import { ScimError } from '../../domain/scim/scim-error.ts';
import { fold } from '../../domain/text.ts';
import { toResource, USER_NOT_FOUND } from '../../service/scim/users.ts';
import type { Awaitable, Reads } from '../../store/database.ts';
import * as directory from '../../store/scim/scim-directory.ts';
import type { ScimUserRow } from '../../store/scim/scim-users.ts';
import * as scimUsers from '../../store/scim/scim-users.ts';
import { listResources, listText, type Source } from './list.ts';
import type { ScimQuery } from './query.ts';

/** Where resources are read, and the address that they have. */
export type ScimReading = { db: Reads; companyId: number; base: string };

/** A person of the directory. @throws ScimError 404 */
export async function getUser(
  { db, companyId, base }: ScimReading,
  id: string,
  projection: Projection,
): Promise<JsonObject> {
  const found = await db.one(scimUsers.find, { companyId, id: id.toLowerCase() });
  if (!found) throw new ScimError(404, undefined, USER_NOT_FOUND);
  return project(toResource(found, base), projection);
}

/** A page of people, as text in parts. @throws ScimError before there is one */
export async function listUsers(
  reading: ScimReading,
  query: ScimQuery,
): Promise<AsyncGenerator<string>> {
  const { db, companyId, base } = reading;
  const { users = 0 } = (await db.one(directory.find, { companyId })) ?? {};
  const source: Source<ScimUserRow> = {
    total: users,
    page: (after, count) => db.all(scimUsers.listPage, { companyId, after, count }),
    skip: (after, count) => db.one(scimUsers.skip, { companyId, after, count }),
    find: (filter) => findUsers(reading, filter),
    toResource: (row) => toResource(row, base),
    sizeOf: ({ attributes }) => attributes.length,
  };
  const page = await listResources(db, source, query);
  const { startIndex, projection } = query;
  return listText(db, page, startIndex, (row) => [
    JSON.stringify(project(toResource(row, base), projection)),
  ]);
}

function findUsers(reading: ScimReading, filter: Filter): Awaitable<ScimUserRow[]> | undefined {
  for (const requirement of requirementsOf(filter)) {
    const found = findBy(reading, requirement);
    if (found) return found;
  }
  return undefined;
}

/** Those that an index finds. Of several emails it knows the one that is used. */
function findBy(
  { db, companyId }: ScimReading,
  { path, value }: Requirement,
): Awaitable<ScimUserRow[]> | undefined {
  const { urn, name, where, sub } = path;
  if (urn !== null || typeof value !== 'string') return undefined;
  const key = name?.toLowerCase();
  if (key === 'emails' && (sub === null || sub.toLowerCase() === 'value'))
    return db.all(scimUsers.listByEmail, { companyId, emailKey: fold(value) });
  if (where !== null || sub !== null) return undefined;
  if (key === 'id') return asList(db.one(scimUsers.find, { companyId, id: value }));
  if (key === 'username')
    return asList(db.one(scimUsers.findByUserName, { companyId, userNameKey: fold(value) }));
  if (key === 'externalid')
    return db.all(scimUsers.listByDirectoryId, { companyId, directoryId: value });
  return undefined;
}

/** What was found, as a list. */
export const asList = <Row>(found: Awaitable<Row | undefined>): Awaitable<Row[]> =>
  found instanceof Promise ? found.then((row) => (row ? [row] : [])) : found ? [found] : [];
