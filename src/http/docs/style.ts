import { createHash } from 'node:crypto';
import { readText } from '../../store/files/read-text.ts';
import { Html, html } from '../response/html.ts';

const STYLE = readText(new URL('./style.css', import.meta.url));

export const styleElement = html`<style>${new Html(STYLE)}</style>`;

const styleHash = createHash('sha256').update(STYLE).digest('base64');

/** The headers of every page. A page loads nothing, runs nothing, and cannot be framed. */
export const PAGE_HEADERS = [
  ...['Content-Type', 'text/html; charset=utf-8'],
  'Content-Security-Policy',
  `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  ...['Referrer-Policy', 'no-referrer'],
];
