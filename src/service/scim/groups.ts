import { newId } from '../../domain/id.ts';
import type { JsonObject, JsonValue } from '../../domain/scim/attributes.ts';
import {
  type GroupStep,
  readDisplayName,
  readExternalId,
  readGroup,
  toGroupSteps,
} from '../../domain/scim/group.ts';
import { readPatch } from '../../domain/scim/patch.ts';
import { toGroupResource } from '../../domain/scim/resource.ts';
import { ScimError } from '../../domain/scim/scim-error.ts';
import { fold } from '../../domain/text.ts';
import * as directory from '../../store/scim/scim-directory.ts';
import type { ScimGroupRow } from '../../store/scim/scim-groups.ts';
import * as scimGroups from '../../store/scim/scim-groups.ts';
import { type LazyCompanyWrite, nextEntry } from '../company/company-write.ts';
import type { ScimAnswer } from './answer.ts';

export const GROUP_NOT_FOUND = 'No such group in the directory';

/** Adds a group of the directory. It does nothing by itself. @throws ScimError */
export function createGroup(lazy: LazyCompanyWrite, body: JsonValue, base: string): ScimAnswer {
  const { db, companyId, now } = lazy;
  const { displayName, externalId, members = [] } = readGroup(body);
  requireFreeName(lazy, displayName, null);
  const write = lazy.begin();
  const group = { companyId, entry: nextEntry(write), id: newId(now) };
  db.run(scimGroups.create, { ...group, ...toNames(displayName, externalId), now });
  db.run(directory.countResources, { companyId, users: 0, groups: 1 });
  setMembers(lazy, group.entry, { what: 'add', members });
  return { status: 201, body: toResource(requireGroup(lazy, group.id), base) };
}

/** Replaces a group; its members only where they are sent. @throws ScimError */
export function replaceGroup(
  lazy: LazyCompanyWrite,
  id: string,
  body: JsonValue,
  base: string,
): ScimAnswer {
  const group = requireGroup(lazy, id);
  const { displayName, externalId, members } = readGroup(body);
  rename(lazy, group, displayName, externalId);
  if (members) setMembers(lazy, group.entry, { what: 'replace', members });
  return { status: 200, body: toResource(requireGroup(lazy, id), base) };
}

/** Changes a group. @throws ScimError */
export function patchGroup(lazy: LazyCompanyWrite, id: string, body: JsonValue): ScimAnswer {
  const group = requireGroup(lazy, id);
  let { displayName, directoryId } = group;
  for (const step of toGroupSteps(readPatch(body))) {
    if ('members' in step) setMembers(lazy, group.entry, step);
    else if (step.what === 'displayName') displayName = readDisplayName(step.value);
    else directoryId = readExternalId(step.value);
  }
  rename(lazy, group, displayName, directoryId);
  return { status: 204, body: null };
}

/** Removes a group; its members stay as they are. @throws ScimError */
export function deleteGroup(lazy: LazyCompanyWrite, id: string): ScimAnswer {
  const { db, companyId } = lazy;
  const { entry } = requireGroup(lazy, id);
  lazy.begin();
  db.run(scimGroups.deleteMembers, { companyId, entry });
  db.run(scimGroups.deleteOne, { companyId, entry });
  db.run(directory.countResources, { companyId, users: 0, groups: -1 });
  return { status: 204, body: null };
}

function rename(
  lazy: LazyCompanyWrite,
  group: ScimGroupRow,
  displayName: string,
  directoryId: string | null,
): void {
  if (group.displayName === displayName && group.directoryId === directoryId) return;
  requireFreeName(lazy, displayName, group.entry);
  const { db, companyId, now } = lazy;
  lazy.begin();
  const names = toNames(displayName, directoryId);
  db.run(scimGroups.update, { companyId, entry: group.entry, ...names, now });
}

/** Changes who is in a group; whoever is no person of the directory is left out. Writes nothing where nothing changes. */
function setMembers(
  lazy: LazyCompanyWrite,
  entry: number,
  { what, members }: Extract<GroupStep, { members: string[] }>,
): void {
  const { db, companyId } = lazy;
  const group = { companyId, entry };
  const numbers = numbersOf(db.all(scimGroups.listPeople, { companyId, ids: members }));
  const absent = numbersOf(db.all(scimGroups.listNewMembers, { ...group, numbers }));
  const others = () => numbersOf(db.all(scimGroups.listOtherMembers, { ...group, numbers }));
  const added = what === 'remove' ? [] : absent;
  const removed = { add: () => [], replace: others, remove: () => without(numbers, absent) }[
    what
  ]();
  if (added.length + removed.length > 0) lazy.begin();
  if (added.length > 0) db.run(scimGroups.addMembers, { ...group, numbers: added });
  if (removed.length > 0) db.run(scimGroups.removeMembers, { ...group, numbers: removed });
}

function without(numbers: readonly number[], some: readonly number[]): number[] {
  const gone = new Set(some);
  return numbers.filter((number) => !gone.has(number));
}

const numbersOf = (rows: readonly { number: number }[]): number[] =>
  rows.map(({ number }) => number);

function requireFreeName(
  { db, companyId }: LazyCompanyWrite,
  displayName: string,
  entry: number | null,
): void {
  const displayNameKey = fold(displayName);
  const holder = db.one(scimGroups.findByName, { companyId, displayNameKey });
  if (holder && holder.entry !== entry)
    throw new ScimError(409, 'uniqueness', 'displayName belongs to another group of the directory');
}

const toNames = (displayName: string, directoryId: string | null) => ({
  displayName,
  displayNameKey: fold(displayName),
  directoryId,
});

function requireGroup({ db, companyId }: LazyCompanyWrite, id: string): ScimGroupRow {
  const found = db.one(scimGroups.find, { companyId, id: id.toLowerCase() });
  if (!found) throw new ScimError(404, undefined, GROUP_NOT_FOUND);
  return found;
}

/** A group of a directory as it gets it, without its members. */
export const toResource = (
  { id, displayName, directoryId, createdAt, modifiedAt }: ScimGroupRow,
  base: string,
): JsonObject =>
  toGroupResource({ displayName, externalId: directoryId }, { id, createdAt, modifiedAt, base });
