import { type Html, html } from '../../http/response/html.ts';
import type { Call } from '../request/call.ts';
import { pageNumber, pager } from './pager.ts';
import { panel } from './panel.ts';
import { type Column, table } from './table.ts';

/** A list as a panel with its pages; nothing where it is empty. */
export function listPanel<T>(
  { t, query }: Call,
  options: {
    /** Of its own on the page: also the page of the list goes by it in the address. */
    id: string;
    title: string;
    /** Beside the heading, if it is not how many there are. */
    beside?: string | Html;
    total: number;
    /** How many of them can be shown, if that is not all. */
    listed?: number;
    columns: readonly Column<T>[];
    /** The rows of one of its pages, from 1. */
    rows(page: number): readonly T[];
    /** The address of the page that has it. */
    path: string;
  },
): Html {
  const { id, title, total, listed = total, path } = options;
  if (total === 0) return html``;
  const page = pageNumber(query, id);
  const more = total - listed;
  return panel({ id, title, beside: options.beside ?? t.format.number(total), isFull: true }, [
    table({ label: title, columns: options.columns, rows: options.rows(page) }),
    html`${more > 0 ? html`<footer>${t.lists.listed({ count: listed, more })}</footer>` : ''}`,
    pager(t, listed, page, { name: id, link: (part) => `${path}?${part}#${id}` }),
  ]);
}
