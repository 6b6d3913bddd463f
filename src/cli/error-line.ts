import { EngagedError } from '../domain/errors.ts';
import type { FailureCode } from '../domain/failures.ts';

/** The commands that help on. */
const SEE: Partial<Record<FailureCode, string>> = {
  account_not_found: 'portal accounts list',
  badge_not_found: 'badge list',
  contest_not_found: 'contest list',
  department_not_found: 'department list',
  employee_not_found: 'employee list',
  item_not_found: 'shop list',
  key_not_found: 'key list',
  redemption_not_found: 'shop redemptions list',
  run_not_found: 'sync list',
  wall_not_found: 'portal wall list',
  webhook_disabled: 'webhook enable',
  webhook_not_found: 'webhook list',
};

/** What a command says about an error: its message, and the command that helps on. */
export function errorLine(error: Error): string {
  const see = error instanceof EngagedError && error.failure && SEE[error.failure.code];
  return see ? `${error.message}. See: engaged ${see}` : error.message;
}
