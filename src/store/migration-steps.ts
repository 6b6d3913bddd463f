import { fold, LIKE_ASCII } from '../domain/text.ts';
import * as companies from './company/companies.ts';
import type { Database } from './database.ts';
import type { NamedText } from './files/read-text.ts';
import * as folding from './folding.ts';
import * as reportTotals from './reports/report-totals.ts';

/** What SQL cannot do, by the name of the migration. */
const STEPS: Readonly<Record<string, (db: Database) => void>> = {
  '0028_letters_that_look_like_ascii': foldAgain,
  '0045_reports': countReports,
};

/** Does the part of a migration that its SQL leaves to the program, in the same transaction. */
export const runStep = (db: Database, { name }: NamedText): void => STEPS[name]?.(db);

const SET_FOLDED = {
  company: folding.setCompany,
  contest: folding.setContest,
  department: folding.setDepartment,
  employee: folding.setEmployee,
  account: folding.setAccount,
} as const;

/** Folds again what has a character that once was folded into one of ASCII. */
function foldAgain(db: Database): void {
  for (const one of db.all(folding.listWith, { characters: LIKE_ASCII })) {
    const { kind, companyId, entry, text } = one;
    db.run(SET_FOLDED[kind as keyof typeof SET_FOLDED], { companyId, entry, key: fold(text) });
  }
}

/** Counts the totals of reports, which there were none of. */
function countReports(db: Database): void {
  for (const { companyId } of db.all(companies.listIds, {}))
    db.run(reportTotals.rebuild, { companyId });
}
