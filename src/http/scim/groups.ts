import { type JsonObject, simpleText } from '../../domain/scim/attributes.ts';
import { type Requirement, requirementsOf } from '../../domain/scim/evaluate.ts';
import type { Filter } from '../../domain/scim/filter.ts';
import { membersIn, toMember } from '../../domain/scim/group.ts';
import { isWanted, type Projection, project, SCIM_PATH } from '../../domain/scim/resource.ts';
import { ScimError } from '../../domain/scim/scim-error.ts';
import { fold } from '../../domain/text.ts';
import { GROUP_NOT_FOUND, toResource } from '../../service/scim/groups.ts';
import type { Awaitable } from '../../store/database.ts';
import * as directory from '../../store/scim/scim-directory.ts';
import type { ScimGroupRow } from '../../store/scim/scim-groups.ts';
import * as scimGroups from '../../store/scim/scim-groups.ts';
import { listResources, listText, type Source } from './list.ts';
import type { ScimQuery } from './query.ts';
import { asList, type ScimReading } from './users.ts';

/** Characters of the names of a group at most, and of an id. */
const MAX_NAMES = 1_000;
const ID_LENGTH = 50;

/** Members that are read at once. */
const PART = 1_000;

/** A group of the directory, as text in parts. @throws ScimError 404 before there is one */
export async function getGroup(
  reading: ScimReading,
  id: string,
  projection: Projection,
): Promise<AsyncGenerator<string>> {
  const { db, companyId } = reading;
  const found = await db.one(scimGroups.find, { companyId, id: id.toLowerCase() });
  if (!found) throw new ScimError(404, undefined, GROUP_NOT_FOUND);
  return groupText(reading, found, projection);
}

/** A page of groups, as text in parts. @throws ScimError before there is one */
export async function listGroups(
  reading: ScimReading,
  query: ScimQuery,
): Promise<AsyncGenerator<string>> {
  const { db, companyId, base } = reading;
  const { groups = 0 } = (await db.one(directory.find, { companyId })) ?? {};
  const { filter, startIndex, projection } = query;
  const asked = filter === null ? [] : membersIn(requirementsOf(filter));
  const rows = async (found: Awaitable<ScimGroupRow[]>) => withMembers(reading, await found, asked);
  const source: Source<GroupWithMembers> = {
    total: groups,
    page: (after, count) => rows(db.all(scimGroups.listPage, { companyId, after, count })),
    skip: (after, count) => db.one(scimGroups.skip, { companyId, after, count }),
    find: (one) => {
      const found = findGroups(reading, one);
      return found && rows(found);
    },
    toResource: (row) => ({
      ...toResource(row, base),
      members: row.members.map((value) => ({ value })),
    }),
    sizeOf: ({ members }) => MAX_NAMES + members.length * ID_LENGTH,
  };
  const page = await listResources(db, source, query);
  return listText(db, page, startIndex, (row) => groupText(reading, row, projection));
}

/** A group with those of its members that a filter asks about. */
type GroupWithMembers = ScimGroupRow & { members: string[] };

async function withMembers(
  { db, companyId }: ScimReading,
  groups: readonly ScimGroupRow[],
  asked: string[],
): Promise<GroupWithMembers[]> {
  if (asked.length === 0) return groups.map((group) => ({ ...group, members: [] }));
  const found: GroupWithMembers[] = [];
  for (const group of groups) {
    const params = { companyId, entry: group.entry, ids: asked };
    const members = await db.all(scimGroups.listMembersAmong, params);
    found.push({ ...group, members: members.map(({ id }) => id) });
  }
  return found;
}

function findGroups(
  { db, companyId }: ScimReading,
  filter: Filter,
): Awaitable<ScimGroupRow[]> | undefined {
  for (const { path, value } of requirementsOf(filter).filter(isPlain)) {
    const name = simpleText(path.name);
    if (name === 'id') return asList(db.one(scimGroups.find, { companyId, id: value }));
    if (name === 'displayname')
      return asList(db.one(scimGroups.findByName, { companyId, displayNameKey: fold(value) }));
    if (name === 'externalid')
      return db.all(scimGroups.listByDirectoryId, { companyId, directoryId: value });
  }
  return undefined;
}

const isPlain = (one: Requirement): one is Requirement & { value: string } =>
  one.path.urn === null &&
  one.path.where === null &&
  one.path.sub === null &&
  typeof one.value === 'string';

/** A group with its members, of whom few are in memory at once. */
async function* groupText(
  { db, companyId, base }: ScimReading,
  group: ScimGroupRow,
  projection: Projection,
): AsyncGenerator<string> {
  const resource: JsonObject = project(toResource(group, base), projection);
  const text = JSON.stringify(resource);
  if (!isWanted(projection, 'members')) return yield text;
  yield `${text.slice(0, -1)},"members":[`;
  for (let after = 0; ; ) {
    await db.refreshSnapshot();
    const { entry } = group;
    const members = await db.all(scimGroups.listMembers, { companyId, entry, after, count: PART });
    const last = members.at(-1);
    const isFirst = after === 0;
    if (last) {
      const parts = members.map(({ id, name }) =>
        JSON.stringify(toMember(id, name, `${base}${SCIM_PATH}/Users/${id}`)),
      );
      yield `${isFirst ? '' : ','}${parts.join(',')}`;
      after = last.number;
    }
    if (members.length < PART) break;
  }
  yield ']}';
}
