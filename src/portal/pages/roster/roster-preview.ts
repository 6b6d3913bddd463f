import { type Html, html } from '../../../http/response/html.ts';
import type { UploadOptions } from '../../../service/roster/upload/options.ts';
import { Refused } from '../../forms/refused.ts';
import type { Action, Call, Page, Screen } from '../../page.ts';
import { requireConfirmed } from '../../parts/confirm.ts';
import { buttonForm, summary } from '../../parts/form.ts';
import { moment } from '../../parts/format.ts';
import { EDITORS } from '../../roles.ts';
import { applyUpload, describeRun } from '../../roster/apply-upload.ts';
import { changedSince } from '../../roster/changed-since.ts';
import { previewView } from '../../roster/preview-view.ts';
import { addFilter, readReadingForm } from '../../roster/reading-form.ts';
import { pathOf, previewOf, requireUpload } from '../../roster/upload-preview.ts';
import type { Upload } from '../../uploads.ts';
import { note } from '../../view/note.ts';

const PATH = '/roster/:id';

/** What an uploaded roster would do, and the button that does it. */
export const rosterPreviewPage: Page = {
  path: PATH,
  roles: EDITORS,
  isOfCompany: true,
  show: async (call) => {
    const { href } = call;
    const upload = requireUpload(call);
    if (upload.runId !== undefined) return { to: href(`/syncs/${upload.runId}`) };
    const making = previewOf(call, upload);
    if (await call.services.changes.isWaiting(upload.id)) return waitingScreen(call, upload);
    const preview = await making;
    return {
      title: upload.fileName,
      current: '/roster',
      body: html`<div class="head"><div><p class="crumb"><a href="${href('/roster')}">Roster</a></p><h1><bdi>${upload.fileName}</bdi></h1>
<p class="lead">Preview. Nothing has been changed yet.</p></div><div class="row">${discardForm(call, upload)}<a class="btn" href="${href('/roster')}">Choose another file</a></div></div>
<div class="stack">${droppedNote(call, upload)}${await changedSince(call, upload)}${upload.outdatedSince === undefined ? summary('Nothing was changed.', call.refusal) : ''}
${previewView(call, upload, preview)}</div>`,
    };
  },
};

const REFRESH_AFTER = 3;

/** What is shown until it is the turn of the file. */
const waitingScreen = (call: Call, upload: Upload): Screen => ({
  title: upload.fileName,
  current: '/roster',
  refreshAfter: REFRESH_AFTER,
  body: html`<div class="head"><div><p class="crumb"><a href="${call.href('/roster')}">Roster</a></p><h1><bdi>${upload.fileName}</bdi></h1>
<p class="lead">Nothing has been changed yet.</p></div><div class="row">${discardForm(call, upload)}</div></div>
<div class="stack">${note('ok', html`<b>The file waits until other files are read.</b> Two are read at once, and one of each company. This page asks every few seconds, and then shows the preview.`)}</div>`,
});

const droppedNote = ({ now }: Call, { dropped }: Upload): Html =>
  dropped.length === 0
    ? html``
    : note(
        'warn',
        html`There was no room for every file that waits to be applied. Dropped: ${dropped.map(({ fileName, at }, index) => html`${index === 0 ? '' : ', '}<b><bdi>${fileName}</bdi></b> of ${moment(at, now)}`)}. Upload again what you still need.`,
      );

const discardForm = ({ href }: Call, upload: Upload): Html =>
  buttonForm(href(`${pathOf(upload)}/discard`), 'Discard');

/** Another preview is made for other options. A number that was typed is for the people of one preview. */
const setOptions = (upload: Upload, options: Partial<UploadOptions>): undefined => {
  Object.assign(upload, {
    ...{ options: { ...upload.options, maxDeactivations: null, ...options } },
    ...{ preview: undefined, outdatedSince: undefined },
  });
};

const action = (
  path: string,
  submit: (call: Call, upload: Upload, form: URLSearchParams) => Promise<Html | undefined>,
): Action => ({
  path: `${PATH}/${path}`,
  roles: EDITORS,
  page: rosterPreviewPage,
  submit: async (call, form) => {
    const upload = requireUpload(call);
    const done = upload.runId === undefined ? await submit(call, upload, form) : undefined;
    const { runId } = upload;
    return { to: call.href(runId === undefined ? pathOf(upload) : `/syncs/${runId}`), done };
  },
});

export const rosterPreviewActions: readonly Action[] = [
  action('options', async (call, upload, form) => {
    const { options } = upload;
    const isOn = form.get('value') === 'on';
    switch (form.get('part')) {
      case 'reading': {
        const preview = await previewOf(call, upload);
        const columns = 'plan' in preview ? preview.file.columns : preview.columns;
        return setOptions(upload, readReadingForm(form, options, columns));
      }
      case 'filter':
        return setOptions(upload, { wheres: addFilter(options.wheres, form.get('where') ?? '') });
      case 'profiles':
        return setOptions(upload, { updateProfiles: isOn });
      case 'deactivate':
        return setOptions(upload, { deactivateMissing: isOn });
      default:
        throw new Refused('The form is incomplete.');
    }
  }),
  action('confirm', async (call, upload, form) => {
    const preview = await previewOf(call, upload);
    const people = 'plan' in preview ? preview.plan.counts.deactivation_candidates_total : 0;
    requireConfirmed(form, 'confirm', people);
    return setOptions(upload, { maxDeactivations: people });
  }),
  action('apply', async (call, upload, form) => {
    const preview = await previewOf(call, upload);
    if (!('plan' in preview) || preview.plan.majority !== null) {
      throw new Refused('This preview cannot be applied.');
    }
    const { digest } = preview.plan;
    if (form.get('digest') !== digest) {
      throw new Refused(
        'The preview has been made again in the meantime. Check it, then apply it.',
        {},
        409,
      );
    }
    upload.outdatedSince = undefined;
    const applied = await applyUpload(call, upload, digest);
    if (!applied) {
      setOptions(upload, {});
      upload.outdatedSince = preview.at;
      throw new Refused('', {}, 409);
    }
    call.services.db.endSnapshot();
    return describeRun(call, applied.runId);
  }),
  {
    path: `${PATH}/discard`,
    roles: EDITORS,
    page: rosterPreviewPage,
    submit: async (call) => {
      call.uploads.remove(requireUpload(call));
      return { to: call.href('/roster'), done: html`The file is discarded. Nothing was changed.` };
    },
  },
];
