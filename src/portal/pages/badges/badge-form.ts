import {
  BADGE_CATEGORIES,
  BADGE_RARITIES,
  type BadgeCategory,
  type BadgeRarity,
} from '../../../domain/badge.ts';
import type { BadgeRow } from '../../../store/badges/badges.ts';
import { defineForm, type Values } from '../../forms/form.ts';
import { check, choice, longText, optional, picture, text } from '../../forms/kinds.ts';
import type { Messages } from '../../languages/en.ts';

const NEW_FIELDS = {
  name: text({ max: 150 }),
  category: choice(BADGE_CATEGORIES),
  rarity: choice(BADGE_RARITIES),
  description: optional(longText({ max: 2_000 })),
  icon: picture(),
  icon_url: optional(text({ max: 2_048 })),
};

const FIELDS = { ...NEW_FIELDS, remove_icon: check() };

const fieldTexts = ({ badges, forms }: Messages) => ({
  name: badges.name,
  category: { label: badges.category, options: badges.categories },
  rarity: { label: badges.rarity, options: badges.rarities },
  description: { label: badges.description, hint: badges.optional },
  icon: { label: badges.icon, hint: forms.pictureHint },
  icon_url: { label: badges.iconAddress, hint: badges.iconHint },
});

const rows = [['category', 'rarity']] as const;

/** A badge to be defined. */
export const newBadgeForm = defineForm({
  ...{ id: 'badge', fields: { code: text({ max: 64 }), ...NEW_FIELDS }, rows },
  texts: (t) => ({
    ...{ button: t.badges.defineThis, refused: t.badges.notDefined },
    fields: { code: { label: t.badges.code, hint: t.badges.codeHint }, ...fieldTexts(t) },
  }),
});

/** What can be changed of a badge. */
export const badgeForm = defineForm({
  ...{ id: 'badge', fields: FIELDS, rows },
  texts: (t) => ({
    button: t.forms.save,
    fields: { ...fieldTexts(t), remove_icon: t.forms.removePicture },
  }),
});

/** What is on record of a badge. */
export const valuesOf = (badge: BadgeRow): Values<typeof FIELDS> => ({
  ...{ icon: badge.iconUrl, icon_url: badge.iconUrl, remove_icon: false },
  ...{ name: badge.name, description: badge.description },
  category: badge.category as BadgeCategory,
  rarity: badge.rarity as BadgeRarity,
});
