import { setImmediate } from 'node:timers/promises';
import { upTo } from '../../domain/text.ts';
import { badRequest, type Problem } from '../response/problems.ts';

/** The type that a `Content-Type` header names, without its parameters and in small letters; empty without a header. */
export const mediaTypeOf = (contentType = ''): string =>
  upTo(contentType, ';').trim().toLowerCase();

/** One part of a form with files. `fileName` is absent for a field. */
export type FormPart = { name: string; fileName: string | undefined; body: Uint8Array };

/** Forms here have few fields, and a part's headers are short. */
const MAX_PARTS = 64;
const MAX_HEADERS = 4_096;

/** Bytes that are searched in one turn of the event loop: some milliseconds, whatever they are. */
const STEP = 1_048_576;

const MALFORMED = badRequest(400, 'The form is not valid multipart/form-data');

/**
 * The parts of a form (RFC 7578), as views of its body. Node's own reader copies the body several times and takes seconds
 * for many parts; this one does neither, and searches a step at a time, so that other pages are made meanwhile.
 *
 * @returns why the form cannot be read, where it cannot; undefined for another type of body
 */
export async function readMultipart(
  contentType: string | undefined,
  body: Uint8Array,
): Promise<readonly FormPart[] | Problem | undefined> {
  if (mediaTypeOf(contentType) !== 'multipart/form-data') return undefined;
  const [, quoted, plain] =
    /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType ?? '') ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) return MALFORMED;
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.length);
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  const parts: FormPart[] = [];
  // The first delimiter has no line before it.
  const isFirst = bytes.subarray(0, delimiter.length - 2).equals(delimiter.subarray(2));
  let at = isFirst ? delimiter.length - 2 : -1;
  while (at !== -1 && parts.length <= MAX_PARTS) {
    const next = bytes.toString('latin1', at, at + 2);
    if (next === '--') return parts;
    if (next !== '\r\n') return MALFORMED;
    const head = bytes.subarray(at + 2, at + 2 + MAX_HEADERS);
    const headEnd = head.indexOf('\r\n\r\n');
    const names = headEnd === -1 ? undefined : readDisposition(head.toString('utf8', 0, headEnd));
    if (!names) return MALFORMED;
    const start = at + 2 + headEnd + 4;
    const end = await find(bytes, delimiter, start);
    if (end === -1) return MALFORMED;
    parts.push({ ...names, body: body.subarray(start, end) });
    at = end + delimiter.length;
  }
  return MALFORMED;
}

/** Where the delimiter is; -1 where it is not. */
async function find(bytes: Buffer, delimiter: Buffer, from: number): Promise<number> {
  for (let at = from; at < bytes.length; at += STEP) {
    if (at > from) await setImmediate();
    const found = bytes.subarray(at, at + STEP + delimiter.length - 1).indexOf(delimiter);
    if (found !== -1) return at + found;
  }
  return -1;
}

const DISPOSITION = 'content-disposition:';

/** The names in the headers of a part. Browsers write a quotation mark and line ends as %22, %0D and %0A. */
function readDisposition(headers: string): Pick<FormPart, 'name' | 'fileName'> | undefined {
  const lines = headers.split('\r\n');
  const line = lines.find((one) => one.toLowerCase().startsWith(DISPOSITION)) ?? '';
  const value = line.slice(DISPOSITION.length).trim();
  const names = new Map<string, string>();
  if (upTo(value, ';').trim().toLowerCase() !== 'form-data') return undefined;
  for (const [, key = '', text = ''] of value.matchAll(/;\s*(name|filename)="([^"]*)"/gi)) {
    const name = key.toLowerCase();
    if (!names.has(name)) names.set(name, decodeName(text));
  }
  const name = names.get('name');
  return name === undefined ? undefined : { name, fileName: names.get('filename') };
}

const decodeName = (text: string): string =>
  text.replace(/%(22|0D|0A)/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
