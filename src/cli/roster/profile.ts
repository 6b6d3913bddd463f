import { resolve } from 'node:path';
import { invalid, UsageError } from '../../domain/errors.ts';
import {
  fieldOf,
  parseProfile,
  type RosterProfile,
  toProfileText,
} from '../../roster-file/roster-profile.ts';
import * as profiles from '../../service/roster/roster-profiles.ts';
import { realPathOf, statOf } from '../../store/files/paths.ts';
import { writeWhole } from '../../store/files/temporary-file.ts';
import { type CompanyOptions, changeCompany, readCompany } from '../company-command.ts';
import type { Context } from '../context.ts';
import { readInputFile, STANDARD_INPUT } from '../input-file.ts';

/** How a roster is read and what is done with it, with those of a profile. */
export type WithProfile = RosterProfile & { profile?: string; saveProfile?: string };

type Options = WithProfile & CompanyOptions & { url?: string; dryRun?: boolean };

/** Longer files are no profiles. */
const MAX_BYTES = 1_048_576;

/** Whether a profile is a file: a path, or a name that ends in .json. Others are profiles of the company. */
export const isProfileFile = (profile: string): boolean =>
  profile === STANDARD_INPUT || /[\\/]|\.json$/i.test(profile);

/**
 * The given options with those of the profile they name. A given option takes the place of the profile's; a
 * given map that of a map of the same field. Filters add up.
 *
 * @param isRemote whether the import goes to a service, which is not asked for its profiles
 */
export async function applyProfile<Given extends Options>(
  context: Context,
  options: Given,
  isRemote: boolean,
): Promise<Given> {
  for (const flag of ['profile', 'saveProfile'] as const) {
    const named = options[flag];
    if (isRemote && named !== undefined && !isProfileFile(named)) throw profileElsewhere(flag);
  }
  if (options.profile === undefined) return options;
  const profile = await readProfile(context, options.profile, options);
  const maps = [...keptMaps(profile.map ?? [], options.map ?? []), ...(options.map ?? [])];
  const wheres = [...new Set([...(profile.where ?? []), ...(options.where ?? [])])];
  return {
    ...profile,
    ...options,
    ...(maps.length > 0 && { map: maps }),
    ...(wheres.length > 0 && { where: wheres }),
  };
}

function profileElsewhere(flag: 'profile' | 'saveProfile'): UsageError {
  const name = flag === 'profile' ? '--profile' : '--save-profile';
  return new UsageError(
    `${name} names a profile of the data of this machine, and the import goes to a service. Name a file that ends in .json`,
    name,
  );
}

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

const readProfile = (context: Context, name: string, options: Options): Promise<RosterProfile> =>
  isProfileFile(name)
    ? readProfileFile(context, name)
    : readCompany(context, options, (db, companyId) => profiles.readProfile(db, companyId, name));

async function readProfileFile(context: Context, name: string): Promise<RosterProfile> {
  const tooLarge = () => invalid(`The profile ${name} is too large to be one.`);
  return parseProfile(await readInputFile(context, name, { maxBytes: MAX_BYTES, tooLarge }), name);
}

/** Where `--save-profile` leads: a file, by its path through links, or a profile of the company, by its name. */
export type ProfilePlace = { path: string } | { name: string };

/**
 * Where `--save-profile` leads; null without it. Makes sure that nothing but a profile is replaced there.
 *
 * @throws UsageError, and EngagedError for a broken link
 */
export async function resolveProfilePlace(
  context: Context,
  { saveProfile }: WithProfile,
): Promise<ProfilePlace | null> {
  if (saveProfile === undefined) return null;
  if (!isProfileFile(saveProfile)) return { name: saveProfile };
  const path = realPathOf(resolve(context.cwd, saveProfile));
  const existing = statOf(path);
  if (!existing || (existing.isFile() && (await isProfile(context, path)))) return { path };
  throw new UsageError(
    `--save-profile names ${path}, which exists and is no profile. Choose another name`,
    '--save-profile',
  );
}

async function isProfile(context: Context, path: string): Promise<boolean> {
  try {
    await readProfileFile(context, path);
    return true;
  } catch {
    return false;
  }
}

/** Keeps how a roster was read. A file is written atomically. @returns what to call it the next time */
export async function saveProfile(
  context: Context,
  place: ProfilePlace,
  options: Options,
): Promise<string> {
  if ('path' in place) {
    writeWhole(place.path, [toProfileText(options)], 0o666);
    return place.path;
  }
  const ofCompany = { ...options, dryRun: false };
  const { name } = await changeCompany(context, ofCompany, (write) =>
    profiles.saveProfile(write, place.name, options),
  );
  return name;
}

/** Notes that a roster was applied with a profile of the company, or was kept as one: the portal reads the next one so. */
export async function noteProfileUsed(context: Context, options: Options): Promise<void> {
  const named = [options.saveProfile, options.profile];
  const profile = named.find((one) => one !== undefined && !isProfileFile(one));
  if (profile === undefined || options.dryRun) return;
  await changeCompany(context, options, (write) => {
    profiles.noteProfileUsed(write, profile.trim());
  });
}
