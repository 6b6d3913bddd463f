import type { Language } from '../../domain/language.ts';
import { pageUnderBase } from '../../http/base-path.ts';
import { type Problem, problemOf } from '../../http/response/problems.ts';
import type { Remote } from '../../worker/remote-calls.ts';
import { serializeError } from '../../worker/serialized-error.ts';
import { en, type Messages } from '../languages/en.ts';
import { errorScreen } from '../pages/error.ts';
import type { MainCalls, RoutedRequest } from '../thread/main-calls.ts';
import type { PortalRequest, PortalResponse, ProblemPage } from '../thread/messages.ts';
import { gate } from '../view/layout.ts';
import { pageHeaders } from './headers.ts';
import type { Site } from './site.ts';

/** One request in the thread of the portal, and its one response. */
export class PortalExchange {
  readonly request: PortalRequest;
  /** The pattern of the matched path, for log and metrics. */
  route: string | null = null;
  /** What the browser asks for; undefined where it asks for none of ours. */
  language: Language | undefined;
  /** What is said to whoever asks, as far as the request says in which language. */
  t: Messages = en;
  /** Makes the page of an error. */
  describeProblem: (problem: Problem) => ProblemPage;
  readonly #bodies: Remote<MainCalls['bodies']>;
  readonly #response = Promise.withResolvers<PortalResponse>();
  #chunks: AsyncIterator<string | Uint8Array> | undefined;
  #endFile = (): void => {};
  #hasLeft = false;
  #onLeave: (() => void) | undefined;

  constructor(request: PortalRequest, bodies: Remote<MainCalls['bodies']>) {
    this.request = request;
    this.#bodies = bodies;
    this.describeProblem = (problem) => problemPage(this.t, problem, request);
  }

  /** The response, once there is one. */
  get response(): Promise<PortalResponse> {
    return this.#response.promise;
  }

  get #routed(): RoutedRequest {
    return { requestId: this.request.requestId, route: this.route };
  }

  /** Discards the body of a request that takes none. @returns as `discardBody` of the main thread */
  async discardBody(): Promise<boolean> {
    return this.request.body.kind === 'none' || this.#bodies.discard(this.#routed);
  }

  /** The body, of at most so many bytes. @returns undefined where the request was refused, or its client has left */
  async takeBody(limit: number): Promise<Uint8Array | undefined> {
    const isEmpty = this.request.body.kind === 'none';
    return isEmpty ? new Uint8Array() : this.#bodies.take(this.#routed, limit);
  }

  /** A body of this length, in memory that threads share. @returns as `takeBody` */
  takeSharedBody(length: number): Promise<Uint8Array | undefined> {
    return this.#bodies.takeShared(this.#routed, length);
  }

  /** Calls `then` when the client has left before its response. */
  onLeave(then: () => void): void {
    if (this.#hasLeft) then();
    else this.#onLeave = then;
  }

  /** Notes that the client has left. */
  leave(): void {
    this.#hasLeft = true;
    this.#onLeave?.();
  }

  /** Responds with any status. @param headers names and values in turn, with the `Content-Type` */
  respond(status: number, body: string, headers: readonly string[]): void {
    const page = this.#placed({ body, headers });
    this.#resolve({ kind: 'body', status, headers, body: new TextEncoder().encode(page.body) });
  }

  /** Responds with an error. */
  refuse(problem: Problem): void {
    this.#resolve({ kind: 'problem', problem, page: this.#placed(this.describeProblem(problem)) });
  }

  /** Responds with what a page or an action threw. */
  fail(error: unknown): void {
    this.#resolve({ kind: 'error', error: serializeError(error), page: this.#errorPage(error) });
  }

  /** Whatever is wrong with the navigation around it, there is a page. */
  #errorPage(error: unknown): ProblemPage {
    const problem = problemOf(error);
    try {
      return this.#placed(this.describeProblem(problem));
    } catch {
      return this.#placed(problemPage(this.t, problem, this.request));
    }
  }

  #placed({ body, headers }: ProblemPage): ProblemPage {
    return { body: pageUnderBase(this.request.site.basePath, body), headers };
  }

  /** Responds with a file whose chunks are made one by one, when they are asked for. @returns when nobody asks for more */
  stream(chunks: AsyncIterable<string | Uint8Array>, headers: readonly string[]): Promise<void> {
    this.#chunks = chunks[Symbol.asyncIterator]();
    return new Promise((resolve) => {
      this.#endFile = resolve;
      this.#resolve({ kind: 'file', headers });
    });
  }

  /** The next chunk of the file; null after the last one. @throws what making it throws */
  async nextChunk(): Promise<string | Uint8Array | null> {
    const { done, value } = (await this.#chunks?.next()) ?? { done: true };
    return done ? null : value;
  }

  /** Ends the file, all of it sent or not. */
  async endFile(): Promise<void> {
    try {
      await this.#chunks?.return?.();
    } finally {
      this.#endFile();
    }
  }

  /** Ends the exchange. Without a response the request was refused by the main thread, or its client has left. */
  end(): void {
    this.#resolve({ kind: 'none' });
  }

  #resolve(response: WithoutRoute<PortalResponse>): void {
    this.#response.resolve({ route: this.route, ...response } as PortalResponse);
  }
}

type WithoutRoute<T> = T extends unknown ? Omit<T, 'route'> : never;

/** The page of an error for somebody who is not signed in, or not known yet. */
export const problemPage = (
  t: Messages,
  problem: Problem,
  { requestId, site }: { requestId: string; site: Site },
): ProblemPage => ({
  body: gate(t, errorScreen(t, problem, { requestId, isSignedIn: false }), 'plain'),
  headers: pageHeaders(site),
});
