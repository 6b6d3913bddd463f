import { hash } from 'node:crypto';
import { boundRequest } from '../domain/roster/bounded-request.ts';
import { parseSyncRequest, type SyncRequest } from '../domain/roster/sync-request.ts';
import type { ReadBody, SyncRun } from './writer.ts';

/** A body that is parsed only if that is needed, or was parsed before. */
export function toReadable(
  body: SyncRun['body'],
): Omit<ReadBody, 'request'> & { parse(): SyncRequest } {
  if (!(body instanceof ArrayBuffer)) return { ...body, parse: () => body.request };
  const bytes = new Uint8Array(body);
  return { digest: digestOf(bytes), length: bytes.length, parse: () => parseSyncRequest(bytes) };
}

/** Reads a long body in a thread of its own. @throws EngagedError as `parseSyncRequest` */
export function readBody(body: ArrayBuffer): ReadBody {
  const bytes = new Uint8Array(body);
  const request = boundRequest(parseSyncRequest(bytes));
  return { digest: digestOf(bytes), length: bytes.length, request };
}

// SHA-512 is faster than SHA-256 on 64-bit machines.
const digestOf = (bytes: Uint8Array): string => hash('sha512', bytes, 'base64');
