import type { IncomingHttpHeaders } from 'node:http';
import type { MessagePort } from 'node:worker_threads';
import type { Problem } from '../../http/response/problems.ts';
import type { BodyFraming } from '../../http/server/body-framing.ts';
import type { DataFilePlace } from '../../store/files/data-file-place.ts';
import type { SerializedError } from '../../worker/task-messages.ts';
import type { Site } from '../request/site.ts';
import type { OidcSettings } from '../sign-in/oidc/settings.ts';
import type { PasswordCost } from '../sign-in/passwords.ts';
import type { Host } from './services.ts';

/** What the portal is given when its thread starts. */
export type PortalSettings = {
  engagedRole: 'portal';
  /** The path of the data file, or the address of the database. */
  file: string;
  /** The location of the open data file; the thread never uses another one. */
  place: DataFilePlace | null;
  host: Host;
  oidc: OidcSettings | undefined;
  /** Where browsers reach the portal, if it is known. */
  publicUrl: string | undefined;
};

/** The start data of the thread. */
export type PortalData = PortalSettings & {
  /** For calls of the main thread, see `createMainCalls`. */
  main: MessagePort;
  /** Of the hashes of passwords, where it is not the usual one. */
  passwordCost?: PasswordCost;
};

/** A request, as the main thread sends it. Its body stays there until it is asked for. */
export type PortalRequest = {
  requestId: string;
  method: string;
  /** Path and query as sent, and the decoded path. */
  url: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: BodyFraming;
  site: Site;
  /** The client's address, or the /64 of an IPv6 one. */
  client: string;
  /** When it arrived, in milliseconds UTC. */
  now: number;
  /** Whether the data file at its path is not the open one. */
  isFileReplaced: boolean;
};

/** An error as a page. */
export type ProblemPage = { body: string; headers: readonly string[] };

/** The response to a request, with the pattern of its route for log and metrics. */
export type PortalResponse = { route: string | null } & (
  | { kind: 'body'; status: number; headers: readonly string[]; body: Uint8Array<ArrayBuffer> }
  | { kind: 'problem'; problem: Problem; page: ProblemPage }
  | { kind: 'error'; error: SerializedError; page: ProblemPage }
  /** A file, whose chunks are asked for. */
  | { kind: 'file'; headers: readonly string[] }
  /** The request has been refused already, or its client has left. */
  | { kind: 'none' }
);
