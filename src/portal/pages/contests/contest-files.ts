import { rankingOf } from '../../../http/api/contests/contest-ranking.ts';
import { boardRows, publicViewer } from '../../../service/boards/board-rows.ts';
import type { ContestTeam } from '../../../service/contests/contest-schema.ts';
import { toTeams } from '../../../service/contests/show-contest.ts';
import type { Call } from '../../request/call.ts';
import { LEADERBOARD_COLUMNS } from '../boards/leaderboard-columns.ts';
import { FILE_PART, inParts, listFiles } from '../list-files.ts';
import { READERS } from '../roles.ts';
import { requireContestOf } from './contest.ts';

async function openContest(call: Call<'id'>) {
  const { services, company, now } = call;
  const row = requireContestOf(call);
  const ranking = await rankingOf(services, { companyId: company.companyId, now }, row);
  return { ranking, named: { file: `${call.t.files.names.contest}-${row.id}`, sheet: row.name } };
}

/** The ranking of people in a contest as a file. */
export const contestFiles = listFiles({
  path: '/contests/:id/standings',
  roles: READERS,
  columns: LEADERBOARD_COLUMNS,
  open: async (call) => {
    const { db } = call.services;
    const { ranking, named } = await openContest(call);
    const rowsOf = boardRows(db.do(publicViewer(call.company.companyId)));
    return {
      ...named,
      parts: inParts(0, (after) => {
        const page = ranking.page({ departments: null, after, limit: FILE_PART }, rowsOf);
        const { rows, nextAfter } = db.do(page);
        return { rows, next: nextAfter };
      }),
    };
  },
});

/** The ranking of departments in a contest as a file. */
export const contestTeamFiles = listFiles<'/contests/:id/departments', ContestTeam>({
  path: '/contests/:id/departments',
  roles: READERS,
  columns: [
    { name: (t) => t.boards.rank, value: ({ rank }) => rank },
    {
      name: (t) => t.boards.department,
      value: ({ departments }) => departments.map(({ name }) => name).join(', '),
    },
    { name: (t) => t.contests.people, value: ({ people }) => people },
    { name: (t) => t.insights.tookPartHead, value: ({ participants }) => participants },
    { name: (t) => t.insights.share, value: ({ participation }) => participation },
    { name: (t) => t.boards.xp, value: ({ xp }) => xp },
    { name: (t) => t.contests.xpPerHead, value: ({ average }) => average },
    {
      name: (t) => t.files.departmentId,
      value: ({ departments }) => departments.map(({ id }) => id).join(', '),
    },
  ],
  open: async (call) => {
    const { db } = call.services;
    const { ranking, named } = await openContest(call);
    const teams = db.do(ranking.teams()) ?? [];
    return {
      ...named,
      parts: inParts(0, (after) => {
        const rows = db.do(toTeams(call.company.companyId, teams.slice(after, after + FILE_PART)));
        return { rows, next: after + FILE_PART < teams.length ? after + FILE_PART : null };
      }),
    };
  },
});
