import { type Html, html } from '../../../http/response/html.ts';
import type { Invitations } from '../../../service/portal/invitation-overview.ts';
import { INVITATION_STATES, type InvitationState } from '../../../service/portal/invitations.ts';
import type { InvitedRow } from '../../../store/portal/invitations.ts';
import type { Call } from '../../request/call.ts';
import { strongLink, sub } from '../../view/cells.ts';
import { nextPager, PAGE_SIZE } from '../../view/pager.ts';
import { emptyPanel, panel } from '../../view/panel.ts';
import { noEmailChip, personEntry } from '../../view/person.ts';
import { PART_KINDS, partKey, stackBar, stripes } from '../../view/stack-bar.ts';
import { stat, stats } from '../../view/stats.ts';
import { table, tabs } from '../../view/table.ts';
import { departmentTree } from '../departments/department-choices.ts';
import { type DepartmentProgress, missingOf, type Progress } from './invitation-counts.ts';
import { stateText } from './invitation-state.ts';

const PATH = '/invitations';

/** More departments are not listed. */
const MAX_DEPARTMENTS = 50;

/** The state that an address asks for. */
export const stateOf = (query: URLSearchParams): InvitationState | null =>
  INVITATION_STATES.find((one) => one === query.get('state')) ?? null;

/** The department that an address asks for. */
export const departmentOf = (call: Call) => {
  const id = call.query.get('department');
  return departmentTree(call).find(({ row }) => row.id === id)?.row ?? null;
};

const partsOf = ({ signedIn, waiting, expired, never }: Progress): number[] => [
  ...[signedIn, waiting, expired, never],
];

/** A bar of the four states, with their figures. */
export function progressPanel({ t }: Call, progress: Progress): Html {
  const { figures, share, withoutEmail } = t.invitations;
  const { all, signedIn, toCard } = progress;
  const labels = [figures.signed_in, figures.invited, figures.expired, figures.never];
  const more = [
    all === 0 ? '' : share({ percent: Math.floor((100 * signedIn) / all) }),
    ...['', '', toCard === 0 ? '' : withoutEmail({ count: toCard })],
  ];
  const parts = partsOf(progress);
  return html`<div>${stripes}${stackBar(parts)}</div>${stats(
    t,
    PART_KINDS.map((kind, at) =>
      stat(html`${partKey(kind)} ${labels[at] ?? ''}`, parts[at] ?? 0, { more: more[at] ?? '' }),
    ),
  )}`;
}

const viewTabs = ({ t, href }: Call, isOfPeople: boolean): Html =>
  tabs(t.invitations.view, [
    { href: href(PATH), label: t.invitations.departments, isCurrent: !isOfPeople },
    { href: `${href(PATH)}?view=people`, label: t.invitations.people, isCurrent: isOfPeople },
  ]);

/** Departments with those below them, those first in which most people are missing. */
export function departmentsPanel(call: Call, departments: readonly DepartmentProgress[]): Html {
  const { t, href } = call;
  const { invitations, format } = t;
  const rows = departments.slice(0, MAX_DEPARTMENTS);
  const list = table<DepartmentProgress>({
    ...{ label: invitations.byDepartment, rows },
    columns: [
      {
        head: invitations.department,
        cell: ({ row }) =>
          strongLink(`${href(PATH)}?department=${row.id}`, html`<bdi>${row.name}</bdi>`),
      },
      {
        ...{ head: invitations.bar, isHeadHidden: true, shown: 'desktop' },
        cell: ({ progress }) => stackBar(partsOf(progress), true),
      },
      {
        ...{ head: invitations.heads.signed_in, isNumber: true },
        cell: ({ progress }) => invitations.ofAll({ count: progress.signedIn, all: progress.all }),
      },
      {
        ...{ head: invitations.heads.invited, isNumber: true, shown: 'tablet' },
        cell: ({ progress }) => format.number(progress.waiting),
      },
      {
        ...{ head: invitations.heads.expired, isNumber: true, shown: 'tablet' },
        cell: ({ progress }) => format.number(progress.expired),
      },
      {
        ...{ head: invitations.heads.never, isNumber: true, shown: 'tablet' },
        cell: ({ progress }) => format.number(progress.never),
      },
      {
        ...{ head: invitations.invite, isHeadHidden: true, isNumber: true },
        cell: ({ row, progress: { toInvite, toCard } }) =>
          toInvite > 0
            ? button(
                `${href(PATH)}?department=${row.id}#invite`,
                invitations.inviteSome({ count: toInvite }),
              )
            : toCard > 0
              ? button(
                  `${href('/cards')}?department=${row.id}`,
                  t.cards.printSome({ count: toCard }),
                )
              : '',
      },
    ],
  });
  const others = departments.slice(MAX_DEPARTMENTS);
  const isDone = others.every(({ progress }) => missingOf(progress) === 0);
  const more = others.length === 0 ? undefined : invitations.more({ shown: rows.length, isDone });
  return panel(
    {
      ...{ id: 'departments', title: invitations.byDepartment, beside: viewTabs(call, false) },
      ...{ isFull: true, footer: more },
    },
    list,
  );
}

const button = (to: string, label: string): Html =>
  html`<a class="btn s" href="${to}">${label}</a>`;

/** People with their states, one page at a time. */
export function peoplePanel(
  call: Call,
  { counts, rows, state }: Invitations & { state: InvitationState | null },
): Html {
  const { t, query, href } = call;
  const { invitations } = t;
  const department = departmentOf(call)?.id;
  const address = (change: Record<string, string>) => {
    const kept = { ...(department ? { department } : { view: 'people' }), ...(state && { state }) };
    return `${href(PATH)}?${new URLSearchParams({ ...kept, ...change })}`;
  };
  const found = new Set(counts.map((one) => one.state));
  const views = tabs(invitations.state, [
    { href: `${href(PATH)}?view=people`, label: invitations.everybody, isCurrent: state === null },
    ...INVITATION_STATES.filter((one) => found.has(one) && one !== 'signed_in').map((one) => ({
      ...{ href: address({ state: one }), label: invitations.states[one] },
      isCurrent: state === one,
    })),
  ]);
  if (rows.length === 0) {
    return emptyPanel({ icon: 'people', title: invitations.nobody, text: invitations.nobodyText });
  }
  const last = rows[PAGE_SIZE - 1];
  const list = table<InvitedRow>({
    ...{ label: invitations.people, rows: rows.slice(0, PAGE_SIZE) },
    columns: [
      {
        head: invitations.person,
        cell: (row) =>
          personEntry(
            ...([t, row, href(`/people/${row.id}`)] as const),
            ...[noEmailChip(t, row.hasEmail === 1)],
            sub(row.hasEmail === 1 ? row.email : t.people.withCard),
          ),
      },
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
  return panel(
    { id: 'people', title: invitations.people, beside: viewTabs(call, true), isFull: true },
    html`<p class="row pad">${views}</p>${list}${pages}`,
  );
}
