import type { ColumnsRead } from '../../../roster-file/columns-read.ts';
import type { Delimiter } from '../../../roster-file/dialect.ts';
import { pinColumns, type RosterProfile } from '../../../roster-file/roster-profile.ts';

/** How an uploaded roster is read and what is done with it, as `engaged import` has it. */
export type UploadOptions = {
  /** `field=Header` and `Header=A|B`, as after `--map` and `--where`. */
  maps: readonly string[];
  wheres: readonly string[];
  /** Other columns without which the file is not read. */
  expect: readonly string[];
  /** Found in the file where they are null. */
  delimiter: Delimiter | null;
  encoding: string | null;
  /** The sheet of a workbook. */
  sheet: string | null;
  skipLines: number | null;
  deactivateMissing: boolean;
  /** The number that somebody has typed; null for the limit. */
  maxDeactivations: number | null;
  allowMissingEmail: boolean;
  /** The domain of addresses for people without one; null where rows need one. */
  noEmailDomain: string | null;
  updateProfiles: boolean;
};

export const DEFAULT_OPTIONS: UploadOptions = {
  maps: [],
  wheres: [],
  expect: [],
  delimiter: null,
  encoding: null,
  sheet: null,
  skipLines: null,
  deactivateMissing: false,
  maxDeactivations: null,
  allowMissingEmail: false,
  noEmailDomain: null,
  updateProfiles: false,
};

/** What a profile says. */
export const fromProfile = (profile: RosterProfile): UploadOptions => ({
  ...{ maps: profile.map ?? [], wheres: profile.where ?? [], expect: profile.expect ?? [] },
  ...{ delimiter: profile.delimiter ?? null, encoding: profile.encoding ?? null },
  ...{ sheet: profile.sheet ?? null, skipLines: profile.skipLines ?? null },
  deactivateMissing: profile.deactivateMissing ?? false,
  allowMissingEmail: profile.allowMissingEmail ?? false,
  noEmailDomain: profile.noEmailDomain ?? null,
  updateProfiles: profile.updateProfiles ?? false,
  maxDeactivations: null,
});

/** What reads the next file as this one was read. @param columns that were read */
export function toProfile(options: UploadOptions, columns: ColumnsRead['columns']): RosterProfile {
  const { map, expect } = pinColumns(columns, options.maps);
  const { delimiter, encoding, sheet, skipLines, noEmailDomain } = options;
  return {
    map,
    ...(options.wheres.length > 0 && { where: [...options.wheres] }),
    ...(delimiter !== null && { delimiter }),
    ...(encoding !== null && { encoding }),
    ...(sheet !== null && { sheet }),
    ...(skipLines !== null && { skipLines }),
    ...(expect.length > 0 && { expect }),
    ...(noEmailDomain !== null && { noEmailDomain }),
    deactivateMissing: options.deactivateMissing,
    allowMissingEmail: options.allowMissingEmail,
    updateProfiles: options.updateProfiles,
  };
}
