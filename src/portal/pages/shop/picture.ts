import { type Html, html } from '../../../http/response/html.ts';
import { PICTURES } from '../../../service/pictures/pictures.ts';
import type { Visit } from '../../request/call.ts';
import type { Site } from '../../request/site.ts';
import { type Icon, icon } from '../../view/icons.ts';

const CATEGORY_ICONS: Readonly<Record<string, Icon>> = {
  donation: 'heart',
  experience: 'badge',
  perk: 'home',
};

/** Whether a page shows a picture: one that was uploaded, and where the operator allows it one that is elsewhere over HTTPS. */
const isShown = (url: string, { externalPictures }: Site): boolean =>
  url.startsWith(PICTURES) || (externalPictures && url.startsWith('https:'));

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
