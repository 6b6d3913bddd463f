import { MAX_PICTURE_BYTES } from '../../domain/pictures/picture.ts';
import { findBodyProblem } from '../../http/server/body.ts';
import { BODY_LIMIT } from '../../http/server/body-framing.ts';
import { type FormPart, readMultipart } from '../../http/server/multipart.ts';
import type { UploadedFile } from '../forms/kinds.ts';
import { Refused } from '../forms/refused.ts';
import type { Messages } from '../languages/en.ts';
import type { Action } from '../pages/page.ts';
import type { Call } from './call.ts';
import type { PortalExchange } from './exchange.ts';

/** The files of tables that are read, as a form tells a browser. */
export const TABLE_TYPES = '.csv,.tsv,.txt,.xlsx,text/csv';

/** The largest file. */
export const MAX_MEGABYTES = 32;
export const MAX_FILE_BYTES = MAX_MEGABYTES * 1_048_576;

/** What a form adds to its file. */
const FRAME_BYTES = 65_536;

const tooLarge = ({ uploads }: Messages) =>
  new Refused(uploads.tooLarge({ megabytes: MAX_MEGABYTES }), {}, 413);

/**
 * Takes the file of a form. It stays in the memory into which it arrives, which threads share.
 *
 * @throws Refused
 */
export async function takeFile(exchange: PortalExchange, call: Call): Promise<UploadedFile> {
  if (exchange.request.body.kind === 'none') {
    throw new Refused('', { file: call.t.uploads.chooseFile });
  }
  return fileOf(call.t, await takeParts(exchange, call));
}

/**
 * Takes a form with pictures: the content of each is its field in base64, of one that is too large the first byte too many with
 * it. All else is as long as in any form, because a refused form is shown again.
 *
 * @throws Refused
 */
export async function takeFormWithPictures(
  exchange: PortalExchange,
  call: Call,
  { fields }: Pick<Action['form'], 'fields'>,
): Promise<URLSearchParams> {
  const form = new URLSearchParams();
  let length = 0;
  for (const { name, body } of await takeParts(exchange, call)) {
    const kind = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const isPicture = kind?.control.type === 'picture' && !form.has(name);
    const content = Buffer.from(body.subarray(0, isPicture ? MAX_PICTURE_BYTES + 1 : BODY_LIMIT));
    length += isPicture ? 0 : name.length + body.length;
    if (length > BODY_LIMIT) throw new Refused(call.t.uploads.unreadable, {}, 413);
    form.append(name, content.toString(isPicture ? 'base64' : 'utf8'));
  }
  return form;
}

/** The parts of a form with files, where there is room for them. @throws Refused */
async function takeParts(
  exchange: PortalExchange,
  { t, uploads, session }: Call,
): Promise<readonly FormPart[]> {
  const { body, headers } = exchange.request;
  if (body.kind === 'none') throw new Refused(t.uploads.unreadable);
  if (body.kind === 'open') throw new Refused(t.uploads.noLength, {}, 411);
  if (body.length > MAX_FILE_BYTES + FRAME_BYTES) throw tooLarge(t);
  const problem = findBodyProblem(headers, body.length, MAX_FILE_BYTES + FRAME_BYTES);
  if (problem) throw new Refused(t.uploads.unreadable, {}, problem.status);
  const release = uploads.arrivals.take(session.companyId);
  if (typeof release === 'string') throw new Refused(t.uploads.busy, {}, 503);
  try {
    const bytes = await exchange.takeSharedBody(body.length);
    if (!bytes) throw new Refused(t.uploads.notArrived);
    const parts = (await readMultipart(headers['content-type'], bytes)) ?? [];
    if ('status' in parts) throw new Refused(t.uploads.unreadable);
    return parts;
  } finally {
    release();
  }
}

function fileOf(t: Messages, parts: readonly FormPart[]): UploadedFile {
  const files = parts.filter(({ name, fileName }) => name === 'file' && fileName !== undefined);
  const [file] = files;
  // A form without a chosen file has one without a name.
  if (!file || (file.fileName === '' && file.body.length === 0))
    throw new Refused('', { file: t.uploads.chooseFile });
  if (files.length > 1) throw new Refused('', { file: t.uploads.chooseOneFile });
  if (file.body.length > MAX_FILE_BYTES) throw tooLarge(t);
  if (file.body.length === 0) throw new Refused('', { file: t.uploads.isEmpty });
  return { name: baseName(file.fileName ?? ''), bytes: file.body };
}

const MAX_NAME = 120;

/** The name of a file without folders and what cannot be seen. */
const baseName = (path: string): string =>
  path
    .replace(/^.*[\\/]/s, '')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
    .trim()
    .slice(0, MAX_NAME) || 'roster.csv';
