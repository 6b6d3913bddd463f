import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import * as deployment from '../../src/store/deployment.ts';
import { createDataFile } from '../../src/store/files/data-file.ts';
import { migrationFiles } from '../../src/store/sql-files.ts';
import { migrate } from '../../src/store/sqlite/migrate.ts';
import {
  type Access,
  APPLICATION_ID,
  SqliteDatabase,
} from '../../src/store/sqlite/sqlite-database.ts';

/** A temporary folder, removed when the test ends. */
export function tempFolder(t: TestContext): string {
  // Symbolic links are resolved, because the program prints real paths.
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'engaged-test-')));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A data file without companies, in its own folder. */
export function tempDataFile(t: TestContext): string {
  const file = join(tempFolder(t), 'engaged.db');
  createDataFile(file, Date.UTC(2026, 10, 21), () => {});
  return file;
}

/** Creates an empty database. */
export function createEmptyDatabase(
  file: string,
  access: Access = { write: true },
): SqliteDatabase {
  writeFileSync(file, '');
  return new SqliteDatabase(file, access);
}

/** Creates a data file without the last migration, as an earlier version leaves it. */
export function createOlderFile(file: string): string {
  const db = createEmptyDatabase(file);
  db.execute(`pragma application_id = ${APPLICATION_ID}`);
  migrate(db, migrationFiles.slice(0, -1));
  db.write(() => db.run(deployment.create, { cursorKey: new Uint8Array(32), now: 0 }));
  db.close();
  return file;
}
