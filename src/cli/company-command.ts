import { beginCompanyWrite, type CompanyWrite } from '../service/company-write.ts';
import type { Database } from '../store/database.ts';
import type { CommonOptions } from './command.ts';
import { type CompanyOption, resolveCompany } from './company-option.ts';
import type { Context } from './context.ts';
import { withDataFile } from './data-file-option.ts';

/** What every command accepts that works on one company. */
export type CompanyOptions = CommonOptions & CompanyOption;

/** What a command accepts that can show what it would do. */
export type DryRunOption = { dryRun?: boolean };

/**
 * Carries out a decision on the company that the options mean, whole or not at all, and gives its outcome.
 * A dry run does the same and then undoes it.
 */
export const changeCompany = <T>(
  context: Context,
  options: CompanyOptions & DryRunOption,
  change: (write: CompanyWrite) => T,
): Promise<T> =>
  withDataFile(context, options, (db) => {
    const { companyId } = resolveCompany(db, options);
    const order = { companyId, now: context.now(), actor: context.actor };
    const carryOut = () => change(beginCompanyWrite(db, order));
    return options.dryRun ? db.dryRun(carryOut) : db.write(carryOut);
  });

/** Reads something of the company that the options mean. */
export const readCompany = <T>(
  context: Context,
  options: CompanyOptions,
  read: (db: Database, companyId: number) => T,
): Promise<T> =>
  withDataFile(context, options, (db) => read(db, resolveCompany(db, options).companyId));
