import { MAX_ROWS } from '../../domain/roster/sync-request.ts';

/** What the rows of one request may take as JSON: the API contract's 16 MB, less what goes around them. */
const MOST_BYTES = 16 * 1_048_576 - 1024;

/** Divides rows, given by their indexes, into as few runs as fit into one request each, in their order. */
export function divideRows(rows: readonly object[], indexes: readonly number[]): number[][] {
  const parts: number[][] = [];
  let part: number[] = [];
  let bytes = 0;
  for (const index of indexes) {
    const size = Buffer.byteLength(JSON.stringify(rows[index])) + 1;
    if (part.length === MAX_ROWS || (part.length > 0 && bytes + size > MOST_BYTES)) {
      parts.push(part);
      part = [];
      bytes = 0;
    }
    part.push(index);
    bytes += size;
  }
  if (part.length > 0) parts.push(part);
  return parts;
}
