import { type Html, html } from '../../../../http/response/html.ts';
import type { Call } from '../../../request/call.ts';
import type { Screen } from '../../../request/outcome.ts';
import { isolated, strong } from '../../../view/marks.ts';
import { note } from '../../../view/note.ts';
import { pageHead } from '../../../view/page-head.ts';
import { definePage } from '../../page.ts';
import { EDITORS } from '../../roles.ts';
import { changedSince } from './changed-since.ts';
import * as actions from './preview-actions.ts';
import { previewView } from './preview-view.ts';
import { previewOf, requireUpload } from './upload-preview.ts';
import type { Upload } from './uploads.ts';

/** What an uploaded roster would do, and the button that does it. */
export const rosterPreviewPage = definePage({
  path: '/roster/:id',
  roles: EDITORS,
  isOfCompany: true,
  actions: Object.values(actions),
  show: async (call) => {
    const { t, href } = call;
    const upload = requireUpload(call);
    if (upload.runId !== undefined) return { to: href(`/syncs/${upload.runId}`) };
    const making = previewOf(call, upload);
    if (await call.services.changes.isWaiting(upload.id)) return waitingScreen(call, upload);
    const preview = await making;
    const other = html`<a class="btn" href="${href('/roster')}">${t.preview.anotherFile}</a>`;
    return {
      title: upload.fileName,
      current: '/roster',
      body: html`${headOf(call, upload, t.preview.lead, [other])}
<div class="stack">${droppedNote(call, upload)}${await changedSince(call, upload)}
${previewView(call, upload, preview)}</div>`,
    };
  },
});

const headOf = (call: Call, upload: Upload, lead: string, tools: readonly Html[] = []): Html =>
  pageHead({
    title: isolated(upload.fileName),
    above: { href: call.href('/roster'), label: call.t.roster.title },
    lead,
    tools: [actions.discard.write(call, { kind: '' }), ...tools],
  });

const REFRESH_AFTER = 3;

/** What is shown while the file waits in the queue. */
const waitingScreen = (call: Call, upload: Upload): Screen => ({
  title: upload.fileName,
  current: '/roster',
  refreshAfter: REFRESH_AFTER,
  body: html`${headOf(call, upload, call.t.preview.nothingYet)}
<div class="stack">${note('ok', call.t.preview.waits({ strong }))}</div>`,
});

function droppedNote({ t: { preview, format }, now }: Call, { dropped }: Upload): Html {
  if (dropped.length === 0) return html``;
  const files = dropped.map(({ fileName, at }, index) => {
    const file = strong(isolated(fileName));
    return html`${index === 0 ? '' : ', '}${preview.droppedFile({ file, when: format.moment(at, now) })}`;
  });
  return note('warn', preview.dropped({ files: html`${files}` }));
}
