import { EngagedApiError } from './error.ts';

/** How a client reaches the service, and how patient it is. Times are in milliseconds. */
export type TransportOptions = {
  /** Where the service is, such as `https://engaged.example.com`; without `/v1`. */
  baseUrl: string;
  /** An API key. */
  key: string;
  /** In the place of the platform's own `fetch`. */
  fetch?: typeof globalThis.fetch;
  /** How often a request is repeated that may succeed later; 5 by default, 0 for never. */
  retries?: number;
  /** What the first pause is at most; each one after it may be twice as long. 1,000 by default. */
  firstPause?: number;
  /**
   * The longest that the service may ask to wait before it is asked again; an error that asks for more is
   * thrown at once. 60,000 by default. The hourly budget for syncs can ask for up to an hour.
   */
  longestPause?: number;
  /** Told before each pause. */
  onRetry?: (error: EngagedApiError, pause: number) => void;
  /** In the place of a timer. */
  sleep?: (milliseconds: number, signal?: AbortSignal) => Promise<unknown>;
  /** In the place of `Math.random`. */
  random?: () => number;
  /** In the place of `Date.now`. */
  now?: () => number;
};

/** One request, as the methods of the client make it. */
export type ApiRequest = {
  method?: 'GET' | 'PUT';
  path: string;
  query?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** JSON text. */
  body?: string;
  /** How long one attempt may take, in milliseconds. */
  timeout: number;
  signal?: AbortSignal | undefined;
};

/** Sends requests, and repeats those that may succeed later. */
export class Transport {
  readonly #options: TransportOptions;
  readonly #base: string;

  constructor(options: TransportOptions) {
    this.#options = options;
    this.#base = options.baseUrl.replace(/\/+$/, '');
  }

  /**
   * The answer to a request.
   *
   * Between attempts it waits for as long as the service asks, and on top of that a random time up to 1, 2,
   * 4, 8 … seconds: many who failed together must not come back together. Everything that this API does is
   * safe to repeat.
   *
   * @throws EngagedApiError after the last attempt; the signal's reason where it was aborted
   */
  async send<T>(request: ApiRequest): Promise<T> {
    const { retries = 5, firstPause = 1_000, longestPause = 60_000 } = this.#options;
    const { onRetry, sleep = defaultSleep, random = Math.random } = this.#options;
    for (let failures = 0; ; failures++) {
      try {
        return await this.#attempt<T>(request);
      } catch (error) {
        request.signal?.throwIfAborted();
        if (!(error instanceof EngagedApiError) || !error.isTransient) throw error;
        const asked = (error.retryAfter ?? 0) * 1000;
        if (failures >= retries || asked > longestPause) throw error;
        const pause = asked + Math.round(random() * firstPause * 2 ** failures);
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
        // A key and a roster go where they were sent, and nowhere that an answer points to.
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
