import { type Html, html } from '../../../../http/response/html.ts';
import type { Delimiter } from '../../../../roster-file/dialect.ts';
import { encodingInWords } from '../../../../roster-file/encoding.ts';
import type { FileView } from '../../../../service/roster/upload/uploaded-file.ts';
import type { Messages } from '../../../languages/en.ts';
import type { Call } from '../../../request/call.ts';
import { isolated } from '../../../view/marks.ts';
import { facts, panel } from '../../../view/panel.ts';
import { table } from '../../../view/table.ts';
import { timeElement } from '../../../view/time.ts';
import { actorOf } from '../../audit/decisions.ts';
import { DELIMITER_NAMES, describeFilter } from './reading-form.ts';
import type { Upload } from './uploads.ts';

const MAX_UNREAD = 20;

/** Which columns were read as what, with a cell of each. */
export function columnsTable(t: Messages, { read, columns, firstRow }: FileView): Html {
  const { preview } = t;
  const names: Readonly<Record<string, string>> = { ...t.fields, ...preview.partsOfNames };
  const fieldsOf = Map.groupBy(Object.entries(read.columns), ([, header]) => header);
  const unread = read.ignored_columns.slice(0, MAX_UNREAD);
  const more = read.ignored_total - unread.length;
  const rows = [
    ...[...fieldsOf].map(([header = '', fields]) => ({
      header,
      label: html`${fields.map(([name]) => names[name] ?? name).join(', ')}`,
    })),
    ...unread.map((header) => ({
      header,
      label: html`<span class="muted">${preview.notRead}</span>`,
    })),
  ];
  const all = table<(typeof rows)[number]>({
    ...{ label: preview.columns, rows },
    columns: [
      { head: preview.column, className: 'strong', cell: ({ header }) => isolated(header) },
      { head: preview.readAs, cell: ({ label }) => label },
      {
        ...{ head: preview.firstRow, shown: 'tablet', isMuted: true },
        cell: ({ header }) => isolated(firstRow[columns.names.indexOf(header)] ?? ''),
      },
    ],
  });
  return html`${all}${more > 0 ? html`<footer>${preview.moreNotRead({ count: more })}</footer>` : ''}`;
}

/** What of a file is no row of a person. */
function leftOutOf(t: Messages, file: FileView): (string | Html)[] {
  const { preview } = t;
  const { leftOut, skippedLines, extraLines, withoutEmail } = file;
  const { first, total } = extraLines;
  const more = total - first.length;
  return [
    ...leftOut
      .filter(({ rows }) => rows > 0)
      .map(({ where, rows: count }) =>
        preview.rowsLeftOut({ count, filter: describeFilter(t, where, true) }),
      ),
    ...(skippedLines > 0 ? [preview.linesAboveLeftOut({ count: skippedLines })] : []),
    ...first.map(({ line, reason }) => preview.extraLines[reason]({ line })),
    ...(more > 0 ? [preview.moreLines({ count: more })] : []),
    ...(withoutEmail.rows > 0 && withoutEmail.domain === null
      ? [preview.withoutEmail({ count: withoutEmail.rows, lines: withoutEmail.lines })]
      : []),
  ];
}

/** How a text is written. */
function formOf(
  { preview }: Messages,
  file: FileView | undefined,
): (readonly [string, string | null])[] {
  const encoding = file ? encodingInWords(file.encoding) : null;
  const delimiter = file && DELIMITER_NAMES[file.delimiter as Delimiter];
  return [
    [preview.encoding, encoding && file?.isAssumed ? preview.assumed({ encoding }) : encoding],
    [preview.delimiter, delimiter ? preview.delimiters[delimiter] : null],
  ];
}

/** What is known of the file itself. */
export function fileFacts(
  call: Call,
  { fileName, size, at, account }: Upload,
  sha256: string | null,
  file: FileView | undefined,
): Html {
  const { t } = call;
  const { preview } = t;
  const actor = actorOf(call, `portal ${account}`);
  return panel(
    { id: 'file', title: preview.file },
    facts([
      [preview.name, isolated(fileName)],
      [preview.rowsOfFile, file ? t.format.number(file.rows) : null],
      ...(file ? leftOutOf(t, file) : []).map((one) => [preview.leftOut, one] as const),
      [preview.size, t.format.size(size)],
      ...(file?.sheet ? [[preview.sheet, isolated(file.sheet.name)] as const] : formOf(t, file)),
      [
        'SHA-256',
        sha256 && html`<code title="${sha256}">${sha256.slice(0, 8)}…${sha256.slice(-4)}</code>`,
      ],
      [preview.uploaded, preview.uploadedBy({ when: timeElement(t, at, call.now), actor })],
    ]),
  );
}
