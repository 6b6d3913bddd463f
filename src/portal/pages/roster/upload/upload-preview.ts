import { failure } from '../../../../domain/errors.ts';
import { findLastErasure } from '../../../../service/people/erasure.ts';
import type { Preview } from '../../../../service/roster/upload/preview.ts';
import type { UploadTask } from '../../../../worker/writer.ts';
import type { Call } from '../../../request/call.ts';
import type { Upload } from './uploads.ts';

/** @throws EngagedError `not_found` alike for a file of another company and for one that is gone */
export function requireUpload({ uploads, company, params, now }: Call<'id'>): Upload {
  const upload = uploads.find(company.companyId, params.id, now);
  if (upload) return upload;
  throw failure('upload_gone');
}

export const pathOf = ({ id }: Upload): string => `/roster/${id}`;

/** The preview of an upload, made once for its options, and again after an erasure: it names people as they were. */
export function previewOf(call: Call, upload: Upload): Promise<Preview> {
  const erasure = findLastErasure(call.services.db, call.company.companyId);
  if (erasure !== upload.erasure) upload.preview = undefined;
  upload.erasure = erasure;
  upload.preview ??= startPreview(call, upload);
  return upload.preview;
}

function startPreview(call: Call, upload: Upload): Promise<Preview> {
  const preview = call.services.changes.previewUpload(taskOf(call, upload));
  // Nobody may be waiting for it.
  preview.catch(() => {
    if (upload.preview === preview) upload.preview = undefined;
  });
  return preview;
}

/** The file and what is to be done with it, and who asks, as the writer records it. */
export function taskOf({ company, session, now }: Call, upload: Upload): UploadTask {
  const { id: uploadId, sharer, bytes, options } = upload;
  if (!bytes) throw failure('upload_applied');
  const { companyId } = company;
  return { uploadId, sharer, bytes, options, companyId, now, actor: `portal ${session.id}` };
}
