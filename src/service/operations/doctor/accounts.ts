import { pluralize } from '../../../domain/number-text.ts';
import { shellWord } from '../../../domain/shell-word.ts';
import type { Database } from '../../../store/database.ts';
import * as accounts from '../../../store/portal/portal-accounts.ts';
import { type Finding, ok, warning } from './finding.ts';

/** Whether owners of the portal may sign in, and whether accounts end with the employees whose addresses they have. */
export function checkAccounts(db: Database): Finding[] {
  const findings: Finding[] = [];
  for (const { name } of db.all(accounts.listOwnerless, {})) {
    findings.push(
      warning(
        'accounts',
        `Every owner of the portal of "${name}" is disabled or deactivated`,
        `engaged portal link EMAIL --role owner --company ${shellWord(name)}`,
      ),
    );
  }
  const beside = db.all(accounts.listBesideEmployees, {});
  const [first] = beside;
  if (first) {
    const have = pluralize(beside.length, 'account has', 'accounts have');
    findings.push(
      warning(
        'accounts',
        `${have} the address of an employee who is deactivated or has another account: ${first.id}, of ${first.employeeId}`,
        'It goes on without them. To end it: engaged portal accounts disable EMAIL',
      ),
    );
  }
  return findings.length > 0 ? findings : [ok('accounts', 'Every account ends with its employee')];
}
