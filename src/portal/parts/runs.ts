import { type Html, html } from '../../http/html.ts';
import { INTERRUPTED, type RunSummary } from '../../service/roster/record-run.ts';
import type { Run } from '../../service/roster/runs.ts';
import { count, moment } from './format.ts';

const KINDS = { sync: 'Roster', revert: 'Revert', approval: 'Approval' } as const;

/** A run as people call it: Roster of 21 Nov, 02:15. */
export const runTitle = ({ kind, started_at }: Run, now: number): string =>
  `${KINDS[kind]} of ${moment(Date.parse(started_at), now)}`;

/** How a run ended. */
export function outcomeChip({ outcome, result, superseded_by, is_approved }: Run): Html {
  if (outcome === 'failed')
    return html`<span class="chip bad">${isInterrupted(result) ? 'interrupted' : 'failed'}</span>`;
  if (outcome === 'applied') return html`<span class="chip ok">applied</span>`;
  if (is_approved) return html`<span class="chip ok">approved</span>`;
  return superseded_by === null && isOverLimit(result)
    ? html`<span class="chip warn">waits for a decision</span>`
    : html`<span class="chip warn">nobody deactivated</span>`;
}

const isOverLimit = (result: RunSummary): boolean =>
  'deactivation_skipped_reason' in result &&
  result.deactivation_skipped_reason === 'limit_exceeded';

const isInterrupted = (result: RunSummary): boolean =>
  'failure' in result && result.failure === INTERRUPTED;

/** How many people a run created, updated and so on; absent for a run that failed. */
export const countsOf = (result: RunSummary) =>
  'failure' in result
    ? undefined
    : {
        created: 'created' in result ? result.created : 0,
        updated: result.updated,
        deactivated: result.deactivated,
        unchanged: 'unchanged' in result ? result.unchanged : 0,
        failed:
          'errors' in result ? Object.values(result.errors).reduce((sum, one) => sum + one, 0) : 0,
      };

/** What a run did, in one line. */
export function runSentence({ result }: Run): string {
  const counts = countsOf(result);
  if (!counts) return isInterrupted(result) ? 'was interrupted' : 'failed and changed nothing';
  const parts = [
    counts.created > 0 && `created ${count(counts.created, 'person', 'people')}`,
    counts.updated > 0 && `updated ${counts.updated}`,
    counts.deactivated > 0 && `deactivated ${counts.deactivated}`,
    counts.failed > 0 && `left out ${count(counts.failed, 'row', 'rows')}`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? 'changed nobody' : parts.join(', ');
}
