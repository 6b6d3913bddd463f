import type { Viewer } from '../../../domain/board/shown.ts';
import type { Prize } from '../../../domain/contest.ts';
import type { ContestRanking } from '../../../http/api/contests/contest-ranking.ts';
import { type Html, html } from '../../../http/response/html.ts';
import { boardRows } from '../../../service/boards/board-rows.ts';
import { keptWithheldOf, prizesOf } from '../../../service/contests/contests.ts';
import type { ContestRow } from '../../../store/contests/contests.ts';
import type { Call } from '../../request/call.ts';
import { sub } from '../../view/cells.ts';
import { failureText } from '../../view/error-text.ts';
import { icon } from '../../view/icons.ts';
import { PAGE_SIZE } from '../../view/pager.ts';
import { panel } from '../../view/panel.ts';
import { boardName } from '../../view/person.ts';
import { seesEverybody } from '../boards/standings.ts';
import { prizeNames, rankWords } from './contest-view.ts';
import type { TeamRanking } from './team-ranking.ts';

/** Most winners of a prize that are named beside it. */
const MOST_NAMED = 3;

/** Who has the ranks of a prize. */
function winnersOf(
  { t, services }: Call,
  { page }: ContestRanking,
  viewer: Viewer,
  { first_rank, last_rank }: Prize,
): Html {
  // Ranks before the first one of the prize may lie here where places are shared.
  const part = { departments: null, after: first_rank - 1, limit: PAGE_SIZE };
  const { rows } = services.db.do(page(part, boardRows(viewer)));
  return html`${rows
    .filter(({ rank }) => first_rank <= rank && rank <= last_rank)
    .slice(0, MOST_NAMED)
    .map((one) => html`${sub(boardName(t, one))}`)}`;
}

/** The departments that have the ranks of a prize, unless nobody of them gained XP. */
const winningTeams = ({ teams, nameOf }: TeamRanking, { first_rank, last_rank }: Prize): Html =>
  html`${teams
    .filter(({ rank, participants }) => participants > 0 && first_rank <= rank && rank <= last_rank)
    .slice(0, MOST_NAMED)
    .map((team) => sub(nameOf(team)))}`;

/** What there is to win, and in a closed contest who won it. */
export function prizesPanel(
  call: Call,
  row: ContestRow,
  ranking: ContestRanking,
  teams: TeamRanking | undefined,
  viewer: Viewer,
): Html {
  const { t } = call;
  const nameOf = prizeNames(call);
  const prizes = prizesOf(row);
  if (prizes.length === 0) return html``;
  const items = prizes.map(
    (
      prize,
    ) => html`<li>${icon(prize.badge === null ? 'gift' : 'medal', 20)}<div><p class="strong">${rankWords(t, prize)}</p><p>${teams ? t.contests.forTeam({ prize: nameOf(prize) }) : nameOf(prize)}</p>${row.closedAt === null ? '' : teams ? winningTeams(teams, prize) : winnersOf(call, ranking, viewer, prize)}</div></li>
`,
  );
  return panel({ id: 'prizes', title: t.contests.prizes, isFull: true }, [
    html`<ul class="prizes">
${items}</ul>`,
    notGranted(call, row),
  ]);
}

/** The prizes that were withheld, for those who see everybody. */
function notGranted(call: Call, row: ContestRow): Html {
  const { contests: texts } = call.t;
  const nameOf = prizeNames(call);
  const withheld = seesEverybody(call) ? keptWithheldOf(row) : [];
  if (withheld.length === 0) return html``;
  const lines = withheld
    .slice(0, PAGE_SIZE)
    .map(
      ({ rank, reason, ...prize }) =>
        html`<li>${texts.withheld({ rank, prize: nameOf(prize), reason: typeof reason === 'string' ? reason : failureText(call.t, reason) })}</li>`,
    );
  const count = withheld.length - PAGE_SIZE;
  const more = count > 0 ? html`<p class="muted">${texts.andMore({ count })}</p>` : '';
  return html`<div class="pad small"><h3>${texts.notGranted}</h3><ul>${lines}</ul>${more}</div>`;
}
