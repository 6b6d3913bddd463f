import type { Scope } from '../domain/api-key.ts';
import type { CompanyRevisions } from '../service/company-revisions.ts';
import type { Credential } from '../service/key-ring.ts';
import type { Database } from '../store/database.ts';
import type { Boards } from '../worker/boards.ts';
import type { Writer } from '../worker/writer.ts';
import type { Cursors } from './cursor.ts';
import type { FinishedAnswers } from './finished-answers.ts';
import type { Parameters } from './parameters.ts';
import type { Readiness } from './readiness.ts';

/** What the handlers of the API work with; made once at start. */
export type Services = {
  /** The main thread's connection. It only reads. */
  db: Database;
  revisions: CompanyRevisions;
  boards: Boards;
  answers: FinishedAnswers;
  cursors: Cursors;
  writer: Writer;
  readiness: Readiness;
};

/** What a read's URL asks for. The requests of one URL may share it. */
export type Target = {
  /** The path and the query as they were sent. */
  url: string;
  /** The `{id}` of the path, not yet checked; empty where the path has none. */
  id: string;
  query: URLSearchParams;
};

/** One authenticated request, as a handler sees it. `now` is the moment it arrived, in milliseconds UTC. */
export type Call = {
  services: Services;
  credential: Credential;
  /** The company's, when the request arrived. */
  revision: number;
  now: number;
} & Target;

/**
 * A read endpoint: where it lies, who may use it, and what it answers. The handler gives the body of a 200
 * as JSON text and throws an EngagedError for everything else.
 */
export type ReadRoute = {
  path: string;
  /** Null: any valid key will do. */
  scope: Scope | null;
  /** What the handler reads of the path and the query; the published description comes from it. */
  parameters: Parameters;
  handle: (call: Call) => string | Promise<string>;
};

/** An endpoint that takes no key: it gives the body of a 200, or throws an EngagedError. */
export type OpenRoute = {
  path: string;
  /** Headers of a 200 that is no JSON, its `Content-Type` first. */
  headers?: readonly string[];
  handle: (services: Services) => string | Promise<string>;
};
