import { type EngagedError, failure } from '../domain/errors.ts';
import type { ProfileFault } from '../domain/file-failures.ts';
import { requireNoEmailDomain } from '../domain/no-email.ts';
import type { ColumnsRead } from './columns-read.ts';
import { type Delimiter, toDelimiter } from './dialect.ts';
import { toEncoding } from './encoding.ts';
import { MAPPABLE } from './names/kinds.ts';

/** How a roster is read and what is done with it: what is kept for the next one. What is absent is found in the file. */
export type RosterProfile = {
  /** `field=Header` and `Header=A|B`, as after `--map` and `--where`. */
  map?: string[];
  where?: string[];
  delimiter?: Delimiter;
  encoding?: string;
  sheet?: string;
  skipLines?: number;
  /** Other columns without which a file is not read: those that names are made of. */
  expect?: string[];
  /** The domain of addresses for people without one. */
  noEmailDomain?: string;
  deactivateMissing?: boolean;
  allowMissingEmail?: boolean;
  updateProfiles?: boolean;
};

const FLAGS = {
  deactivate_missing: 'deactivateMissing',
  allow_missing_email: 'allowMissingEmail',
  update_profiles: 'updateProfiles',
} as const;
type Flag = keyof typeof FLAGS;
const FLAG_NAMES = Object.keys(FLAGS) as Flag[];

const FIELDS: readonly string[] = [
  ...['map', 'where', 'delimiter', 'encoding', 'sheet', 'skip_lines', 'expect'],
  'no_email_domain',
  ...FLAG_NAMES,
];

/** The field of `field=Header`. */
export const fieldOf = (map: string): string => map.slice(0, map.indexOf('=')).trim();

const headerOf = (map: string): string => map.slice(map.indexOf('=') + 1);

/** A profile as JSON, with the fields that are given. */
export function toProfileText(profile: RosterProfile): string {
  const { map, where, delimiter, encoding, sheet, skipLines, expect, noEmailDomain } = profile;
  const value = {
    ...(map && { map: Object.fromEntries(map.map((text) => [fieldOf(text), headerOf(text)])) }),
    ...(where && { where }),
    ...(delimiter !== undefined && { delimiter: delimiter === '\t' ? 'tab' : delimiter }),
    ...(encoding !== undefined && { encoding }),
    ...(sheet !== undefined && { sheet }),
    ...(skipLines !== undefined && { skip_lines: skipLines }),
    ...(expect && expect.length > 0 && { expect }),
    ...(noEmailDomain !== undefined && { no_email_domain: noEmailDomain }),
    ...Object.fromEntries(
      FLAG_NAMES.flatMap((name) => (profile[FLAGS[name]] ? [[name, true]] : [])),
    ),
  };
  return `${JSON.stringify(value, null, 2)}\n`;
}

/**
 * Reads a profile. `name` is what messages call it.
 *
 * @throws EngagedError that names the field for everything that is not a profile
 */
export function parseProfile(text: string | Uint8Array, name: string): RosterProfile {
  const refuse: Refuse = (fault, field = '', known = []) =>
    failure('profile_unreadable', { profile: name, fault, field, known });
  let value: unknown;
  try {
    const json =
      typeof text === 'string' ? text : new TextDecoder('utf-8', { fatal: true }).decode(text);
    value = JSON.parse(json);
  } catch {
    throw refuse('no_json');
  }
  if (!isObject(value)) throw refuse('no_object');
  const unknown = Object.keys(value).find((key) => !FIELDS.includes(key));
  if (unknown !== undefined) throw refuse('unknown_field', unknown, FIELDS);
  return { ...readForm(value, refuse), ...readFlags(value, refuse) };
}

type Refuse = (fault: ProfileFault, field?: string, known?: readonly string[]) => EngagedError;

function readForm(value: Record<string, unknown>, refuse: Refuse): RosterProfile {
  const profile: RosterProfile = {};
  const { map, where, delimiter, encoding, sheet, skip_lines: skipLines, expect } = value;
  const { no_email_domain: noEmailDomain } = value;
  if (map !== undefined) profile.map = toMaps(map, refuse);
  if (where !== undefined) profile.where = toTexts('where', where, refuse);
  if (expect !== undefined) profile.expect = toTexts('expect', expect, refuse);
  if (noEmailDomain !== undefined) {
    const problem = refuse('no_domain', 'no_email_domain');
    profile.noEmailDomain = accept(noEmailDomain, requireNoEmailDomain, problem);
  }
  if (delimiter !== undefined) {
    profile.delimiter = accept(delimiter, toDelimiter, refuse('no_delimiter'));
  }
  if (encoding !== undefined) {
    profile.encoding = accept(encoding, toEncoding, refuse('no_encoding'));
  }
  if (sheet !== undefined) {
    if (typeof sheet !== 'string') throw refuse('no_text', 'sheet');
    profile.sheet = sheet;
  }
  if (skipLines !== undefined) {
    if (!Number.isSafeInteger(skipLines) || (skipLines as number) < 0) {
      throw refuse('no_number', 'skip_lines');
    }
    profile.skipLines = skipLines as number;
  }
  return profile;
}

function readFlags(value: Record<string, unknown>, refuse: Refuse): RosterProfile {
  const profile: RosterProfile = {};
  for (const name of FLAG_NAMES) {
    const flag = value[name];
    if (flag !== undefined && typeof flag !== 'boolean') throw refuse('no_flag', name);
    if (flag) profile[FLAGS[name]] = true;
  }
  return profile;
}

function toTexts(field: string, value: unknown, refuse: Refuse): string[] {
  if (Array.isArray(value) && value.every((text) => typeof text === 'string')) return value;
  throw refuse('no_texts', field);
}

function toMaps(value: unknown, refuse: Refuse): string[] {
  if (!isObject(value)) throw refuse('no_map');
  return Object.entries(value).map(([field, header]) => {
    if (!MAPPABLE.some((known) => known === field)) {
      throw refuse('unknown_map', field, MAPPABLE);
    }
    if (typeof header !== 'string') throw refuse('no_text', `map.${field}`);
    return `${field}=${header}`;
  });
}

function accept<Value>(value: unknown, read: (text: string) => Value, error: EngagedError): Value {
  if (typeof value !== 'string') throw error;
  try {
    return read(value);
  } catch {
    throw error;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * What reads the next file from the same columns as this one, also where another header would be chosen then: each
 * field from its column, and a name that is made of several from those that are expected.
 */
export function pinColumns(columns: ColumnsRead['columns'], maps: readonly string[]) {
  const mapped = new Set(maps.map(fieldOf));
  const isMade: Readonly<Record<string, boolean>> = {
    first_name: columns.preferred_first_name !== undefined,
    last_name: columns.preferred_last_name !== undefined || columns.last_name_prefix !== undefined,
  };
  const map = [...maps];
  const expect: string[] = [];
  for (const [field, header] of Object.entries(columns)) {
    if (mapped.has(field)) continue;
    if (MAPPABLE.some((known) => known === field) && !isMade[field]) map.push(`${field}=${header}`);
    else expect.push(header);
  }
  return { map, expect };
}
