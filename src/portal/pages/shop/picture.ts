import { type Html, html } from '../../../http/response/html.ts';
import { type Icon, icon } from '../../view/icons.ts';

const CATEGORY_ICONS: Readonly<Record<string, Icon>> = {
  donation: 'heart',
  experience: 'badge',
  perk: 'home',
};

/**
 * The picture of a shop item, or an icon for one that is not served over HTTPS: pages load no other.
 *
 * @param isDimmed whether the item cannot be had
 */
export const itemPicture = (
  { category, imageUrl }: { category: string; imageUrl: string },
  isDimmed = false,
): Html =>
  html`<span class="art${isDimmed ? ' none' : ''}">${imageUrl.startsWith('https:') ? html`<img src="${imageUrl}" alt="" loading="lazy">` : icon(CATEGORY_ICONS[category] ?? 'gift', 28)}</span>`;
