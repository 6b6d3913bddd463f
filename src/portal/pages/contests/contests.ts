import { stateOf } from '../../../domain/contest.ts';
import { ROLES } from '../../../domain/portal-role.ts';
import { type Html, html } from '../../../http/response/html.ts';
import { prizesOf } from '../../../service/contests/contests.ts';
import type { ContestRow } from '../../../store/contests/contests.ts';
import * as contests from '../../../store/contests/contests.ts';
import type { Call } from '../../request/call.ts';
import { strongLink, sub } from '../../view/cells.ts';
import { pageHead } from '../../view/page-head.ts';
import { nextPager, PAGE_SIZE, placeIn } from '../../view/pager.ts';
import { emptyPanel, listing } from '../../view/panel.ts';
import { table } from '../../view/table.ts';
import { definePage } from '../page.ts';
import { mayEdit } from '../roles.ts';
import { daysOf, prizeNames, stateChip } from './contest-view.ts';

const PATH = '/contests';

/** All contests, the newest first. */
export const contestsPage = definePage({
  path: PATH,
  roles: ROLES,
  isOfCompany: true,
  nav: {
    label: (t) => t.contests.title,
    icon: 'medal',
    key: 'x',
    group: 'programme',
  },
  show: (call) => {
    const { t, services, company, query, href, session } = call;
    const { title, lead, newContest } = t.contests;
    const before = placeIn(query) ?? Number.MAX_SAFE_INTEGER;
    const list = { companyId: company.companyId, before, count: PAGE_SIZE + 1 };
    const rows = services.db.all(contests.list, list);
    const tools = mayEdit(session.role)
      ? html`<a class="btn pri" href="${href(`${PATH}/new`)}">${newContest}</a>`
      : undefined;
    return {
      title,
      body: html`${pageHead({ title, lead, tools })}
${rows.length === 0 ? nothing(call) : listOf(call, rows)}`,
    };
  },
});

function nothing({ t, session }: Call): Html {
  const { none: title, noneText, noneTextForEditors } = t.contests;
  const empty = { icon: 'medal', title } as const;
  return mayEdit(session.role)
    ? emptyPanel({ ...empty, text: noneTextForEditors, command: 'engaged contest create --help' })
    : emptyPanel({ ...empty, text: noneText });
}

function listOf(call: Call, rows: readonly ContestRow[]): Html {
  const { t, href, now } = call;
  const shown = rows.slice(0, PAGE_SIZE);
  const nameOf = prizeNames(call);
  const own = href(PATH);
  const more = nextPager(call.t, {
    next: rows.length > PAGE_SIZE ? `${own}?before=${shown.at(-1)?.entry ?? 0}` : undefined,
    first: call.query.has('before') ? own : undefined,
  });
  const list = table<ContestRow>({
    label: t.contests.title,
    rows: shown,
    columns: [
      {
        head: t.contests.name,
        cell: (row) =>
          html`${strongLink(href(`${PATH}/${row.id}`), row.name)}${sub(daysOf(t, row), 'phones')}`,
      },
      { head: t.contests.state, cell: (row) => stateChip(t, stateOf(row, now)) },
      {
        ...{ head: t.contests.days, shown: 'tablet', isMuted: true },
        cell: (row) => daysOf(t, row),
      },
      {
        ...{ head: t.contests.prizes, shown: 'tablet' },
        cell: (row) => [...new Set(prizesOf(row).map(nameOf))].join(', ') || '–',
      },
      {
        ...{ head: t.contests.people, shown: 'tablet', isNumber: true },
        cell: ({ people }) => (people === null ? '–' : t.format.number(people)),
      },
    ],
  });
  return listing(list, more);
}
