import type { Messages } from '../../languages/en.ts';

/** Why somebody has an entry of a ledger: of one from thanks, that it is. */
export function entryReason(
  { people, thanks }: Messages,
  { reason, source, amount }: { reason: string | null; source: string; amount: number },
): string {
  if (source !== 'kudos' || reason === null) return reason ?? people.noReason;
  return amount < 0 ? thanks.takenBack({ value: reason }) : thanks.forValue({ value: reason });
}
