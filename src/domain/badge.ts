/** What a badge is given for, in the API contract's words. */
export const BADGE_CATEGORIES = ['milestone', 'skill', 'social'] as const;
export type BadgeCategory = (typeof BADGE_CATEGORIES)[number];

/** How rare a badge is meant to be, in the API contract's words, most common first. */
export const BADGE_RARITIES = ['common', 'uncommon', 'rare', 'epic', 'legendary'] as const;
export type BadgeRarity = (typeof BADGE_RARITIES)[number];
