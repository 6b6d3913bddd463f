import type { Board, Ranked } from '../../../domain/board/board.ts';
import { seenParts, seesRank, type Viewer } from '../../../domain/board/shown.ts';
import { failure } from '../../../domain/errors.ts';
import { monthStart, monthsOf, PERIODS, type Period } from '../../../domain/period.ts';
import { ROLES } from '../../../domain/portal-role.ts';
import { type Html, html } from '../../../http/response/html.ts';
import { type BoardRow, boardRows, publicViewer } from '../../../service/boards/board-rows.ts';
import { shownSums } from '../../../service/boards/department-sums.ts';
import { partsOf } from '../../../service/boards/leaderboard-parts.ts';
import type { Messages } from '../../languages/en.ts';
import type { Call } from '../../request/call.ts';
import { progress } from '../../view/chart.ts';
import { fileLinks } from '../../view/file-links.ts';
import { pageHead } from '../../view/page-head.ts';
import { PAGE_SIZE, pageNumber, pager } from '../../view/pager.ts';
import { emptyPanel, explained, listing, panel } from '../../view/panel.ts';
import { stat, stats } from '../../view/stats.ts';
import { table, tabs } from '../../view/table.ts';
import { findPerson } from '../audit/decisions.ts';
import { departmentTree } from '../departments/department-choices.ts';
import { listFiles } from '../list-files.ts';
import { definePage } from '../page.ts';
import { nobodyActive } from '../people/no-people.ts';
import { READERS } from '../roles.ts';
import { monthInUtc, periodName, totalsOf } from './board-view.ts';
import { LEADERBOARD_COLUMNS } from './leaderboard-columns.ts';
import {
  amountShown,
  type ChosenDepartment,
  chosenDepartment,
  foundList,
  searchByName,
  seesEverybody,
  soughtName,
  standingFilters,
  standingsTable,
} from './standings.ts';
import { viewerOf, whatIsSeen } from './viewer.ts';

const PATH = '/leaderboards';

/** How many departments stand beside the people on one page. */
const DEPARTMENTS_SIZE = 10;

type Choice = { period: Period; department: ChosenDepartment | undefined };

/** Who ranks where in a period that goes on, for everybody who signs in. */
export const leaderboardsPage = definePage({
  path: PATH,
  roles: ROLES,
  isOfCompany: true,
  nav: {
    label: (t) => t.boards.title,
    icon: 'board',
    key: 'l',
    group: 'programme',
  },
  show: async (call) => {
    const { services, company, now, query } = call;
    const choice = choiceOf(call);
    const { period, department } = choice;
    const search = soughtName(call);
    const numbers = search === '' ? [] : await searchByName(call, search, department);
    const board = await services.boards.ranking(company.companyId, period, now);
    const viewer = {
      ...viewerOf(call, (number) => board.rankOf(number)),
      isOfDepartment: department !== undefined,
    };
    const ranks = seenRanks(viewer, board, department);
    const size = ranks ? ranks.length : board.size;
    const person = search === '' ? whoseRank(call, board, viewer) : undefined;
    const found = findPosition(board, ranks, person?.number);
    const page = found === undefined ? pageNumber(query) : Math.floor(found / PAGE_SIZE) + 1;
    const offset = (page - 1) * PAGE_SIZE;
    const ranked = ranks
      ? Array.from(ranks.subarray(offset, offset + PAGE_SIZE), (rank) => board.at(rank))
      : board.page(offset, PAGE_SIZE);
    const { t } = call;
    const running = html` <span class="chip">${t.boards.running}</span>`;
    const title = html`${periodName(t, period, now)}${period === 'this_month' ? running : ''}`;
    const has = {
      count: totalsOf(board, department?.numbers ?? null).size,
      since: since(t, period, now),
    };
    const lead = department
      ? t.boards.leadOf({ department: department.name, ...has })
      : t.boards.lead(has);
    return {
      title: t.boards.title,
      body: html`${pageHead({ title, lead, tools: tools(call, choice, { size, viewer }) })}
${filters(call, choice)}${monthInUtc(t, now)}
${whatIsSeen(t, viewer)}<div class="stack">${figures(call, board, department)}
<div class="${department ? 'stack' : 'cols'}">${
        search === ''
          ? await ranking(call, choice, {
              rows: rowsOf(call, viewer, ranked),
              size,
              page,
              person: person?.id,
            })
          : foundList(t, rowsOf(call, viewer, rankedOf(board, numbers)), {
              ...{ search, department, link: (more) => link(call, choice, more) },
            })
      }${department ? '' : byDepartment(call, board, choice)}</div></div>`,
    };
  },
});

function tools(
  call: Call,
  choice: Choice,
  { size, viewer }: { size: number; viewer: Viewer },
): Html {
  const { t, session, company } = call;
  const own = html`<a class="btn" href="${link(call, choice, 'person=me#found')}">${t.boards.myPlace}</a>`;
  const isPerson = session.employeeId !== null && !company.isSandbox;
  const files = () => fileLinks(t, (path) => link(call, choice, '', path), PATH);
  const hasFiles = seesEverybody(call) && size > 0 && viewer.ranking !== 'off';
  return html`${isPerson ? own : ''}${hasFiles ? files() : ''}`;
}

/** The ranks on the page, ascending; undefined for all of them. */
function seenRanks(
  viewer: Viewer,
  board: Board,
  department: ChosenDepartment | undefined,
): Uint32Array | undefined {
  const parts = seenParts(viewer);
  if (department) {
    const ranks = board.ranksIn(department.numbers);
    return parts ? ranks.filter((rank) => seesRank(viewer, rank)) : ranks;
  }
  if (!parts) return undefined;
  const seen = parts.flatMap(({ after, until }) => board.page(after, until - after));
  return Uint32Array.from(seen, ({ rank }) => rank);
}

/** The leaderboard as a file, with what the public sees of it, because files are handed on. */
export const leaderboardFiles = listFiles({
  path: PATH,
  roles: READERS,
  columns: LEADERBOARD_COLUMNS,
  open: async (call) => {
    const { t, services, company, now } = call;
    const { period, department } = choiceOf(call);
    const { companyId } = company;
    const board = await services.boards.ranking(companyId, period, now);
    const { epoch } = await services.revisions.of(companyId);
    const parts = partsOf(board, department?.numbers ?? null);
    const viewer = services.db.do(publicViewer(companyId, department !== undefined));
    return {
      file: `${t.files.names.leaderboards[period]}-${t.format.isoDay(now)}`,
      sheet: t.boards.leaderboard,
      parts: (async function* () {
        for (const ranked of parts) {
          const rows = await services.ranker.leaderboardPart({ companyId, epoch, ranked, viewer });
          if (rows === null) throw failure('people_replaced');
          yield rows;
        }
      })(),
    };
  },
});

function choiceOf(call: Call): Choice {
  const period = PERIODS.find((one) => one === call.query.get('period')) ?? 'this_month';
  return { period, department: chosenDepartment(call) };
}

/** The person whose place the query asks for, if they rank and whoever asks may know it. */
function whoseRank(call: Call, board: Board, viewer: Viewer) {
  const { services, company, session, query } = call;
  const text = query.get('person') ?? '';
  const id = text === 'me' ? session.employeeId : text;
  const person = id ? findPerson(services.db, company.companyId, id) : undefined;
  if (!person) return undefined;
  const [row] = rowsOf(call, viewer, rankedOf(board, [person.number]));
  return row?.employee_id === person.id ? person : undefined;
}

/** Where a person stands on a leaderboard, from 0. */
function findPosition(
  board: Board,
  ranks: Uint32Array | undefined,
  person: number | undefined,
): number | undefined {
  const rank = person === undefined ? null : board.rankOf(person);
  if (rank === null) return undefined;
  const position = ranks ? ranks.indexOf(rank) : rank - 1;
  return position === -1 ? undefined : position;
}

const rankedOf = (board: Board, numbers: readonly number[]) =>
  numbers
    .flatMap((one) => board.rankOf(one) ?? [])
    .sort((a, b) => a - b)
    .map((rank) => board.at(rank));

/** The rows of a page. */
const rowsOf = (
  { services, company }: Call,
  viewer: Viewer,
  ranked: readonly (Ranked | undefined)[],
): BoardRow[] => {
  const rows = boardRows(viewer)(
    company.companyId,
    ranked.filter((one) => one !== undefined),
  );
  return [...services.db.do(rows).values()];
};

function since({ boards, format }: Messages, period: Period, now: number): string {
  const months = monthsOf(period, now);
  return months
    ? boards.since({ day: format.calendarDay(monthStart(months.first)) })
    : boards.sinceEver;
}

/** The address of the same choice. @param more a further part of the query */
function link(
  { href }: Call,
  { period, department }: Choice,
  more: string,
  path: string = PATH,
): string {
  const query = new URLSearchParams({
    ...(period !== 'this_month' && { period }),
    ...(department && { department: department.id }),
  }).toString();
  const parts = [query, more].filter((part) => part !== '').join('&');
  return href(path) + (parts === '' ? '' : `?${parts}`);
}

function filters(call: Call, choice: Choice): Html {
  const { t, href } = call;
  const { period, department } = choice;
  const seg = tabs(
    t.boards.period,
    PERIODS.map((one) => ({
      href: link(call, { ...choice, period: one }, ''),
      label: t.boards.periods[one],
      isCurrent: one === period,
    })),
  );
  return standingFilters(call, {
    ...{ action: href(PATH), department: department?.id, above: seg },
    kept: period === 'this_month' ? {} : { period },
  });
}

/** XP per person; less than 10 with one digit after the point, so that little is not nothing. */
const xpPerPerson = (xp: number, size: number): number =>
  Math.abs(xp) < 10 * size ? Math.round((10 * xp) / size) / 10 : Math.round(xp / size);

function figures(call: Call, board: Board, department: ChosenDepartment | undefined): Html {
  const { t, services, company } = call;
  const { size, withXp, xp } = totalsOf(board, department?.numbers ?? null);
  const { boards } = t;
  if (size === 0) return html``;
  const isShown =
    !department || services.db.do(shownSums(company.companyId, board)).whole(department.number);
  if (!isShown) return explained(boards.sumsNotShown);
  return stats(t, [
    stat(boards.xp, xp),
    stat(boards.peopleWithXp, withXp, { more: boards.of({ size }) }),
    stat(boards.xpPerPerson, xpPerPerson(xp, size)),
  ]);
}

async function ranking(
  call: Call,
  choice: Choice,
  options: { rows: readonly BoardRow[]; size: number; page: number; person: string | undefined },
): Promise<Html> {
  const { rows, size, page, person } = options;
  if (size === 0) return nobody(call, choice);
  return listing(
    standingsTable(call, rows, { label: call.t.boards.leaderboard, found: person, isLive: true }),
    pager(call.t, size, page, { link: (query) => link(call, choice, query) }),
  );
}

function nobody(call: Call, { department }: Choice): Html | Promise<Html> {
  const { boards } = call.t;
  if (department) {
    return emptyPanel({
      ...{ icon: 'board', title: boards.nobodyIn({ department: department.name }) },
      text: boards.nobodyInText,
      links: [{ href: call.href(PATH), label: boards.wholeCompany }],
    });
  }
  return seesEverybody(call)
    ? nobodyActive(call)
    : emptyPanel({ icon: 'board', title: boards.nobody, text: boards.nobodyText });
}

function byDepartment(call: Call, board: Board, choice: Choice): Html {
  const sums = call.services.db.do(shownSums(call.company.companyId, board));
  const all = departmentTree(call)
    .map(({ row }) => ({ row, size: board.departmentSize(row.number) }))
    .filter(({ size }) => size > 0)
    .map(({ row, size }) => {
      const xp = xpPerPerson(board.departmentTotalXp(row.number), size);
      return { row, xp: sums.direct(row.number) ? xp : null };
    })
    .sort((a, b) => (b.xp ?? Number.NEGATIVE_INFINITY) - (a.xp ?? Number.NEGATIVE_INFINITY));
  const best = Math.max(1, all[0]?.xp ?? 0);
  if (all.length === 0) return html``;
  const page = pageNumber(call.query, 'departments');
  const pages = pager(call.t, all.length, page, {
    ...{ name: 'departments', size: DEPARTMENTS_SIZE },
    link: (part) => `${link(call, choice, part)}#departments`,
  });
  const shown = all.slice((page - 1) * DEPARTMENTS_SIZE, page * DEPARTMENTS_SIZE);
  const { boards } = call.t;
  const departmentLink = ({ id, name }: { id: string; name: string }) => {
    const department = { id, name, number: 0, numbers: new Set<number>() };
    return html`<a href="${link(call, { ...choice, department }, '')}">${name}</a>`;
  };
  const list = table({
    label: boards.byDepartment,
    rows: shown,
    columns: [
      {
        head: boards.department,
        cell: ({ row, xp }) =>
          html`${departmentLink(row)}${xp === null ? '' : progress(xp / best)}`,
      },
      { head: boards.xpPerPerson, isNumber: true, cell: ({ xp }) => amountShown(call.t, xp) },
    ],
  });
  return panel(
    {
      ...{ id: 'departments', title: boards.byDepartment, isFull: true },
      footer: html`${boards.byDepartmentText} ${all.some(({ xp }) => xp === null) ? boards.sumsNotShown : ''}`,
    },
    [list, pages],
  );
}
