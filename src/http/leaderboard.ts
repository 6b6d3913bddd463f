import * as v from 'valibot';
import type { Board } from '../domain/board/board.ts';
import { notFound } from '../domain/errors.ts';
import { listBody } from '../domain/list-body.ts';
import { PERIODS, type Period } from '../domain/period.ts';
import { leaderboardRows } from '../service/leaderboard-rows.ts';
import * as departments from '../store/departments.ts';
import { choice, paging, readParameters, uuid, whole } from './parameters.ts';
import type { Call } from './route.ts';
import { walkOf } from './walk.ts';

const period = v.optional(choice(PERIODS), 'all_time');

export const LEADERBOARD_PARAMETERS = { period, department_id: v.optional(uuid), ...paging };

export const BY_DEPARTMENT_PARAMETERS = {
  period,
  limit_per_department: v.optional(whole(1, 25), '5'),
};

/** GET /v1/leaderboard: everyone active, or one department's members with their company-wide ranks. */
export function listLeaderboard(call: Call): string | Promise<string> {
  const asked = readParameters(call, LEADERBOARD_PARAMETERS);
  const departmentId = asked.department_id ?? null;
  return answer(call, asked.period, (board) =>
    leaderboardBody(call, board, { ...asked, departmentId }),
  );
}

/** GET /v1/leaderboard/by-department: the best of every department, all on one page. */
export function listByDepartment(call: Call): string | Promise<string> {
  const asked = readParameters(call, BY_DEPARTMENT_PARAMETERS);
  return answer(call, asked.period, (board) => groupsBody(call, board, asked));
}

function answer(
  call: Call,
  period: Period,
  make: (board: Board) => string | Promise<string>,
): string | Promise<string> {
  const { boards, answers } = call.services;
  const from = (board: Board) => answers.get(call, () => make(board), board);
  const board = boards.ranking(call.credential.companyId, period, call.now);
  return board instanceof Promise ? board.then(from) : from(board);
}

async function groupsBody(
  call: Call,
  board: Board,
  asked: { period: Period; limit_per_department: number },
): Promise<string> {
  const { boards, revisions } = call.services;
  const { companyId } = call.credential;
  for (let latest = board; ; latest = await boards.ranking(companyId, asked.period, call.now)) {
    const { generation } = revisions.of(companyId);
    const company = { companyId, generation };
    const body = await boards.departmentGroups(company, latest, asked.limit_per_department);
    if (body !== null) return body;
  }
}

function leaderboardBody(
  call: Call,
  board: Board,
  asked: { period: Period; departmentId: string | null; cursor: string; limit: number },
): string {
  const { db, cursors } = call.services;
  const { companyId } = call.credential;
  const { limit } = asked;
  const walk = walkOf(call, 'leaderboard', [asked.period, asked.departmentId]);
  const [xp, number] = asked.cursor ? cursors.open(walk, asked.cursor) : [];
  const part = partOf(board, departmentNumberOf(call, asked.departmentId));
  // People may have moved since: the walk goes on where its last person would stand now.
  const offset = xp === undefined || number === undefined ? 0 : part.positionAfter(xp, number);
  const ranked = part.page(offset, limit);
  const last = offset + limit < part.size ? ranked.at(-1) : undefined;
  const rows = leaderboardRows(db, companyId, ranked);
  return listBody([...rows.values()], last ? cursors.seal(walk, [last.xp, last.number]) : null);
}

/** Undefined where none was asked for. */
function departmentNumberOf(call: Call, id: string | null): number | undefined {
  if (id === null) return undefined;
  const { companyId } = call.credential;
  const found = call.services.db.one(departments.findNumber, { companyId, id });
  if (!found) throw notFound('Department not found');
  return found.number;
}

/** The ranking of everybody, or of one department. */
const partOf = (board: Board, department: number | undefined) =>
  department === undefined
    ? {
        size: board.size,
        page: (offset: number, count: number) => board.page(offset, count),
        positionAfter: (xp: number, number: number) => board.positionAfter(xp, number),
      }
    : {
        size: board.departmentSize(department),
        page: (offset: number, count: number) => board.departmentPage(department, offset, count),
        positionAfter: (xp: number, number: number) =>
          board.departmentPositionAfter(department, xp, number),
      };
