import type { Database } from '../../src/store/database.ts';
import * as sql from './kudos-seed-sql.ts';
import { run } from './seed.ts';

/** Fills a company with thanks, in a transaction that is open. */
export function fillThanks(
  db: Database,
  companyId: number,
  { people, posts, now }: { people: number; posts: number; now: number },
): void {
  run(db, 'values', sql.values, { companyId });
  run(db, 'actor', sql.actor, { companyId });
  if (posts > 0) {
    run(db, 'posts', sql.posts, { companyId, people, posts, now });
    run(db, 'receivers', sql.receivers, { companyId, people });
    run(db, 'departments', sql.departments, { companyId });
    run(db, 'reactions', sql.reactions, { companyId });
  }
  run(db, 'numbers', sql.numbers, { companyId });
}
