import { formatBytes } from '../../domain/number-text.ts';
import { type Html, html } from '../../http/response/html.ts';
import type { Delimiter } from '../../roster-file/dialect.ts';
import { encodingInWords } from '../../roster-file/encoding.ts';
import { FIELD_LABELS } from '../../service/roster/upload/page-words.ts';
import type { FileView } from '../../service/roster/upload/uploaded-file.ts';
import type { Call } from '../page.ts';
import { actorOf } from '../parts/decisions.ts';
import { buttonForm } from '../parts/form.ts';
import { count, number, timeElement } from '../parts/format.ts';
import type { Upload } from '../uploads.ts';
import { note } from '../view/note.ts';
import { DELIMITERS, describeFilter } from './reading-form.ts';

const LABELS: Readonly<Record<string, string>> = {
  ...FIELD_LABELS,
  preferred_first_name: 'First name, where it is filled',
  preferred_last_name: 'Last name, where it is filled',
  last_name_prefix: 'Before the last name',
};

const MAX_UNREAD = 20;

/** Which columns were read as what, with a cell of each. */
export function columnsTable({ read, columns, firstRow }: FileView): Html {
  const fieldsOf = Map.groupBy(Object.entries(read.columns), ([, header]) => header);
  const exampleOf = (header: string) => firstRow[columns.names.indexOf(header)] ?? '';
  const row = (header: string, label: Html) =>
    html`<tr><td class="strong"><bdi>${header}</bdi></td><td>${label}</td><td class="opt muted"><bdi>${exampleOf(header)}</bdi></td></tr>
`;
  const unread = read.ignored_columns.slice(0, MAX_UNREAD);
  const more = read.ignored_total - unread.length;
  return html`<table aria-label="Columns"><thead><tr><th scope="col">Column</th><th scope="col">Read as</th><th scope="col" class="opt">First row</th></tr></thead><tbody>
${[...fieldsOf].map(([header = '', fields]) => row(header, html`${fields.map(([name]) => LABELS[name] ?? name).join(', ')}`))}${unread.map((header) => row(header, html`<span class="muted">not read</span>`))}</tbody></table>${more > 0 ? html`<footer>${count(more, 'more column is', 'more columns are')} not read</footer>` : ''}`;
}

const EXTRA = {
  column_labels: 'labels',
  repeated_header: 'the column names again',
  total_line: 'a total or footer',
} as const;

/** What is known of the file itself. */
export function fileFacts(
  call: Call,
  upload: Upload,
  sha256: string | null,
  file: FileView | undefined,
): Html {
  const { fileName, size, at, account } = upload;
  const { first, total } = file?.extraLines ?? { first: [], total: 0 };
  const leftOut = [
    ...(file?.leftOut ?? [])
      .filter(({ rows }) => rows > 0)
      .map(
        ({ where, rows }) => html`${count(rows, 'row', 'rows')}: ${describeFilter(where, true)}`,
      ),
    ...(file && file.skippedLines > 0
      ? [html`${count(file.skippedLines, 'line', 'lines')} above the column names`]
      : []),
    ...first.map(({ line, reason }) => html`line ${number(line)}, ${EXTRA[reason]}`),
    ...(total > first.length
      ? [html`${count(total - first.length, 'more line', 'more lines')}`]
      : []),
    ...(file && file.withoutEmail.rows > 0
      ? [
          html`${count(file.withoutEmail.rows, 'row', 'rows')} without an email: ${count(file.withoutEmail.rows, 'line', 'lines')} ${file.withoutEmail.lines.join(', ')}${file.withoutEmail.rows > file.withoutEmail.lines.length ? ' …' : ''}`,
        ]
      : []),
  ];
  const row = (label: string, value: Html | string) => html`<dt>${label}</dt><dd>${value}</dd>
`;
  return html`<section class="panel" aria-labelledby="file"><header><h2 id="file">File</h2></header><div class="pad"><dl class="facts">
${row('Name', html`<bdi>${fileName}</bdi>`)}${file ? row('Rows', number(file.rows)) : ''}${leftOut.map((one) => row('Left out', one))}${row('Size', formatBytes(size))}${
  file
    ? [
        row('Encoding', `${encodingInWords(file.encoding)}${file.isAssumed ? ', assumed' : ''}`),
        row('Delimiter', DELIMITERS[file.delimiter as Delimiter].toLowerCase()),
      ]
    : ''
}${sha256 === null ? '' : row('SHA-256', html`<code title="${sha256}">${sha256.slice(0, 8)}…${sha256.slice(-4)}</code>`)}${row('Uploaded', html`${timeElement(at, call.now)}, ${actorOf(call, `portal ${account}`)}`)}</dl></div></section>`;
}

/** An assumed encoding, and what columns say about people who have left, with a filter to leave them out. */
export function fileNotes(file: FileView, action: string): Html[] {
  const { read } = file;
  const filter = (where: string | null, label: Html) =>
    where === null
      ? ''
      : html`<div class="row">${buttonForm(action, label, { className: 's', fields: { part: 'filter', where } })}</div>`;
  const statuses = read.status_columns.map(({ column, values, more_values, where, note: hint }) => {
    const list = values.map(
      ({ value, rows }, i) =>
        html`${i === 0 ? '' : ', '}<bdi>${value === '' ? '(empty)' : value}</bdi> ${number(rows)}`,
    );
    const more =
      more_values > 0 ? `, and ${count(more_values, 'other value', 'other values')}` : '';
    return note(
      'warn',
      html`<b><bdi>${column}</bdi> looks like an employment status, and no filter uses it.</b> ${list}${more}. ${hint ?? ''}${filter(where, html`Only rows where ${where === null ? '' : describeFilter(where)}`)}`,
    );
  });
  const dates = read.leaving_dates
    .filter(({ past }) => past > 0)
    .map(({ column, past, future, where }) =>
      note(
        'warn',
        html`<b><bdi>${column}</bdi> holds leaving dates.</b> ${count(past, 'row has', 'rows have')} one in the past${future > 0 ? `, ${number(future)} in the future` : ''}.${filter(where, html`Only rows without a date`)}`,
      ),
    );
  const assumed = file.isAssumed
    ? [
        note(
          'warn',
          html`<b>The file is not UTF-8 and was read as ${encodingInWords(file.encoding)}.</b> If accents look wrong, choose its encoding.`,
        ),
      ]
    : [];
  return [...assumed, ...statuses, ...dates];
}
