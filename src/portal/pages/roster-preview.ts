import { EngagedError, notFound, ServiceFault } from '../../domain/errors.ts';
import { MAX_DEACTIVATIONS } from '../../domain/roster/sync-request.ts';
import { type Html, html } from '../../http/html.ts';
import { listRuns, requireRun } from '../../service/roster/runs.ts';
import type { UploadOptions } from '../../service/roster-upload/options.ts';
import type { Plan, Preview } from '../../service/roster-upload/preview.ts';
import type { AppliedUpload } from '../../service/roster-upload/run-upload.ts';
import { latest } from '../../store/latest.ts';
import type { Action, Call, Page } from '../page.ts';
import { confirmForm, requireConfirmed } from '../parts/confirm.ts';
import { actorOf, describeDecision, listDecisions } from '../parts/decisions.ts';
import { buttonForm, note, Refused, summary } from '../parts/form.ts';
import { count } from '../parts/format.ts';
import { countsOf, runSentence } from '../parts/runs.ts';
import { stat, stats } from '../parts/stats.ts';
import { EDITORS } from '../roles.ts';
import { columnsTable, fileFacts, fileNotes } from '../roster/file-panels.ts';
import * as panels from '../roster/plan-panels.ts';
import { addFilter, readingForm, readReadingForm } from '../roster/reading-form.ts';
import type { Upload } from '../uploads.ts';

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
    const preview = await previewOf(call, upload);
    return {
      title: upload.fileName,
      current: '/roster',
      body: html`<div class="head"><div><p class="crumb"><a href="${href('/roster')}">Roster</a></p><h1><bdi>${upload.fileName}</bdi></h1>
<p class="lead">Preview. Nothing has been changed yet.</p></div><div class="row">${discardForm(call, upload)}<a class="btn" href="${href('/roster')}">Choose another file</a></div></div>
<div class="stack">${await changedSince(call, upload)}${upload.outdatedSince === undefined ? summary('Nothing was changed.', call.refusal) : ''}
${'plan' in preview ? planned(call, upload, preview) : unreadable(call, upload, preview)}</div>`,
    };
  },
};

/** @throws EngagedError `not_found` alike for a file of another company and for one that is gone */
function requireUpload({ uploads, company, params, now }: Call): Upload {
  const upload = uploads.find(company.companyId, params.id, now);
  if (upload) return upload;
  throw notFound(
    'The file is not here any more. It is kept for an hour, until newer files of your company need its room, or until the service restarts. Upload it again',
  );
}

const pathOf = ({ id }: Upload): string => `/roster/${id}`;

/** The preview of an upload, made once for its options. */
async function previewOf(call: Call, upload: Upload): Promise<Preview> {
  const { bytes, options } = upload;
  if (!bytes) throw notFound('The file has been applied');
  const { writer } = call.services;
  upload.preview ??= writer.previewUpload({ ...contextOf(call), bytes, options });
  const { preview } = upload;
  try {
    return await preview;
  } catch (error) {
    if (upload.preview === preview) upload.preview = undefined;
    throw noted(call, error);
  }
}

const contextOf = ({ company, session, now }: Call) => ({
  ...{ companyId: company.companyId, now, actor: `portal ${session.id}` },
});

/** After a fault of the service, its check logs what is wrong. */
function noted({ services }: Call, error: unknown): unknown {
  if (error instanceof ServiceFault) services.readiness.check().catch(() => {});
  return error;
}

const MOST_DECISIONS = 3;

/** What others have done since a preview that turned out to be outdated. */
async function changedSince(call: Call, { outdatedSince }: Upload): Promise<Html> {
  if (outdatedSince === undefined) return html``;
  const { services, company } = call;
  const runs = listRuns(services.db, company.companyId, MOST_DECISIONS).map((run) => ({
    at: Date.parse(run.started_at),
    text: html`<b>${actorOf(call, run.actor)}</b> synced a roster: ${runSentence(run)}`,
  }));
  const decisions = (await listDecisions(call, { omitSignIns: true, count: 20 }))
    .filter(({ action }) => !/^(?:sync|portal)\./.test(action))
    .map((entry) => ({ at: Date.parse(entry.at), text: describeDecision(call, entry) }));
  const latest = [...runs, ...decisions]
    .filter(({ at }) => at >= outdatedSince)
    .sort((a, b) => b.at - a.at)
    .slice(0, MOST_DECISIONS);
  return note(
    'warn',
    html`<b>Nothing was applied: the company has changed since the preview was made.</b> ${latest.map(({ text }) => html`${text}. `)}This is a new preview.`,
    { isAlert: true },
  );
}

function unreadable(
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

const discardForm = ({ href }: Call, upload: Upload): Html =>
  buttonForm(href(`${pathOf(upload)}/discard`), 'Discard');

function planned(
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
${unlinked(counts.unlinked_members)}${dock(call, upload, plan)}`;
}

const unlinked = (people: number): Html =>
  people === 0
    ? html``
    : html`<p class="small muted">${count(people, 'person', 'people')} without an external ID ${people === 1 ? 'is' : 'are'} not in the file. A roster never deactivates them.</p>`;

/** Why nobody is deactivated, or what has to be typed for it. */
function deactivationNote(call: Call, upload: Upload, plan: Plan): Html {
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

function dock(call: Call, upload: Upload, plan: Plan): Html {
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

/** Applies an upload once, however often that is asked for. */
function apply(call: Call, upload: Upload, digest: string): Promise<AppliedUpload> {
  upload.applying ??= applyNow(call, upload, digest).finally(() => {
    upload.applying = undefined;
  });
  return upload.applying;
}

async function applyNow(call: Call, upload: Upload, digest: string): Promise<AppliedUpload> {
  const { syncSlots, writer, boards, eventWaits } = call.services;
  const { bytes, options } = upload;
  if (!bytes) throw notFound('The file has been applied');
  const context = contextOf(call);
  const release = await syncSlots.take(context.companyId);
  if (typeof release !== 'function') {
    throw new EngagedError(release.code, release.message, release.retryAfter);
  }
  try {
    const applied = await writer.applyUpload({ ...context, bytes, options, digest });
    if (!applied) return null;
    call.uploads.settle(upload, applied.runId);
    boards.invalidate(context.companyId);
    eventWaits.noteCommit();
    return applied;
  } catch (error) {
    throw noted(call, error);
  } finally {
    await release();
  }
}

/** What a roster has just done, and the way back. */
function describeRun({ services, company }: Call, runId: string): Html {
  const run = requireRun(services.db, company.companyId, runId);
  const { created = 0, updated = 0, deactivated = 0 } = countsOf(run.result) ?? {};
  const revert = created + updated + deactivated > 0 ? html` <a href="#revert">Revert it</a>` : '';
  return html`<b>The roster is applied:</b> ${runSentence(run)}.${revert}`;
}

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
    const applied = await apply(call, upload, digest);
    if (!applied) {
      setOptions(upload, {});
      upload.outdatedSince = preview.at;
      throw new Refused('', {}, 409);
    }
    return latest(call.services.db, () => describeRun(call, applied.runId));
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
