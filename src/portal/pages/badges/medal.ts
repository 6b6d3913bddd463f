import { Html, html } from '../../../http/response/html.ts';
import type { Visit } from '../../request/call.ts';
import { isShown } from '../../view/picture.ts';

const polygon = (corners: number, turn: number): string =>
  Array.from({ length: corners }, (_, at) => {
    const angle = ((at + turn) * 2 * Math.PI) / corners;
    return `${(20 + 17 * Math.sin(angle)).toFixed(1)},${(20 - 17 * Math.cos(angle)).toFixed(1)}`;
  }).join(' ');

const scallops = Array.from({ length: 12 }, (_, at) => {
  const angle = (at * Math.PI) / 6;
  const point = (radius: number, turn: number) =>
    `${(20 + radius * Math.sin(angle + turn)).toFixed(1)} ${(20 - radius * Math.cos(angle + turn)).toFixed(1)}`;
  return `${at === 0 ? `M${point(16, 0)}` : ''}A4.6 4.6 0 0 1 ${point(16, Math.PI / 6)}`;
}).join('');

/** The shape and colour of each rarity; the word stands beside it. */
const COMMON = { colour: 'muted', shape: '<circle cx="20" cy="20" r="16"/>' };
const SHAPES: Readonly<Record<string, { colour: string; shape: string }>> = {
  uncommon: { colour: 'accent', shape: '<rect x="4.5" y="4.5" width="31" height="31" rx="9"/>' },
  rare: { colour: 'blue', shape: `<polygon points="${polygon(6, 0)}"/>` },
  epic: { colour: 'plum', shape: `<polygon points="${polygon(8, 0.5)}"/>` },
  legendary: {
    colour: 'gold',
    shape: `<path d="${scallops}Z"/><circle cx="20" cy="20" r="11" fill="none"/>`,
  },
};

/** The picture of a badge, or a medal for one that pages do not show. One that is not earned yet is pale, or dashed. */
export const badgePicture = (
  { site }: Pick<Visit, 'site'>,
  { rarity, iconUrl }: { rarity: string; iconUrl: string | null },
  { size, isEarned = true }: { size: number; isEarned?: boolean },
): Html =>
  isShown(iconUrl, site)
    ? html`<img class="medal${isEarned ? '' : ' pale'}" src="${iconUrl}" width="${String(size)}" height="${String(size)}" alt="" loading="lazy">`
    : medal(rarity, size, isEarned);

/** Its rarity as a shape, and a star. */
function medal(rarity: string, size: number, isEarned: boolean): Html {
  const { colour, shape } = SHAPES[rarity] ?? COMMON;
  const dashed = isEarned ? '' : ' stroke-dasharray="3 3"';
  return new Html(
    `<svg class="medal" width="${size}" height="${size}" viewBox="0 0 40 40" fill="${isEarned ? 'var(--fill)' : 'none'}" stroke="var(--${isEarned ? colour : 'field'})" stroke-width="1.6" stroke-linejoin="round" aria-hidden="true"><g${dashed}>${shape}</g><path fill="none" d="m20 14 1.9 3.9 4.2.6-3 3 .7 4.2-3.8-2-3.8 2 .7-4.2-3-3 4.2-.6z"/></svg>`,
  );
}

/** The class that colours the word of a rarity. */
export const rarityClass = (rarity: string): string => `rarity-${rarity}`;
