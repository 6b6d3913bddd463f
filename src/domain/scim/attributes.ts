import { fold } from '../text.ts';

/** A value of JSON. */
export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;
export type JsonObject = { readonly [name: string]: JsonValue };

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const ENTERPRISE_SCHEMA = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

/** The attributes that have values in a list, by their folded names. */
const MULTI_VALUED = new Set(
  'emails phonenumbers ims photos addresses groups entitlements roles x509certificates members'.split(
    ' ',
  ),
);

/** The names of attributes as RFC 7643 writes them, by their folded names. */
const NAMES = new Map(
  (
    'id externalId schemas meta userName name displayName nickName profileUrl title userType preferredLanguage locale ' +
    'timezone active emails phoneNumbers ims photos addresses groups entitlements roles x509Certificates members ' +
    'formatted familyName givenName middleName honorificPrefix honorificSuffix value type primary display employeeNumber ' +
    'costCenter organization division department manager'
  )
    .split(' ')
    .map((name) => [name.toLowerCase(), name]),
);

export const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isMultiValued = (name: string): boolean => MULTI_VALUED.has(name.toLowerCase());

/** Whether a value says nothing: directories clear an attribute with null, with an empty text or with an empty list. */
export const isUnassigned = (value: JsonValue | undefined): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

/** The name under which an object has an attribute, whose names ignore case; as RFC 7643 writes it where it has none. */
export function nameIn(object: JsonObject, name: string): string {
  if (Object.hasOwn(object, name)) return name;
  const key = fold(name);
  return Object.keys(object).find((known) => fold(known) === key) ?? NAMES.get(key) ?? name;
}

/** The value of an attribute, in whichever case its name is. */
export function valueIn(object: JsonObject, name: string): JsonValue | undefined {
  const known = nameIn(object, name);
  return Object.hasOwn(object, known) ? object[known] : undefined;
}

/** An object with an attribute, or without it where the value is unassigned. No name reaches the prototype. */
export function withValue(
  object: JsonObject,
  name: string,
  value: JsonValue | undefined,
): JsonObject {
  const known = nameIn(object, name);
  if (value !== undefined && !isUnassigned(value)) return { ...object, [known]: value };
  const { [known]: _, ...others } = object;
  return others;
}

/** The elements of a list; of a single value that one. */
export const elementsOf = (value: JsonValue | undefined): readonly JsonValue[] => {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
};

/** A simple value as a text in small letters, such as that of a boolean; empty for any other value. */
export const simpleText = (value: JsonValue | undefined): string =>
  typeof value === 'object' || value === undefined ? '' : fold(String(value));
