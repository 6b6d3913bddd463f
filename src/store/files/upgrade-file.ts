import { dirname } from 'node:path';
import { formatBytes } from '../../domain/number-text.ts';
import * as deployment from '../operations/deployment.ts';
import { migrationFiles } from '../sql-files.ts';
import { migrate, SCHEMA_VERSION, schemaVersion } from '../sqlite/migrate.ts';
import { SqliteDatabase } from '../sqlite/sqlite-database.ts';
import {
  isServed,
  OLDER_SERVICE,
  SERVICES_SINCE,
  type Upgrade,
  type UpgradePlan,
  type Upgrading,
} from '../upgrade.ts';
import { freeBytes } from './disk-space.ts';
import { discard, freeName } from './durable.ts';
import { refuse, whyReadOnly } from './file-errors.ts';
import { acquireUpgradeLock, useOf } from './server-lock.ts';
import { createUnderFreeName } from './temporary-file.ts';

/**
 * Brings an open data file to this program's schema, and keeps a copy of how it was before as `FILE.before-schema-N`, with a
 * number appended if that name exists. It is one transaction, so that a crash leaves the file as it was.
 *
 * @returns undefined where another process was faster
 * @throws EngagedError `conflict` while a service has the file open, `unavailable` where there is no space for the copy
 */
export function upgradeFile(
  db: SqliteDatabase,
  file: string,
  { isService }: Pick<Upgrading, 'isService'>,
): Upgrade | undefined {
  const lock = isService ? undefined : acquireUpgradeLock(file);
  if (!isService && !lock) {
    throw isServed(file, { from: schemaVersion(db), to: SCHEMA_VERSION }, [serviceOn(db)]);
  }
  let kept: string | undefined;
  try {
    return db.write(() => {
      const from = schemaVersion(db);
      if (from >= SCHEMA_VERSION) return undefined;
      const problem = whyNoSpace(db, file);
      if (problem !== undefined) throw refuse(problem);
      kept = createUnderFreeName(copyName(file), (copy) => {
        copyTo(copy, file);
        // Before the copy gets its name, so that upgrades that are killed again and again leave no copies.
        migrate(db);
      });
      return { from, to: SCHEMA_VERSION, kept };
    });
  } catch (error) {
    // Nothing was changed, and a service that is started again and again would fill the disk with copies.
    if (kept !== undefined) discard(kept);
    throw error;
  } finally {
    lock?.release();
  }
}

/** What `upgradeFile` would do. @param db an open data file of no newer schema */
export function planFileUpgrade(db: SqliteDatabase, file: string): UpgradePlan {
  const from = schemaVersion(db);
  const use = useOf(file);
  const services = use === 'service' ? [serviceOn(db)] : [];
  const copy = { file: freeName(copyName(file)), bytes: db.size(), freeBytes: freeOn(file) };
  const plan = { from, to: SCHEMA_VERSION, steps: stepsFrom(from), services };
  if (from === SCHEMA_VERSION) return { ...plan, copy: null, obstacles: [] };
  const problems = [
    use === 'service' ? isServed(file, plan, services).message : undefined,
    use === 'upgrade' ? `Another process is upgrading ${file}.` : undefined,
    whyReadOnly(file) ?? whyReadOnly(dirname(file)),
    whyNoSpace(db, file),
  ];
  return { ...plan, copy, obstacles: problems.filter((one) => one !== undefined) };
}

const stepsFrom = (version: number): string[] =>
  migrationFiles.slice(version).map(({ name }) => name);

/** What serves a data file, on the word of the data file. */
function serviceOn(db: SqliteDatabase): string {
  const version =
    schemaVersion(db) < SERVICES_SINCE ? undefined : db.one(deployment.findVersion, {})?.version;
  return version ? `engaged ${version}` : OLDER_SERVICE;
}

const copyName = (file: string): string => `${file}.before-schema-${SCHEMA_VERSION}`;

/** Copies on a connection of its own, because a transaction is open on the other one. It holds the write lock. */
function copyTo(copy: string, file: string): void {
  const other = new SqliteDatabase(file, { write: true });
  try {
    other.vacuumInto(copy);
  } finally {
    other.close();
  }
}

const freeOn = (file: string): number => freeBytes(dirname(file));

function whyNoSpace(db: SqliteDatabase, file: string): string | undefined {
  const [needed, free] = [db.size(), freeOn(file)];
  return needed <= free
    ? undefined
    : `The upgrade of ${file} keeps a copy of it, which needs ${formatBytes(needed)}; ${formatBytes(free)} is free.`;
}
