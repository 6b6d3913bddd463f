import type { IncomingHttpHeaders } from 'node:http';
import { ENCODED_BODY, type Problem, payloadTooLarge } from '../response/problems.ts';
import { BODY_LIMIT } from './body-framing.ts';
import type { Exchange } from './exchange.ts';

/**
 * Collects a body of known length. Memory is allocated with the first chunk and the system backs only what is
 * written, so announcing a large body without sending it costs nothing.
 *
 * @returns the body; undefined when the request was refused or its connection ended before it was complete
 */
export const collectBody = async (
  exchange: Exchange,
  length: number,
): Promise<ArrayBuffer | undefined> =>
  (await collectInto(exchange, length, (bytes) => new ArrayBuffer(bytes)))?.buffer;

/** Collects a body as `collectBody` does, in memory that threads share. */
export const collectSharedBody = (
  exchange: Exchange,
  length: number,
): Promise<Uint8Array | undefined> =>
  collectInto(exchange, length, (bytes) => new SharedArrayBuffer(bytes));

function collectInto<B extends ArrayBufferLike>(
  exchange: Exchange,
  length: number,
  allocate: (bytes: number) => B,
): Promise<Uint8Array<B> | undefined> {
  let body: Uint8Array<B> | undefined;
  let received = 0;
  return readBody(
    exchange,
    (chunk) => {
      body ??= new Uint8Array(allocate(length));
      body.set(chunk, received);
      received += chunk.length;
    },
    () => (received === length ? (body ?? new Uint8Array(allocate(0))) : undefined),
  );
}

/** What is wrong with a body before it is read: its length or a `Content-Encoding`. */
export function findBodyProblem(
  headers: IncomingHttpHeaders,
  length: number,
  limit: number,
): Problem | undefined {
  if (length > limit) return payloadTooLarge(limit);
  const encoding = headers['content-encoding'] ?? 'identity';
  return encoding.toLowerCase() === 'identity' ? undefined : ENCODED_BODY;
}

/**
 * Collects a body of any framing.
 *
 * @returns undefined where the request was refused, or its connection ended before the body was complete
 */
export async function takeBody(exchange: Exchange, limit: number): Promise<Uint8Array | undefined> {
  const { body, req } = exchange;
  const problem = findBodyProblem(req.headers, body.kind === 'sized' ? body.length : 0, limit);
  if (problem) {
    exchange.refuse(problem);
    return undefined;
  }
  if (body.kind === 'none') return new Uint8Array();
  exchange.continue();
  if (body.kind === 'sized') {
    const bytes = await collectBody(exchange, body.length);
    return bytes && new Uint8Array(bytes);
  }
  const bytes = await collectOpenBody(exchange, limit);
  if (bytes !== 'too large') return bytes;
  exchange.refuse(payloadTooLarge(limit));
  return undefined;
}

/** Collects a body of unknown length until it exceeds the limit. */
function collectOpenBody(
  exchange: Exchange,
  limit: number,
): Promise<Uint8Array | 'too large' | undefined> {
  const chunks: Uint8Array[] = [];
  let received = 0;
  return readBody(
    exchange,
    (chunk, finish) => {
      chunks.push(chunk);
      received += chunk.length;
      if (received > limit) finish();
    },
    () => (received > limit ? 'too large' : Buffer.concat(chunks)),
  );
}

/**
 * Discards the body of a request that takes none.
 *
 * @returns false where the request was refused, for the body's length or before, or its connection has closed
 */
export async function discardBody(exchange: Exchange): Promise<boolean> {
  const { body, expectsContinue } = exchange;
  if (exchange.status !== 0) return false;
  // Node itself discards a body that is not read.
  if (body.kind === 'none' || (body.kind === 'open' && expectsContinue)) return true;
  const length = body.kind === 'sized' ? body.length : await countBody(exchange);
  if (length === undefined) return false;
  if (length > BODY_LIMIT) exchange.refuse(payloadTooLarge(BODY_LIMIT));
  return length <= BODY_LIMIT;
}

/** The length of a body, counted until it exceeds the limit. */
function countBody(exchange: Exchange): Promise<number | undefined> {
  let received = 0;
  return readBody(
    exchange,
    (chunk, finish) => {
      received += chunk.length;
      if (received > BODY_LIMIT) finish();
    },
    () => received,
  );
}

/** Reads a body to its end or until `finish` is called. Resolves with undefined if that never happens. */
function readBody<T>(
  exchange: Exchange,
  take: (chunk: Uint8Array, finish: () => void) => void,
  result: () => T,
): Promise<T | undefined> {
  const { req, res } = exchange;
  return new Promise((resolve) => {
    if (!exchange.beginBody()) return resolve(undefined);
    const finish = () => {
      req.off('data', onData);
      resolve(exchange.status === 0 ? result() : undefined);
    };
    const onData = (chunk: Uint8Array) => take(chunk, finish);
    req.on('data', onData);
    req.once('end', finish);
    // An aborted request has no end, only an error and a close.
    req.on('error', () => resolve(undefined));
    req.once('close', () => resolve(undefined));
    // After a refusal Node reports nothing more of the request.
    res.once('close', () => resolve(undefined));
  });
}
