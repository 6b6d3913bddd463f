import {
  elementsOf,
  isObject,
  isUnassigned,
  type JsonObject,
  type JsonValue,
  valueIn,
} from './attributes.ts';
import { requirementsOf, toElement } from './evaluate.ts';
import type { AttributePath } from './filter.ts';
import { type Operation, withPaths } from './patch.ts';
import { requireText } from './require-text.ts';
import { invalidPath, invalidSyntax } from './scim-error.ts';

/** What a directory says about a group; without members where it says nothing about them. */
export type DirectoryGroup = {
  displayName: string;
  externalId: string | null;
  members: string[] | undefined;
};

/** A step of a patch of a group. Members go by their ids. */
export type GroupStep =
  | { what: 'displayName' | 'externalId'; value: JsonValue | undefined }
  | { what: 'add' | 'remove' | 'replace'; members: string[] };

/** Reads a group. @throws ScimError */
export function readGroup(body: JsonValue): DirectoryGroup {
  if (!isObject(body)) throw invalidSyntax('The body must be a JSON object');
  const members = valueIn(body, 'members');
  return {
    displayName: readDisplayName(valueIn(body, 'displayName')),
    externalId: readExternalId(valueIn(body, 'externalId')),
    members: members === undefined ? undefined : idsOf(members),
  };
}

/** The name of a group. @throws ScimError where there is none */
export const readDisplayName = (value: JsonValue | undefined): string =>
  requireText('displayName', value, 255);

export const readExternalId = (value: JsonValue | undefined): string | null =>
  isUnassigned(value) ? null : requireText('externalId', value, 255);

/** What a patch does to a group, step by step; what a group has no place for is left out. @throws ScimError */
export const toGroupSteps = (operations: readonly Operation[]): GroupStep[] =>
  withPaths(operations).flatMap(({ op, path, value }) => {
    const name = path.name?.toLowerCase();
    if (path.urn !== null) return [];
    if (name === 'displayname') return { what: 'displayName', value: valueAfter(op, value) };
    if (name === 'externalid') return { what: 'externalId', value: valueAfter(op, value) };
    return name === 'members' ? toMemberStep(op, path, value) : [];
  });

const valueAfter = (op: Operation['op'], value: JsonValue | undefined) =>
  op === 'remove' ? undefined : value;

function toMemberStep(
  op: Operation['op'],
  { where }: AttributePath,
  value: JsonValue | undefined,
): GroupStep {
  if (where) {
    const named = requirementsOf(where).filter(({ path }) => path.name?.toLowerCase() === 'value');
    if (op !== 'remove' || named.length === 0)
      throw invalidPath('Members can only be removed one by one, by their value');
    return { what: 'remove', members: named.map((one) => String(one.value)) };
  }
  const members = idsOf(value);
  // Without any values a removal is about all of them; with values it is never about more than those.
  if (op === 'remove')
    return isUnassigned(value) ? { what: 'replace', members } : { what: op, members };
  return { what: op, members };
}

/** The ids in a list of members, each once. */
function idsOf(value: JsonValue | undefined): string[] {
  const ids = elementsOf(value).flatMap((member) => {
    const id = valueIn(toElement(member), 'value');
    return typeof id === 'string' ? id.toLowerCase() : [];
  });
  return [...new Set(ids)];
}

/** The ids that a filter compares members with: who of them is a member is all that it asks. */
export const membersIn = (paths: readonly { path: AttributePath; value: unknown }[]): string[] =>
  paths.flatMap(({ path, value }) => {
    if (path.name?.toLowerCase() !== 'members' || typeof value !== 'string') return [];
    return value.toLowerCase();
  });

/** A member of a group as a directory gets it. */
export const toMember = (id: string, display: string | null, location: string): JsonObject => ({
  value: id,
  $ref: location,
  type: 'User',
  ...(display !== null && { display }),
});
