import type { Database } from '../database.ts';
import { refuse } from '../files/file-errors.ts';
import { SqliteDatabase } from '../sqlite/sqlite-database.ts';
import type { Table } from './tables.ts';

/**
 * A database while rows are copied into it: no trigger changes them, because what triggers add up is copied too, and a
 * row may come before the one that it refers to.
 */
export type Target = {
  beginTable(table: Table): void;
  endTable(table: Table): void;
  /** Sets triggers to work again. @throws EngagedError where a row refers to none */
  end(): void;
};

export const openTarget = (db: Database, tables: readonly Table[]): Target =>
  db instanceof SqliteDatabase ? sqliteTarget(db, tables) : postgresTarget(db, tables);

function sqliteTarget(db: SqliteDatabase, tables: readonly Table[]): Target {
  const triggers = tables.flatMap((table) => table.triggers);
  db.execute('pragma foreign_keys = off');
  for (const { name } of triggers) db.execute(`drop trigger ${name}`);
  return {
    beginTable() {},
    endTable() {},
    end() {
      for (const { sql } of triggers) db.execute(sql);
      const broken = db.pragma('foreign_key_check');
      if (broken !== undefined)
        throw refuse(`Nothing was copied: a row of ${broken} refers to a row that does not exist.`);
    },
  };
}

function postgresTarget(db: Database, tables: readonly Table[]): Target {
  const triggers = tables.flatMap((table) =>
    table.triggers.map(({ name }) => ({ table: table.name, name })),
  );
  const setTriggers = (state: 'enable' | 'disable') => {
    for (const { table, name } of triggers)
      db.execute(`alter table ${table} ${state} trigger ${name}`);
  };
  setTriggers('disable');
  return {
    beginTable({ refersToItself }) {
      // The server remembers each reference that it has yet to check, so only where that is needed.
      if (refersToItself) db.execute('set constraints all deferred');
    },
    endTable({ refersToItself }) {
      if (refersToItself) db.execute('set constraints all immediate');
    },
    end: () => setTriggers('enable'),
  };
}
