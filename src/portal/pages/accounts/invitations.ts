import { type Html, html } from '../../../http/response/html.ts';
import { listNumbersBelow } from '../../../service/departments/departments.ts';
import {
  INVITATION_DAYS,
  INVITATION_STATES,
  type InvitationState,
  type Invitations,
} from '../../../service/portal/invitations.ts';
import { MAX_LINK_DAYS } from '../../../service/portal/sessions.ts';
import type { InvitedRow } from '../../../store/portal/invitations.ts';
import { formAction } from '../../forms/action.ts';
import { defineForm } from '../../forms/form.ts';
import { optional, pick, several, whole } from '../../forms/kinds.ts';
import type { Call } from '../../request/call.ts';
import { sub } from '../../view/cells.ts';
import { pageHead } from '../../view/page-head.ts';
import { nextPager, PAGE_SIZE, placeIn } from '../../view/pager.ts';
import { emptyPanel, explained, panel } from '../../view/panel.ts';
import { personEntry } from '../../view/person.ts';
import { stat, stats } from '../../view/stats.ts';
import { table, tabs } from '../../view/table.ts';
import { departmentChoices, departmentTree } from '../departments/department-choices.ts';
import { definePage } from '../page.ts';
import { isSelection, selectedFields, selectedIn, sentOrAsked } from '../people/selected.ts';
import { EDITORS } from '../roles.ts';
import { stateText } from './invitation-state.ts';
import { numbersOfSelected, selectedValues, whomSelected } from './invited.ts';
import { newLinks } from './new-links.ts';

const PATH = '/invitations';

const invite = formAction({
  path: PATH,
  roles: EDITORS,
  needsPassword: true,
  form: defineForm({
    id: 'invite',
    fields: {
      ...selectedFields(),
      department: optional(pick()),
      days: whole({ min: 1, max: MAX_LINK_DAYS, isShort: true }),
      again: optional(several(['again'])),
    },
    texts: ({ invitations }) => ({
      ...{ button: invitations.makeLinks, refused: invitations.noLinks },
      fields: {
        department: { label: invitations.whom, hint: invitations.whomHint },
        days: invitations.days,
        again: { label: invitations.linksThatWork, options: { again: invitations.again } },
      },
    }),
  }),
  submit: async (call, { department, days, again, ...sent }) => {
    const numbers = await numbersOfSelected(call, sent, department);
    const { people } = await call.change('invitePeople', {
      ...{ department: department ?? undefined, numbers, days, again: again !== null },
      by: call.session.role,
    });
    return { done: newLinks(call, people, { days, next: call.href(PATH) }) };
  },
});

/** Who has signed in, who has a link, and who has neither; and links for them. */
export const invitationsPage = definePage({
  path: PATH,
  roles: EDITORS,
  isOfCompany: false,
  nav: {
    label: (t) => t.invitations.title,
    icon: 'mail',
    key: 'v',
    group: 'people',
  },
  actions: [invite],
  show: async (call) => {
    const { t, services, company, now, query } = call;
    const { invitations } = t;
    const { companyId } = company;
    const chosen = departmentOf(call);
    const state = stateOf(query);
    const { counts, rows } = await services.ranker.listInvitations({
      ...{ companyId, now, state, after: placeIn(query, 'after') ?? 0, count: PAGE_SIZE + 1 },
      departments: chosen && [...listNumbersBelow(services.db, companyId, chosen.number)],
    });
    const all = INVITATION_STATES.reduce((sum, one) => sum + counts[one], 0);
    const figures = stats(
      t,
      (['signed_in', 'invited', 'expired', 'never'] as const).map((one) =>
        stat(invitations.figures[one], counts[one]),
      ),
    );
    const lead = invitations.lead({ count: counts.signed_in, all });
    return {
      title: invitations.title,
      body: html`${pageHead({ title: invitations.title, lead })}
<div class="stack">${figures}
<div class="cols">${listPanel(call, { counts, rows, state })}
${invitePanel(call, counts)}</div></div>`,
    };
  },
});

const stateOf = (query: URLSearchParams): InvitationState | null =>
  INVITATION_STATES.find((one) => one === query.get('state')) ?? null;

const departmentOf = (call: Call) => {
  const id = call.query.get('department');
  return departmentTree(call).find(({ row }) => row.id === id)?.row ?? null;
};

function listPanel(
  call: Call,
  { counts, rows, state }: Invitations & { state: InvitationState | null },
): Html {
  const { t, query, href } = call;
  const { invitations } = t;
  const address = (change: Record<string, string>) => {
    const department = departmentOf(call)?.id;
    const kept = { ...(department && { department }), ...(state && { state }) };
    return `${href(PATH)}?${new URLSearchParams({ ...kept, ...change })}`;
  };
  const views = tabs(invitations.state, [
    { href: href(PATH), label: invitations.everybody, isCurrent: state === null },
    ...INVITATION_STATES.filter((one) => counts[one] > 0 && one !== 'signed_in').map((one) => ({
      ...{ href: address({ state: one }), label: invitations.states[one] },
      isCurrent: state === one,
    })),
  ]);
  if (rows.length === 0) {
    return emptyPanel({ icon: 'people', title: invitations.nobody, text: invitations.nobodyText });
  }
  const last = rows[PAGE_SIZE - 1];
  const list = table<InvitedRow>({
    ...{ label: invitations.title, rows: rows.slice(0, PAGE_SIZE) },
    columns: [
      { head: invitations.person, cell: (row) => personCell(call, row) },
      {
        ...{ head: invitations.department, shown: 'tablet' },
        cell: ({ departmentName }) => departmentName ?? '',
      },
      { head: invitations.state, cell: (row) => stateText(call, row) },
    ],
  });
  const pages = nextPager(t, {
    next: rows.length > PAGE_SIZE && last ? address({ after: String(last.number) }) : undefined,
    first: query.has('after') ? address({}) : undefined,
  });
  const { title } = invitations;
  return panel({ id: 'people', title, beside: views, isFull: true }, html`${list}${pages}`);
}

const personCell = ({ t, href }: Call, row: InvitedRow): Html =>
  personEntry(t, row, href(`/people/${row.id}`), sub(row.email));

function invitePanel(call: Call, { never, expired }: Invitations['counts']): Html {
  const { invitations } = call.t;
  const asked = sentOrAsked(call);
  const selected = selectedIn(asked);
  const form = invite.write(call, {
    values: {
      ...selectedValues(asked),
      ...{ days: INVITATION_DAYS, department: departmentOf(call)?.id ?? null },
    },
    options: { department: departmentChoices(call, invitations.everybody) },
    left: selected.ids === null ? [] : ['department'],
  });
  const whom = isSelection(selected)
    ? whomSelected(call, asked)
    : invitations.without({ count: never + expired });
  return panel({ id: 'invite', title: invitations.invite }, [
    explained(whom),
    selected.ids?.length === 0 ? html`` : form,
  ]);
}
