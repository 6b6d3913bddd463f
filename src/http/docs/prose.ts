import { type Html, html } from '../response/html.ts';

/** A table that scrolls sideways by keyboard too; `label` names it. */
export const table = (
  label: string,
  headings: readonly string[],
  rows: readonly Html[],
  { caption, className }: { caption?: string; className?: string } = {},
): Html => html`<div class="wide" tabindex="0" role="group" aria-label="${label}"><table${className && html` class="${className}"`}>
${caption && html`<caption>${caption}</caption>`}
<thead><tr>${headings.map((heading) => html`<th scope="col">${heading}</th>`)}</tr></thead>
<tbody>${rows}</tbody>
</table></div>`;

/** Prose of the description: paragraphs, and `code` in backticks. */
export const prose = (text: string): Html[] =>
  text.split('\n\n').map((paragraph) => html`<p>${inline(paragraph)}</p>`);

/** One line of such prose. */
export const inline = (text: string): Html[] =>
  text.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
