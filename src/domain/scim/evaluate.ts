import { fold } from '../text.ts';
import {
  elementsOf,
  isObject,
  isUnassigned,
  type JsonObject,
  type JsonValue,
  simpleText,
  valueIn,
} from './attributes.ts';
import type { AttributePath, Comparand, Filter, Operator } from './filter.ts';

/** Texts that are compared with case (RFC 7643: `caseExact`), by the folded name of their attribute. */
const CASE_EXACT = new Set(['id', 'externalid', 'meta', '$ref', 'location', 'version']);
const MOMENTS = new Set(['created', 'lastmodified']);

/** Whether a resource is one that a filter asks for. */
export function matches(filter: Filter, resource: JsonObject): boolean {
  switch (filter.op) {
    case 'and':
      return matches(filter.left, resource) && matches(filter.right, resource);
    case 'or':
      return matches(filter.left, resource) || matches(filter.right, resource);
    case 'not':
      return !matches(filter.of, resource);
    case 'present':
      return valuesAt(filter.path, resource).some((value) => !isUnassigned(value));
    case 'ne':
      return !matches({ ...filter, op: 'eq' }, resource);
    default:
      return isAnyValue(filter, resource);
  }
}

function isAnyValue(
  { op, path, value }: { op: Operator; path: AttributePath; value: Comparand },
  resource: JsonObject,
): boolean {
  const values = valuesAt(path, resource).filter((one) => !isUnassigned(one));
  if (value === null) return op === 'eq' && values.length === 0;
  const compare = comparison(path, value);
  // A list of objects is compared by their values.
  return values.some((one) => compare(op, isObject(one) ? (valueIn(one, 'value') ?? null) : one));
}

/** The values that a path leads to in a resource, or in an element of a list. */
function valuesAt(
  { urn, name, where, sub }: AttributePath,
  resource: JsonObject,
): readonly JsonValue[] {
  const root = urn === null ? resource : valueIn(resource, urn);
  if (root === undefined || !isObject(root)) return [];
  if (name === null) return [root];
  const elements = elementsOf(valueIn(root, name)).filter(
    (element) => where === null || matches(where, toElement(element)),
  );
  if (sub === null) return elements;
  return elements.flatMap((element) => elementsOf(valueIn(toElement(element), sub)));
}

/** A simple value in a list is what its attribute `value` would be. */
export const toElement = (value: JsonValue): JsonObject => (isObject(value) ? value : { value });

function comparison({ name, sub }: AttributePath, expected: string | number | boolean) {
  const last = (sub ?? name ?? '').toLowerCase();
  const isExact = CASE_EXACT.has(last);
  const isMoment = MOMENTS.has(last);
  const prepare = (value: string): string | number => {
    if (isMoment) return Date.parse(value);
    return isExact ? value : fold(value);
  };
  const wanted = typeof expected === 'string' ? prepare(expected) : expected;
  return (op: Operator, actual: JsonValue): boolean => {
    if (typeof actual === 'string' && typeof expected === 'string')
      return compare(op, prepare(actual), wanted);
    if (typeof actual === 'number' && typeof expected === 'number')
      return compare(op, actual, expected);
    // Some directories write booleans as texts.
    return op === 'eq' && simpleText(actual) === simpleText(expected);
  };
}

function compare(
  op: Operator,
  actual: string | number,
  wanted: string | number | boolean,
): boolean {
  switch (op) {
    case 'eq':
      return actual === wanted;
    case 'gt':
      return actual > wanted;
    case 'ge':
      return actual >= wanted;
    case 'lt':
      return actual < wanted;
    case 'le':
      return actual <= wanted;
    case 'co':
      return String(actual).includes(String(wanted));
    case 'sw':
      return String(actual).startsWith(String(wanted));
    case 'ew':
      return String(actual).endsWith(String(wanted));
    default:
      return false;
  }
}

/** A value that a resource must have exactly if it meets a filter: what an index can find. */
export type Requirement = { path: AttributePath; value: Comparand };

/** What every resource that meets a filter has. */
export function requirementsOf(filter: Filter): Requirement[] {
  if (filter.op === 'and') return [filter.left, filter.right].flatMap(requirementsOf);
  return filter.op === 'eq' ? [{ path: filter.path, value: filter.value }] : [];
}
