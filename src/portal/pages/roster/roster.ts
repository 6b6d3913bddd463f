import { formatBytes } from '../../../domain/number-text.ts';
import { type Html, html } from '../../../http/response/html.ts';
import { EXAMPLE } from '../../assets/assets.ts';
import type { Call, FileAction, Page } from '../../page.ts';
import { actorOf } from '../../parts/decisions.ts';
import { summary } from '../../parts/form.ts';
import { timeElement } from '../../parts/format.ts';
import { icon } from '../../parts/icons.ts';
import { EDITORS } from '../../roles.ts';
import { MAX_FILE_BYTES } from '../../upload-body.ts';

const PATH = '/roster';

/** Where a roster is uploaded. */
export const rosterPage: Page = {
  path: PATH,
  roles: EDITORS,
  isOfCompany: true,
  show: (call) => ({
    title: 'Roster',
    body: html`<div class="head"><div><h1>Roster</h1><p class="lead">Bring everybody in line with the file that your HR system exports.</p></div></div>
<div class="stack">${summary('Nothing was changed.', call.refusal)}
${uploadPanel(call)}${openUploads(call)}</div>`,
  }),
};

function uploadPanel({ href, refusal }: Call): Html {
  const { file: error } = refusal?.fields ?? {};
  const described = `${error ? 'f-file-error ' : ''}f-file-hint`;
  return html`<section class="panel" aria-labelledby="upload"><header><h2 id="upload">Upload a file</h2></header><div class="pad">
<form method="post" action="${href(PATH)}" enctype="multipart/form-data" data-upload="${MAX_FILE_BYTES}"><div class="field"><label for="f-file">CSV file</label>
<input class="input" id="f-file" type="file" name="file" required accept=".csv,.tsv,.txt,text/csv" aria-describedby="${described}"${error ? html` aria-invalid="true"` : ''}>
${error && html`<p class="error" id="f-file-error">${error}</p>`}<p class="hint" id="f-file-hint">Up to 32 MB. You see every change before it is made.</p></div>
<div class="row"><button class="btn pri">${icon('upload')}Upload and preview</button><a class="btn q" href="${EXAMPLE.path}" download="people.csv">Download an example</a></div>
<div class="progress" hidden><p class="small" role="status"></p><progress max="100" aria-label="Upload"></progress></div></form>
<details><summary>What the file needs</summary><p class="small muted">A line of column names, and columns for the external ID, email, first name and last name of each person. Department and job title are optional. The column names of common HR systems are recognised, in eight languages; other columns can be chosen in the preview.</p>
<p class="small muted">A larger file is imported on the machine of the service:</p><p><code class="command" tabindex="0">engaged import people.csv --dry-run</code></p></details></div></section>`;
}

function openUploads(call: Call): Html {
  const { uploads, company, href, now } = call;
  const open = uploads.listOpen(company.companyId, now);
  if (open.length === 0) return html``;
  return html`<section class="panel" aria-labelledby="open"><header><h2 id="open">Not applied yet</h2><span class="small muted">Kept for an hour</span></header><ul class="list">
${open.map(
  ({
    id,
    fileName,
    size,
    at,
    account,
  }) => html`<li>${timeElement(at, now)}<span class="grow"><a href="${href(`${PATH}/${id}`)}"><bdi>${fileName}</bdi></a> <span class="muted">${formatBytes(size)}, ${actorOf(call, `portal ${account}`)}</span></span></li>
`,
)}</ul></section>`;
}

export const uploadRoster: FileAction = {
  path: PATH,
  roles: EDITORS,
  page: rosterPage,
  takesFile: true,
  submit: async ({ uploads, company, session, href, now }, file) => {
    const { companyId: sharer, id: account } = session;
    const owner = { companyId: company.companyId, sharer, account };
    const { id } = uploads.add(owner, file, now);
    return { to: href(`${PATH}/${id}`) };
  },
};
