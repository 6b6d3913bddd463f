import * as v from 'valibot';
import { applyBadgeRules, setBadgeRule } from '../../service/badges/badge-rules.ts';
import { changeBadge, createBadge } from '../../service/badges/badges.ts';
import { change, picture, seenPicture, text } from './change.ts';

const definition = {
  name: text,
  category: text,
  rarity: text,
  description: v.nullable(text),
  icon_url: v.nullable(text),
  icon: v.optional(picture),
};
const some = v.partial(v.object(definition));

/** The catalogue of badges and their rules. */
export const BADGE_CHANGES = {
  createBadge: change(v.object({ code: text, ...definition }), createBadge),
  changeBadge: change(
    v.object({ code: text, changes: some, seen: v.object({ ...some.entries, icon: seenPicture }) }),
    (write, { code, changes, seen }) => changeBadge(write, code, changes, seen),
  ),
  setBadgeRule: change(
    v.object({
      code: text,
      xp: v.nullable(v.number()),
      seen: v.nullable(v.number()),
      atMost: v.number(),
    }),
    (write, { code, xp, ...expected }) => setBadgeRule(write, code, xp, expected),
  ),
  applyBadgeRules: change(v.object({ atMost: v.number() }), (write, { atMost }) => ({
    outcomes: applyBadgeRules(write, atMost),
  })),
};
