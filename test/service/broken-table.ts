import type { Database } from '../../src/store/database.ts';
import { TEST_SERVER } from '../store/postgres-server.ts';

/** The name and the code of the error that a broken write ends with. */
export const BROKEN = TEST_SERVER
  ? { name: 'PostgresError', code: '23000' }
  : { name: 'SqliteError', code: 'SQLITE_CONSTRAINT_TRIGGER' };

/** Makes the database refuse a write, such as `insert on employees`. @param condition of the new row */
export const breakTable = (db: Database, write: string, condition: string): void =>
  db.execute(
    TEST_SERVER
      ? `create trigger broken before ${write} for each row when (${condition})
         execute function refuse('secret')`
      : `create trigger broken before ${write} when ${condition}
         begin select raise(abort, 'secret'); end`,
  );

/** Makes it accept them again. */
export const mendTable = (db: Database, table: string): void =>
  db.execute(`drop trigger broken${TEST_SERVER ? ` on ${table}` : ''}`);
