import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { createDataFile } from '../../src/store/files/data-file.ts';
import * as deployment from '../../src/store/operations/deployment.ts';
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

const { ENGAGED_TEST_FOLDER } = process.env;

/** A folder for what test files share in a run of all tests, and of this process without one. */
const sharedFolder = ENGAGED_TEST_FOLDER ?? ownFolder();

function ownFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'engaged-test-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * Copies a file that is the same for all tests, because making it takes longer than most tests.
 *
 * @param name by which it is kept
 * @param make makes it at its first use
 */
export function copyTemplate(name: string, file: string, make: (file: string) => void): void {
  const template = join(sharedFolder, name);
  if (!existsSync(template)) {
    // Several test processes may make it at once.
    const made = `${template}.${process.pid}`;
    make(made);
    renameSync(made, template);
  }
  copyFileSync(template, file);
}

/** A data file without companies, in its own folder. */
export function tempDataFile(t: TestContext): string {
  const file = join(tempFolder(t), 'engaged.db');
  copyTemplate('empty.db', file, (made) => createDataFile(made, Date.UTC(2026, 10, 21), () => {}));
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
