import { EngagedError, notFound } from '../../domain/errors.ts';
import { type Html, html } from '../../http/html.ts';
import { requireRun } from '../../service/roster/runs.ts';
import type { AppliedUpload } from '../../service/roster-upload/run-upload.ts';
import type { Call } from '../page.ts';
import { countsOf, runSentence } from '../parts/runs.ts';
import type { Upload } from '../uploads.ts';
import { contextOf, noted } from './upload-preview.ts';

/** Applies an upload once, however often that is asked for. */
export function applyUpload(call: Call, upload: Upload, digest: string): Promise<AppliedUpload> {
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
export function describeRun({ services, company }: Call, runId: string): Html {
  const run = requireRun(services.db, company.companyId, runId);
  const { created = 0, updated = 0, deactivated = 0 } = countsOf(run.result) ?? {};
  const revert = created + updated + deactivated > 0 ? html` <a href="#revert">Revert it</a>` : '';
  return html`<b>The roster is applied:</b> ${runSentence(run)}.${revert}`;
}
