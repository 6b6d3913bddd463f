import { type Html, html } from '../../http/response/html.ts';
import type { Messages } from '../languages/en.ts';
import { icon } from './icons.ts';

/** The type of a list as a file. */
export const CSV = 'text/csv; charset=utf-8; header=present';

/** Downloads the list of a page. */
export const csvButton = ({ lists }: Messages, path: string): Html =>
  html`<a class="btn" href="${path}">${icon('download')}${lists.csv}</a>`;
