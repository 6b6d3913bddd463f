import { asFailure, UsageError } from '../../domain/errors.ts';
import { MAX_ENTRY_AMOUNT } from '../../service/xp/ledger-entries.ts';
import { wholeNumber } from '../command.ts';
import type { Context } from '../context.ts';
import { confirm } from './confirm.ts';

/** An amount that was repeated beforehand. */
export type RepeatOption = { repeatAmount?: number };

export const repeatOption = [
  '--repeat-amount <amount>',
  'the same amount again, or the largest of a file, where it is so large that it is asked for',
  wholeNumber(-MAX_ENTRY_AMOUNT, MAX_ENTRY_AMOUNT),
] as const;

/**
 * Runs a change that may give a large amount. Where it has to be repeated first it has changed nothing, and runs again once
 * somebody has typed the amount again.
 *
 * @param canAsk whether standard input is free for the answer
 * @throws UsageError where nobody can be asked
 */
export async function confirmingAmount<T>(
  context: Context,
  { repeatAmount = null }: { repeatAmount?: number | null },
  run: (repeated: number | null) => Promise<T>,
  { canAsk = true, beforeAsking }: { canAsk?: boolean; beforeAsking?: () => void } = {},
): Promise<T> {
  try {
    return await run(repeatAmount);
  } catch (error) {
    const unconfirmed = asFailure(error, 'amount_unconfirmed');
    if (!unconfirmed) throw error;
    beforeAsking?.();
    const { largest } = unconfirmed;
    const { message } = error as Error;
    await confirm(context, {}, `${message}.`, {
      answer: String(largest),
      typed: 'the amount again, in digits,',
      canAsk,
      otherwise: new UsageError(
        `${message}. Nothing was changed. If it is right: --repeat-amount ${largest}`,
      ),
    });
    return run(largest);
  }
}
