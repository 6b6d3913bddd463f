import { listBody } from '../../domain/list-body.ts';
import { peopleOf } from '../../service/company/company-states.ts';
import type { Call } from '../endpoint.ts';
import type { ListScope, Position } from './cursor.ts';

/** One page of a list of the people or things that the company has now. */
type ListPage<Key extends Position> = {
  companyId: number;
  /** The key of the last item of the previous page; empty on the first page. */
  after: Key | readonly [];
  /** How many rows to read: one more than the page holds, to find out whether there is a next page. */
  count: number;
  /** The cursor of the page after a position. */
  cursorAfter(position: Key): string;
  /** The JSON text of the response. */
  body<Row extends { json: string }>(rows: readonly Row[], positionOf: (row: Row) => Key): string;
};

/** In place of the position before the first item of a list in descending order. */
export const NEWEST = Number.MAX_SAFE_INTEGER;

/** @param filters the values of the list's filters, in an order of its own; a cursor is valid with these only */
export function openListPage<Key extends Position = readonly number[]>(
  call: Call,
  list: string,
  filters: ListScope['filters'],
  { cursor, limit }: { cursor: string; limit: number },
): ListPage<Key> {
  const { companyId } = call.credential;
  const { epoch, services } = call;
  const scope = { list, people: peopleOf(epoch), filters };
  const cursorAfter = (position: Key) => services.cursors.seal(scope, position);
  return {
    companyId,
    // A cursor is valid only for the list that made it.
    after: cursor ? (services.cursors.open(scope, cursor) as Key) : [],
    count: limit + 1,
    cursorAfter,
    body: (rows, positionOf) => {
      const shown = rows.slice(0, limit);
      const last = rows.length > limit ? shown.at(-1) : undefined;
      return listBody(
        shown.map((row) => row.json),
        last ? cursorAfter(positionOf(last)) : null,
      );
    },
  };
}
