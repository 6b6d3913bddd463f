import { type Html, html } from '../../../http/response/html.ts';
import type { Gift } from '../../../service/gifts/gifts.ts';
import type { Messages } from '../../languages/en.ts';
import { stat, stats } from '../../view/stats.ts';

/** To whom something was given. */
export function originOf({ given }: Messages, { origin, subject }: Gift): string {
  const say = given.origins[origin];
  return typeof say === 'string' ? say : say({ subject: subject ?? '' });
}

/** How far a gift is. */
export const giftChip = ({ given }: Messages, { state }: Gift): Html =>
  html`<span class="chip ${{ given: 'ok', giving: 'warn', undoing: 'warn', undone: '' }[state]}">${given.states[state]}</span>`;

/** What somebody gets besides a badge. */
export const gotten = (
  { given }: Messages,
  amounts: { xp: number; coins: number; coins_for_xp?: number },
): string =>
  [
    ...(amounts.xp === 0 ? [] : [given.signedXp(amounts.xp)]),
    ...(amounts.coins === 0 ? [] : [given.signedCoins(amounts.coins)]),
    ...(amounts.coins_for_xp ? [given.coinsForXp({ coins: amounts.coins_for_xp })] : []),
  ].join(', ');

/** The sums of a gift, given or not. @param more how many rows give nothing, and what that and reaching a level are called */
export const giftStats = (
  t: Messages,
  sums: {
    people: number | null;
    xp: number | null;
    coins: number | null;
    coins_for_xp: number | null;
    badges: number | null;
    levels: number | null;
  },
  more: { levels: string; nothing: string; skipped: number },
): Html => {
  const { given } = t;
  const { people, xp, coins, coins_for_xp: forXp, badges } = sums;
  return stats(t, [
    stat(given.people, people),
    stat(given.xp, xp),
    stat(given.coins, coins, { more: forXp ? given.coinsForXp({ coins: forXp }) : '' }),
    stat(given.badges, badges),
    stat(more.levels, sums.levels),
    stat(more.nothing, more.skipped),
  ]);
};
