import { newId } from '../../src/domain/id.ts';
import { monthOf } from '../../src/domain/period.ts';
import { nextEntry, writeCompany } from '../../src/service/company/company-write.ts';
import { closeMonth, rankMonth } from '../../src/service/months/close-month.ts';
import { reopenMonth } from '../../src/service/months/closed-months.ts';
import { requireEmployee } from '../../src/service/people/employee-records.ts';
import { provideAccount, setAccountRole } from '../../src/service/portal/accounts.ts';
import { hashSecret, newSessionToken } from '../../src/service/portal/sessions.ts';
import type { Database } from '../../src/store/database.ts';
import { openDataFile } from '../../src/store/files/data-file.ts';
import * as sessions from '../../src/store/portal/portal-sessions.ts';
import { type Content, fillCompany } from '../portal/company-content.ts';
import { fillThanks } from './kudos-seed.ts';
import * as sql from './portal-seed-sql.ts';
import { run, type SeededCompany } from './seed.ts';

/** A department of the seed that has others below it. */
export const DEPARTMENT = '00000000-00de-7000-8000-000000000001';

/** Closed months with everybody in them. */
const MONTHS = 6;

const THANKS = 200_000;

/** What pages show, and the cookies of people who are signed in. */
export type SeededPortal = {
  content: Content;
  cookies: Record<'owner' | 'manager' | 'none', string[]>;
};

/** Fills a company with what happens in years: some of everything by the services, and much of it copied. */
export function seedPortal(
  file: string,
  { companyId, people }: Pick<SeededCompany, 'companyId' | 'people'>,
  now: number,
): SeededPortal {
  const db = openDataFile(file, { write: true, cacheMegabytes: 256 });
  try {
    const context = { companyId, now, actor: 'bench' };
    const last = monthOf(now) - 1;
    // Those of the seed hold nobody. The last one is closed with the content.
    for (let month = last; month >= last - MONTHS; month--) {
      writeCompany(db, context, (write) => reopenMonth(write, month));
    }
    const content = fillCompany({ db, companyId }, { now });
    for (let month = last - 1; month >= last - MONTHS; month--) {
      const ranking = rankMonth(db, companyId, month);
      writeCompany(db, context, (write) => closeMonth(write, ranking));
    }
    const [first] = content['/syncs/:id'] ?? [];
    db.write(() => {
      run(db, 'actors', sql.awardActors, { companyId });
      run(db, 'history', sql.xpHistory, { companyId, now });
      run(db, 'awards', sql.awards, { companyId, people, now });
      run(db, 'redemptions', sql.redemptions, { companyId, people, now });
      run(db, 'audit', sql.auditLog, { companyId, people, now });
      run(db, 'syncs', sql.syncRuns, { companyId, run: first ?? '' });
      run(db, 'events', sql.events, { companyId, people, now });
      run(db, 'deliveries', sql.deliveries, { companyId, now });
      run(db, 'contests', sql.contests, { companyId, now });
      run(db, 'accounts', sql.accounts, { companyId, now });
      run(db, 'numbers', sql.portalNumbers, { companyId });
      fillThanks(db, companyId, { people, posts: THANKS, now });
    });
    const signedIn = (first: number, count: number, role: 'owner' | 'manager' | 'none') =>
      Array.from({ length: count }, (_, i) =>
        signIn(db, companyId, { number: first + 4 * i, role, now }),
      );
    const cookies = {
      owner: signedIn(2, 5, 'owner'),
      manager: signedIn(1_002, 5, 'manager'),
      none: signedIn(2_002, 40, 'none'),
    };
    const { id } = requireEmployee(db, companyId, 'E0000002');
    return {
      content: {
        ...content,
        '/people/:id': [`${id}?xp=all`, ...(content['/people/:id'] ?? [])],
        '/badges/:code': ['badge-1', 'badge-1?q=horvat', ...(content['/badges/:code'] ?? [])],
        '/departments/:id': [DEPARTMENT, ...(content['/departments/:id'] ?? [])],
        '/accounts/:id': ['00000000-0d00-7000-8000-000000000018'],
      },
      cookies,
    };
  } finally {
    db.close();
  }
}

/** Gives an employee of the seed a role and a session, and returns its cookie. */
function signIn(
  db: Database,
  companyId: number,
  { number, role, now }: { number: number; role: 'owner' | 'manager' | 'none'; now: number },
): string {
  const token = newSessionToken();
  writeCompany(db, { companyId, now, actor: 'bench' }, (write) => {
    const reference = `E${String(number).padStart(7, '0')}`;
    const { email } = requireEmployee(db, companyId, reference);
    const { entry } = provideAccount(write, { email });
    if (role !== 'none') setAccountRole(write, email, role);
    db.run(sessions.create, {
      ...{ companyId, accountEntry: entry, entry: nextEntry(write), id: newId(now) },
      ...{ hash: hashSecret(token), now, confirmedAt: now, client: '127.0.0.1', browser: 'bench' },
    });
  });
  return `engaged=${token}`;
}
