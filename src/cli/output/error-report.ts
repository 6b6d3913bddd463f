import { EngagedError, UsageError } from '../../domain/errors.ts';
import type { ErrorCode } from '../../domain/failure-entry.ts';
import type { FailureCode } from '../../domain/failures.ts';
import { tooManyOpenFiles } from '../../store/files/open-files.ts';
import type { Environment } from '../context.ts';
import { escapeControl } from './terminal.ts';

/** What a command says about an error; `field` is the option, argument or field that is wrong. */
type ErrorReport = { code: ErrorCode | 'usage'; message: string; field: string | null };

/** What standard error gets: a line for people, or with `--json` the same as one JSON object on a line. */
export function errorText(error: unknown, env: Environment, isJson: boolean): string {
  const isExpected = error instanceof EngagedError || error instanceof UsageError;
  const report: ErrorReport = isExpected
    ? reportOf(error)
    : { code: 'internal_error', message: describeFailure(error, env), field: null };
  if (isJson) return `${escapeControl(JSON.stringify({ error: report }))}\n`;
  return `engaged: ${isExpected ? escapeControl(report.message) : report.message}\n`;
}

function reportOf(error: EngagedError | UsageError): ErrorReport {
  const { message } = error;
  if (error instanceof UsageError) return { code: 'usage', message, field: error.field };
  const { code, failure } = error;
  const see = failure && SEE[failure.code];
  return {
    code,
    message: see ? `${message}. See: engaged ${see}` : message,
    field: failure && 'field' in failure ? failure.field : null,
  };
}

/** The commands that help on. */
const SEE: Partial<Record<FailureCode, string>> = {
  account_not_found: 'portal accounts list',
  badge_not_found: 'badge list',
  contest_not_found: 'contest list',
  department_not_found: 'department list',
  employee_not_found: 'employee list',
  gift_not_found: 'given list',
  item_not_found: 'shop list',
  key_not_found: 'key list',
  redemption_not_found: 'shop redemptions list',
  run_not_found: 'sync list',
  wall_not_found: 'portal wall list',
  webhook_disabled: 'webhook enable',
  webhook_not_found: 'webhook list',
};

/**
 * Describes an unexpected error in one line. Its message may contain personal data, so only name and code are
 * shown; with ENGAGED_DEBUG=1 also the stack frames.
 */
function describeFailure(error: unknown, env: Environment): string {
  const tooMany = tooManyOpenFiles(error);
  if (tooMany !== undefined) return tooMany;
  const { name, code, stack }: Partial<NodeJS.ErrnoException> = error instanceof Error ? error : {};
  const kind = [name ?? typeof error, typeof code === 'string' && code].filter(Boolean).join(' ');
  const line = `Internal error (${kind}).`;
  if (env.ENGAGED_DEBUG !== '1') return `${line} Set ENGAGED_DEBUG=1 for a stack trace.`;
  const frames = (stack ?? '').split('\n').filter((text) => /^\s+at /.test(text));
  return [line, ...frames].join('\n');
}
