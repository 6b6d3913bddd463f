import {
  ENTERPRISE_SCHEMA,
  GROUP_SCHEMA,
  isObject,
  type JsonObject,
  type JsonValue,
  nameIn,
  USER_SCHEMA,
  valueIn,
} from './attributes.ts';
import { parsePath } from './filter.ts';

/** Where the paths of the directory begin. */
export const SCIM_PATH = '/scim/v2';

/** What the service adds to a resource. Times are in milliseconds UTC; `base` is the address before `SCIM_PATH`. */
type Meta = { id: string; createdAt: number; modifiedAt: number; base: string };

const metaOf = (resourceType: 'User' | 'Group', { id, createdAt, modifiedAt, base }: Meta) => ({
  resourceType,
  created: new Date(createdAt).toISOString(),
  lastModified: new Date(modifiedAt).toISOString(),
  location: `${base}${SCIM_PATH}/${resourceType}s/${id}`,
});

/** A person as a directory gets them: what it sent, and whether they are active. */
export function toUserResource(attributes: JsonObject, isActive: boolean, meta: Meta): JsonObject {
  const hasExtension = isObject(attributes[ENTERPRISE_SCHEMA]);
  return {
    schemas: [USER_SCHEMA, ...(hasExtension ? [ENTERPRISE_SCHEMA] : [])],
    id: meta.id,
    ...attributes,
    active: isActive,
    meta: metaOf('User', meta),
  };
}

/** A group as a directory gets it, without its members. */
export const toGroupResource = (
  { displayName, externalId }: { displayName: string; externalId: string | null },
  meta: Meta,
): JsonObject => ({
  schemas: [GROUP_SCHEMA],
  id: meta.id,
  ...(externalId !== null && { externalId }),
  displayName,
  meta: metaOf('Group', meta),
});

/** Which attributes a client wants: those it names and no others, or all but those it names. */
export type Projection = { only: readonly string[]; without: readonly string[] };

/** Always in a response (RFC 7643, 7: `returned`). */
const ALWAYS = ['schemas', 'id'];

/** A resource with the attributes that are wanted. @throws ScimError for what is no name of an attribute */
export function project(resource: JsonObject, { only, without }: Projection): JsonObject {
  if (only.length > 0) return pick(resource, [...ALWAYS, ...only]);
  let shown = resource;
  for (const path of without) if (!ALWAYS.includes(path)) shown = drop(shown, path);
  return shown;
}

/** Whether an attribute of the first level is wanted. */
export const isWanted = ({ only, without }: Projection, name: string): boolean => {
  const names = (list: readonly string[]) =>
    list.map((path) => (parsePath(path).name ?? '').toLowerCase());
  const key = name.toLowerCase();
  if (only.length > 0) return names(only).includes(key);
  return !without.some((path) => path.toLowerCase() === key);
};

function pick(resource: JsonObject, paths: readonly string[]): JsonObject {
  const picked: Record<string, JsonValue> = {};
  for (const path of paths) {
    const { urn, name, sub } = parsePath(path);
    if (urn === null) Object.assign(picked, pickFrom(resource, name, sub));
    const extension = urn === null ? undefined : valueIn(resource, urn);
    if (urn === null || !isObject(extension)) continue;
    const part = name === null ? extension : pickFrom(extension, name, sub);
    const key = nameIn(resource, urn);
    picked[key] = Object.assign(picked[key] ?? {}, part);
  }
  return picked;
}

function pickFrom(object: JsonObject, name: string | null, sub: string | null): JsonObject {
  const value = name === null ? undefined : valueIn(object, name);
  if (name === null || value === undefined) return {};
  return { [nameIn(object, name)]: sub === null ? value : onlySub(value, sub) };
}

const onlySub = (value: JsonValue, sub: string): JsonValue => {
  if (Array.isArray(value)) return value.map((one) => onlySub(one, sub));
  const part = isObject(value) ? valueIn(value, sub) : undefined;
  return isObject(value) && part !== undefined ? { [nameIn(value, sub)]: part } : {};
};

function drop(resource: JsonObject, path: string): JsonObject {
  const { urn, name, sub } = parsePath(path);
  if (urn !== null) {
    const extension = valueIn(resource, urn);
    if (name === null || !isObject(extension)) return without(resource, urn);
    return {
      ...resource,
      [nameIn(resource, urn)]: drop(extension, sub === null ? name : `${name}.${sub}`),
    };
  }
  if (name === null) return resource;
  const value = valueIn(resource, name);
  if (sub === null || value === undefined) return without(resource, name);
  const shown = Array.isArray(value)
    ? value.map((one) => (isObject(one) ? without(one, sub) : one))
    : isObject(value)
      ? without(value, sub)
      : value;
  return { ...resource, [nameIn(resource, name)]: shown };
}

function without(object: JsonObject, name: string): JsonObject {
  const { [nameIn(object, name)]: _, ...others } = object;
  return others;
}
