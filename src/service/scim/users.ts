import { isDeepStrictEqual } from 'node:util';
import type { JsonObject, JsonValue } from '../../domain/scim/attributes.ts';
import { applyPatch, readPatch } from '../../domain/scim/patch.ts';
import { toUserResource } from '../../domain/scim/resource.ts';
import { ScimError } from '../../domain/scim/scim-error.ts';
import {
  type DirectoryPerson,
  type NumberAttribute,
  readUser,
  settle,
  toPerson,
} from '../../domain/scim/user.ts';
import { fold } from '../../domain/text.ts';
import type { Database } from '../../store/database.ts';
import type { PersonRow } from '../../store/roster/roster.ts';
import * as directory from '../../store/scim/scim-directory.ts';
import * as scimGroups from '../../store/scim/scim-groups.ts';
import type { ScimUserRow } from '../../store/scim/scim-users.ts';
import * as scimUsers from '../../store/scim/scim-users.ts';
import { type LazyCompanyWrite, nextEntry } from '../company/company-write.ts';
import { isManagedInPortal } from '../roster/follow-up/revert-person.ts';
import type { RosterLimits } from '../roster/sync/sync-input.ts';
import type { ScimAnswer } from './answer.ts';
import { addPerson, changePerson } from './apply-person.ts';
import { holdBack, takeDeactivation } from './deactivation-limit.ts';
import { requireDirectory } from './directory.ts';
import { findPerson, matchPerson } from './match-person.ts';
import { Refusal } from './refusals.ts';

/** What a request needs to know besides what was sent. */
export type ScimContext = {
  /** The address before the paths of the directory. */
  base: string;
  limits: RosterLimits;
};

export const USER_NOT_FOUND = 'No such person in the directory';

/** Adds a person of the directory, linked to whoever has the same external id or email. @throws ScimError */
export function createUser(
  lazy: LazyCompanyWrite,
  body: JsonValue,
  context: ScimContext,
): ScimAnswer {
  const { db, companyId, now } = lazy;
  const attributes = readUser(body);
  const { mode, numberAttribute } = requireDirectory(db, companyId);
  const person = toPerson(attributes, numberAttribute);
  requireFreeUserName(db, companyId, person.userName, null);
  const row = matchPerson(db, { companyId, mode }, person);
  if (row && db.one(scimUsers.findOf, { companyId, number: row.number }))
    throw new Refusal('linked_already');
  const statement = { person, before: null };
  const state = row ? stateAfter(lazy, row, person.isActive) : 'as it is';
  if (row && state === 'deactivated') {
    const reached = takeDeactivation(lazy.begin());
    // Nothing is on record that could wait: it is sent again.
    if (reached) return holdBack(lazy.begin(), { number: row.number, heldAt: 0 }, reached.limit);
  }
  const write = lazy.begin();
  if (row) changePerson(write, row, statement, state, context.limits);
  const { number } = row ?? addPerson(write, statement, context.limits);
  const entry = nextEntry(write);
  db.run(scimUsers.create, { companyId, number, entry, ...toRecord(attributes, person), now });
  db.run(directory.countResources, { companyId, users: 1, groups: 0 });
  return { status: 201, body: toResource(requireUserOf(db, companyId, number), context.base) };
}

/** Replaces what the directory says of a person. @throws ScimError */
export const replaceUser = (
  lazy: LazyCompanyWrite,
  id: string,
  body: JsonValue,
  context: ScimContext,
): ScimAnswer => changeUser(lazy, requireUser(lazy, id), readUser(body), context);

/** Changes what the directory says of a person. @throws ScimError */
export function patchUser(
  lazy: LazyCompanyWrite,
  id: string,
  body: JsonValue,
  context: ScimContext,
): ScimAnswer {
  const operations = readPatch(body);
  const user = requireUser(lazy, id);
  const before = JSON.parse(user.attributes) as JsonObject;
  return changeUser(lazy, user, settle(applyPatch(before, operations)), context);
}

function changeUser(
  lazy: LazyCompanyWrite,
  user: ScimUserRow,
  attributes: JsonObject,
  { base, limits }: ScimContext,
): ScimAnswer {
  const { db, companyId, now } = lazy;
  const { number, heldAt } = user;
  const { numberAttribute } = requireDirectory(db, companyId);
  const person = toPerson(attributes, numberAttribute);
  const stored = JSON.parse(user.attributes) as JsonObject;
  const isRepeated = isDeepStrictEqual(attributes, stored);
  const row = requirePerson(db, companyId, number);
  const before = readAgain(stored, numberAttribute);
  const state = stateAfter(lazy, row, person.isActive, before?.isActive);
  if (isRepeated && state === 'as it is' && heldAt === null)
    return { status: 200, body: toResource(user, base) };
  requireFreeUserName(db, companyId, person.userName, number);
  if (state === 'deactivated') {
    const reached = takeDeactivation(lazy.begin());
    if (reached) return holdBack(lazy.begin(), user, reached.limit);
  }
  const write = lazy.begin();
  if (heldAt !== null) db.run(scimUsers.hold, { companyId, number, at: null });
  changePerson(write, row, { person, before }, state, limits);
  if (!isRepeated)
    db.run(scimUsers.update, { companyId, number, ...toRecord(attributes, person), now });
  return { status: 200, body: toResource(requireUserOf(db, companyId, number), base) };
}

/** Removes a person from the directory, who is deactivated if they are active. @throws ScimError */
export function deleteUser(
  lazy: LazyCompanyWrite,
  id: string,
  { limits }: ScimContext,
): ScimAnswer {
  const { db, companyId } = lazy;
  const user = requireUser(lazy, id);
  const { number } = user;
  const row = requirePerson(db, companyId, number);
  const state = stateAfter(lazy, row, false);
  const write = lazy.begin();
  if (state === 'deactivated') {
    const reached = takeDeactivation(write);
    if (reached) return holdBack(write, user, reached.limit);
    changePerson(write, row, null, state, limits);
  }
  forgetUser(db, companyId, number);
  return { status: 204, body: null };
}

/** Takes a person out of the directory, and out of what it was refused. @param keys folded texts by which they are known */
export function eraseFromDirectory(
  db: Database,
  companyId: number,
  { number, keys }: { number: number; keys: readonly string[] },
): void {
  const user = db.one(scimUsers.findOf, { companyId, number });
  const userNames = user ? [...keys, fold(user.userName)] : keys;
  if (user) forgetUser(db, companyId, number);
  for (const userName of userNames)
    db.run(directory.deleteRefusalsOf, { companyId, number, userName });
}

/** Takes a person out of the directory and its groups. */
function forgetUser(db: Database, companyId: number, number: number): void {
  db.run(scimGroups.deleteMemberships, { companyId, number });
  db.run(scimUsers.deleteOne, { companyId, number });
  db.run(directory.countResources, { companyId, users: -1, groups: 0 });
}

/**
 * What becomes of a person's state. A directory deactivates nobody with a role, and reactivates only whom it has deactivated.
 *
 * @param wasActive whether the directory said so before: what it repeats is not refused again
 * @throws Refusal
 */
function stateAfter(
  { db, companyId }: LazyCompanyWrite,
  row: PersonRow,
  isActive: boolean,
  wasActive = false,
): 'deactivated' | 'reactivated' | 'as it is' {
  if ((row.deactivatedAt === null) === isActive) return 'as it is';
  if (!isActive) {
    if (isManagedInPortal(row)) throw new Refusal('managed_in_portal');
    const { mode, authority } = requireDirectory(db, companyId);
    if (mode === 'live' && authority === 'roster') throw new Refusal('roster_decides');
    return 'deactivated';
  }
  if (row.deactivatedBy === 'directory' && !isManagedInPortal(row)) return 'reactivated';
  if (wasActive) return 'as it is';
  throw new Refusal(isManagedInPortal(row) ? 'managed_in_portal' : 'deactivated_in_portal');
}

function requireFreeUserName(
  db: Database,
  companyId: number,
  userName: string,
  number: number | null,
): void {
  const holder = db.one(scimUsers.findByUserName, { companyId, userNameKey: fold(userName) });
  if (holder && holder.number !== number) throw new Refusal('user_name_taken');
}

/** What was said of a person before; null where another attribute decides about it by now and it cannot be read any more. */
function readAgain(stored: JsonObject, numberAttribute: NumberAttribute): DirectoryPerson | null {
  try {
    return toPerson(stored, numberAttribute);
  } catch {
    return null;
  }
}

const toRecord = (attributes: JsonObject, { userName, directoryId, email }: DirectoryPerson) => ({
  userName,
  userNameKey: fold(userName),
  directoryId,
  emailKey: fold(email),
  attributes: JSON.stringify(attributes),
});

/** A person of a directory as it gets them. */
export const toResource = (
  { id, attributes, createdAt, modifiedAt, isActive }: ScimUserRow,
  base: string,
): JsonObject =>
  toUserResource(JSON.parse(attributes) as JsonObject, isActive === 1, {
    ...{ id, createdAt, modifiedAt, base },
  });

function requireUser({ db, companyId }: LazyCompanyWrite, id: string): ScimUserRow {
  const found = db.one(scimUsers.find, { companyId, id: id.toLowerCase() });
  if (!found) throw new ScimError(404, undefined, USER_NOT_FOUND);
  return found;
}

function requireUserOf(db: Database, companyId: number, number: number): ScimUserRow {
  const found = db.one(scimUsers.findOf, { companyId, number });
  if (!found) throw new Error('a person of the directory is gone');
  return found;
}

function requirePerson(db: Database, companyId: number, number: number): PersonRow {
  const found = findPerson(db, companyId, number);
  if (!found) throw new Error('a person is not on record');
  return found;
}
