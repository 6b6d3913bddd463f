import { stateOf, teamCounts } from '../../../domain/contest.ts';
import {
  missingTo,
  type Team,
  type TeamCounts,
  teamAhead,
  teamFinder,
  teamValue,
} from '../../../domain/contest-teams.ts';
import { type Html, html } from '../../../http/response/html.ts';
import { privacyOf } from '../../../service/company/privacy.ts';
import { departmentNumbersOf } from '../../../service/contests/contests.ts';
import type { ContestRow } from '../../../store/contests/contests.ts';
import * as departments from '../../../store/departments/departments.ts';
import type { EmployeeRow } from '../../../store/people/employees.ts';
import type { Call } from '../../request/call.ts';
import { sub } from '../../view/cells.ts';
import { progress } from '../../view/chart.ts';
import { ring } from '../../view/icons.ts';
import { isolated } from '../../view/marks.ts';
import { note } from '../../view/note.ts';
import { nextPager, PAGE_SIZE, placeIn } from '../../view/pager.ts';
import { emptyPanel, panel } from '../../view/panel.ts';

/** A ranking of departments, and what pages say about it. */
export type TeamRanking = {
  counts: TeamCounts;
  teams: readonly Team[];
  /** What a team is called, and the names in it where it is several. */
  nameOf(team: Team): string;
  namesOf(team: Team): string;
  /** What it ranks by in words. */
  figureOf(team: Team): string;
  /** The team of a department; undefined where that takes no part. */
  teamOf(department: number | null): Team | undefined;
};

/** @param teams null where people rank, which is undefined */
export function teamRanking(
  { t, services, company }: Call,
  row: ContestRow,
  teams: readonly Team[] | null,
): TeamRanking | undefined {
  const counts = teamCounts(row.counts);
  if (counts === undefined) return undefined;
  const onRecord = services.db.all(departments.listOnRecord, { companyId: company.companyId });
  const names = new Map(onRecord.map(({ number, name }) => [number, name]));
  const find = teamFinder(onRecord, departmentNumbersOf(row));
  const namesOf = (team: Team) =>
    team.departments.flatMap((number) => names.get(number) ?? []).join(', ');
  return {
    ...{ counts, teams: teams ?? [], namesOf },
    nameOf: (team) =>
      team.departments.length === 1
        ? namesOf(team)
        : t.contests.smallTogether({ count: team.departments.length }),
    figureOf: (team) =>
      counts === 'participation'
        ? t.format.percent(teamValue(team, counts))
        : t.contests.perHead({ average: teamValue(team, counts) }),
    teamOf: (department) => {
      const own = department === null ? null : find(department);
      return own === null ? undefined : teams?.find((one) => one.departments.includes(own));
    },
  };
}

/** How far a department is from the next place in words; undefined for the first and where nobody can get there. */
export function teamDistance(
  { t }: Call,
  { teams, counts, nameOf }: TeamRanking,
  own: Team,
): string | undefined {
  const ahead = teamAhead(teams, own, counts);
  if (!ahead) return undefined;
  const to = { team: nameOf(own), rank: ahead.team.rank };
  return counts === 'participation'
    ? t.contests.teamNeedsPeople({ ...to, count: ahead.missing })
    : t.contests.teamNeedsXp({ ...to, xp: ahead.missing });
}

/** The place of the department of whoever looks, and how far the next one is. @param xp what they gained in it themselves */
export function ownTeam(
  call: Call,
  row: ContestRow,
  ranking: TeamRanking,
  { me, xp }: { me: EmployeeRow; xp: number },
): Html {
  const { t, now } = call;
  const { contests: texts } = t;
  const { teams, counts, nameOf, figureOf } = ranking;
  const own = ranking.teamOf(me.departmentNumber);
  if (!own) return html``;
  const team = nameOf(own);
  const place = { team, rank: own.rank, size: teams.length };
  if (row.closedAt !== null) return note('ok', html`${texts.teamPlaceWas(place)}`);
  const isShared = teams.filter(({ rank }) => rank === own.rank).length > 1;
  const first = isShared ? texts.teamSharesFirst({ team }) : texts.teamIsFirst({ team });
  const isRunning = stateOf(row, now) === 'running';
  const title = isRunning ? (teamDistance(call, ranking, own) ?? first) : texts.teamPlace(place);
  const behind = teams.find(({ rank }) => rank > own.rank);
  const missing = own.people - own.participants;
  const sentences = [
    ...(isRunning ? [xp > 0 ? texts.youCount({ xp }) : texts.youDoNotCount] : []),
    ...(isRunning && missing > 0 ? [texts.notYet({ count: missing })] : []),
    ...(behind ? [texts.behind({ team: nameOf(behind), value: figureOf(behind) })] : []),
  ];
  const best = teams[0] ? teamValue(teams[0], counts) : 0;
  const value = teamValue(own, counts);
  const share = counts === 'participation' ? value : value / Math.max(1, best);
  const inside = counts === 'participation' ? figureOf(own) : t.format.number(Math.round(value));
  return html`<section class="hero near" aria-labelledby="own-team"><div class="level">${ring(share, { size: 128, width: 11 })}<p><b class="num">${inside}</b><span class="small muted num">${counts === 'participation' ? texts.share(own) : texts.xpPerHead}</span></p></div>
<div class="grow"><h2 id="own-team">${title}</h2>
<p class="muted">${sentences.join(' ')}</p></div></section>`;
}

/** All departments in the order of their places, those that share one together. */
export function teamsPanel(
  call: Call,
  row: ContestRow,
  ranking: TeamRanking,
  { own, rankedAt }: { own: Team | undefined; rankedAt: number | null },
): Html {
  const { t, query, href, services, company } = call;
  const { contests: texts } = t;
  const { teams, counts, nameOf, namesOf, figureOf } = ranking;
  const address = href(`/contests/${row.id}`);
  const after = placeIn(query, 'after') ?? 0;
  const shown = teams.slice(after, after + PAGE_SIZE);
  if (shown.length === 0) {
    const text = row.cancelledAt === null ? texts.noTeamsText : texts.nobodyCancelled;
    return emptyPanel({ icon: 'medal', title: texts.noTeams, text });
  }
  const best = Math.max(...teams.slice(0, 1).map((team) => teamValue(team, counts)), 1e-9);
  const sharing = Map.groupBy(teams, ({ rank }) => rank);
  const lines = shown.map((team) => {
    const value = teamValue(team, counts);
    const isShared = (sharing.get(team.rank)?.length ?? 0) > 1;
    const below = [
      texts.share(team),
      ...(isShared ? [texts.sharesRank(team)] : []),
      ...(team.participants === 0 ? [texts.nobodyYet] : []),
      ...(team.departments.length > 1 ? [namesOf(team)] : []),
    ];
    const yours = html` <span class="chip ok">${texts.yours}</span>`;
    return html`<li${team === own ? html` class="own"` : ''}><b class="num">${t.format.number(team.rank)}</b><div class="grow"><p class="between"><span class="strong">${isolated(nameOf(team))}${team === own ? yours : ''}</span><b class="num">${figureOf(team)}</b></p>${progress(counts === 'participation' ? value : value / best)}${sub(below.join(' · '))}</div></li>
`;
  });
  const more = nextPager(t, {
    next: after + PAGE_SIZE < teams.length ? `${address}?after=${after + PAGE_SIZE}` : undefined,
    first: after === 0 ? undefined : address,
    note: texts.teamTies({ count: services.db.do(privacyOf(company.companyId)).smallestGroup }),
  });
  const beside = rankedAt === null ? undefined : texts.asOf({ time: t.format.clock(rankedAt) });
  return panel({ id: 'departments', title: texts.departments, beside, isFull: true }, [
    html`<ol class="race">
${lines}</ol>`,
    more,
  ]);
}

/** With how much more the next department behind passes; undefined where there is none. */
export function passedWith(
  { t }: Call,
  { teams, counts, nameOf }: TeamRanking,
  own: Team,
): string | undefined {
  const behind = teams.find(({ rank }) => rank > own.rank);
  if (!behind) return undefined;
  const count = missingTo(behind, teamValue(own, counts), counts);
  const team = nameOf(behind);
  return counts === 'participation'
    ? t.contests.reachesYouWithPeople({ team, count })
    : t.contests.reachesYouWithXp({ team, xp: count });
}
