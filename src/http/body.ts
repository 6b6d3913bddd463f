import type { IncomingMessage } from 'node:http';
import type { Exchange } from './exchange.ts';

/** 16 MB, for a roster sync. */
export const SYNC_BODY_LIMIT = 16 * 1_048_576;
/** 100 KB, for a body on any other path. */
export const BODY_LIMIT = 102_400;

/** What a request's headers say of its body. */
export type BodyFraming =
  | { kind: 'none' }
  | { kind: 'sized'; length: number }
  /** Sent with a `Transfer-Encoding`, so that only its end tells its length. */
  | { kind: 'open' };

/** Reads the framing headers, which Node's parser has already found to be consistent. */
export function bodyFraming(req: IncomingMessage): BodyFraming {
  if (req.headers['transfer-encoding'] !== undefined) return { kind: 'open' };
  const length = req.headers['content-length'];
  return length === undefined ? { kind: 'none' } : { kind: 'sized', length: Number(length) };
}

/** Whether there is anything on its way after the headers. */
export const hasBody = (body: BodyFraming): boolean =>
  body.kind === 'open' || (body.kind === 'sized' && body.length > 0);

/**
 * Collects a body of known length. Memory is taken when the first of it arrives, and the system backs
 * only what is written, so announcing a large body without sending it costs nothing.
 *
 * @returns the body; undefined when the request was refused or its connection ended before it was complete
 */
export function collectBody(exchange: Exchange, length: number): Promise<ArrayBuffer | undefined> {
  let body: Uint8Array<ArrayBuffer> | undefined;
  let received = 0;
  return onBodyEnd(
    exchange,
    (chunk) => {
      body ??= new Uint8Array(length);
      body.set(chunk, received);
      received += chunk.length;
    },
    () => (received === length ? (body?.buffer ?? new ArrayBuffer(0)) : undefined),
  );
}

/** How a discarded body ended. `gone`: the request was refused or the connection closed first. */
export type DiscardResult = 'complete' | 'too_large' | 'gone';

/** Reads past a body of unknown length, up to a limit in bytes. */
export function discardBody(exchange: Exchange, limit: number): Promise<DiscardResult> {
  const { req } = exchange;
  return new Promise((resolve) => {
    let received = 0;
    const count = (chunk: Uint8Array) => {
      received += chunk.length;
      if (received <= limit) return;
      req.off('data', count);
      resolve('too_large');
    };
    onBodyEnd(exchange, count, () => 'complete' as const).then((how) => resolve(how ?? 'gone'));
  });
}

function onBodyEnd<T>(
  exchange: Exchange,
  take: (chunk: Uint8Array) => void,
  result: () => T,
): Promise<T | undefined> {
  const { req, res } = exchange;
  return new Promise((resolve) => {
    req.on('data', take);
    req.once('end', () => resolve(exchange.status === 0 ? result() : undefined));
    // An aborted request has no end, only an error and a close.
    req.on('error', () => resolve(undefined));
    req.once('close', () => resolve(undefined));
    // Once there is an answer, which is then a refusal, Node says no more of the request.
    res.once('close', () => resolve(undefined));
  });
}
