import { exec, listOf, one } from '../query.ts';

const company = { companyId: 'integer' } as const;
const person = { ...company, number: 'integer' } as const;

/** Replaces everything that identifies a person, and deactivates them. */
export const eraseEmployee = exec('erasure/erase_employee', {
  ...person,
  now: 'integer',
  revision: 'integer',
});

// The ledgers accept these two only for a person who is marked as erased.
export const eraseXpTexts = exec('erasure/erase_xp_texts', person);
export const eraseCoinTexts = exec('erasure/erase_coin_texts', person);

export const eraseGiftTexts = exec('erasure/erase_gift_texts', person);

/** Erases how lists named people who were not found. */
export const eraseGiftReferences = exec('erasure/erase_gift_references', {
  companyId: 'integer',
  keys: listOf('text'),
});
export const eraseRedemptionTexts = exec('erasure/erase_redemption_texts', person);

/** Removes reasons from what is on record of decisions about a person's redemptions. */
export const eraseRedemptionReasons = exec('erasure/erase_redemption_reasons', person);

/** Removes the messages with which somebody was thanked. */
export const eraseKudosReceived = exec('erasure/erase_kudos_received', person);

/** Removes those of somebody's own messages that name them. */
export const eraseKudosGiven = exec('erasure/erase_kudos_given', {
  ...person,
  names: listOf('text'),
});

/** Removes what was said in reports by somebody, or about thanks that they gave or got. */
export const eraseKudosReports = exec('erasure/erase_kudos_reports', person);
export const eraseKudosDecisions = exec('erasure/erase_kudos_decisions', person);

export const eraseAuditValues = exec('erasure/erase_audit_values', { ...company, id: 'text' });

/** Replaces the first part of a run's changes; JSON. */
export const setChanges = exec('erasure/set_changes', { ...company, id: 'text', changes: 'text' });

/** Replaces another part. */
export const setPart = exec('erasure/set_part', {
  ...company,
  entry: 'integer',
  part: 'integer',
  changes: 'text',
});

/** Records that unused parts of the file may hold values of erased people. */
export const noteRemnants = exec('erasure/note_remnants', { now: 'integer' });

/** Records that there are none, unless there was another erasure after that time. */
export const clearRemnants = exec('erasure/clear_remnants', { at: 'integer' });

/** The last erasure whose values may be there; null if there are none. */
export const findRemnants = one('erasure/find_remnants', {}, { at: 'integer?' });
