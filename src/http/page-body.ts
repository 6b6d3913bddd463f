import { listBody } from '../domain/list-body.ts';
import type { Cursors, ListScope, Position } from './cursor.ts';

/**
 * One page of a list that is read row by row, as the JSON text of the answer.
 *
 * @param rows one more than the page holds, where there are that many: then a next page exists
 * @param page.positionOf the key by which the list goes on after a row
 */
export function pageBody<Row extends { json: string }>(
  rows: readonly Row[],
  page: { limit: number; cursors: Cursors; scope: ListScope; positionOf: (row: Row) => Position },
): string {
  const shown = rows.slice(0, page.limit);
  const last = rows.length > page.limit ? shown.at(-1) : undefined;
  const nextCursor = last ? page.cursors.seal(page.scope, page.positionOf(last)) : null;
  return listBody(
    shown.map((row) => row.json),
    nextCursor,
  );
}
