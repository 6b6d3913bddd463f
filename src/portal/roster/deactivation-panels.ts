import { MAX_DEACTIVATIONS } from '../../domain/roster/sync-request.ts';
import { type Html, html } from '../../http/response/html.ts';
import type { Plan } from '../../service/roster/upload/preview.ts';
import type { Call } from '../page.ts';
import { confirmForm } from '../parts/confirm.ts';
import { buttonForm } from '../parts/form.ts';
import { count } from '../parts/format.ts';
import type { Upload } from '../uploads.ts';
import { note } from '../view/note.ts';
import { pathOf } from './upload-preview.ts';

/** Whom a roster can never deactivate. */
export const unlinkedNote = (people: number): Html =>
  people === 0
    ? html``
    : html`<p class="small muted">${count(people, 'person', 'people')} without an external ID ${people === 1 ? 'is' : 'are'} not in the file. A roster never deactivates them.</p>`;

/** Why nobody is deactivated, or what has to be typed for it. */
export function deactivationNote(call: Call, upload: Upload, plan: Plan): Html {
  const { counts, majority } = plan;
  const { deactivation_skipped_reason: reason, deactivation_limit: limit } = counts;
  const total = counts.deactivation_candidates_total;
  if (reason === 'rejected_rows') {
    return note(
      'warn',
      html`<b>Nobody is deactivated, because rows failed.</b> They may be the very people who seem to be missing. Correct them in the file and upload it again.`,
    );
  }
  if (reason === null && majority === null) return html``;
  const why =
    reason === null
      ? html`<b>More than half of the people would be deactivated:</b> ${count(total, 'person', 'people')} of ${majority?.of} ${total === 1 ? 'is' : 'are'} not in the file. An incomplete roster looks like this.`
      : html`<b>Nobody is deactivated.</b> ${count(total, 'person', 'people')} with an external ID ${total === 1 ? 'is' : 'are'} not in the file, more than the limit of ${count(limit, 'person', 'people')}. An incomplete roster looks like this.`;
  const button = `Deactivate ${count(total, 'person', 'people')}`;
  const form =
    total > MAX_DEACTIVATIONS
      ? html`<p>No import deactivates more than ${count(MAX_DEACTIVATIONS, 'person', 'people')}.</p>`
      : html`<p class="small">If they have really left, this shows the preview with them:</p>${confirmForm({ action: call.href(`${pathOf(upload)}/confirm`), name: 'confirm', people: total, button }, call.refusal)}`;
  return note('bad', html`${why} ${form}`);
}

/** The button that applies the preview, and what it does to people who are not in the file. */
export function applyBar(call: Call, upload: Upload, plan: Plan): Html {
  const { changes, counts, majority, digest } = plan;
  const label =
    changes.total === 0
      ? 'Record that nothing changes'
      : `Apply ${count(changes.total, 'change', 'changes')}`;
  const apply = buttonForm(call.href(`${pathOf(upload)}/apply`), label, {
    className: 'pri',
    fields: { digest },
  });
  const says =
    majority !== null
      ? 'Type the number above first, or leave the people active.'
      : counts.deactivated > 0
        ? `${count(counts.deactivated, 'person is', 'people are')} deactivated. A run can be reverted.`
        : 'Nobody is deactivated. A run can be reverted.';
  return html`<div class="dock"><span class="small">${says}</span>${majority === null ? apply : ''}</div>`;
}
