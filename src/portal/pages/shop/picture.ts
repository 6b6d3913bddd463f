import { type Html, html } from '../../../http/response/html.ts';
import type { Visit } from '../../request/call.ts';
import { type Icon, icon } from '../../view/icons.ts';
import { isShown } from '../../view/picture.ts';

const CATEGORY_ICONS: Readonly<Record<string, Icon>> = {
  donation: 'heart',
  experience: 'badge',
  perk: 'home',
};

/**
 * The picture of a shop item, or an icon for one that pages do not show.
 *
 * @param isDimmed whether the item cannot be had
 */
export const itemPicture = (
  { site }: Pick<Visit, 'site'>,
  { category, imageUrl }: { category: string; imageUrl: string },
  isDimmed = false,
): Html =>
  html`<span class="art${isDimmed ? ' none' : ''}">${isShown(imageUrl, site) ? html`<img src="${imageUrl}" alt="" loading="lazy">` : icon(CATEGORY_ICONS[category] ?? 'gift', 28)}</span>`;
