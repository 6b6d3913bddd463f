import { notFound } from '../../domain/errors.ts';
import type { Preview } from '../../service/roster-upload/preview.ts';
import type { Call } from '../page.ts';
import type { Upload } from '../uploads.ts';

/** @throws EngagedError `not_found` alike for a file of another company and for one that is gone */
export function requireUpload({ uploads, company, params, now }: Call): Upload {
  const upload = uploads.find(company.companyId, params.id, now);
  if (upload) return upload;
  throw notFound(
    'The file is not here any more. It is kept for an hour, until newer files of your company need its room, or until the service restarts. Upload it again',
  );
}

export const pathOf = ({ id }: Upload): string => `/roster/${id}`;

/** The preview of an upload, made once for its options. */
export async function previewOf(call: Call, upload: Upload): Promise<Preview> {
  const { bytes, options } = upload;
  if (!bytes) throw notFound('The file has been applied');
  upload.preview ??= call.services.changes.previewUpload({ ...contextOf(call), bytes, options });
  const { preview } = upload;
  try {
    return await preview;
  } catch (error) {
    if (upload.preview === preview) upload.preview = undefined;
    throw error;
  }
}

/** Whose file it is, and who asks, as the writer records it. */
export const contextOf = ({ company, session, now }: Call) => ({
  companyId: company.companyId,
  now,
  actor: `portal ${session.id}`,
});
