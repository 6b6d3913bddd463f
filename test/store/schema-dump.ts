import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { migrationFiles } from '../../src/store/sql-files.ts';
import { migrate } from '../../src/store/sqlite/migrate.ts';
import { createEmptyDatabase } from './temp-files.ts';

/** The schema for people to read; a test compares it with what the migrations create. */
export const SCHEMA_FILE = new URL('../../sql/schema.sql', import.meta.url);

/** The schema of a data file as one text, each table with its indexes and triggers. */
export function dumpSchema(file: string): string {
  const sqlite = new Sqlite(file, { readonly: true });
  try {
    const statements = sqlite
      .prepare<[], string>(
        `select sql from sqlite_schema where sql is not null
         order by tbl_name, type = 'table' desc, type, name`,
      )
      .pluck()
      .all();
    return `-- What the migrations add up to. Written by: npm run schema\n\n${statements.join(';\n\n')};\n`;
  } finally {
    sqlite.close();
  }
}

/** Creates a data file by one migration after another. */
export function createBySteps(file: string): void {
  const db = createEmptyDatabase(file);
  migrate(db, migrationFiles.slice(0, -1));
  migrate(db);
  db.close();
}

if (process.argv[1] === import.meta.filename) {
  const folder = mkdtempSync(join(tmpdir(), 'engaged-schema-'));
  const file = join(folder, 'engaged.db');
  createBySteps(file);
  writeFileSync(SCHEMA_FILE, dumpSchema(file));
  rmSync(folder, { recursive: true });
}
