import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import Sqlite from 'better-sqlite3';
import { createFirstData } from '../../src/service/operations/first-start.ts';
import { openDataFile } from '../../src/store/files/data-file.ts';
import * as deployment from '../../src/store/operations/deployment.ts';
import { migrationFiles } from '../../src/store/sql-files.ts';
import { migrate } from '../../src/store/sqlite/migrate.ts';
import { APPLICATION_ID } from '../../src/store/sqlite/sqlite-database.ts';
import { SCHEMA_FILE } from './schema-dump.ts';
import { createEmptyDatabase, tempFolder } from './temp-files.ts';

const NOW = Date.UTC(2026, 10, 21);

/** Other programs that embed SQLite, and how each prints the first value of a query. */
const PROGRAMS: Record<string, readonly string[]> = {
  sqlite3: [],
  python3: [
    '-c',
    'import sqlite3, sys; print(sqlite3.connect(sys.argv[1]).execute(sys.argv[2]).fetchone()[0])',
  ],
};

const UPGRADING = { isService: false, onUpgrade() {} };

/** Rows with every optional value absent, and rows with every value present. */
const ROWS = `
  insert into companies (company_id, id, name, name_key, mode, created_at)
  values (900, '${'c'.repeat(36)}', 'Ajax', 'ajax', 'live', 0);
  insert into audit_log values
    (900, 1, 0, 'test', 'company.create', 'company', null, null, null),
    (900, 2, 0, 'test', 'company.update', 'company', 'x', '{"name":"Acme"}', '{"name":"Ajax"}')`;

/** Runs of every kind, as schema 5 stored them. */
const RUNS = `
  insert into sync_runs values
    (900, '${'a'.repeat(36)}', 'sync', null, null, 'http', 'test', null, 0, 1, 'failed', '{}', null),
    (900, '${'b'.repeat(36)}', 'revert', '${'a'.repeat(36)}', '${'a'.repeat(36)}', 'http', 'test', 'r', 0, 1,
     'applied', '{"deactivation_skipped_reason":"limit_exceeded"}', '{"spared":[]}'),
    (900, '${'d'.repeat(36)}', 'sync', null, null, 'http', 'test', 'r', 0, 1,
     'deactivation_blocked', '{"deactivation_skipped_reason":"limit_exceeded"}', '{"spared":[]}')`;

/** A data file with the checks of schema 5 and these rows. */
function createFileWithSchema5(file: string): void {
  const db = createEmptyDatabase(file);
  db.execute(`pragma application_id = ${APPLICATION_ID}`);
  migrate(db, migrationFiles.slice(0, 5));
  db.write(() => db.run(deployment.create, { cursorKey: new Uint8Array(32), now: NOW }));
  db.execute(ROWS);
  db.execute(RUNS);
  db.close();
}

function auditOf(file: string): unknown[] {
  const sqlite = new Sqlite(file, { readonly: true });
  try {
    return sqlite.prepare('select * from audit_log').all();
  } finally {
    sqlite.close();
  }
}

for (const [program, words] of Object.entries(PROGRAMS)) {
  const ask = (file: string, sql: string): string => {
    const { stdout, stderr } = spawnSync(program, [...words, file, sql], { encoding: 'utf8' });
    return (stdout || stderr || 'none').trim();
  };

  test(`${program} with its own SQLite finds no fault in a new file and in a migrated one`, (t) => {
    const version = ask(':memory:', 'select sqlite_version()');
    const [, minor = '0'] = /^3\.(\d+)\./.exec(version) ?? [];
    if (Number(minor) < 37) return t.skip(`needs SQLite 3.37, of ${program}: ${version}`);
    const folder = tempFolder(t);
    const [fresh, upgraded] = [join(folder, 'fresh.db'), join(folder, 'upgraded.db')];
    createFirstData(fresh, { now: NOW, actor: 'test' });
    const db = openDataFile(fresh, { write: true });
    db.execute(ROWS);
    db.close();
    createFileWithSchema5(upgraded);
    openDataFile(upgraded, { write: true }, UPGRADING).close();
    for (const file of [fresh, upgraded]) assert.equal(ask(file, 'pragma integrity_check'), 'ok');
  });
}

test('rebuilding the audit log for it keeps every row', (t) => {
  const file = join(tempFolder(t), 'engaged.db');
  createFileWithSchema5(file);
  const before = auditOf(file);
  assert.equal(before.length, 2);
  openDataFile(file, { write: true }, UPGRADING).close();
  assert.deepEqual(auditOf(file), before);
});

test('the schema uses no feature newer than SQLite 3.37', () => {
  const words = readFileSync(SCHEMA_FILE, 'utf8').match(
    /->|\b(?:jsonb?_\w+|unixepoch|timediff|format|concat\w*|octet_length|unhex|if)\s*\(/g,
  );
  assert.deepEqual([...new Set(words)].sort(), ['json_extract(', 'json_valid(']);
});
