/**
 * The envelope of every list in the API contract, as JSON text.
 *
 * @param items JSON texts
 * @param nextCursor base64url; null on the last page
 */
export const listBody = (items: readonly string[], nextCursor: string | null): string =>
  `{"data":[${items.join(',')}],"pagination":{"next_cursor":${nextCursor === null ? 'null' : `"${nextCursor}"`}}}`;
