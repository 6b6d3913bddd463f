import { type Html, html } from '../../../../http/response/html.ts';
import { encodingInWords } from '../../../../roster-file/encoding.ts';
import type { FileView } from '../../../../service/roster/upload/uploaded-file.ts';
import type { Call } from '../../../request/call.ts';
import { isolated, strong } from '../../../view/marks.ts';
import { note } from '../../../view/note.ts';
import { setFilter } from './preview-actions.ts';
import { describeFilter } from './reading-form.ts';

/** What to know about how a file was read: what was assumed or not understood, and what it says about people who have left. */
export const fileNotes = (call: Call, file: FileView): Html[] => [
  ...encodingNotes(call, file),
  ...dayNotes(call, file),
  ...statusNotes(call, file),
  ...leavingNotes(call, file),
];

const encodingNotes = ({ t }: Call, { isAssumed, encoding }: FileView): Html[] =>
  isAssumed
    ? [note('warn', t.preview.isAssumed({ strong, encoding: encodingInWords(encoding) }))]
    : [];

/** Columns of days that could not be read, and those in which some cells are no day. */
const dayNotes = ({ t: { preview } }: Call, { read }: FileView): Html[] =>
  read.days.flatMap(({ column: name, is_unclear, unreadable: count }) => {
    const column = isolated(name);
    if (is_unclear) return [note('warn', preview.daysUnclear({ strong, column }))];
    return count > 0 ? [note('warn', preview.daysUnreadable({ column, count }))] : [];
  });

/** The button that leaves out who has left. */
const filterButton = (call: Call, where: string | null, button: string | Html): Html =>
  where === null
    ? html``
    : html`<div class="row">${setFilter.write(call, { values: { where }, button, kind: 's' })}</div>`;

const statusNotes = (call: Call, { read }: FileView): Html[] =>
  read.status_columns.map(({ column, values, more_values, where, note: known }) => {
    const { preview } = call.t;
    const listed = values.map(({ value, rows: count }) =>
      preview.value({ value: isolated(value === '' ? preview.emptyValue : value), count }),
    );
    const all = [
      ...listed,
      ...(more_values > 0 ? [html`${preview.moreValues({ count: more_values })}`] : []),
    ];
    const list = html`${all.map((one, at) => html`${at === 0 ? '' : ', '}${one}`)}`;
    const says = preview.looksLikeStatus({ strong, column: isolated(column), values: list });
    const filter = html`${where === null ? '' : describeFilter(call.t, where)}`;
    const button = filterButton(call, where, preview.onlyWhere({ filter }));
    const hint = known === null ? '' : preview.statusNotes[known];
    return note('warn', html`${says} ${hint}${button}`);
  });

const leavingNotes = (call: Call, { read }: FileView): Html[] =>
  read.leaving_dates
    .filter(({ past }) => past > 0)
    .map(({ column, past, future, where }) => {
      const { preview } = call.t;
      const says = preview.leavingDates({ strong, column: isolated(column), past, future });
      return note('warn', html`${says}${filterButton(call, where, preview.onlyWithoutDate)}`);
    });
