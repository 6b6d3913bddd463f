import { BoardBuilder } from '../domain/board/board-data.ts';
import { failure } from '../domain/errors.ts';
import { monthsOf } from '../domain/period.ts';
import * as store from '../store/boards/ranking.ts';
import type { Database } from '../store/database.ts';
import type { Ranking, RankTask } from './protocol.ts';

/** Ranks all active employees of a company, in one snapshot. */
export const rankCompany = (db: Database, { companyId, period, now }: RankTask): Ranking =>
  db.read(() => {
    const company = db.one(store.findCompany, { companyId });
    if (!company) throw failure('company_not_found');
    const board = new BoardBuilder(company.highestNumber);
    const months = monthsOf(period, now);
    const rows = months
      ? db.each(store.rankMonths, { companyId, ...months })
      : db.each(store.rankAllTime, { companyId });
    for (const { number, xp, departmentNumber } of rows) board.add(number, xp, departmentNumber);
    return { data: board.finish(), revision: company.revision };
  });
