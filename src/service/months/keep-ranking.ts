import { failure } from '../../domain/errors.ts';
import { levelOf } from '../../domain/level.ts';
import {
  collectStandings,
  type Standing,
  type StandingsData,
  withChanges,
} from '../../domain/standings/standing.ts';
import { packStandings } from '../../domain/standings/standings-blocks.ts';
import * as ranking from '../../store/boards/ranking.ts';
import type { Database } from '../../store/database.ts';
import * as store from '../../store/months/standings.ts';
import { type CompanyState, hasPeopleOf, readState } from '../company/company-states.ts';
import { type CompanyWrite, nextEntry } from '../company/company-write.ts';

/** A company's ranking, and the state of the company that it shows. */
export type Ranking = CompanyState & { standings: StandingsData };

type Row = store.StandingRow & { tieBreak?: number };

/** Collects a ranking, inside a snapshot. */
export function collectRanking(
  db: Database,
  companyId: number,
  rank: () => Iterable<Row>,
): Ranking {
  const state = db.do(readState(db, companyId));
  const standings = collectStandings(toStandings(rank()), highestNumber(db, companyId));
  return { ...state, standings };
}

/**
 * Keeps a ranking, brought up to date, and returns the number of its blocks and how many people it ranks.
 *
 * @param changes everybody who changed since the ranking was made
 * @throws EngagedError `conflict` where the people were replaced since
 */
export function keepRanking(
  { db, companyId }: Pick<CompanyWrite, 'db' | 'companyId'>,
  { epoch, standings: ranked }: Ranking,
  changes: readonly (Row & { active: 0 | 1 })[],
): { standings: number; people: number } {
  if (!hasPeopleOf(db, companyId, epoch)) throw failure('company_people_replaced');
  const kept = withChanges(
    ranked,
    changes.map((row) => ({ ...toStanding(row), active: row.active === 1 })),
  );
  const standings = nextEntry({ db, companyId });
  for (const block of packStandings(kept, highestNumber(db, companyId))) {
    db.run(store.addBlock, { companyId, standings, ...block });
  }
  return { standings, people: kept.size };
}

function highestNumber(db: Database, companyId: number): number {
  return db.one(ranking.findCompany, { companyId })?.highestNumber ?? 0;
}

function* toStandings(rows: Iterable<Row>): Generator<Standing> {
  for (const row of rows) yield toStanding(row);
}

const toStanding = ({ number, xp, totalXp, departmentNumber, tieBreak }: Row): Standing => ({
  number,
  xp,
  level: levelOf(totalXp),
  departmentNumber,
  ...(tieBreak !== undefined && { tieBreak }),
});
