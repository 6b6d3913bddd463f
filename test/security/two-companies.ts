import type { Scope } from '../../src/domain/api-key.ts';
import { awardBadge, defineBadge } from '../../src/service/badges/badges.ts';
import { createCompany } from '../../src/service/company/companies.ts';
import { type CompanyWrite, writeCompany } from '../../src/service/company/company-write.ts';
import { createContest } from '../../src/service/contests/change-contests.ts';
import { closeContest, rankContest } from '../../src/service/contests/close-contest.ts';
import { requireContest } from '../../src/service/contests/contests.ts';
import { archiveDepartment, createDepartment } from '../../src/service/departments/departments.ts';
import { revokeKey } from '../../src/service/keys/keys.ts';
import { closeMonth, rankMonth } from '../../src/service/months/close-month.ts';
import { listMonths, requireMonth } from '../../src/service/months/closed-months.ts';
import { addEmployee, deactivateEmployee } from '../../src/service/people/employees.ts';
import { addShopItem } from '../../src/service/shop/shop.ts';
import { awardXp } from '../../src/service/xp/ledger.ts';
import type { Database } from '../../src/store/database.ts';
import { createTestKey, NOW } from '../service/test-company.ts';

/** The contents of a company that no other company may see. */
export type CompanyContents = {
  /** An active employee with badges. */
  person: { id: string; email: string; externalId: string };
  deactivated: { id: string; email: string; externalId: string };
  departmentId: string;
  /** One that is closed, and one that runs. */
  contestIds: string[];
  /** Every text and id that belongs to the company, as it would appear in a response. */
  own: string[];
};

/** Fills a company so that every list has more than one item; every text contains `mark`. */
export function populate(write: CompanyWrite, mark: string): CompanyContents {
  const department = createDepartment(write, { name: `${mark} Sales`, external_id: `${mark}-D` });
  const archived = createDepartment(write, { name: `${mark} Old` });
  archiveDepartment(write, archived.id);
  createDepartment(write, { name: `${mark} Lab` });
  const people = ['a', 'b', 'c', 'gone'].map((word) => {
    const email = `${mark}.${word}@acme.example`;
    const externalId = `${mark}-${word}`;
    const { employee_id: id } = addEmployee(write, {
      ...{ email, external_id: externalId, given_name: `${mark} ${word}` },
      ...(word !== 'b' && { department: department.id }),
    });
    awardXp(write, id, { amount: 9, reason: mark, at: Date.UTC(2026, 9, 9) });
    awardXp(write, id, { amount: 1, reason: mark, at: Date.UTC(2026, 8, 9) });
    return { id, email, externalId };
  });
  const [person, , , deactivated] = people;
  if (!person || !deactivated) throw new Error('no employees were created');
  for (const [at, code] of ['first', 'second'].entries()) {
    defineBadge(write, { code, name: `${mark} ${code}`, category: 'skill', rarity: 'rare' });
    awardBadge(write, person.id, code, NOW - at);
    awardBadge(write, deactivated.id, code, NOW - at);
  }
  const items = ['Mug', 'Cap'].map((name) =>
    addShopItem(write, {
      ...{ name: `${mark} ${name}`, description: mark, category: 'merch', coin_price: 5 },
      ...{ image_url: 'https://example.com/x.png', stock_remaining: null },
    }),
  );
  // A sandbox has closed them already.
  const isClosed = listMonths(write.db, write.companyId).length > 0;
  for (const month of isClosed ? [] : ['2026-09', '2026-10']) {
    closeMonth(write, rankMonth(write.db, write.companyId, requireMonth(month)));
  }
  const began = { ...write, now: Date.UTC(2026, 9, 1) };
  const contests = ['2026-10-31', '2026-12-31'].map((last_day, at) =>
    createContest(began, {
      ...{ name: `${mark} ${at}`, first_day: '2026-10-01', last_day },
      ...{ departments: [department.id], prizes: [] },
    }),
  );
  const { entry } = requireContest(write.db, write.companyId, `${mark} 0`);
  closeContest(write, rankContest(write.db, write.companyId, entry));
  deactivateEmployee(write, deactivated.id, 'left');
  return {
    person,
    deactivated,
    departmentId: department.id,
    contestIds: contests.map(({ id }) => id),
    own: [
      mark,
      department.id,
      archived.id,
      ...people.map(({ id }) => id),
      ...[...items, ...contests].map(({ id }) => id),
    ],
  };
}

/** Another company with its contents and a key. */
export function createOtherCompany(db: Database, name: string, mark: string) {
  const context = { now: NOW, actor: 'test' };
  const { company } = createCompany(db, { name, ssoDomains: [], ...context });
  const { companyId } = company;
  return {
    companyId,
    contents: writeCompany(db, { companyId, ...context }, (write) => populate(write, mark)),
    key: keyFor(db, companyId).key,
  };
}

/** A key with the given scopes and a rate limit that no test reaches. */
export const keyFor = (
  db: Database,
  companyId: number,
  options: { scopes?: readonly Scope[]; expiresAt?: number } = {},
) => createTestKey(db, companyId, { requestsPerMinute: 100_000, ...options });

/** A key that has been revoked. */
export function createRevokedKey(db: Database, companyId: number): string {
  const { key, id } = keyFor(db, companyId);
  writeCompany(db, { companyId, now: NOW, actor: 'test' }, (write) => revokeKey(write, id));
  return key;
}
