import { MAX_DEACTIVATIONS } from '../../../../domain/roster/sync-request.ts';
import { type Html, html } from '../../../../http/response/html.ts';
import type { Plan } from '../../../../service/roster/upload/preview.ts';
import type { Call } from '../../../request/call.ts';
import { strong } from '../../../view/marks.ts';
import { note } from '../../../view/note.ts';
import * as actions from './preview-actions.ts';

/** Why nobody is deactivated, or what has to be typed for it. */
export function deactivationNote(call: Call, plan: Plan): Html {
  const { preview, forms } = call.t;
  const { counts, majority } = plan;
  const { deactivation_skipped_reason: reason, deactivation_limit: limit } = counts;
  const count = counts.deactivation_candidates_total;
  if (reason === 'rejected_rows') return note('warn', preview.rowsFailed({ strong }));
  if (reason === null && majority === null) return html``;
  const why =
    reason === null
      ? preview.majority({ strong, count, of: majority?.of ?? 0 })
      : preview.overLimit({ strong, count, limit });
  const confirm = actions.confirmDeactivation.write(call, {
    fields: { confirm: forms.typePeople({ count }) },
    button: preview.deactivatePeople({ count }),
    kind: 'bad',
  });
  const form =
    count > MAX_DEACTIVATIONS
      ? html`<p>${preview.noMoreThan({ limit: MAX_DEACTIVATIONS })}</p>`
      : html`<p class="small">${preview.ifTheyLeft}</p>${confirm}`;
  return note('bad', html`${why} ${form}`);
}

/** The button that applies the preview, and what it does to people who are not in the file. */
export function applyBar(call: Call, { changes, counts, majority, digest }: Plan): Html {
  const { preview } = call.t;
  const apply = actions.apply.write(call, {
    values: { digest },
    button:
      changes.total === 0 ? preview.recordNothing : preview.applyChanges({ count: changes.total }),
  });
  const says =
    majority !== null
      ? preview.typeFirst
      : counts.deactivated > 0
        ? preview.areDeactivated({ count: counts.deactivated })
        : preview.nobodyIsDeactivated;
  return html`<div class="dock"><span class="small">${says}</span>${majority === null ? apply : ''}</div>`;
}
