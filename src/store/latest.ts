import type { Database } from './database.ts';

/** Runs reads that show everything that was committed before the call. @param work as for `Database.complete` */
export async function latest<T>(db: Database, work: () => T | Promise<T>): Promise<T> {
  await db.catchUp();
  return db.complete(work);
}
