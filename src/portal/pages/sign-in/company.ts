import { fold } from '../../../domain/text.ts';
import type { CompanyRow } from '../../../store/company/companies.ts';
import * as companies from '../../../store/company/companies.ts';
import type { Database } from '../../../store/database.ts';

/** The only company, or the one that is named. */
export function findCompany(db: Database, name: string | null): CompanyRow | undefined {
  const [only, ...others] = db.all(companies.listLive, {});
  if (others.length === 0) return only;
  return db.one(companies.findLiveByName, { nameKey: fold((name ?? '').trim()) });
}
