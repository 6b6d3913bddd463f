import { failure } from '../../domain/errors.ts';
import { SCHEMA_VERSION } from '../sqlite/migrate.ts';
import {
  isServed,
  OLDER_SERVICE,
  SERVICES_SINCE,
  type Upgrade,
  type UpgradePlan,
} from '../upgrade.ts';
import { migrate, schemaVersion, stepsFrom } from './migrate.ts';
import type { PostgresDatabase } from './postgres-database.ts';
import { LOCK_SERVICES_OUT, NAMELESS_SESSIONS, SERVICES } from './server-queries.ts';

/**
 * Brings an open database to this program's schema. It is one transaction, and no service starts on the database meanwhile.
 *
 * @param name of the database, for messages
 * @returns undefined where another process was faster
 * @throws EngagedError `conflict` while a service has the database open, or another process writes
 */
export const upgradeDatabase = (db: PostgresDatabase, name: string): Upgrade | undefined =>
  db.write(() => {
    const from = schemaVersion(db);
    if (from >= SCHEMA_VERSION) return undefined;
    const step = { from, to: SCHEMA_VERSION };
    const isAlone = db.one(LOCK_SERVICES_OUT, {})?.isLocked;
    const services = servicesOn(db, from);
    if (services.length > 0) throw isServed(name, step, services);
    // A service that is about to start or to end.
    if (!isAlone) throw failure('data_busy');
    migrate(db);
    return { ...step, kept: null };
  });

/** What `upgradeDatabase` would do. @param db an open database of no newer schema */
export function planDatabaseUpgrade(db: PostgresDatabase, name: string): UpgradePlan {
  const from = schemaVersion(db);
  const services = servicesOn(db, from);
  const plan = { from, to: SCHEMA_VERSION, services, copy: null };
  const isRefused = from < SCHEMA_VERSION && services.length > 0;
  return {
    ...plan,
    steps: stepsFrom(from).map((one) => one.name),
    obstacles: isRefused ? [isServed(name, plan, services).message] : [],
  };
}

/** What serves a database. Services of older programs are sessions of its user without a name. */
function servicesOn(db: PostgresDatabase, version: number): string[] {
  const older = version < SERVICES_SINCE ? db.all(NAMELESS_SESSIONS, {}) : [];
  return [
    ...db.all(SERVICES, {}).map(({ name, place }) => `${name || 'a service'} (${place})`),
    ...(older.length > 0
      ? [`${OLDER_SERVICE} (${older.map(({ place }) => place).join('; ')})`]
      : []),
  ];
}
