import type { Line } from './load.ts';

/** A response to repeat byte by byte: header names and values in turn, and the body. */
export type FixedResponse = { headers: string[]; body: string };

// Node adds these headers to every response itself.
const WRITTEN_BY_NODE = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding']);

/**
 * The response of a server to a line.
 *
 * @throws Error unless it is a success
 */
export async function fetchResponse(port: number, { path, key }: Line): Promise<FixedResponse> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { authorization: `Bearer ${key}` },
    signal: AbortSignal.timeout(120_000),
  });
  const body = await response.text();
  if (response.status !== 200) throw new Error(`${response.status} for ${path}: ${body}`);
  const headers = [...response.headers].filter(([name]) => !WRITTEN_BY_NODE.has(name));
  return { headers: headers.flat(), body };
}

/** The JSON response of a server to a line, with the type that the caller expects. */
export const fetchJson = async <T>(port: number, line: Line): Promise<T> =>
  JSON.parse((await fetchResponse(port, line)).body) as T;

type Page = { pagination: { next_cursor: string | null } };

/** The cursors of a list, from its first page to its last: at most `most` of them. */
export async function walkCursors(port: number, first: Line, most: number): Promise<string[]> {
  const cursors: string[] = [];
  const join = first.path.includes('?') ? '&' : '?';
  let path = first.path;
  while (cursors.length < most) {
    const page = await fetchJson<Page>(port, { path, key: first.key });
    const cursor = page.pagination.next_cursor;
    if (cursor === null) break;
    cursors.push(cursor);
    path = `${first.path}${join}cursor=${encodeURIComponent(cursor)}`;
  }
  return cursors;
}
