/** What a badge is awarded for, by the API contract's names. */
export const BADGE_CATEGORIES = ['milestone', 'skill', 'social'] as const;
export type BadgeCategory = (typeof BADGE_CATEGORIES)[number];

/** How rare a badge is, by the API contract's names, most common first. */
export const BADGE_RARITIES = ['common', 'uncommon', 'rare', 'epic', 'legendary'] as const;
export type BadgeRarity = (typeof BADGE_RARITIES)[number];
