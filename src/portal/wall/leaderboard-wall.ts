import type { Board, Ranked } from '../../domain/board/board.ts';
import { DAY_MS } from '../../domain/duration.ts';
import { monthOf, type Period } from '../../domain/period.ts';
import { monthEnd } from '../../domain/standings/due-months.ts';
import { type Html, html } from '../../http/response/html.ts';
import { type BoardRow, boardRows, publicViewer } from '../../service/boards/board-rows.ts';
import { shownSums } from '../../service/boards/department-sums.ts';
import { listNumbersBelow } from '../../service/departments/departments.ts';
import type { ShownWallRow } from '../../store/boards/walls.ts';
import type { Messages } from '../languages/en.ts';
import { periodName, totalsOf } from '../pages/boards/board-view.ts';
import { amountShown } from '../pages/boards/standings.ts';
import type { PortalServices } from '../thread/services.ts';
import { progress } from '../view/chart.ts';
import { boardName } from '../view/person.ts';
import { type WallParts, wallRing } from './wall-parts.ts';

/** Who is ahead, and what all of them have together. */
export function leaderboardParts(
  t: Messages,
  { db }: PortalServices,
  wall: ShownWallRow,
  board: Board,
  now: number,
): WallParts {
  const { companyId, departmentNumber, rowCount } = wall;
  const departments =
    departmentNumber === null ? null : listNumbersBelow(db, companyId, departmentNumber);
  const totals = totalsOf(board, departments);
  const isSummed =
    departmentNumber === null || db.do(shownSums(companyId, board)).whole(departmentNumber);
  const ranked = firstOf(board, departments, rowCount);
  const viewer = db.do(publicViewer(companyId, departments !== null));
  const rows = [...db.do(boardRows(viewer)(companyId, ranked)).values()];
  const best = rows.reduce((most, row) => Math.max(most, row.xp ?? 0), 1);
  return {
    title: wall.title ?? periodName(t, wall.period as Period, now),
    corner: timeLeft(t, wall, now),
    sum: html`${subtitle(t, wall, now)}
${isSummed ? sums(t, totals) : ''}`,
    body:
      rows.length === 0
        ? html`<p class="none muted">${viewer.ranking === 'off' ? t.boards.isOff : t.walls.nobodyYet}</p>`
        : html`<ol>${rows.map((row, at) => line(t, row, at + 1, best))}</ol>`,
    foot: t.contests.tiesAre.joined,
    className: `r${rowCount}`,
  };
}

/** How much XP all of them have together, and how many have some. */
const sums = (t: Messages, { size, withXp, xp }: ReturnType<typeof totalsOf>): Html =>
  wallRing(t, {
    ...{ share: size === 0 ? 0 : withXp / size, value: xp, label: t.walls.xpTogether },
    more: t.walls.withXp({ count: withXp, size }),
  });

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
