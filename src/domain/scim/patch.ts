import {
  elementsOf,
  isMultiValued,
  isObject,
  isUnassigned,
  type JsonObject,
  type JsonValue,
  valueIn,
  withValue,
} from './attributes.ts';
import { matches, requirementsOf, toElement } from './evaluate.ts';
import { type AttributePath, type Filter, parsePath, termsOf } from './filter.ts';
import { invalidSyntax, invalidValue, noTarget } from './scim-error.ts';

/** An operation of a patch; without a path it is about the whole resource. */
export type Operation = {
  op: 'add' | 'replace' | 'remove';
  path: AttributePath | null;
  value: JsonValue | undefined;
};

/** Most operations of one patch. */
export const MAX_OPERATIONS = 1_000;

/** Most changes that the operations of one patch come to, and most comparisons of all of their conditions. */
const MAX_CHANGES = 2_000;
const MAX_TERMS = 1_000;

/**
 * Reads the body of a patch (RFC 7644, 3.5.2), as directories send it: operations are capitalised, a single one stands
 * without a list.
 *
 * @throws ScimError
 */
export function readPatch(body: JsonValue | undefined): Operation[] {
  const sent = isObject(body) ? valueIn(body, 'Operations') : undefined;
  const list = elementsOf(sent);
  if (list.length === 0) throw invalidSyntax('Operations must be a list with at least one entry');
  if (list.length > MAX_OPERATIONS)
    throw invalidSyntax(`Operations must have at most ${MAX_OPERATIONS} entries`);
  const operations = list.map(readOperation);
  const terms = operations.map(({ path }) => (path?.where ? termsOf(path.where) : 0));
  if (terms.reduce((sum, one) => sum + one, 0) > MAX_TERMS)
    throw invalidSyntax(`The paths of a patch must make at most ${MAX_TERMS} comparisons`);
  return operations;
}

function readOperation(sent: JsonValue): Operation {
  if (!isObject(sent)) throw invalidSyntax('Every operation must be an object');
  const name = valueIn(sent, 'op');
  const op = typeof name === 'string' ? name.toLowerCase() : '';
  if (op !== 'add' && op !== 'replace' && op !== 'remove')
    throw invalidSyntax('op must be add, replace or remove');
  const path = valueIn(sent, 'path');
  if (path !== undefined && path !== null && typeof path !== 'string')
    throw invalidSyntax('path must be a text');
  const value = valueIn(sent, 'value');
  return { op, path: path ? parsePath(path) : null, value };
}

/** Operations that each have a path: one about the whole resource is one for each of its attributes. */
export function withPaths(
  operations: readonly Operation[],
): (Operation & { path: AttributePath })[] {
  return operations.flatMap(({ op, path, value }) => {
    if (path) return { op, path, value };
    if (op === 'remove') throw noTarget('An operation that removes must have a path');
    if (!isObject(value))
      throw invalidValue('The value of an operation without a path must be an object');
    return Object.entries(value).map(([name, one]) => ({ op, path: parsePath(name), value: one }));
  });
}

/** Most values of an attribute, and most attributes, so that no operation takes long. */
export const MAX_VALUES = 200;

/** @throws ScimError */
export function requireFew(object: JsonObject): JsonObject {
  if (Object.keys(object).length <= MAX_VALUES) return object;
  throw invalidValue(`There must be at most ${MAX_VALUES} attributes`);
}

/** Attributes that are the service's. */
const READ_ONLY = new Set(['id', 'meta', 'schemas', 'groups']);

/** A resource after the operations of a patch. @throws ScimError */
export function applyPatch(resource: JsonObject, operations: readonly Operation[]): JsonObject {
  const changes = withPaths(operations);
  if (changes.length > MAX_CHANGES)
    throw invalidSyntax(`A patch must come to at most ${MAX_CHANGES} changes`);
  let patched = resource;
  for (const { op, path, value } of changes) {
    const name = path.name?.toLowerCase() ?? '';
    if (path.urn === null && READ_ONLY.has(name)) continue;
    patched = applyAt(patched, path, op, value);
  }
  return patched;
}

function applyAt(
  resource: JsonObject,
  { urn, name, where, sub }: AttributePath,
  op: Operation['op'],
  value: JsonValue | undefined,
): JsonObject {
  if (urn !== null) {
    const before = valueIn(resource, urn);
    const extension = isObject(before) ? before : {};
    if (name !== null) {
      const path = { urn: null, name, where, sub };
      return withValue(resource, urn, applyAt(extension, path, op, value));
    }
    return withValue(resource, urn, merged(op, extension, value));
  }
  if (name === null) return resource;
  const before = valueIn(resource, name);
  const after = changed({ name, where, sub }, before, op, value);
  if (Array.isArray(after) && after.length > MAX_VALUES)
    throw invalidValue(`An attribute must have at most ${MAX_VALUES} values`);
  return requireFew(withValue(resource, name, after));
}

/** An attribute after an operation. */
function changed(
  { name, where, sub }: { name: string; where: Filter | null; sub: string | null },
  before: JsonValue | undefined,
  op: Operation['op'],
  value: JsonValue | undefined,
): JsonValue | undefined {
  if (where) return changedElements(elementsOf(before), where, sub, op, value);
  if (sub !== null) {
    if (!Array.isArray(before) && !isMultiValued(name))
      return merged(op, isObject(before) ? before : {}, { [sub]: value ?? null });
    const elements = elementsOf(before);
    const all = elements.length === 0 && op !== 'remove' ? [{}] : elements;
    return all.map((one) => merged(op, toElement(one), { [sub]: value ?? null }));
  }
  if (op === 'remove') return withoutSome(before, value);
  if (Array.isArray(before) || isMultiValued(name)) {
    const list = elementsOf(value).filter((one) => !isUnassigned(one));
    return op === 'replace' ? list : joined(elementsOf(before), list);
  }
  return isObject(before) && isObject(value) ? merged(op, before, value) : value;
}

/** An object after what an operation says of its attributes; a name in it may lead further. */
function merged(op: Operation['op'], before: JsonObject, value: JsonValue | undefined): JsonObject {
  if (!isObject(value)) return op === 'remove' || isUnassigned(value) ? {} : before;
  let after = before;
  for (const [name, one] of Object.entries(value))
    after = withValue(after, name, op === 'remove' ? undefined : one);
  return after;
}

/** A list after an operation on the values that meet a condition. Where none does, a value that does is added. */
function changedElements(
  before: readonly JsonValue[],
  where: Filter,
  sub: string | null,
  op: Operation['op'],
  value: JsonValue | undefined,
): JsonValue[] {
  const isMeant = (element: JsonValue) => matches(where, toElement(element));
  if (op === 'remove' && sub === null) return before.filter((element) => !isMeant(element));
  const change = (element: JsonObject): JsonObject => {
    if (sub !== null) return withValue(element, sub, op === 'remove' ? undefined : value);
    return merged(op, element, isObject(value) ? value : { value: value ?? null });
  };
  const after = before.map((element) => (isMeant(element) ? change(toElement(element)) : element));
  if (op !== 'remove' && !isUnassigned(value) && !before.some(isMeant))
    after.push(change(elementMeeting(where)));
  return after.filter((element) => !isObject(element) || hasContent(element));
}

/** An email that is left with nothing but its type says nothing. */
const hasContent = (element: JsonObject): boolean =>
  Object.keys(element).some((name) => !['type', 'primary'].includes(name));

/** The attributes that a value has if it meets a condition. */
function elementMeeting(where: Filter): JsonObject {
  let element: JsonObject = {};
  for (const { path, value } of requirementsOf(where))
    if (path.name !== null && path.sub === null) element = withValue(element, path.name, value);
  return element;
}

/** A value without some of its elements; nothing of it where none is named. */
function withoutSome(
  before: JsonValue | undefined,
  value: JsonValue | undefined,
): JsonValue | undefined {
  const named = elementsOf(value);
  if (named.length === 0 || !Array.isArray(before)) return undefined;
  const keys = new Set(named.map(keyOf));
  return before.filter((element) => !keys.has(keyOf(element)));
}

/** A list with further elements, of which it has those that are the same already. */
function joined(before: readonly JsonValue[], added: readonly JsonValue[]): JsonValue[] {
  const known = new Set(before.map((one) => JSON.stringify(one)));
  return [...before, ...added.filter((one) => !known.has(JSON.stringify(one)))];
}

/** By what an element is known. */
function keyOf(element: JsonValue): string {
  const value = valueIn(toElement(element), 'value');
  return JSON.stringify(value ?? element);
}
