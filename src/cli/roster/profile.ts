import { resolve } from 'node:path';
import { type EngagedError, invalid, UsageError } from '../../domain/errors.ts';
import { requireNoEmailDomain } from '../../domain/no-email.ts';
import { type Delimiter, toDelimiter } from '../../roster-file/dialect.ts';
import { toEncoding } from '../../roster-file/encoding.ts';
import { MAPPABLE } from '../../roster-file/names/kinds.ts';
import { realPathOf, statOf } from '../../store/files/paths.ts';
import { writeWhole } from '../../store/files/temporary-file.ts';
import type { Context } from '../context.ts';
import { readInputFile } from '../input-file.ts';

/** How to read a roster file: what `--profile` keeps for the next import. */
export type ReadingOptions = {
  map?: string[];
  where?: string[];
  delimiter?: Delimiter;
  encoding?: string;
  sheet?: string;
  skipLines?: number;
  noEmailDomain?: string;
};

/** The options that say how to read a file, with those of a profile. */
export type WithProfile = ReadingOptions & { profile?: string; saveProfile?: string };

const FIELDS = ['map', 'where', 'delimiter', 'encoding', 'sheet', 'skip_lines', 'no_email_domain'];

/** Longer files are no profiles. */
const MAX_BYTES = 1_048_576;

/**
 * The given options with those of the profile they name. A given option takes the place of the profile's; a
 * given map that of a map of the same field. Filters add up.
 */
export async function applyProfile<Options extends WithProfile>(
  context: Context,
  options: Options,
): Promise<Options> {
  if (options.profile === undefined) return options;
  const profile = await readProfile(context, options.profile);
  const maps = [...keptMaps(profile.map ?? [], options.map ?? []), ...(options.map ?? [])];
  const wheres = [...new Set([...(profile.where ?? []), ...(options.where ?? [])])];
  return {
    ...profile,
    ...options,
    ...(maps.length > 0 && { map: maps }),
    ...(wheres.length > 0 && { where: wheres }),
  };
}

const fieldOf = (map: string): string => map.slice(0, map.indexOf('=')).trim();

/** The profile's maps that no given one contradicts. A full name contradicts its parts. */
function keptMaps(maps: readonly string[], given: readonly string[]): string[] {
  const fields = given.map(fieldOf);
  const parts = ['first_name', 'last_name'];
  return maps.filter((map) => {
    const field = fieldOf(map);
    if (fields.includes(field)) return false;
    if (field === 'name') return !parts.some((part) => fields.includes(part));
    return !(parts.includes(field) && fields.includes('name'));
  });
}

async function readProfile(context: Context, name: string): Promise<ReadingOptions> {
  const tooLarge = () => invalid(`The profile ${name} is too large to be one.`);
  return parseProfile(await readInputFile(context, name, { maxBytes: MAX_BYTES, tooLarge }), name);
}

/**
 * Reads a profile. `name` is how messages call its file.
 *
 * @throws EngagedError that names the field for everything that is not a profile
 */
function parseProfile(bytes: Uint8Array, name: string): ReadingOptions {
  const refuse = (what: string) => invalid(`The profile ${name} ${what}`);
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw refuse('is not valid JSON in UTF-8.');
  }
  if (!isObject(value)) throw refuse('must hold one JSON object.');
  const unknown = Object.keys(value).find((key) => !FIELDS.includes(key));
  if (unknown !== undefined) {
    throw refuse(`has an unknown field "${unknown}". The fields are ${FIELDS.join(', ')}.`);
  }
  const profile: ReadingOptions = {};
  const { map, where, delimiter, encoding, sheet, skip_lines: skipLines } = value;
  const { no_email_domain: noEmailDomain } = value;
  if (map !== undefined) profile.map = toMaps(map, refuse);
  if (where !== undefined) {
    if (!isTexts(where)) throw refuse('has a where that is not a list of texts.');
    profile.where = where;
  }
  if (delimiter !== undefined) {
    profile.delimiter = accept(
      delimiter,
      toDelimiter,
      refuse('has a delimiter that is not a comma, a semicolon, | or tab.'),
    );
  }
  if (encoding !== undefined) {
    profile.encoding = accept(encoding, toEncoding, refuse('has an encoding that is not known.'));
  }
  if (sheet !== undefined) {
    if (typeof sheet !== 'string') throw refuse('has a sheet that is not a text.');
    profile.sheet = sheet;
  }
  if (skipLines !== undefined) {
    if (!Number.isSafeInteger(skipLines) || (skipLines as number) < 0) {
      throw refuse('has a skip_lines that is not a whole number from 0.');
    }
    profile.skipLines = skipLines as number;
  }
  if (noEmailDomain !== undefined) {
    const problem = refuse('has a no_email_domain that is no domain such as people.example.com.');
    profile.noEmailDomain = accept(noEmailDomain, requireNoEmailDomain, problem);
  }
  return profile;
}

function toMaps(value: unknown, refuse: (what: string) => EngagedError): string[] {
  if (!isObject(value)) throw refuse('has a map that is not an object of fields and headers.');
  return Object.entries(value).map(([field, header]) => {
    if (!MAPPABLE.some((known) => known === field)) {
      throw refuse(`maps an unknown field "${field}". The fields are ${MAPPABLE.join(', ')}.`);
    }
    if (typeof header !== 'string') throw refuse(`has a map.${field} that is not a text.`);
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

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((text) => typeof text === 'string');

/**
 * Where `--save-profile` leads, through links; null without it. Makes sure that nothing but a profile is replaced there.
 *
 * @throws UsageError, and EngagedError for a broken link
 */
export async function resolveProfilePath(
  context: Context,
  { saveProfile }: WithProfile,
): Promise<string | null> {
  if (saveProfile === undefined) return null;
  const path = realPathOf(resolve(context.cwd, saveProfile));
  const existing = statOf(path);
  if (!existing || (existing.isFile() && (await isProfile(context, path)))) return path;
  throw new UsageError(
    `--save-profile names ${path}, which exists and is no profile. Choose another name`,
    '--save-profile',
  );
}

async function isProfile(context: Context, path: string): Promise<boolean> {
  try {
    await readProfile(context, path);
    return true;
  } catch {
    return false;
  }
}

/** Writes a profile atomically, with the fields that are given. */
export function saveProfile(path: string, options: ReadingOptions): void {
  const { map, where, delimiter, encoding, sheet, skipLines, noEmailDomain } = options;
  const value = {
    ...(map && {
      map: Object.fromEntries(
        map.map((text) => [fieldOf(text), text.slice(text.indexOf('=') + 1)]),
      ),
    }),
    ...(where && { where }),
    ...(delimiter !== undefined && { delimiter: delimiter === '\t' ? 'tab' : delimiter }),
    ...(encoding !== undefined && { encoding }),
    ...(sheet !== undefined && { sheet }),
    ...(skipLines !== undefined && { skip_lines: skipLines }),
    ...(noEmailDomain !== undefined && { no_email_domain: noEmailDomain }),
  };
  writeWhole(path, [`${JSON.stringify(value, null, 2)}\n`], 0o666);
}
