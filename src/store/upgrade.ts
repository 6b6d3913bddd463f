import { conflict, EngagedError } from '../domain/errors.ts';
import { migrationFiles } from './sql-files.ts';

/** An upgrade that was made, by the numbers of the schemas. */
export type Upgrade = {
  from: number;
  to: number;
  /** Where the data file is kept as it was before; null for a PostgreSQL database, of which no copy is made. */
  kept: string | null;
};

/** How to open data that an older program wrote. */
export type Upgrading = {
  /** Whether this process holds the lock of a service on a data file. */
  isService: boolean;
  onUpgrade(upgrade: Upgrade): void;
};

/** What an upgrade would do. */
export type UpgradePlan = {
  from: number;
  to: number;
  /** The names of the migrations. */
  steps: readonly string[];
  /** What serves the data now, in words. */
  services: readonly string[];
  /** The copy that would be kept, its size at most, and the space that is free; null for a PostgreSQL database. */
  copy: { file: string; bytes: number; freeBytes: number } | null;
  /** Why an upgrade would be refused now. */
  obstacles: readonly string[];
};

/** The first schema with which services say what they are. */
export const SERVICES_SINCE =
  migrationFiles.findIndex(({ name }) => name.endsWith('_version_of_the_service')) + 1;

/** What serves, where it did not say which version it is. */
export const OLDER_SERVICE = 'an older version of engaged';

/** @param data as it is named in messages */
export const isServed = (
  data: string,
  { from, to }: { from: number; to: number },
  services: readonly string[],
): EngagedError =>
  conflict(
    `${data} is served by ${services.join(' and ')}, which cannot work with a newer schema. It has schema ${from}, and this program needs schema ${to}. Stop what serves it, and then run: engaged upgrade`,
  );

/** @param data as `isServed` */
export const needsUpgrade = (data: string, { from, to }: { from: number; to: number }) =>
  conflict(
    `${data} has schema ${from}, and this program needs schema ${to}. Upgrade it with: engaged upgrade`,
  );

/** @param what a data file or a database */
export const isNewer = (what: string, schema: number, known: number) =>
  new EngagedError(
    'unavailable',
    `The ${what} has schema ${schema} and was written by a newer version of engaged; this one knows schema ${known}. Run the newer version.`,
  );
