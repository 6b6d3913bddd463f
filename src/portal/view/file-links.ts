import { type Html, html } from '../../http/response/html.ts';
import type { Messages } from '../languages/en.ts';
import { icon } from './icons.ts';

/** The files that a list can be downloaded as, by the end of their names. */
export const FILE_TYPES = {
  csv: 'text/csv; charset=utf-8; header=present',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

export type FileEnding = keyof typeof FILE_TYPES;

/** Downloads the list of a page. @param address of the file with this end of its path */
export const fileLinks = (
  { files }: Messages,
  address: (path: string) => string,
  path: string,
  endings: readonly FileEnding[] = ['xlsx', 'csv'],
): Html =>
  html`${endings.map(
    (ending) =>
      html`<a class="btn" href="${address(`${path}.${ending}`)}">${icon('download')}${files[ending]}</a>`,
  )}`;
