import type * as v from 'valibot';
import type { Scope } from '../domain/api-key.ts';
import type { EngagedError } from '../domain/errors.ts';
import type { PlainFailureCode } from '../domain/failures.ts';
import type { CompanyState, CompanyStates } from '../service/company/company-states.ts';
import type { EventFeed } from '../service/events/event-feed.ts';
import type { Credential } from '../service/keys/key-cache.ts';
import type { Reads } from '../store/database.ts';
import type { Boards } from '../worker/boards.ts';
import type { LiveContests } from '../worker/live-contests.ts';
import type { ReportReader } from '../worker/ranker.ts';
import type { WriteRequest } from '../worker/write-requests.ts';
import type { Writer } from '../worker/writer.ts';
import type { Readiness } from './admission/readiness.ts';
import type { SyncSlots } from './admission/sync-slots.ts';
import type { EventWaits, WaitingRequest } from './api/events/event-waits.ts';
import type { Example, Reference, Response } from './openapi/document-types.ts';
import type { Json } from './openapi/json-schema.ts';
import {
  NO_PARAMETERS,
  type Parameters,
  type ParameterValues,
  type PathParameters,
  readParameters,
} from './parameters.ts';
import type { Cursors } from './response/cursor.ts';
import type { ResponseCache } from './response/response-cache.ts';

/** The dependencies of the handlers. */
export type Services = {
  /** The main thread's connection. It only reads. */
  db: Reads;
  revisions: CompanyStates;
  boards: Boards;
  liveContests: Pick<LiveContests, 'ranking'>;
  reports: ReportReader;
  responses: ResponseCache;
  cursors: Cursors;
  writer: Writer;
  readiness: Readiness;
  eventFeed: EventFeed;
  eventWaits: EventWaits;
  syncSlots: SyncSlots;
  /** See `base-path.ts`. */
  basePath: string;
  /** The address of the service, for whole links to pictures; empty where it is not known. */
  site: string;
};

/** One authenticated request, as a handler sees it, and the state of its company. */
export type Call = CompanyState & {
  services: Services;
  credential: Credential;
  /** When the request arrived, in milliseconds UTC. */
  now: number;
  /** Path and query as sent. */
  url: string;
  /** The parameters in the path. */
  path: PathParameters;
  /** For a handler that waits. */
  request: WaitingRequest;
};

/** The documentation of an endpoint. */
export type Description = {
  path: string;
  operationId: string;
  tag: string;
  summary: string;
  description: string;
  /** True for what the service has beyond the API contract. */
  isAddition?: boolean;
  /** The 200. */
  response: { description: string; schema: v.GenericSchema; example: Json };
  /** The example for the typed client; `client` and `employeeId` are defined before it. */
  typescript: string;
};

/** A `GET` that reads data of the company whose key is sent. */
export type ReadEndpoint = Description & {
  method: 'GET';
  /** Null: any valid key will do. */
  scope: Scope | null;
  parameters: Parameters;
  /** The failure of the 404 for what does not exist, where there can be one. */
  notFound?: PlainFailureCode;
  /** The 410, where there can be one. */
  gone?: EngagedError;
  /** The query of the curl example. */
  query?: string;
  /** True where the body depends on nothing but the URL and the company's data. */
  isCacheable?: boolean;
  /**
   * Returns the body of a 200 as JSON text.
   *
   * @throws EngagedError for every other response
   */
  handle(call: Call): string | Promise<string>;
};

/** A `GET` that takes no key. */
export type PublicEndpoint = Description & {
  /** Whether it is for monitoring, which the limit per address must not refuse. Its work is bounded by itself. */
  isProbe?: true;
  /** Responses beside the 200 and those that every public endpoint has, by status. */
  otherResponses?: Readonly<Record<number, Response>>;
  /** As in `ReadEndpoint`. */
  handle(services: Services): string | Promise<string>;
};

/** The roster sync. `roster-sync.ts` handles its requests. */
export type SyncEndpoint = Description & {
  method: 'PUT';
  scope: Scope;
  requestBody: { schema: v.GenericSchema; example: Example };
  /** Every response but the 200, by status. */
  errors: Readonly<Record<string, Response | Reference>>;
};

/** A write that the writer thread makes; safe to repeat. */
export type WriteEndpoint = Omit<Description, 'response'> & {
  method: 'POST' | 'PUT' | 'DELETE';
  scope: Scope;
  /** What the writer thread does with it. */
  name: WriteRequest['name'];
  /** Those of the path. */
  parameters: Parameters;
  /** Null for a write that takes no body. */
  requestBody: { schema: v.GenericSchema; example: Example; limit: number } | null;
  /** The 200; for a 204 its description alone. */
  response: Description['response'] | { description: string };
  /** The failure of the 404 for what does not exist, where there can be one. */
  notFound?: PlainFailureCode;
  /** The 409, where there can be one. */
  conflict?: Response;
};

/** Declares a read endpoint whose handler gets its parameters checked and typed. */
export const readEndpoint = <const P extends Parameters>(
  endpoint: Omit<ReadEndpoint, 'method' | 'parameters' | 'handle'> & {
    parameters: P;
    handle(call: Call, parameters: ParameterValues<P>): string | Promise<string>;
  },
): ReadEndpoint => {
  let ofNothing: ParameterValues<P> | undefined;
  const parametersOf = (call: Call): ParameterValues<P> => {
    if (call.path !== NO_PARAMETERS || call.url.includes('?')) {
      return readParameters(call, endpoint.parameters);
    }
    // Reading that nothing was sent takes as long as a look into a cache.
    ofNothing ??= readParameters(call, endpoint.parameters);
    return ofNothing;
  };
  return {
    ...endpoint,
    method: 'GET',
    handle: (call) => endpoint.handle(call, parametersOf(call)),
  };
};
