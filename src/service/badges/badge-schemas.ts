import type * as v from 'valibot';
import { BADGE_CATEGORIES, BADGE_RARITIES } from '../../domain/badge.ts';
import { define, object, oneOf, orNull, text, timestamp, whole } from '../../domain/schema.ts';

const badgeFields = {
  code: text('Identifies the badge; never changes.'),
  name: text("The badge's name."),
  description: orNull(text('What it is awarded for.')),
  category: oneOf(BADGE_CATEGORIES, 'The kind of achievement.'),
  rarity: oneOf(BADGE_RARITIES, 'How rare it is meant to be.'),
  icon_url: orNull(text("The address of the badge's icon.")),
};

export const badge = define(
  'Badge',
  object('A badge that an employee holds.', {
    ...badgeFields,
    awarded_at: timestamp('When it was awarded.'),
  }),
);

export type HeldBadge = v.InferOutput<typeof badge>;

export const catalogueBadge = define(
  'CatalogueBadge',
  object('A badge that people can earn.', {
    ...badgeFields,
    xp_threshold: orNull(
      whole('All-time XP that earns the badge by itself; null for a badge without such a rule.', 1),
    ),
    holders_count: whole('How many active employees hold it.', 0),
  }),
);
