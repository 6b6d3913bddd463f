import { type Html, html } from '../../../http/response/html.ts';
import { EXAMPLE } from '../../assets/assets.ts';
import { fileAction } from '../../forms/action.ts';
import { defineForm } from '../../forms/form.ts';
import { file } from '../../forms/kinds.ts';
import { Refused } from '../../forms/refused.ts';
import type { Call } from '../../request/call.ts';
import { MAX_FILE_BYTES, MAX_MEGABYTES, TABLE_TYPES } from '../../request/upload-body.ts';
import { linesOf } from '../../view/cells.ts';
import { icon } from '../../view/icons.ts';
import { isolated } from '../../view/marks.ts';
import { pageHead } from '../../view/page-head.ts';
import { explained, panel } from '../../view/panel.ts';
import { timeElement } from '../../view/time.ts';
import { actorOf } from '../audit/decisions.ts';
import { definePage } from '../page.ts';
import { EDITORS } from '../roles.ts';
import { profileActions, profilesPanel } from './profiles-panel.ts';
import { lastReading } from './upload/upload-profile.ts';

const PATH = '/roster';

const upload = fileAction({
  path: PATH,
  roles: EDITORS,
  form: defineForm({
    id: 'upload',
    fields: { file: file({ accept: TABLE_TYPES, maxBytes: MAX_FILE_BYTES }) },
    texts: ({ roster, uploads }) => ({
      ...{ button: roster.uploadAndPreview, refused: uploads.notUploaded },
      fields: {
        file: {
          label: roster.file,
          hint: roster.fileHint({ megabytes: MAX_MEGABYTES }),
        },
      },
    }),
  }),
  submit: async (call, sent) => {
    const { t, uploads, company, session, href, now } = call;
    const { companyId: sharer, id: account } = session;
    const owner = { companyId: company.companyId, sharer, account, ...lastReading(call) };
    const added = uploads.add(owner, sent, now);
    if (!added) throw new Refused(t.uploads.noRoom, {}, 503);
    return { to: href(`${PATH}/${added.id}`) };
  },
});

/** Where a roster is uploaded. */
export const rosterPage = definePage({
  path: PATH,
  roles: EDITORS,
  isOfCompany: true,
  nav: {
    label: (t) => t.roster.title,
    icon: 'upload',
    key: 'r',
    group: 'people',
  },
  actions: [upload, ...profileActions],
  show: (call) => {
    const { title, lead } = call.t.roster;
    return {
      title,
      body: html`${pageHead({ title, lead })}
<div class="stack">${uploadPanel(call)}${openUploads(call)}${profilesPanel(call)}</div>`,
    };
  },
});

function uploadPanel(call: Call): Html {
  const { roster } = call.t;
  const form = upload.write(call, {
    button: html`${icon('upload')}${roster.uploadAndPreview}`,
    beside: html`<a class="btn q" href="${EXAMPLE.path}" download="people.csv">${roster.example}</a>`,
  });
  return panel({ id: 'upload', title: roster.upload }, [
    form,
    html`<details><summary>${roster.needs}</summary>${explained(roster.needsText())}
${explained(roster.larger)}<p><code class="command" tabindex="0">engaged import people.csv --dry-run</code></p></details>`,
  ]);
}

function openUploads(call: Call): Html {
  const { t, uploads, company, href, now } = call;
  const open = uploads.listOpen(company.companyId, now);
  if (open.length === 0) return html``;
  const items = open.map(({ id, fileName, size, at, account }) => {
    const actor = actorOf(call, `portal ${account}`);
    const about = t.roster.sizeAndActor({ size: t.format.size(size), actor });
    return html`<li>${timeElement(t, at, now)}<span class="grow"><a href="${href(`${PATH}/${id}`)}">${isolated(fileName)}</a> <span class="muted">${about}</span></span></li>
`;
  });
  return panel(
    { id: 'open', title: t.roster.open, beside: t.roster.keptForAnHour, isFull: true },
    linesOf(items),
  );
}
