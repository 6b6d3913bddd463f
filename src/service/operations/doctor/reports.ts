import { pluralize } from '../../../domain/number-text.ts';
import type { Database } from '../../../store/database.ts';
import { checkReports } from '../../reports/recount.ts';
import { type Finding, ok, problem } from './finding.ts';

/** Whether the totals of reports are what counting again gives. Reads every ledger. */
export function checkReportTotals(db: Database): Finding {
  const wrong = checkReports(db);
  const [first] = wrong.flatMap(({ periods }) => periods);
  if (first === undefined) return ok('reports', 'The totals of reports match what they add up');
  const companies = pluralize(wrong.length, 'company', 'companies');
  return problem(
    'reports',
    `The totals of reports of ${companies} are wrong, such as those of ${first}`,
    'Count them again: engaged doctor --repair',
  );
}
