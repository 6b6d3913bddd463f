import { exec } from '../query.ts';

const company = { companyId: 'integer' } as const;

export const deleteStandingsBlocks = exec('sandbox/delete_standings_blocks', company);
export const deleteContests = exec('sandbox/delete_contests', company);
export const deleteClosedMonths = exec('sandbox/delete_closed_months', company);
export const deleteRedemptions = exec('sandbox/delete_redemptions', company);
export const deleteShopItems = exec('sandbox/delete_shop_items', company);
export const deleteGiftLines = exec('sandbox/delete_gift_lines', company);
export const deleteGifts = exec('sandbox/delete_gifts', company);
export const deleteKudosSettings = exec('sandbox/delete_kudos_settings', company);
export const deleteKudosAllowances = exec('sandbox/delete_kudos_allowances', company);
export const deleteKudosParts = exec('sandbox/delete_kudos_parts', company);
export const deleteKudosValueMonths = exec('sandbox/delete_kudos_value_months', company);
export const deleteKudosMonths = exec('sandbox/delete_kudos_months', company);
export const deleteKudosPairs = exec('sandbox/delete_kudos_pairs', company);
export const deleteKudosSpent = exec('sandbox/delete_kudos_spent', company);
export const deleteKudosDecisions = exec('sandbox/delete_kudos_decisions', company);
export const deleteKudosReports = exec('sandbox/delete_kudos_reports', company);
export const deleteKudosReactionCounts = exec('sandbox/delete_kudos_reaction_counts', company);
export const deleteKudosReactions = exec('sandbox/delete_kudos_reactions', company);
export const deleteKudosDepartments = exec('sandbox/delete_kudos_departments', company);
export const deleteKudosReceivers = exec('sandbox/delete_kudos_receivers', company);
export const deleteKudosPosts = exec('sandbox/delete_kudos_posts', company);
export const deleteKudosValues = exec('sandbox/delete_kudos_values', company);
export const deleteBadgeAwards = exec('sandbox/delete_badge_awards', company);
export const deleteBadges = exec('sandbox/delete_badges', company);
export const deleteCoinEntries = exec('sandbox/delete_coin_entries', company);
export const deleteXpEntries = exec('sandbox/delete_xp_entries', company);
export const deleteXpMonths = exec('sandbox/delete_xp_months', company);
export const deleteEmployees = exec('sandbox/delete_employees', company);
export const deleteDepartments = exec('sandbox/delete_departments', company);
export const deleteRunChanges = exec('sandbox/delete_run_changes', company);
export const deleteSyncRuns = exec('sandbox/delete_sync_runs', company);

/** Puts the awards of a ledger on record in the audit log, without values. */
export const keepXpDecisions = exec('sandbox/keep_xp_decisions', company);
export const keepCoinDecisions = exec('sandbox/keep_coin_decisions', company);

/** Removes the values of people from the audit log; the decisions stay. */
export const eraseAuditValues = exec('sandbox/erase_audit_values', company);

/** Restarts the numbering and begins the next generation. Does nothing to a live company. */
export const resetNumbering = exec('sandbox/reset_numbering', company);
