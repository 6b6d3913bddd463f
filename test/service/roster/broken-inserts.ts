import type { Database } from '../../../src/store/database.ts';
import { TEST_SERVER } from '../../store/postgres-server.ts';

/** The code of the error that a broken insert ends with. */
export const BROKEN_CODE = TEST_SERVER === undefined ? 'SQLITE_CONSTRAINT_TRIGGER' : '23000';

/** Makes the database refuse new employees. @param condition of the new row */
export const breakInserts = (db: Database, condition: string): void =>
  db.execute(
    TEST_SERVER === undefined
      ? `create trigger broken before insert on employees when ${condition}
         begin select raise(abort, 'secret'); end`
      : `create trigger broken before insert on employees for each row when (${condition})
         execute function refuse('secret')`,
  );

/** Makes it accept them again. */
export const mendInserts = (db: Database): void =>
  db.execute(`drop trigger broken${TEST_SERVER === undefined ? '' : ' on employees'}`);
