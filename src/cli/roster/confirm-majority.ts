import { UsageError } from '../../domain/errors.ts';
import { formatNumber, pluralize } from '../../domain/number-text.ts';
import { type Majority, UnconfirmedMajority } from '../../service/roster/review/review.ts';
import type { DeactivationOptions } from '../../service/roster/sync/deactivation.ts';
import type { Context } from '../context.ts';
import { STANDARD_INPUT } from '../input-file.ts';
import { confirm } from '../options/confirm.ts';
import type { Progress } from '../output/progress.ts';
import { escapeControl } from '../output/terminal.ts';
import { type ImportOptions, toCommandLine } from './import-options.ts';
import { listPeople } from './people-text.ts';

/** An import as the command was given it. */
export type GivenImport = { name: string; given: ImportOptions; deactivation: DeactivationOptions };

/**
 * Runs an import. Where it would deactivate more than half of the people and no number was allowed, it has changed
 * nothing, and runs again once an operator has confirmed that number.
 *
 * @throws UsageError where nobody can be asked
 */
export async function confirmingMajority<Done>(
  context: Context,
  given: GivenImport,
  progress: Progress,
  run: (deactivation: DeactivationOptions) => Promise<Done>,
): Promise<Done> {
  try {
    return await run(given.deactivation);
  } catch (error) {
    if (!(error instanceof UnconfirmedMajority)) throw error;
    progress.clear();
    await confirmMajority(context, given, error.majority);
    return run({ ...given.deactivation, maxDeactivations: error.majority.missing });
  }
}

function confirmMajority(
  context: Context,
  { name, given }: GivenImport,
  { missing, of, people }: Majority,
): Promise<void> {
  const what = `${formatNumber(missing)} of ${pluralize(of, 'person', 'people')} would be deactivated, more than half`;
  const allowed = toCommandLine(name, given, { maxDeactivations: missing });
  const refusal = new UsageError(
    `${what}. Nothing was changed. If they have left: ${escapeControl(allowed)}`,
  );
  const question = [`${what}:`, ...listPeople(people, missing), 'Deactivate them?'].join('\n');
  return confirm(context, {}, question, {
    canAsk: name !== STANDARD_INPUT,
    otherwise: refusal,
  });
}
