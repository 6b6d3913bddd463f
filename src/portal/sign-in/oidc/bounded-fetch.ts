import { isSafeAddress } from './settings.ts';

/** How long the provider may take for one answer, in milliseconds. */
const TIMEOUT_MS = 10_000;

/** The size of the largest answer. Those of providers have a few kilobytes. */
const MAX_BYTES = 512 * 1024;

/** Requests that may be in progress. A provider that does not answer keeps each for the whole timeout. */
const MAX_REQUESTS = 50;

/** Why no answer came: a code of Node or of this program. */
export class ProviderUnreachable extends Error {
  override readonly name = 'ProviderUnreachable';
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

let running = 0;

/**
 * `fetch` with limits: time, size, number, and no address that others on the network could read. It follows no redirect.
 *
 * @throws ProviderUnreachable
 */
export async function boundedFetch(
  url: string,
  options: Omit<RequestInit, 'redirect' | 'signal'>,
  timeoutMs = TIMEOUT_MS,
): Promise<Response> {
  if (!isSafeAddress(new URL(url))) throw new ProviderUnreachable('address_not_safe');
  if (running >= MAX_REQUESTS) throw new ProviderUnreachable('too_many_requests');
  running++;
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(url, { ...options, redirect: 'manual', signal });
    const { status, headers } = response;
    return new Response(await readAll(response), { status, headers });
  } catch (error) {
    if (error instanceof ProviderUnreachable) throw error;
    throw new ProviderUnreachable(codeOf(error));
  } finally {
    running--;
  }
}

async function readAll({ status, body }: Response): Promise<Uint8Array<ArrayBuffer> | null> {
  if (body === null || NO_BODY.has(status)) return null;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop ends the request.
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new ProviderUnreachable('answer_too_large');
    chunks.push(chunk);
  }
  return Uint8Array.from(Buffer.concat(chunks));
}

/** Statuses with which a `Response` takes no body. */
const NO_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

function codeOf(error: unknown): string {
  const { name, cause } = error as Error;
  if (name === 'TimeoutError') return 'timeout';
  const { code } = (cause ?? {}) as NodeJS.ErrnoException;
  return typeof code === 'string' ? code : 'request_failed';
}
