import { createHash } from 'node:crypto';
import { EXAMPLES } from '../../roster-file/examples.ts';
import { readText } from '../../store/files/read-text.ts';

const STYLE = readText(new URL('./style.css', import.meta.url));
/** Of the sheets of cards, which stand on pages and alone. */
export const CARDS_STYLE = readText(new URL('./cards.css', import.meta.url));
const SCRIPT = readText(new URL('./script.js', import.meta.url));
const MARK =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#0b6b5b" stroke-width="4"><style>@media (prefers-color-scheme:dark){path{stroke:#55cbb0}}</style><path d="M3 12.5h17.5A8.8 8.8 0 1 0 17.5 19"/></svg>';

/** A file that pages load. Its name changes with its contents, so that browsers keep it. */
export type Asset = { path: string; type: string; body: string };

const asset = (name: string, extension: string, type: string, text: string): Asset => {
  const body = text.trim();
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 12);
  return { path: `/portal/assets/${name}-${hash}.${extension}`, type, body };
};

const withoutIndent = `${STYLE}${CARDS_STYLE}`
  .replace(/\n\s+/g, '\n')
  .replace(/\/\*[^*]*\*\//g, '');

export const STYLESHEET = asset('portal', 'css', 'text/css; charset=utf-8', withoutIndent);
export const PROGRAM = asset('portal', 'js', 'text/javascript; charset=utf-8', SCRIPT);
export const FAVICON = asset('mark', 'svg', 'image/svg+xml', MARK);

/** A roster to try an upload with. */
export const EXAMPLE = asset('people', 'csv', 'text/csv; charset=utf-8', EXAMPLES.people);

export const ASSETS: readonly Asset[] = [STYLESHEET, PROGRAM, FAVICON, EXAMPLE];
