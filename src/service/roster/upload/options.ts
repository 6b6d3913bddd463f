import type { Delimiter } from '../../../roster-file/dialect.ts';

/** How an uploaded roster is read and what is done with it, as `engaged import` has it. */
export type UploadOptions = {
  /** `field=Header` and `Header=A|B`, as after `--map` and `--where`. */
  maps: readonly string[];
  wheres: readonly string[];
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
