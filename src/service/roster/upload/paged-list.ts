/** How many entries a page has; the portal's own lists have as many. */
const PER_PAGE = 50;

/** Most entries that are kept of a list; the others are only counted. */
export const MAX_LISTED = 5_000;

/** No page is added to so many characters, whatever the entries are. */
const MAX_SIZE = 2_000_000;

/** A long list, page by page as JSON: one page at a time is shown, and the others need not be parsed. */
export type PagedList<T> = {
  total: number;
  /** How many of them can be shown. */
  listed: number;
  pages: readonly string[];
  /** Only for its type. */
  of?: T;
};

/** @param items the first of them, at most `MAX_LISTED` */
export function toPagedList<T>(items: readonly T[], total = items.length): PagedList<T> {
  const first = items.slice(0, MAX_LISTED);
  const pages: string[] = [];
  let listed = 0;
  for (let size = 0; listed < first.length && size < MAX_SIZE; ) {
    const entries = first.slice(listed, listed + PER_PAGE);
    const page = JSON.stringify(entries);
    pages.push(page);
    listed += entries.length;
    size += page.length;
  }
  return { total, listed, pages };
}

/** The entries of a page, from 1; none beyond the last. */
export const entriesOf = <T>({ pages }: PagedList<T>, page: number): T[] =>
  JSON.parse(pages[page - 1] ?? '[]') as T[];
