import { type Html, html } from '../../http/response/html.ts';
import type { Plan, Preview } from '../../service/roster/upload/preview.ts';
import type { Call } from '../page.ts';
import { buttonForm } from '../parts/form.ts';
import { stat, stats } from '../parts/stats.ts';
import type { Upload } from '../uploads.ts';
import { note } from '../view/note.ts';
import { applyBar, deactivationNote, unlinkedNote } from './deactivation-panels.ts';
import { columnsTable, fileFacts, fileNotes } from './file-panels.ts';
import * as panels from './plan-panels.ts';
import { readingForm } from './reading-form.ts';
import { pathOf } from './upload-preview.ts';

/** What an uploaded roster would do; or why it cannot be read, with the form to read it another way. */
export const previewView = (call: Call, upload: Upload, preview: Preview): Html =>
  'plan' in preview ? plannedView(call, upload, preview) : unreadableView(call, upload, preview);

function unreadableView(
  call: Call,
  upload: Upload,
  { problem, columns, sha256 }: Extract<Preview, { problem: string }>,
): Html {
  const form = readingForm(
    call.href(`${pathOf(upload)}/options`),
    upload.options,
    columns,
    call.refusal,
  );
  return html`${note('bad', html`<b>The file cannot be used like this.</b> ${problem}`, { isAlert: true })}
<div class="cols"><section class="panel" aria-labelledby="read"><header><h2 id="read">How to read the file</h2></header><div class="pad">${form}</div></section>
${fileFacts(call, upload, sha256, undefined)}</div>`;
}

function plannedView(
  call: Call,
  upload: Upload,
  { file, plan, sha256 }: Extract<Preview, { plan: Plan }>,
): Html {
  const { href, refusal } = call;
  const { options } = upload;
  const action = href(`${pathOf(upload)}/options`);
  const { counts, errors } = plan;
  const listing = { call, path: pathOf(upload) };
  const isEdited = refusal?.action.endsWith('/options');
  const set = (part: string, value: string, label: string) =>
    buttonForm(action, label, { className: 's', fields: { part, value } });
  return html`${stats([
    stat('Created', counts.created),
    stat(
      'Updated',
      counts.updated,
      counts.reactivated > 0 ? { more: `${counts.reactivated} reactivated` } : {},
    ),
    stat('Unchanged', counts.unchanged),
    stat('Failed', errors.total, { isBad: errors.total > 0 }),
    stat('Deactivated', counts.deactivated),
    stat('New departments', counts.departments_created, {
      more: counts.departments_restored > 0 ? `${counts.departments_restored} restored` : '',
    }),
  ])}
${fileNotes(file, action)}${deactivationNote(call, upload, plan)}
<div class="cols"><section class="panel" aria-labelledby="read"><header><h2 id="read">How the file was read</h2></header>
${columnsTable(file)}<div class="pad"><details${isEdited ? html` open` : ''}><summary>Change how it is read</summary>${readingForm(action, options, file.columns, refusal)}</details></div></section>
${fileFacts(call, upload, sha256, file)}</div>
${panels.errorsPanel(listing, plan)}${panels.warningsPanel(listing, plan)}${panels.departmentNotes(listing, plan)}
${panels.changesPanel(listing, plan)}${panels.departmentsPanel(listing, plan)}
${panels.differencesPanel(listing, plan, options.updateProfiles ? html`` : set('profiles', 'on', 'Change them too'))}
${panels.missingPanel(listing, plan, options.deactivateMissing ? set('deactivate', 'off', 'Leave them active') : set('deactivate', 'on', 'Deactivate them'))}
${panels.keptPanel(listing, plan)}${unlinkedNote(counts.unlinked_members)}${applyBar(call, upload, plan)}`;
}
