import {
  elementsOf,
  isObject,
  type JsonObject,
  type JsonValue,
  valueIn,
} from '../../domain/scim/attributes.ts';
import { MAX_RESULTS } from '../../domain/scim/discovery.ts';
import { type Filter, parseFilter, parsePath } from '../../domain/scim/filter.ts';
import type { Projection } from '../../domain/scim/resource.ts';
import { invalidSyntax, invalidValue } from '../../domain/scim/scim-error.ts';

/** What a directory asks for in a list. */
export type ScimQuery = {
  filter: Filter | null;
  /** From 1 on. */
  startIndex: number;
  count: number;
  projection: Projection;
};

/** How many resources a page has unless a directory says otherwise. */
const DEFAULT_COUNT = 100;

/** Most attributes that are named. */
const MAX_NAMED = 100;

/** Reads the parameters of a URL. @throws ScimError */
export function readQuery(url: string): ScimQuery {
  const at = url.indexOf('?');
  const sent = new URLSearchParams(at < 0 ? '' : url.slice(at + 1));
  const listAt = (name: string) => (sent.get(name) ?? '').split(',');
  return {
    ...toPage(sent.get('startIndex'), sent.get('count')),
    filter: toFilter(sent.get('filter')),
    projection: toProjection(listAt('attributes'), listAt('excludedAttributes')),
  };
}

/** Reads the body of a search (RFC 7644, 3.4.3). @throws ScimError */
export function readSearch(body: JsonValue): ScimQuery {
  if (!isObject(body)) throw invalidSyntax('The body must be a JSON object');
  const sent: JsonObject = body;
  const simple = (name: string) => {
    const value = valueIn(sent, name);
    return value === undefined || value === null || typeof value === 'object'
      ? null
      : String(value);
  };
  const listAt = (name: string) => elementsOf(valueIn(sent, name)).map(String);
  return {
    ...toPage(simple('startIndex'), simple('count')),
    filter: toFilter(simple('filter')),
    projection: toProjection(listAt('attributes'), listAt('excludedAttributes')),
  };
}

const toFilter = (text: string | null): Filter | null =>
  text === null || text.trim() === '' ? null : parseFilter(text);

function toPage(startIndex: string | null, count: string | null) {
  return {
    startIndex: Math.max(1, toInteger('startIndex', startIndex) ?? 1),
    count: Math.min(MAX_RESULTS, Math.max(0, toInteger('count', count) ?? DEFAULT_COUNT)),
  };
}

function toInteger(name: string, text: string | null): number | undefined {
  if (text === null || text === '') return undefined;
  if (!/^-?\d{1,15}$/.test(text)) throw invalidValue(`${name} must be a whole number`);
  return Number(text);
}

function toProjection(attributes: readonly string[], excluded: readonly string[]): Projection {
  const named = (list: readonly string[]) =>
    list.map((one) => one.trim()).filter((one) => one !== '');
  const projection = { only: named(attributes), without: named(excluded) };
  const all = [...projection.only, ...projection.without];
  if (all.length > MAX_NAMED) throw invalidValue(`At most ${MAX_NAMED} attributes can be named`);
  for (const one of all) parsePath(one);
  return projection;
}
