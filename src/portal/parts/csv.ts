import { type Html, html } from '../../http/response/html.ts';
import { icon } from './icons.ts';

/** The type of a list as a file. */
export const CSV = 'text/csv; charset=utf-8; header=present';

/** Downloads the list of a page. */
export const csvButton = (path: string): Html =>
  html`<a class="btn" href="${path}">${icon('download')}CSV</a>`;
