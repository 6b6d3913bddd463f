import { pluralize } from '../../../domain/number-text.ts';
import { formatMonth } from '../../../domain/period.ts';
import { areBlocksIntact } from '../../../domain/standings/check-blocks.ts';
import type { BlockList } from '../../../domain/standings/standings-blocks.ts';
import * as companies from '../../../store/company/companies.ts';
import * as contests from '../../../store/contests/contests.ts';
import type { Database } from '../../../store/database.ts';
import * as closedMonths from '../../../store/months/closed-months.ts';
import * as store from '../../../store/months/standings.ts';
import { type Finding, ok, problem } from './finding.ts';

/** Whether the standings of closed months and contests are complete and agree with themselves. Reads all of them. */
export function checkStandings(db: Database): Finding {
  const damaged = db.all(companies.listIds, {}).flatMap(({ companyId }) =>
    listKept(db, companyId)
      .filter(({ standings, people }) => {
        const blocks = db
          .all(store.listBlocks, { companyId, standings })
          .map((block) => ({ ...block, list: block.list as BlockList }));
        return !areBlocksIntact(blocks, people);
      })
      .map(({ name }) => name),
  );
  const [first] = damaged;
  if (first === undefined) {
    return ok('standings', 'The standings of closed months and contests are complete');
  }
  const others =
    damaged.length === 1 ? '' : ` and ${pluralize(damaged.length - 1, 'other', 'others')}`;
  return problem(
    'standings',
    `The standings of ${first}${others} are damaged`,
    'Keep this file and restore an intact backup: engaged restore FILE',
  );
}

const listKept = (db: Database, companyId: number) => [
  ...db
    .all(closedMonths.list, { companyId })
    .map(({ month, ...kept }) => ({ ...kept, name: formatMonth(month) })),
  ...db.all(contests.listClosed, { companyId }),
];
