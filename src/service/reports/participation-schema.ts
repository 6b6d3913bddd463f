import * as v from 'valibot';
import { define, object, orNull, text, whole } from '../../domain/schema.ts';

const share = (description: string) =>
  v.pipe(v.number(), v.minValue(0), v.maxValue(1), v.description(description));

export const participationSchema = define(
  'Participation',
  object('What people did in a month or week.', {
    period: text('The month, such as `2026-10`, or the ISO week, such as `2026-W41`, in UTC.'),
    active_people: whole('How many people were in the company at some time of it.', 0),
    participants: orNull(whole('How many of them got XP, by an entry that is not negative.', 0)),
    participation: orNull(share('Their share of `active_people`, from 0 to 1.')),
    signed_in: orNull(
      whole('How many signed in to the portal. Null also where that is not known.', 0),
    ),
    redeemed: orNull(whole('How many redeemed something, whatever became of it.', 0)),
    xp: orNull(whole('The XP of all entries that count for it.')),
    coins_earned: orNull(whole('Coins that were given, less those that were taken back.')),
    coins_spent: orNull(whole('Coins that were paid in the shop, less those that came back.')),
    coins_outstanding: orNull(whole('What those who were active at its end had then.')),
    badges: orNull(whole('Badges that were awarded, without those that were revoked.', 0)),
    joined: orNull(whole('How many people came, or came back.', 0)),
    left: orNull(whole('How many people left.', 0)),
  }),
);

/**
 * What a group of people did in a period. All but its number is null where it is of fewer than five people, or where it would
 * tell the numbers of such a group.
 */
export type Participation = v.InferOutput<typeof participationSchema>;
