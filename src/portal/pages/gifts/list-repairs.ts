import { failure } from '../../../domain/errors.ts';
import { isUuid } from '../../../domain/id.ts';
import { formAction } from '../../forms/action.ts';
import { defineForm } from '../../forms/form.ts';
import { hidden, hiddenCount } from '../../forms/kinds.ts';
import type { Call } from '../../request/call.ts';
import { EDITORS } from '../roles.ts';
import { pathWith } from './choose-form.ts';
import { selectList } from './selection.ts';

// What somebody changes of a list in its preview. The list itself is only in memory.

const listOf = (call: Call<'id'>) => selectList(call, call.params.id).list;

const backTo = ({ href }: Call, asked: string) => ({
  to: href(pathWith(new URLSearchParams(asked))),
});

/** Means a person by a row that names nobody. `asked` is the query of the preview. */
export const takePerson = formAction({
  ...{ path: '/given/list/:id/take', roles: EDITORS, of: listOf },
  form: defineForm({
    ...{ id: 'take', fields: { line: hiddenCount(), person: hidden(), asked: hidden() } },
    texts: ({ given }) => ({ button: given.takePerson, fields: {} }),
  }),
  submit: async (call, { line, person, asked }, { subject: list }) => {
    const row = list.rows.find((one) => one.line === line);
    if (!row || !isUuid(person)) throw failure('employee_not_found');
    if (!list.repaired.has(line)) list.repaired.set(line, row.employee ?? '');
    row.employee = person;
    return backTo(call, asked);
  },
});

/** Leaves a row out of a list. */
export const leaveRow = formAction({
  ...{ path: '/given/list/:id/leave', roles: EDITORS, of: listOf },
  form: defineForm({
    ...{ id: 'leave', fields: { line: hiddenCount(), asked: hidden() } },
    texts: ({ given }) => ({ button: given.leaveOut, fields: {} }),
  }),
  submit: async (call, { line, asked }, { subject: list }) => {
    list.rows = list.rows.filter((row) => row.line !== line);
    return backTo(call, asked);
  },
});
