/** Who decides who is active in a company: its rosters, its directory, or whoever speaks last. */
export const ROSTER_AUTHORITIES = ['roster', 'directory', 'both'] as const;
export type RosterAuthority = (typeof ROSTER_AUTHORITIES)[number];
