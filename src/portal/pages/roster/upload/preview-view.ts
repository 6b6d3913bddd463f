import type { Failure } from '../../../../domain/failures.ts';
import { type Html, html } from '../../../../http/response/html.ts';
import { listProfiles } from '../../../../service/roster/roster-profiles.ts';
import type { Plan, Preview } from '../../../../service/roster/upload/preview.ts';
import type { Messages } from '../../../languages/en.ts';
import type { Call } from '../../../request/call.ts';
import { failureText } from '../../../view/error-text.ts';
import { isolated, strong } from '../../../view/marks.ts';
import { note } from '../../../view/note.ts';
import { explained, panel } from '../../../view/panel.ts';
import { stat, stats } from '../../../view/stats.ts';
import { applyBar, deactivationNote } from './deactivation-panels.ts';
import { departmentNotes } from './department-notes.ts';
import { fileNotes } from './file-notes.ts';
import { columnsTable, fileFacts } from './file-panels.ts';
import { planPanels, rowPanels } from './plan-panels.ts';
import { setReading, useProfile } from './preview-actions.ts';
import { readingOf } from './reading-form.ts';
import type { Upload } from './uploads.ts';

/** What an uploaded roster would do; or why it cannot be read, with the form to read it another way. */
export const previewView = (call: Call<'id'>, upload: Upload, preview: Preview): Html =>
  'plan' in preview ? plannedView(call, upload, preview) : unreadableView(call, upload, preview);

function unreadableView(
  call: Call<'id'>,
  upload: Upload,
  { problem, columns, sheet, sha256 }: Extract<Preview, { problem: Failure }>,
): Html {
  const { preview } = call.t;
  const reading = panel(
    { id: 'read', title: preview.howToRead },
    readingForm(call, upload, { columns, sheet }),
  );
  return html`${note('bad', preview.unusable({ strong, problem: failureText(call.t, problem) }), { isAlert: true })}
${profileNote(call, upload)}<div class="cols">${[reading, fileFacts(call, upload, sha256, undefined)]}</div>`;
}

/** With which profile a file is read, and the way to another one. @param none where there is none */
function profileNote(call: Call<'id'>, upload: Upload, none = html``): Html {
  const { services, company, href } = call;
  const { preview } = call.t;
  const names = listProfiles(services.db, company.companyId).map(({ name }) => name);
  if (names.length === 0) return none;
  const { profile } = upload;
  const says =
    profile === null
      ? preview.readWithout
      : preview.readAsLast({ strong, profile: isolated(profile) });
  const form = useProfile.write(call, {
    ...{ values: { profile }, kind: 's' },
    options: { profile: [['', preview.newProfile], ...names.map((name) => [name, name] as const)] },
    beside: html`<a class="btn q s" href="${href('/roster')}#profiles">${preview.manageProfiles}</a>`,
  });
  return note('ok', html`<p>${says}</p>${form}`);
}

function readingForm(
  call: Call<'id'>,
  { options }: Upload,
  read: Parameters<typeof readingOf>[2],
): Html {
  const more = read.columns?.more ?? 0;
  return setReading.write(call, {
    ...readingOf(call.t, options, read),
    above: html`${more > 0 ? html`<p class="hint">${call.t.preview.moreColumns({ count: more })}</p>` : ''}`,
  });
}

function plannedView(
  call: Call<'id'>,
  upload: Upload,
  { file, plan, sha256 }: Extract<Preview, { plan: Plan }>,
): Html {
  const { preview } = call.t;
  const isEdited = call.refusal?.action === setReading.path;
  const reading = panel({ id: 'read', title: preview.howItWasRead, isFull: true }, [
    columnsTable(call.t, file),
    html`<div class="pad"><details${isEdited ? html` open` : ''}><summary>${preview.changeReading}</summary>${readingForm(call, upload, file)}</details></div>`,
  ]);
  const { unlinked_members: unlinked } = plan.counts;
  return html`${figures(call.t, plan)}
${profileNote(call, upload, note('ok', html`<p>${preview.isKept}</p>`))}${fileNotes(call, file)}${deactivationNote(call, plan)}
<div class="cols">${[reading, fileFacts(call, upload, sha256, file)]}</div>
${rowPanels(call, plan)}${departmentNotes(call, plan)}
${planPanels(call, plan, upload.options)}${unlinked > 0 ? explained(preview.unlinked({ count: unlinked })) : ''}${applyBar(call, plan)}`;
}

function figures(t: Messages, { counts, errors }: Plan): Html {
  const { preview } = t;
  const { reactivated, departments_restored: restored } = counts;
  return stats(t, [
    stat(preview.created, counts.created),
    stat(preview.updated, counts.updated, {
      more: reactivated > 0 ? preview.reactivated({ count: reactivated }) : '',
    }),
    stat(preview.unchanged, counts.unchanged),
    stat(preview.failed, errors.total, { isBad: errors.total > 0 }),
    stat(preview.deactivated, counts.deactivated),
    stat(preview.newDepartments, counts.departments_created, {
      more: restored > 0 ? preview.restored({ count: restored }) : '',
    }),
  ]);
}
