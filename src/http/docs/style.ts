import { createHash } from 'node:crypto';
import { Html, html } from '../response/html.ts';

/** The one style sheet of all pages. */
const STYLE = `
:root {
  color-scheme: light dark;
  --paper: #fff; --ink: #1c2430; --soft: #5a6676; --line: #dde3ea; --panel: #f5f7fa;
  --link: #1257c0; --get: #0b6b4f; --put: #8a4b00; --bad: #b3261e;
  --mono: ui-monospace, 'SF Mono', 'Cascadia Code', Menlo, Consolas, 'DejaVu Sans Mono', monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #12161c; --ink: #e4e9f0; --soft: #9aa7b8; --line: #2b3440; --panel: #1a2029;
    --link: #8ab8ff; --get: #6fd6b0; --put: #f3b76a; --bad: #ff9d94;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'DejaVu Sans', sans-serif;
}
a { color: var(--link); text-underline-offset: .15em; }
a:focus-visible, summary:focus-visible, pre:focus-visible, .wide:focus-visible {
  outline: 2px solid var(--link); outline-offset: 2px;
}
h1, h2, h3, h4 { line-height: 1.25; margin: 0 0 .5rem; text-wrap: balance; }
h1 { font-size: 1.75rem; }
h2 { font-size: 1.45rem; margin-top: 3.5rem; padding-top: 1.25rem; border-top: 1px solid var(--line); }
h3 { font-size: 1.15rem; }
h4 { font-size: .95rem; margin-top: 1.25rem; }
p { margin: 0 0 .75rem; max-width: 44rem; }
code, pre { font-family: var(--mono); font-size: .86em; }
code { overflow-wrap: anywhere; background: var(--panel); border-radius: .25rem; padding: .1em .3em; }
pre {
  margin: .25rem 0 1rem; padding: .75rem .9rem; overflow-x: auto; max-height: 40rem;
  background: var(--panel); border: 1px solid var(--line); border-radius: .4rem; line-height: 1.45;
}
pre code { background: none; padding: 0; overflow-wrap: normal; font-size: .95em; }
.skip { position: absolute; left: -100rem; }
.skip:focus { left: 1rem; top: 1rem; background: var(--paper); padding: .5rem; z-index: 1; }
.page { display: grid; grid-template-columns: 16rem minmax(0, 1fr); max-width: 90rem; margin: 0 auto; }
nav {
  position: sticky; top: 0; align-self: start; max-height: 100vh; overflow-y: auto;
  padding: 1.5rem 1rem 2rem 1.5rem; border-right: 1px solid var(--line); font-size: .9rem;
}
nav strong { display: block; font-size: 1.05rem; margin-bottom: .75rem; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav ul ul { margin: .15rem 0 .75rem; }
nav li a { display: block; padding: .18rem 0; text-decoration: none; }
nav li li a { padding-left: .75rem; color: var(--soft); border-left: 2px solid var(--line); }
nav a:hover { text-decoration: underline; }
main { padding: 1.5rem 2rem 6rem 2.5rem; min-width: 0; }
.lead { color: var(--soft); font-size: 1.08rem; }
.operation { padding: 1.5rem 0 1rem; }
.operation + .operation { border-top: 1px solid var(--line); }
.route { display: flex; flex-wrap: wrap; gap: .5rem .75rem; align-items: baseline; margin: 0 0 .75rem; }
.route code { background: none; padding: 0; font-size: 1rem; }
.method { font: 700 .78rem/1 var(--mono); letter-spacing: .04em; border: 1px solid; border-radius: .25rem; padding: .25em .45em; }
.get { color: var(--get); } .put, .post { color: var(--put); } .delete { color: var(--bad); }
.scope { color: var(--soft); font-size: .88rem; }
.addition { font-size: .78rem; color: var(--soft); border: 1px solid var(--line); border-radius: .25rem; padding: .1em .45em; }
.object { margin-top: 2.25rem; }
.wide { overflow-x: auto; margin: 0 0 1rem; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
caption { text-align: left; font-weight: 600; padding: .5rem 0 .25rem; }
th, td { text-align: left; vertical-align: top; padding: .45rem .9rem .45rem 0; border-bottom: 1px solid var(--line); }
thead th { color: var(--soft); font-weight: 600; font-size: .82rem; }
tbody th { font-weight: 400; white-space: nowrap; }
ul.values { list-style: none; margin: .35rem 0 0; padding: 0; }
ul.values li { margin: .15rem 0; }
td.code code { white-space: nowrap; }
.fields tbody th { width: 13rem; }
.type { display: block; color: var(--soft); font-size: .85em; white-space: normal; max-width: 14rem; }
.status { color: var(--bad); font-weight: 600; }
details { border: 1px solid var(--line); border-radius: .4rem; margin: 0 0 1rem; padding: .1rem .9rem; }
summary { cursor: pointer; padding: .45rem 0; font-size: .92rem; }
.label { display: block; color: var(--soft); font-size: .82rem; font-weight: 600; }
@media (min-width: 75rem) {
  .operation { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 30rem); gap: 0 2.25rem; }
  .operation > header { grid-column: 1 / -1; }
  .samples > h4 { margin-top: 0; }
}
@media (max-width: 55rem) {
  .page { display: block; }
  nav { position: static; max-height: none; border: 0; border-bottom: 1px solid var(--line); padding: 1rem 1.25rem; }
  nav > ul { display: flex; flex-wrap: wrap; gap: .1rem 1rem; }
  nav ul ul { display: none; }
  main { padding: 1.25rem 1.25rem 4rem; }
  h1 { font-size: 1.5rem; } h2 { font-size: 1.25rem; margin-top: 2.5rem; }
  .fields thead { position: absolute; left: -100rem; }
  .fields tr { display: block; border-bottom: 1px solid var(--line); padding: .4rem 0; }
  .fields tbody th, .fields td { display: block; width: auto; border: 0; padding: .1rem 0; white-space: normal; }
  .type { max-width: none; }
}
@media print { nav { display: none; } .page { display: block; } pre { max-height: none; white-space: pre-wrap; } }
`;

export const styleElement = html`<style>${new Html(STYLE)}</style>`;

const styleHash = createHash('sha256').update(STYLE).digest('base64');

/** The headers of every page. A page loads nothing, runs nothing, and cannot be framed. */
export const PAGE_HEADERS = [
  ...['Content-Type', 'text/html; charset=utf-8'],
  'Content-Security-Policy',
  `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  ...['Referrer-Policy', 'no-referrer'],
];
