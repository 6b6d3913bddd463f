import { withoutEnd } from '../domain/text.ts';
import { EngagedApiError } from './error.ts';

/** How a client reaches the service and retries requests. Times are in milliseconds. */
export type TransportOptions = {
  /** Where the service is, such as `https://engaged.example.com`; without `/v1`. */
  baseUrl: string;
  /** An API key. */
  key: string;
  /** Replaces the platform's `fetch`. */
  fetch?: typeof globalThis.fetch;
  /** How often a request that may succeed later is retried; 5 by default, 0 for never. */
  retries?: number;
  /** The maximum random delay before the first retry; it doubles with each retry. 1,000 by default. */
  firstPause?: number;
  /**
   * The longest `Retry-After` to wait for; an error with a longer one is thrown at once. 60,000 by default. The hourly
   * budget for syncs can require up to an hour.
   */
  longestPause?: number;
  /** Called before each delay. */
  onRetry?: (error: EngagedApiError, pause: number) => void;
  /** Replaces a timer. */
  sleep?: (milliseconds: number, signal?: AbortSignal) => Promise<unknown>;
  /** Replaces `Math.random`. */
  random?: () => number;
  /** Replaces `Date.now`. */
  now?: () => number;
};

/** One request of the client. */
export type ApiRequest = {
  method?: 'GET' | 'PUT' | 'POST' | 'DELETE';
  path: string;
  query?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** JSON text. */
  body?: string;
  /** How long one attempt may take, in milliseconds. */
  timeout: number;
  signal?: AbortSignal | undefined;
  /** Replaces the option of the client. */
  retries?: number | undefined;
};

/** Sends requests, and retries those that may succeed later. */
export class Transport {
  readonly #options: TransportOptions;
  readonly #base: string;

  constructor(options: TransportOptions) {
    this.#options = options;
    this.#base = withoutEnd(options.baseUrl, '/');
  }

  /**
   * Returns the response body. Before each retry it waits for `Retry-After`, and then a random time of up to 1, 2, 4,
   * 8, 16 and then always 32 seconds, so that clients that failed together do not retry together. Every request of this API is safe to
   * repeat.
   *
   * @throws EngagedApiError after the last attempt; the signal's reason where it was aborted
   */
  async send<T>(request: ApiRequest): Promise<T> {
    const { firstPause = 1_000, longestPause = 60_000 } = this.#options;
    const retries = request.retries ?? this.#options.retries ?? 5;
    const { onRetry, sleep = defaultSleep, random = Math.random } = this.#options;
    for (let failures = 0; ; failures++) {
      try {
        return await this.#attempt<T>(request);
      } catch (error) {
        request.signal?.throwIfAborted();
        if (!(error instanceof EngagedApiError) || !error.isTransient) throw error;
        const retryAfter = (error.retryAfter ?? 0) * 1000;
        if (failures >= retries || retryAfter > longestPause) throw error;
        const pause = retryAfter + Math.round(random() * firstPause * 2 ** Math.min(failures, 5));
        onRetry?.(error, pause);
        request.signal?.throwIfAborted();
        await sleep(pause, request.signal);
      }
    }
  }

  async #attempt<T>({ method = 'GET', path, query, body, timeout, signal }: ApiRequest) {
    signal?.throwIfAborted();
    const { fetch = globalThis.fetch, key, now = Date.now } = this.#options;
    const timeoutSignal = AbortSignal.timeout(timeout);
    let response: Response;
    let text: string;
    try {
      response = await fetch(`${this.#base}${path}${toSearch(query)}`, {
        method,
        headers: {
          accept: 'application/json',
          authorization: `Bearer ${key}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body }),
        // Keys and rosters are never sent to the target of a redirect.
        redirect: 'manual',
        signal: signal ? AbortSignal.any([signal, timeoutSignal]) : timeoutSignal,
      });
      text = await response.text();
    } catch (cause) {
      throw new EngagedApiError('The service cannot be reached', {
        code: 'network_error',
        status: 0,
        cause,
      });
    }
    if (response.status === 204) return undefined as T;
    const value = parse(text);
    if (response.status === 200 && value !== undefined) return value as T;
    throw toError(response, value, now());
  }
}

type ErrorBody = { error: { code: string; message: string } };

const isErrorBody = (value: unknown): value is ErrorBody => {
  const error = (value as Partial<ErrorBody> | null | undefined)?.error;
  return typeof error?.code === 'string' && typeof error.message === 'string';
};

function toError({ status, headers }: Response, value: unknown, now: number): EngagedApiError {
  const about = {
    status,
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfter: toSeconds(headers.get('retry-after'), now),
  };
  if (isErrorBody(value)) {
    return new EngagedApiError(value.error.message, { ...about, code: value.error.code });
  }
  const message = `Unexpected response with status ${status}`;
  return new EngagedApiError(message, { ...about, code: 'unexpected_answer' });
}

/** `Retry-After` in seconds, in either form of RFC 9110, 10.2.3: a proxy may send the other one. */
function toSeconds(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000));
}

function toSearch(query: ApiRequest['query'] = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value));
  }
  return search.size === 0 ? '' : `?${search}`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const defaultSleep = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener('abort', end);
  });
