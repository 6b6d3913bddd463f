const TOP_LEVEL = 100;

/** All-time XP at which a level begins: 0, 100, 300, 600, 1000 … 495,000 for level 100. */
export const levelThreshold = (level: number): number => 50 * level * (level - 1);

/**
 * The level that all-time XP amounts to, 1 to 100; XP below zero is level 1.
 * The square root only proposes: near a threshold floating point may be one level off.
 */
export function levelOf(xp: number): number {
  if (xp < 100) return 1;
  if (xp >= levelThreshold(TOP_LEVEL)) return TOP_LEVEL;
  const guess = Math.floor((1 + Math.sqrt(1 + (4 * xp) / 50)) / 2);
  if (xp < levelThreshold(guess)) return guess - 1;
  return xp >= levelThreshold(guess + 1) ? guess + 1 : guess;
}

/** XP needed for the next level, 0 at the top one; below zero XP, that for level 2. */
export function xpToNextLevel(xp: number): number {
  const level = levelOf(xp);
  return level === TOP_LEVEL ? 0 : levelThreshold(level + 1) - xp;
}
