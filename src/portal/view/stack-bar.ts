import { Html, html } from '../../http/response/html.ts';

/** How the parts of a bar look, so that they are told apart without colours, too. */
export const PART_KINDS = ['solid', 'striped', 'warn', 'hollow'] as const;
type PartKind = (typeof PART_KINDS)[number];

const fill = (kind: PartKind): Html =>
  kind === 'striped' ? html` fill="url(#striped)"` : html` class="${kind}"`;

/** The stripes, once on a page that has bars or keys. */
export const stripes = html`<svg width="0" height="0" aria-hidden="true"><pattern id="striped" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path class="solid" d="M0 0h2.5v5H0z"/></pattern></svg>`;

/** What stands for a kind beside its name. */
export const partKey = (kind: PartKind): Html =>
  html`<svg class="key" width="12" height="12" aria-hidden="true"><rect x=".5" y=".5" width="11" height="11" rx="3"${fill(kind)}/></svg>`;

/** A bar of parts, in the order of the kinds. What it shows stands beside it in figures. */
export function stackBar(parts: readonly number[], isSmall = false): Html {
  const all = parts.reduce((sum, part) => sum + part, 0);
  let at = 0;
  const percent = (share: number) => (all === 0 ? 0 : (100 * share) / all).toFixed(2);
  const drawn = PART_KINDS.map((kind, index) => {
    const part = parts[index] ?? 0;
    const from = at;
    at += part;
    return part === 0
      ? new Html('')
      : html`<rect x="${percent(from)}%" y="0" width="${percent(part)}%" height="100%"${fill(kind)}/>`;
  });
  return html`<svg class="stackbar${isSmall ? ' small' : ''}" aria-hidden="true">${drawn}</svg>`;
}
