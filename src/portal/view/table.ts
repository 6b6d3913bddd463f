import { type Html, html } from '../../http/response/html.ts';

/** A column of a table. */
export type Column<T> = {
  /** Its head; a list has it for screen readers alone where `isHeadHidden`. */
  head: string;
  isHeadHidden?: boolean;
  isNumber?: boolean;
  /** Whether it holds days, which are not broken. */
  isDay?: boolean;
  /** From which width on it is shown: always, not on phones, or only on wide screens. */
  shown?: 'always' | 'tablet' | 'desktop';
  isMuted?: boolean;
  /** The style of its cells alone. */
  className?: string;
  cell(row: T): string | number | Html;
};

const classesOf = ({ isNumber, isDay, shown }: Column<never>): string[] => [
  ...(isNumber ? ['n'] : []),
  ...(isDay ? ['d'] : []),
  ...(shown === 'tablet' ? ['opt'] : shown === 'desktop' ? ['opt2'] : []),
];

const classAttribute = (classes: readonly string[]): Html =>
  classes.length === 0 ? html`` : html` class="${classes.join(' ')}"`;

/** A table of rows. @param options.label what it lists, for screen readers */
export const table = <T>(options: {
  label: string;
  /** Its style. */
  className?: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  /** Whether a row is of something that is over. */
  isOff?(row: T): boolean;
  /** Whether a row stands out, and the id that links lead to. */
  mark?(row: T): { isOwn: boolean; id: string | undefined };
  foot?: Html;
  /** Whether only screen readers have the heads. */
  isHeadHidden?: boolean;
}): Html => {
  const head = options.columns.map(
    (column) =>
      html`<th scope="col"${classAttribute(classesOf(column))}>${column.isHeadHidden ? html`<span class="vh">${column.head}</span>` : column.head}</th>`,
  );
  const cells = options.columns.map((column) => ({
    column,
    attribute: classAttribute([
      ...classesOf(column),
      ...(column.isMuted ? ['muted'] : []),
      ...(column.className ? [column.className] : []),
    ]),
  }));
  const markOf = (row: T): Html => {
    const { isOff, isOwn, id } = { isOff: options.isOff?.(row), ...options.mark?.(row) };
    const classes = classAttribute([...(isOff ? ['off'] : []), ...(isOwn ? ['own'] : [])]);
    return html`${classes}${id && html` id="${id}"`}`;
  };
  const rows = options.rows.map(
    (row) =>
      html`<tr${markOf(row)}>${cells.map(({ column, attribute }) => html`<td${attribute}>${column.cell(row)}</td>`)}</tr>
`,
  );
  return html`<table${options.className ? html` class="${options.className}"` : ''} aria-label="${options.label}"><thead${options.isHeadHidden ? html` class="vh"` : ''}><tr>${head}</tr></thead><tbody>
${rows}</tbody>${options.foot && html`<tfoot>${options.foot}</tfoot>`}</table>`;
};

/** A choice among views of a list: links side by side. @param label what is chosen, for screen readers */
export const tabs = (
  label: string,
  links: readonly { href: string; label: string; isCurrent: boolean }[],
): Html =>
  html`<div class="seg" role="group" aria-label="${label}">${links.map((link) => html`<a href="${link.href}"${link.isCurrent ? html` aria-current="true"` : ''}>${link.label}</a>`)}</div>`;
