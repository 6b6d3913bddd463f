import { failure } from '../../domain/errors.ts';
import type { Picture } from '../../domain/pictures/picture.ts';
import * as companies from '../../store/company/companies.ts';
import type { Database } from '../../store/database.ts';
import { requireUnchanged } from '../input.ts';
import { logoOf } from '../pictures/pictures.ts';
import { updateCompany } from './companies.ts';
import { type CompanyWrite, requireCompany } from './company-write.ts';
import { type Programme, type ProgrammeChanges, programmeOf } from './programme.ts';

/** What a company decides about itself. */
export type CompanySettings = Programme & { name: string; logo_url: string | null };

type Changes = ProgrammeChanges & {
  name?: string | undefined;
  logo?: Picture | null | undefined;
};

export const settingsOf = (db: Database, companyId: number): CompanySettings => ({
  name: requireCompany(db, companyId).name,
  logo_url: logoOf(db, companyId),
  ...programmeOf(db, companyId),
});

/** Whether a company names itself. Where several share the data, a name that is taken would tell of another one. */
export const namesItself = (db: Database): boolean => db.all(companies.listLive, {}).length === 1;

/**
 * Changes what is given.
 *
 * @param seen what was in these fields when the change was made up; `logo` the address of the picture
 * @throws EngagedError `validation_failed`; `conflict` for a field that is not as it was seen; `forbidden` for a name that the
 *   operator gives
 */
export function changeSettings(
  write: CompanyWrite,
  changes: Changes,
  seen: Omit<Changes, 'logo'> & { logo?: string | null | undefined },
): CompanySettings {
  const { db, companyId } = write;
  requireUnchanged<typeof seen>(
    { ...settingsOf(db, companyId), logo: logoOf(db, companyId) },
    seen,
  );
  if (changes.name !== undefined && !namesItself(db)) throw failure('company_named_by_operator');
  updateCompany(write, changes);
  return settingsOf(db, companyId);
}
