import { type Html, html } from '../../../http/response/html.ts';
import type { Gift } from '../../../service/gifts/gifts.ts';
import type { Messages } from '../../languages/en.ts';

/** To whom something was given. */
export function originOf({ given }: Messages, { origin, subject }: Gift): string {
  const say = given.origins[origin];
  return typeof say === 'string' ? say : say({ subject: subject ?? '' });
}

/** How far a gift is. */
export const giftChip = ({ given }: Messages, { state }: Gift): Html =>
  html`<span class="chip ${{ given: 'ok', giving: 'warn', undoing: 'warn', undone: '' }[state]}">${given.states[state]}</span>`;

/** What somebody gets besides a badge. */
export const gotten = ({ given }: Messages, amounts: { xp: number; coins: number }): string =>
  [
    ...(amounts.xp === 0 ? [] : [given.signedXp(amounts.xp)]),
    ...(amounts.coins === 0 ? [] : [given.signedCoins(amounts.coins)]),
  ].join(', ');
