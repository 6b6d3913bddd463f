import { type Html, html } from '../../../../http/response/html.ts';
import { requireRun } from '../../../../service/roster/runs/runs.ts';
import type { AppliedUpload } from '../../../../service/roster/upload/run-upload.ts';
import type { Call } from '../../../request/call.ts';
import { strong } from '../../../view/marks.ts';
import { countsOf, runSentence } from '../run-view.ts';
import { taskOf } from './upload-preview.ts';
import type { Upload } from './uploads.ts';

/** Applies an upload once, however often that is asked for. */
export function applyUpload(call: Call, upload: Upload, digest: string): Promise<AppliedUpload> {
  upload.applying ??= applyNow(call, upload, digest).finally(() => {
    upload.applying = undefined;
  });
  return upload.applying;
}

async function applyNow(call: Call, upload: Upload, digest: string): Promise<AppliedUpload> {
  const { changes, db } = call.services;
  const applied = await changes.applyUpload({ ...taskOf(call, upload), digest });
  db.endSnapshot();
  if (applied) call.uploads.settle(upload, applied.runId);
  return applied;
}

/** What a roster has just done, and the way back. */
export function describeRun({ t, services, company }: Call, runId: string): Html {
  const run = requireRun(services.db, company.companyId, runId);
  const { created = 0, updated = 0, deactivated = 0 } = countsOf(run.result) ?? {};
  const done = { strong, result: runSentence(t, run) };
  const revert = (label: string) => html`<a href="#revert">${label}</a>`;
  return created + updated + deactivated > 0
    ? t.preview.isAppliedRevert({ ...done, revert })
    : t.preview.isApplied(done);
}
