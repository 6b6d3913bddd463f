import { type Html, html } from '../../../http/response/html.ts';
import {
  type FailureSummary,
  INTERRUPTED,
  type RunSummary,
} from '../../../service/roster/runs/run-summary.ts';
import { type Run, type RunWithFollowUps, requireRun } from '../../../service/roster/runs/runs.ts';
import type { RunParts } from '../../../service/roster/runs/show-run.ts';
import type { Messages } from '../../languages/en.ts';
import type { Call } from '../../request/call.ts';
import { PAGE_SIZE, pageNumber } from '../../view/pager.ts';

/** A run as people call it: Roster of 21 Nov, 02:15. */
export const runTitle = (
  { syncs, format }: Messages,
  { kind, started_at }: Run,
  now: number,
): string => syncs.titles[kind]({ when: format.moment(Date.parse(started_at), now) });

/** How a run ended. */
export function outcomeChip({ syncs: { outcomes } }: Messages, run: Run): Html {
  const { outcome, result, superseded_by, is_approved } = run;
  const chip = (kind: 'ok' | 'warn' | 'bad', text: string) =>
    html`<span class="chip ${kind}">${text}</span>`;
  if (outcome === 'failed')
    return chip('bad', isInterrupted(result) ? outcomes.interrupted : outcomes.failed);
  if (outcome === 'applied') return chip('ok', outcomes.applied);
  if (is_approved) return chip('ok', outcomes.approved);
  return superseded_by === null && isOverLimit(result)
    ? chip('warn', outcomes.waits)
    : chip('warn', outcomes.nobodyDeactivated);
}

const isOverLimit = (result: RunSummary): boolean =>
  'deactivation_skipped_reason' in result &&
  result.deactivation_skipped_reason === 'limit_exceeded';

const isInterrupted = (result: RunSummary): boolean =>
  'failure' in result && result.failure === INTERRUPTED;

/** How many people a run created, updated and so on; absent for a run that changed nothing because it failed. */
export function countsOf(result: RunSummary) {
  const changed = 'failure' in result ? result.changed : result;
  return (
    changed && {
      created: 'created' in changed ? changed.created : 0,
      updated: changed.updated,
      deactivated: changed.deactivated,
      ...('failure' in result ? {} : rowsLeftBy(result)),
    }
  );
}

/** How many rows a sync left as they are, or could not apply; an interrupted one did not come to say. */
const rowsLeftBy = (result: Exclude<RunSummary, FailureSummary>) => ({
  unchanged: 'unchanged' in result ? result.unchanged : 0,
  failed: 'errors' in result ? Object.values(result.errors).reduce((sum, one) => sum + one, 0) : 0,
});

/** What a run did, in one line. */
export function runSentence({ syncs }: Messages, { result }: Run): string {
  const counts = countsOf(result);
  if (!counts) return isInterrupted(result) ? syncs.wasInterrupted : syncs.changedNothing;
  const did = syncs.did({ failed: 0, ...counts });
  return isInterrupted(result) ? syncs.wasInterruptedAfter({ did }) : did || syncs.changedNobody;
}

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
