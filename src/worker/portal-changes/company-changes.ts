import * as v from 'valibot';
import { SCOPES } from '../../domain/api-key.ts';
import { createWall, revokeWall } from '../../service/boards/walls.ts';
import { changeSettings } from '../../service/company/settings.ts';
import { createKey, revokeKey, rotateKey } from '../../service/keys/keys.ts';
import { change, picture, seenPicture, text } from './change.ts';

const settings = v.partial(
  v.object({
    ...{ name: text, ask_above_xp: v.number(), ask_above_coins: v.number(), ties: text },
    ...{ coins_per_100_xp: v.number(), worth_of_100_coins: v.number(), currency: text },
    ...{ welcome_xp: v.number(), welcome_coins: v.number(), welcome_reason: text },
    ...{ about: v.nullable(text), language: text, time_zone: text, mails: text },
    ...{ ranking: text, hide_names_in_api: v.boolean() },
    ...{ smallest_group: v.number(), managers_see_people: v.boolean() },
  }),
);

/** What a company decides about itself, who may call its API, and its leaderboards for screens. */
export const COMPANY_CHANGES = {
  changeSettings: change(
    v.object({
      changes: v.object({ ...settings.entries, logo: v.optional(v.nullable(picture)) }),
      seen: v.object({ ...settings.entries, logo: seenPicture }),
    }),
    (write, input) => changeSettings(write, input.changes, input.seen),
  ),
  createKey: change(
    v.object({
      name: text,
      scopes: v.array(v.picklist(SCOPES)),
      requestsPerMinute: v.number(),
      expiresAt: v.nullable(v.number()),
    }),
    createKey,
  ),
  rotateKey: change(v.object({ key: text, overlap: v.number() }), (write, { key, overlap }) =>
    rotateKey(write, key, overlap),
  ),
  revokeKey: change(v.object({ key: text }), (write, { key }) => revokeKey(write, key)),
  createWall: change(
    v.object({
      ...{ title: text, shows: text, period: text, department: text, rows: v.number() },
      language: text,
    }),
    createWall,
  ),
  revokeWall: change(v.object({ wall: text }), (write, { wall }) => revokeWall(write, wall)),
};
