import { type Html, html } from '../../http/response/html.ts';

type PageLink = { href: string; label: string | Html };

/** What stands above everything else on a page. */
export const pageHead = (options: {
  title: string | Html;
  /** The page above this one, or all of them from the top. */
  above?: PageLink | readonly PageLink[];
  lead?: string | Html;
  /** Beside the title. */
  picture?: Html;
  /** What can be done or chosen beside it. */
  tools?: Html | readonly Html[] | undefined;
}): Html => {
  const { title, above = [], lead, tools, picture } = options;
  const crumbs = [above].flat() as readonly PageLink[];
  const links = crumbs.map(
    ({ href, label }, at) => html`${at === 0 ? '' : ' / '}<a href="${href}">${label}</a>`,
  );
  const heading = html`<h1>${title}</h1>${lead && html`<p class="lead">${lead}</p>`}`;
  return html`<div class="head"><div>${links.length > 0 ? html`<p class="crumb">${links}</p>` : ''}${picture ? html`<div class="titled">${picture}<div>${heading}</div></div>` : heading}</div>${tools && html`<div class="row">${tools}</div>`}</div>`;
};
