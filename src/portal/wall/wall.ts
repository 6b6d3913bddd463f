import type { Board, Ranked } from '../../domain/board/board.ts';
import { DAY_MS, MINUTE_MS } from '../../domain/duration.ts';
import { monthOf, type Period } from '../../domain/period.ts';
import { monthEnd } from '../../domain/standings/due-months.ts';
import { type Html, html } from '../../http/response/html.ts';
import { type BoardRow, boardRows, publicViewer } from '../../service/boards/board-rows.ts';
import { shownSums } from '../../service/boards/department-sums.ts';
import { listNumbersBelow } from '../../service/departments/departments.ts';
import { logoOf } from '../../service/pictures/pictures.ts';
import type { ShownWallRow } from '../../store/boards/walls.ts';
import { FAVICON, PROGRAM, STYLESHEET } from '../assets/assets.ts';
import type { Messages } from '../languages/en.ts';
import { periodName, totalsOf } from '../pages/boards/board-view.ts';
import { amountShown } from '../pages/boards/standings.ts';
import type { PortalServices } from '../thread/services.ts';
import { progress } from '../view/chart.ts';
import { logo, mark, ring } from '../view/icons.ts';
import { strong } from '../view/marks.ts';
import { boardName } from '../view/person.ts';

/** How often a browser without JavaScript loads the page again, in seconds. */
const REFRESH = 60;

/** A title or a number of more characters is written smaller. */
const LONG_TITLE = 24;
const LONG_NUMBER = 7;

/** The page of a wall. Screens that ask within a minute share it as long as nothing changes. */
export async function wallPage(
  t: Messages,
  services: PortalServices,
  wall: ShownWallRow,
  now: number,
): Promise<string> {
  const { companyId, id } = wall;
  const { revision, epoch } = await services.revisions.of(companyId);
  const board = await services.boards.ranking(companyId, wall.period as Period, now);
  const minute = Math.floor(now / MINUTE_MS);
  const key = { url: `wall ${t.language} ${t.format.zone} ${id} ${minute}`, revision, epoch };
  const make = async () =>
    document(t, titleOf(t, wall, now), content(t, services, wall, board, now), true);
  return services.responses.get(key, make, board);
}

const titleOf = (t: Messages, { title, period }: ShownWallRow, now: number): string =>
  title ?? periodName(t, period as Period, now);

/** The page of a link that leads nowhere, or nowhere any more. */
export const gonePage = (t: Messages): string =>
  document(
    t,
    t.walls.gone,
    html`<main class="wall gone"><div>${mark(48)}<h1>${t.walls.goneTitle}</h1><p class="muted">${t.walls.goneText}</p></div></main>`,
    false,
  );

function document({ language }: Messages, title: string, main: Html, isRefreshed: boolean): string {
  // With JavaScript the page replaces its contents: loading it again could end on an error page of the browser.
  const refresh = html`<noscript><meta http-equiv="refresh" content="${REFRESH}"></noscript>
`;
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${isRefreshed ? refresh : ''}<title>${title}</title>
<link rel="icon" href="${FAVICON.path}" type="image/svg+xml">
<link rel="stylesheet" href="${STYLESHEET.path}">
<script src="${PROGRAM.path}" defer></script>
</head>
<body class="on-wall">
${main}
</body>
</html>
`.text;
}

function content(
  t: Messages,
  { db }: PortalServices,
  wall: ShownWallRow,
  board: Board,
  now: number,
): Html {
  const { companyId, departmentNumber, rowCount } = wall;
  const departments =
    departmentNumber === null ? null : listNumbersBelow(db, companyId, departmentNumber);
  const totals = totalsOf(board, departments);
  const isSummed =
    departmentNumber === null || db.do(shownSums(companyId, board)).whole(departmentNumber);
  const ranked = firstOf(board, departments, rowCount);
  const viewer = db.do(publicViewer(companyId));
  const rows = [...db.do(boardRows(viewer)(companyId, ranked)).values()];
  const title = titleOf(t, wall, now);
  const best = rows.reduce((most, row) => Math.max(most, row.xp ?? 0), 1);
  return html`<main class="wall r${rowCount}">${wall.isSandbox ? html`<p class="band">${t.walls.sandbox({ strong })}</p>` : ''}
<header><span class="brand">${logo(logoOf(db, companyId)) ?? mark(32)}<bdi>${wall.companyName}</bdi></span><span class="muted">${timeLeft(t, wall, now)}</span></header>
<section class="sum"><h1${title.length > LONG_TITLE ? html` class="long"` : ''}>${title}</h1>${subtitle(t, wall, now)}
${isSummed ? sums(t, totals) : ''}</section>
${rows.length === 0 ? html`<p class="none muted">${viewer.ranking === 'off' ? t.boards.isOff : t.walls.nobodyYet}</p>` : html`<ol>${rows.map((row, at) => line(t, row, at + 1, best))}</ol>`}
<footer class="muted"><span>${t.contests.tiesAre.joined}</span><span class="stale" role="status" hidden>${t.walls.notUpdatedSince({ time: t.format.clock(now) })}</span><span class="num">${t.format.clock(now)}</span></footer></main>`;
}

/** How much XP all of them have together, and how many have some. */
function sums(t: Messages, { size, withXp, xp }: ReturnType<typeof totalsOf>): Html {
  const amount = t.format.number(xp);
  return html`<div class="level">${ring(size === 0 ? 0 : withXp / size, { size: 160, width: 12 })}<p><b class="num${amount.length > LONG_NUMBER ? ' long' : ''}">${amount}</b><span class="muted">${t.walls.xpTogether}</span><span class="muted num">${t.walls.withXp({ count: withXp, size })}</span></p></div>`;
}

/** Who has the most XP. People without XP do not stand on a wall. */
function firstOf(
  board: Board,
  departments: ReadonlySet<number> | null,
  rowCount: number,
): Ranked[] {
  const ranked = departments
    ? [...departments]
        .flatMap((one) => board.departmentPage(one, 0, rowCount))
        .sort((a, b) => a.rank - b.rank)
        .slice(0, rowCount)
    : board.page(0, rowCount);
  return ranked.filter(({ xp }) => xp > 0);
}

function subtitle(t: Messages, { title, period, departmentName }: ShownWallRow, now: number): Html {
  const parts = [title === null ? null : periodName(t, period as Period, now), departmentName];
  const shown = parts.filter((part) => part !== null);
  return shown.length === 0 ? html`` : html`<p class="muted">${shown.join(' · ')}</p>`;
}

function timeLeft(t: Messages, { period }: ShownWallRow, now: number): string {
  if (period !== 'this_month') return '';
  const days = Math.ceil((monthEnd(monthOf(now)) - now) / DAY_MS);
  return t.walls.daysLeft({ count: days });
}

const line = (t: Messages, row: BoardRow, place: number, best: number): Html =>
  html`<li><span class="place num">${place}</span><span class="who-is"><b>${boardName(t, row)}</b> <span class="muted">${row.department?.name ?? ''}</span></span><b class="num">${amountShown(t, row.xp)}</b>${progress((row.xp ?? 0) / best)}</li>
`;
