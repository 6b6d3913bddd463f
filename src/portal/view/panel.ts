import { type Html, html } from '../../http/response/html.ts';
import { type Icon, icon } from './icons.ts';

/** A part of a page with a heading. */
export const panel = (
  options: {
    /** Of its own on the page: links lead to it. */
    id: string;
    title: string | Html;
    /** Beside the heading. */
    beside?: string | Html | undefined;
    /** Of what cannot be undone. */
    isDangerous?: boolean;
    /** Whether its content has no space around it, as a table. */
    isFull?: boolean;
    /** Whether its content is no wider than a form needs. */
    isNarrow?: boolean;
    footer?: string | Html | undefined;
  },
  content: Html | readonly Html[],
): Html => {
  const { id, title, beside, footer } = options;
  return html`<section class="panel${options.isDangerous ? ' danger' : ''}" aria-labelledby="${id}"><header><h2 id="${id}">${title}</h2>${typeof beside === 'string' ? html`<span class="small muted">${beside}</span>` : beside}</header>${options.isFull ? content : html`<div class="pad${options.isNarrow ? ' narrow' : ''}">${content}</div>`}${footer && html`<footer>${footer}</footer>`}</section>`;
};

/** What something does or is for, in small letters. */
export const explained = (text: string | Html): Html => html`<p class="small muted">${text}</p>`;

/** A panel without a heading for one form. */
export const formPanel = (form: Html): Html =>
  html`<section class="panel form"><div class="pad">${form}</div></section>`;

/** A panel without a heading that asks something. @param options.name what screen readers call it */
export const questionPanel = (
  options: { name: string; id?: string; isNarrow?: boolean },
  content: Html,
): Html =>
  html`<section class="panel${options.isNarrow ? ' narrow' : ''}"${options.id && html` id="${options.id}"`} aria-label="${options.name}"><div class="pad">${content}</div></section>`;

/** A panel without a heading for the list that a page is about, with what stands below it, such as its pages. */
export const listing = (list: Html, ...below: readonly Html[]): Html =>
  html`<section class="panel">${list}${below}</section>`;

/** What a page shows where there is nothing yet: why, and what leads to the first one. */
export const emptyPanel = (options: {
  icon?: Icon;
  title: string;
  /** Whether its title is that of the page. */
  isWholePage?: boolean;
  text: string | Html;
  /** Links to what can be done. */
  links?: readonly { href: string; label: string }[];
  /** The command that does the same. */
  command?: string;
  /** Other ways on. */
  ways?: Html;
}): Html => {
  const heading = options.isWholePage
    ? html`<h1>${options.title}</h1>`
    : html`<h2>${options.title}</h2>`;
  const links = options.links?.map(
    ({ href, label }) => html`<a class="btn" href="${href}">${label}</a>`,
  );
  return html`<section class="panel empty">${options.icon && icon(options.icon, 40)}${heading}<p>${options.text}</p>${links && html`<p class="row">${links}</p>`}${options.command && html`<code class="command" tabindex="0">${options.command}</code>`}${options.ways}</section>`;
};

/** Facts with their names; those that are null are left out. */
export const facts = (
  list: readonly (readonly [name: string, value: string | Html | null])[],
): Html =>
  html`<dl class="facts">${list.map(([name, value]) => (value === null ? html`` : html`<dt>${name}</dt><dd>${value}</dd>`))}</dl>`;
