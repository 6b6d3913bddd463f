import { isEmail } from '../roster/email.ts';
import { DETAILS, ROSTER_FIELDS, type RosterField } from '../roster/fields.ts';
import { findTextProblem, TEXT_PROBLEMS } from '../roster/read-roster.ts';
import { isStorable } from '../text.ts';
import {
  ENTERPRISE_SCHEMA,
  elementsOf,
  isMultiValued,
  isObject,
  isUnassigned,
  type JsonObject,
  type JsonValue,
  nameIn,
  simpleText,
  valueIn,
  withValue,
} from './attributes.ts';
import { toElement } from './evaluate.ts';
import { MAX_VALUES, requireFew } from './patch.ts';
import { invalidSyntax, invalidValue } from './scim-error.ts';

/** Which attribute is the number of a person in the HR system. */
export const NUMBER_ATTRIBUTES = ['employeeNumber', 'externalId'] as const;
export type NumberAttribute = (typeof NUMBER_ATTRIBUTES)[number];

/** What a directory says about a person, as far as the service has a place for it. */
export type DirectoryPerson = {
  userName: string;
  /** The directory's own key of the person. */
  directoryId: string | null;
  /** Undefined where the directory does not say. */
  externalId: string | undefined;
  email: string;
  name: string | null;
  department: string | null;
  jobTitle: string | null;
  isActive: boolean;
};

/** How much is kept of a person, in characters of JSON. */
const MAX_SIZE = 32_768;

/** Attributes that a directory does not decide, or that are secret. */
const IGNORED = ['id', 'meta', 'schemas', 'groups', 'password'];

/** The attributes of a person as a directory sent them, without those that it does not decide. @throws ScimError */
export function readUser(body: JsonValue): JsonObject {
  if (!isObject(body)) throw invalidSyntax('The body must be a JSON object');
  let user: JsonObject = {};
  for (const [name, value] of Object.entries(requireFew(body))) user = withValue(user, name, value);
  return settle(user);
}

/** The form in which attributes are kept, whichever way a directory writes them. @throws ScimError */
export function settle(sent: JsonObject): JsonObject {
  let user = sent;
  for (const name of IGNORED) user = withValue(user, name, undefined);
  for (const [name, value] of Object.entries(user))
    user = withValue(user, name, settled(name, value));
  const extension = valueIn(user, ENTERPRISE_SCHEMA);
  if (isObject(extension)) user = withValue(user, ENTERPRISE_SCHEMA, settleExtension(extension));
  if (JSON.stringify(user).length > MAX_SIZE)
    throw invalidValue(`A person must take at most ${MAX_SIZE} characters of JSON`);
  return user;
}

function settled(name: string, value: JsonValue): JsonValue {
  if (name === 'active') return toBoolean(value);
  if (!isMultiValued(name)) return isObject(value) ? withoutUnassigned(value) : value;
  const elements = elementsOf(value)
    .filter((one) => !isUnassigned(one))
    .map((one) => withoutUnassigned(toElement(one)))
    .filter((one) => !isUnassigned(one));
  if (elements.length > MAX_VALUES)
    throw invalidValue(`${name} must have at most ${MAX_VALUES} values`);
  return onePrimary(elements);
}

/** `True` and `False` are what one directory sends by default. */
function toBoolean(value: JsonValue): JsonValue {
  const text = simpleText(value);
  if (text === 'true') return true;
  if (text === 'false') return false;
  throw invalidValue('active must be true or false');
}

function withoutUnassigned(object: JsonObject): JsonObject {
  const kept = Object.entries(object).filter(([, value]) => !isUnassigned(value));
  return Object.fromEntries(
    kept.map(([name, value]) => {
      const known = nameIn({}, name);
      return [known, known === 'primary' ? simpleText(value) === 'true' : value];
    }),
  );
}

/** Of several primary values the last one is (RFC 7643, 2.4). */
function onePrimary(elements: JsonObject[]): JsonObject[] {
  const last = elements.findLastIndex((one) => one['primary'] === true);
  return elements.map((one, at) =>
    one['primary'] === true && at !== last ? { ...one, primary: false } : one,
  );
}

/** A manager is sent as an object, as a text, or as a list of one. */
function settleExtension(extension: JsonObject): JsonObject {
  const [manager] = elementsOf(valueIn(extension, 'manager'));
  const kept = manager === undefined || isUnassigned(manager) ? undefined : toElement(manager);
  const value = kept && withoutUnassigned(kept);
  return withoutUnassigned(withValue(extension, 'manager', value));
}

/** What a person's attributes mean here. @throws ScimError for what is missing or cannot be kept */
export function toPerson(user: JsonObject, numberAttribute: NumberAttribute): DirectoryPerson {
  const extension = valueIn(user, ENTERPRISE_SCHEMA);
  const enterprise = isObject(extension) ? extension : {};
  const userName = textAt(user, 'userName', { maxLength: 256 });
  if (userName === null) throw invalidValue('userName is required');
  const directoryId = textAt(user, 'externalId', { maxLength: 255 });
  const number =
    numberAttribute === 'externalId'
      ? directoryId
      : textAt(enterprise, 'employeeNumber', ROSTER_FIELDS.externalId);
  return {
    userName,
    directoryId,
    externalId: number ?? undefined,
    email: emailOf(user, userName),
    name: nameOf(user),
    department: textAt(enterprise, 'department', ROSTER_FIELDS.departmentName),
    jobTitle: textAt(user, 'title', DETAILS.jobTitle),
    isActive: valueIn(user, 'active') !== false,
  };
}

/** A text of an object, trimmed; null for none. @throws ScimError where it is something else, or cannot be kept */
function textAt(
  object: JsonObject,
  name: string,
  field: Pick<RosterField, 'maxLength'> & Partial<RosterField>,
): string | null {
  const value = valueIn(object, name);
  if (isUnassigned(value)) return null;
  if (typeof value !== 'string' && typeof value !== 'number')
    throw invalidValue(`${name} must be a text`);
  const text = String(value).trim();
  if (text === '') return null;
  const checked = { ...ROSTER_FIELDS.departmentName, ...field };
  const problem = findTextProblem(text, checked);
  if (problem !== undefined) throw invalidValue(`${name} ${TEXT_PROBLEMS[problem](checked)}`);
  return text;
}

/** The primary address, that at work, or the user name if it is one. */
function emailOf(user: JsonObject, userName: string): string {
  const emails = elementsOf(valueIn(user, 'emails')).map(toElement);
  const email =
    emails.find((one) => one['primary'] === true) ??
    emails.find((one) => simpleText(one['type']) === 'work') ??
    (isEmail(userName) ? undefined : emails[0]);
  const address = email && textAt(email, 'value', ROSTER_FIELDS.email);
  if (address) return address;
  if (isEmail(userName)) return userName;
  throw invalidValue('A primary or work email is required where userName is no email address');
}

const MAX_NAME = { maxLength: 255 };

/** Given and family name, else the name that is displayed. */
function nameOf(user: JsonObject): string | null {
  const name = valueIn(user, 'name');
  const parts = isObject(name) ? name : {};
  const full = ['givenName', 'familyName'].flatMap((part) => textAt(parts, part, MAX_NAME) ?? []);
  if (full.length === 0)
    return textAt(user, 'displayName', MAX_NAME) ?? textAt(parts, 'formatted', MAX_NAME);
  const joined = full.join(' ');
  if (joined.length <= MAX_NAME.maxLength && isStorable(joined)) return joined;
  throw invalidValue(`name must have at most ${MAX_NAME.maxLength} characters`);
}
