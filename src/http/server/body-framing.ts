import type { IncomingMessage } from 'node:http';

/** 16 MB, for a roster sync. */
export const SYNC_BODY_LIMIT = 16 * 1_048_576;
/** 100 KB, for a body on any other path. */
export const BODY_LIMIT = 102_400;

/** How a request's headers frame its body. */
export type BodyFraming =
  | { kind: 'none' }
  | { kind: 'sized'; length: number }
  /** With a `Transfer-Encoding`: its length is known only at its end. */
  | { kind: 'open' };

/** Reads the framing headers, which Node's parser has already found to be consistent. */
export function bodyFraming(req: IncomingMessage): BodyFraming {
  if (req.headers['transfer-encoding'] !== undefined) return { kind: 'open' };
  const length = req.headers['content-length'];
  return length === undefined ? { kind: 'none' } : { kind: 'sized', length: Number(length) };
}

/** Whether a body follows the headers. */
export const hasBody = (body: BodyFraming): boolean =>
  body.kind === 'open' || (body.kind === 'sized' && body.length > 0);
