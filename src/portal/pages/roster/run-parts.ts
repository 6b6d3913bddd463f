import { type RunWithFollowUps, requireRun } from '../../../service/roster/runs/runs.ts';
import type { RunParts } from '../../../service/roster/runs/show-run.ts';
import type { Call } from '../../request/call.ts';
import { PAGE_SIZE, pageNumber } from '../../view/pager.ts';

/** The run of a page. @throws EngagedError as `requireRun` */
export const runOf = ({ services, company, params }: Call<'id'>): RunWithFollowUps =>
  requireRun(services.db, company.companyId, params.id);

/** The lists of a run that have pages: each goes by its name in the address. */
export const CHANGES = 'changes';
export const HELD_BACK = 'held';

/** The parts of the lists that the query asks for. */
export function partsOf(call: Call, { id, started_at }: RunWithFollowUps): Promise<RunParts> {
  const { services, company, query } = call;
  const part = (name: string) => ({
    offset: (pageNumber(query, name) - 1) * PAGE_SIZE,
    count: PAGE_SIZE,
  });
  return services.ranker.listRunParts({
    ...{ companyId: company.companyId, run: { id, started_at } },
    ...{ changed: part(CHANGES), heldBack: part(HELD_BACK) },
  });
}
