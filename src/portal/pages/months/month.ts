import type { Viewer } from '../../../domain/board/shown.ts';
import { failure } from '../../../domain/errors.ts';
import { formatMonth, type Month, monthStart } from '../../../domain/period.ts';
import { ROLES } from '../../../domain/portal-role.ts';
import { isReconstructed } from '../../../domain/standings/due-months.ts';
import { type Html, html } from '../../../http/response/html.ts';
import { boardRows, publicViewer, seenPage } from '../../../service/boards/board-rows.ts';
import { listDueMonths } from '../../../service/months/closed-months.ts';
import { findPlace, standingsPage, type Version } from '../../../service/months/standings.ts';
import type * as store from '../../../store/months/closed-months.ts';
import { formAction } from '../../forms/action.ts';
import { defineForm } from '../../forms/form.ts';
import { hiddenCount } from '../../forms/kinds.ts';
import { Refused } from '../../forms/refused.ts';
import type { Messages } from '../../languages/en.ts';
import type { Call } from '../../request/call.ts';
import { fileLinks } from '../../view/file-links.ts';
import { spoken, strong } from '../../view/marks.ts';
import { note } from '../../view/note.ts';
import { pageHead } from '../../view/page-head.ts';
import { nextPager, PAGE_SIZE, placeIn } from '../../view/pager.ts';
import { emptyPanel, explained, listing, panel } from '../../view/panel.ts';
import { boardName } from '../../view/person.ts';
import { table } from '../../view/table.ts';
import { timeElement } from '../../view/time.ts';
import { findPerson } from '../audit/decisions.ts';
import { LEADERBOARD_COLUMNS } from '../boards/leaderboard-columns.ts';
import {
  type ChosenDepartment,
  chosenDepartment,
  foundList,
  searchByName,
  seesEverybody,
  soughtName,
  standingFilters,
  standingsTable,
} from '../boards/standings.ts';
import { viewerOf, whatIsSeen } from '../boards/viewer.ts';
import { inParts, listFiles } from '../list-files.ts';
import { definePage } from '../page.ts';
import { EDITORS, mayEdit, READERS } from '../roles.ts';
import { monthLink, requireMonthOf } from './closed-month.ts';
import { stateChips } from './months.ts';

const PATH = '/months/:id';

const WINNERS = 3;

/** How many people stand before one who was looked for. */
const BEFORE = 10;

const close = formAction({
  path: `${PATH}/close`,
  roles: EDITORS,
  of: requireMonthOf,
  form: defineForm({
    ...{ id: 'close', fields: {} },
    texts: ({ months }) => ({ button: months.closeThis, fields: {} }),
  }),
  submit: async (call, _values, { subject: { month } }) => {
    const { t, now } = call;
    const { people: count } = await call.change('closeMonth', { month });
    const name = t.format.month(monthStart(month), now);
    return { done: t.months.isClosed({ strong, month: name, count }) };
  },
});

const reopen = formAction({
  path: `${PATH}/reopen`,
  roles: EDITORS,
  of: requireMonthOf,
  form: defineForm({
    ...{ id: 'reopen', fields: { version: hiddenCount() } },
    texts: ({ months }) => ({ button: months.reopen, fields: {} }),
  }),
  submit: async (call, { version: seen }, { subject: { month, versions } }) => {
    const { t, now } = call;
    const row = versions.find((one) => one.version === seen);
    if (!row) throw new Refused(t.months.otherVersion);
    const { version } = await call.change('reopenMonth', { month, version: seen });
    const name = t.format.month(monthStart(month), now);
    return { done: t.months.isReopened({ strong, month: name, version }) };
  },
});

/** One month: who won it, everybody's place, its versions, and what can be done about it. */
export const monthPage = definePage({
  path: PATH,
  roles: ROLES,
  isOfCompany: true,
  actions: [close, reopen],
  show: async (call) => {
    const { t, now, href } = call;
    const { month, version, versions } = await requireMonthOf(call);
    const name = t.format.month(monthStart(month), now);
    const head = pageHead({
      title: html`${name} ${stateChips(t, version)}`,
      above: { href: href('/months'), label: t.months.title },
      lead: version
        ? t.months.closedOn({ day: t.format.longDay(version.closedAt), count: version.people })
        : openText(call, month),
      tools: version && seesEverybody(call) ? tools(call, version) : undefined,
    });
    return {
      title: name,
      current: '/months',
      body: html`${head}
<div class="stack">${version ? about(t, version) : ''}
${version ? await standings(call, version) : ''}${seesEverybody(call) ? versionList(call, versions) : ''}${decisions(call, versions)}</div>`,
    };
  },
});

function tools(call: Call, version: store.ClosedMonthRow): Html {
  const compare = monthLink(call, version, {}, '/compare');
  const choice = { department: chosenDepartment(call) };
  const files = fileLinks(call.t, (path) => monthLink(call, version, choice, path), '/standings');
  return html`<a class="btn" href="${compare}">${call.t.months.compare}</a>${files}`;
}

function openText({ t, services, company, now }: Call, month: Month): string {
  const { companyId } = company;
  return listDueMonths(services.db, companyId, { now, graceMs: 0 }).includes(month)
    ? t.months.hasEnded
    : t.months.leftOpen;
}

/** The standings of a month as a file. */
export const monthFiles = listFiles({
  path: `${PATH}/standings`,
  roles: READERS,
  columns: LEADERBOARD_COLUMNS,
  open: async (call) => {
    const { t, company, now, services } = call;
    const { version } = await requireMonthOf(call);
    if (!version) throw failure('month_not_closed');
    const departments = numbersOf(chosenDepartment(call));
    const key = { companyId: company.companyId, ...version };
    const viewer = services.db.do(publicViewer(company.companyId, departments !== null));
    const name = version.reopenedAt === null ? '' : `-${t.files.names.version}-${version.version}`;
    return {
      file: `${t.files.names.leaderboard}-${formatMonth(version.month)}${name}`,
      sheet: t.format.month(monthStart(version.month), now),
      parts: inParts(0, (after) =>
        services.ranker.standingsPart({ version: key, departments, after, viewer }),
      ),
    };
  },
});

type MonthVersion = Version & { month: Month };

const numbersOf = (department: ChosenDepartment | undefined): number[] | null =>
  department ? [...department.numbers] : null;

function about(
  { months, format }: Messages,
  { month, closedAt, reopenedAt, version }: store.ClosedMonthRow,
): Html {
  const reconstructed = isReconstructed(month, closedAt)
    ? note('warn', months.wasReconstructed({ strong, day: format.day(closedAt) }))
    : '';
  const old =
    reopenedAt === null
      ? ''
      : note('warn', months.notInForce({ strong, version, day: format.day(reopenedAt) }));
  return html`${reconstructed}${old}`;
}

async function standings(call: Call, row: store.ClosedMonthRow): Promise<Html> {
  const { t, services, company, query, href } = call;
  const { db } = services;
  const version = { companyId: company.companyId, ...row };
  const department = chosenDepartment(call);
  const departments = numbersOf(department);
  const search = soughtName(call);
  const viewer = {
    ...viewerOf(call, (number) => db.do(findPlace(version, number))?.rank),
    isOfDepartment: department !== undefined,
  };
  const first = seenPage(viewer, { after: 0, limit: WINNERS }, (part) =>
    db.do(standingsPage(version, { departments, ...part }, boardRows(viewer))),
  );
  const top = first.rows.slice(0, WINNERS).filter(({ xp }) => xp === null || xp > 0);
  const filters = standingFilters(call, {
    ...{ action: href(`/months/${formatMonth(row.month)}`), department: department?.id },
    kept: query.has('version') ? { version: String(row.version) } : {},
  });
  const winners = html`<ol class="tiles" aria-label="${t.months.winners}">${top.map((one) => html`<li><span class="small muted">${t.format.number(one.rank)}</span><p class="strong">${boardName(t, one)}</p><p class="tiny muted">${one.department?.name ?? ''}</p><p class="num">${one.xp === null ? '–' : t.counts.xp(one.xp)}</p></li>`)}</ol>`;
  return html`${top.length === 0 ? '' : winners}${filters}${
    search === ''
      ? html`${whatIsSeen(t, viewer)}${standingsPanel(call, version, { department, viewer })}`
      : await searchResults(call, version, { search, department, viewer })
  }`;
}

function standingsPanel(
  call: Call,
  version: MonthVersion,
  { department, viewer }: { department: ChosenDepartment | undefined; viewer: Viewer },
): Html {
  const { services, query } = call;
  const person = query.get('person') ?? '';
  const rank = person === '' ? undefined : placeOf(call, version, { person, viewer });
  const after =
    rank === undefined ? (placeIn(query, 'after') ?? 0) : Math.max(0, rank - 1 - BEFORE);
  const departments = numbersOf(department);
  const { rows, nextAfter } = seenPage(viewer, { after, limit: PAGE_SIZE }, (part) =>
    services.db.do(standingsPage(version, { departments, ...part }, boardRows(viewer))),
  );
  const { months, boards } = call.t;
  if (rows.length === 0 && viewer.ranking === 'off') return html``;
  if (rows.length === 0) {
    return emptyPanel({
      ...{ icon: 'board', title: months.nobody },
      text: department ? months.nobodyIn({ department: department.name }) : months.nobodyActive,
      links: [{ href: monthLink(call, version, {}), label: boards.wholeCompany }],
    });
  }
  const list = standingsTable(call, rows, { label: months.standings, found: person });
  return listing(
    list,
    nextPager(call.t, {
      next:
        nextAfter === null
          ? undefined
          : monthLink(call, version, { department, more: `after=${nextAfter}` }),
      first: after === 0 ? undefined : monthLink(call, version, { department }),
      note: months.activeOnly,
    }),
  );
}

/** The rank of the person whom the query asks for, if whoever asks may know it. */
function placeOf(
  { services, company, session }: Call,
  version: MonthVersion,
  { person, viewer }: { person: string; viewer: Viewer },
) {
  const { db } = services;
  const id = person === 'me' ? session.employeeId : person;
  const row = id === null ? undefined : findPerson(db, company.companyId, id);
  const place = row && db.do(findPlace(version, row.number));
  const [shown] = place ? db.do(boardRows(viewer)(version.companyId, [place])).values() : [];
  return shown?.employee_id === row?.id ? place?.position : undefined;
}

async function searchResults(
  call: Call,
  version: MonthVersion,
  options: { search: string; department: ChosenDepartment | undefined; viewer: Viewer },
): Promise<Html> {
  const { search, department, viewer } = options;
  const { db } = call.services;
  const numbers = await searchByName(call, search, undefined);
  const places = numbers
    .flatMap((one) => db.do(findPlace(version, one)) ?? [])
    .filter((one) => !department || department.numbers.has(one.departmentNumber))
    .sort((a, b) => a.position - b.position);
  const rows = db.do(boardRows(viewer)(version.companyId, places));
  return foundList(call.t, [...rows.values()], {
    ...{ search, department },
    link: (more) => monthLink(call, version, { department, more }),
  });
}

function versionList(call: Call, versions: readonly store.ClosedMonthRow[]): Html {
  const { t, now, href } = call;
  const { months } = t;
  if (versions.length < 2) return html``;
  const base = ({ month }: store.ClosedMonthRow) => href(`/months/${formatMonth(month)}`);
  const list = table<store.ClosedMonthRow>({
    ...{ label: months.versions, rows: versions },
    columns: [
      {
        head: months.versionHead,
        cell: (one) =>
          html`<a class="strong whole" href="${base(one)}?version=${one.version}">${months.versionName(one)}</a>`,
      },
      { head: months.state, cell: (one) => stateChips(t, { ...one, version: 1 }) },
      {
        ...{ head: months.closedAt, shown: 'tablet', isMuted: true },
        cell: ({ closedAt }) => timeElement(t, closedAt, now),
      },
      {
        ...{ head: months.reopenedAt, shown: 'tablet', isMuted: true },
        cell: ({ reopenedAt }) => (reopenedAt === null ? '' : timeElement(t, reopenedAt, now)),
      },
      {
        ...{ head: months.people, shown: 'tablet', isNumber: true },
        cell: ({ people }) => t.format.number(people),
      },
      {
        ...{ head: months.comparison, isHeadHidden: true, isNumber: true },
        cell: (one) =>
          html`<a href="${base(one)}/compare?version=${one.version}">${spoken(months.compareThis, months.compareVersion(one))}</a>`,
      },
    ],
  });
  return panel({ id: 'versions', title: months.versions, isFull: true }, list);
}

function decisions(call: Call, versions: readonly store.ClosedMonthRow[]): Html {
  const { session } = call;
  const { months } = call.t;
  if (!mayEdit(session.role)) return html``;
  const inForce = versions.find(({ reopenedAt }) => reopenedAt === null);
  if (!inForce) {
    return panel({ id: 'close', title: months.close }, [
      explained(months.closeText),
      close.write(call),
    ]);
  }
  const { version } = inForce;
  return panel({ id: 'reopen', title: months.reopen, isDangerous: true }, [
    explained(months.reopenText({ version })),
    reopen.write(call, { values: { version }, kind: 'bad' }),
  ]);
}
