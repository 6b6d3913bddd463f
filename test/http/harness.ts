import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { connect, type Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { connect as connectTls } from 'node:tls';
import {
  MessageChannel,
  type MessagePort,
  type Worker,
  type WorkerOptions,
} from 'node:worker_threads';
import { createService } from '../../src/cli/server/create-service.ts';
import { type Listener, openListener, type TlsOptions } from '../../src/cli/server/listen.ts';
import type { Scope } from '../../src/domain/api-key.ts';
import { DEFAULT_DEPARTMENT_LIMIT, DEFAULT_SANDBOX_LIMIT } from '../../src/domain/limits.ts';
import { parseTrustedProxies } from '../../src/http/admission/client-address.ts';
import type { ConnectionLimits } from '../../src/http/server/connection-admission.ts';
import type { Timeouts } from '../../src/http/server/server.ts';
import type { OidcSettings } from '../../src/portal/sign-in/oidc/settings.ts';
import { runPortal } from '../../src/portal/thread/run-portal.ts';
import type { ShownSetting } from '../../src/portal/thread/services.ts';
import { auditPart, countDecisions, findDecisions } from '../../src/service/audit/audit-parts.ts';
import { countEligible } from '../../src/service/badges/badge-rules.ts';
import { leaderboardPart, standingsPart } from '../../src/service/boards/leaderboard-parts.ts';
import { rankContest } from '../../src/service/contests/close-contest.ts';
import { departmentGroupsBody } from '../../src/service/departments/department-groups.ts';
import { previewPage } from '../../src/service/gifts/preview-page.ts';
import { rankMonth } from '../../src/service/months/close-month.ts';
import { listOpenMonths } from '../../src/service/months/closed-months.ts';
import { Comparisons } from '../../src/service/months/compare-month.ts';
import { checkHealth } from '../../src/service/operations/doctor/health.ts';
import { createLogger, type Logger } from '../../src/service/operations/log.ts';
import { findNearPeople } from '../../src/service/people/near-people.ts';
import { searchPeople } from '../../src/service/people/people-search.ts';
import { collectPerson } from '../../src/service/people/person-export.ts';
import { listAccountPage } from '../../src/service/portal/accounts.ts';
import { InvitationOverview } from '../../src/service/portal/invitation-overview.ts';
import { participationByDepartment } from '../../src/service/reports/by-department.ts';
import { listGiven, listGivenByPeriod } from '../../src/service/reports/given.ts';
import { medianXp } from '../../src/service/reports/medians.ts';
import { participation } from '../../src/service/reports/participation.ts';
import { listWithout } from '../../src/service/reports/without.ts';
import { listRunParts } from '../../src/service/roster/runs/show-run.ts';
import { openForRequests, placeOfData } from '../../src/store/data.ts';
import type { Database } from '../../src/store/database.ts';
import { rankCompany } from '../../src/worker/rank-company.ts';
import type { Ranker } from '../../src/worker/ranker.ts';
import type { ReaderOptions } from '../../src/worker/roster/roster-reader.ts';
import { runReader } from '../../src/worker/roster/run-reader.ts';
import { startWriter } from '../../src/worker/start-writer.ts';
import type { SyncEvent } from '../../src/worker/sync-log.ts';
import type { Writer } from '../../src/worker/writer.ts';
import {
  createTestCompany,
  createTestKey,
  NOW,
  type TestCompany,
} from '../service/test-company.ts';

/** Settings that a test may override. */
export type TestSettings = {
  ipLimit?: number;
  webhookAllow?: readonly string[];
  shownSettings?: readonly ShownSetting[];
  trustedProxies?: readonly string[];
  publicUrl?: string;
  externalPictures?: boolean;
  port?: number;
  /** An open port, if not one of its own. */
  listener?: Listener | undefined;
  oidc?: OidcSettings;
  tls?: TlsOptions;
  cacheSeconds?: number;
  timeouts?: Timeouts;
  metricsToken?: string;
  certificateExpiresAt?: () => number;
  limits?: ConnectionLimits;
  /** Starts a thread for the portal, whose pages are made in the thread of the test otherwise. */
  startPortalThread?: (options: WorkerOptions) => Worker;
  /** How uploaded rosters are read: in the thread of the test, if it is left out. */
  reader?: ReaderOptions;
  /** Called when a company was ranked, before any response uses the ranking. */
  onRanked?: () => void;
};

/** A response as received. */
export type TestResponse = {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** The parsed body; undefined if there is none. */
  json: unknown;
};

type Sent = { key?: string; headers?: Record<string, string>; body?: string | Uint8Array };

/** A running service with its own data file, one company ("Acme") and its sandbox. */
export type TestService = TestCompany & {
  url: string;
  port: number;
  /** The clock of the service, which only the test moves. */
  clock: { now: number };
  /** Keys with every scope and a rate limit that no test reaches. */
  liveKey: string;
  testKey: string;
  issueKey(options?: {
    mode?: 'live' | 'test';
    scopes?: readonly Scope[];
    requestsPerMinute?: number;
    expiresAt?: number;
  }): string;
  /** Sends one request on its own connection. */
  request(method: string, path: string, sent?: Sent): Promise<TestResponse>;
  /** Sends raw bytes and returns everything received until the service closes the connection. */
  raw(bytes: string | Uint8Array): Promise<string>;
  /** Opens a raw connection, from another local address if given. */
  connect(from?: string): RawConnection;
  /** The log of the service, one line of JSON each. */
  log: string[];
  /** Stops the service before the test ends. */
  close(): Promise<void>;
  /** Stops the service and starts another one on the same data file, at the same time. */
  restart(): Promise<TestService>;
};

/** Starts a service for one test, which stops it at its end. */
export function startTestService(
  t: TestContext,
  settings: TestSettings = {},
): Promise<TestService> {
  return serveCompany(t, createTestCompany(t), settings);
}

/** Starts a service on data that exists, which the end of the test stops. */
export async function serveCompany(
  t: TestContext,
  company: TestCompany,
  settings: TestSettings = {},
  now = NOW,
): Promise<TestService> {
  const clock = { now };
  const log: string[] = [];
  const db = openForRequests(company.file, 5_000);
  const logger = createLogger(
    'debug',
    (line) => log.push(line),
    () => clock.now,
  );
  const service = await createService({
    db,
    file: company.file,
    place: placeOfData(company.file),
    shownSettings: settings.shownSettings ?? [],
    settings: {
      ipLimit: settings.ipLimit ?? 0,
      trustedProxies: parseTrustedProxies(settings.trustedProxies ?? []),
      publicUrl: settings.publicUrl === undefined ? undefined : new URL(settings.publicUrl),
      externalPictures: settings.externalPictures ?? false,
      metricsToken: settings.metricsToken,
      leaderboardCacheSeconds: settings.cacheSeconds ?? 30,
      webhookAllow: settings.webhookAllow ?? [],
    },
    oidc: settings.oidc,
    log: logger,
    now: () => clock.now,
    startPortalThread: settings.startPortalThread ?? runPortalHere,
    ...(settings.certificateExpiresAt && { certificateExpiresAt: settings.certificateExpiresAt }),
    startThreads: (onSync) => ({
      writer: lazyWriter(company.file, logger, onSync, settings.reader),
      ranker: rankerOf(company.db, settings.onRanked),
    }),
  });
  const listener =
    settings.listener ??
    (await openListener({
      host: '127.0.0.1',
      port: settings.port ?? 0,
      tls: settings.tls,
      ...(settings.timeouts && { timeouts: settings.timeouts }),
      ...(settings.limits && { limits: settings.limits }),
    }));
  const listening = listener.serve(service.api);
  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= (async () => {
      await listening.close();
      await service.close();
      await service.writer.close();
      db.close();
    })();
    return closed;
  };
  t.after(close);

  const issueKey: TestService['issueKey'] = ({ mode, ...input } = {}) =>
    createTestKey(company.db, mode === 'test' ? company.sandboxId : company.companyId, {
      ...{ now: clock.now, requestsPerMinute: 100_000 },
      ...input,
    }).key;

  const { port } = listening;
  const isTls = settings.tls !== undefined;
  return {
    ...company,
    url: listening.url,
    port,
    clock,
    log,
    liveKey: issueKey(),
    testKey: issueKey({ mode: 'test' }),
    issueKey,
    request: (method, path, sent) => request({ port, isTls }, method, path, sent),
    raw: (bytes) => {
      const connection = new RawConnection(port, undefined, isTls);
      connection.send(bytes);
      return connection.closed;
    },
    connect: (from) => new RawConnection(port, from, isTls),
    close,
    restart: async () => {
      await close();
      const again = { ...settings, port: settings.listener?.port ?? settings.port ?? 0 };
      return serveCompany(t, company, { ...again, listener: undefined }, clock.now);
    },
  };
}

/** Starts the writer thread at its first use: it takes long to start, and most tests do not need it. */
function lazyWriter(
  file: string,
  log: Logger,
  onSync: (end: SyncEvent) => void,
  reader: ReaderOptions = { start: readRosterHere },
): Writer {
  let writer: Writer | undefined;
  const theWriter = () => {
    writer ??= startWriter({
      file,
      place: placeOfData(file),
      departmentLimit: DEFAULT_DEPARTMENT_LIMIT,
      sandboxLimit: DEFAULT_SANDBOX_LIMIT,
      log,
      onSync,
      reader,
    });
    return writer;
  };
  return {
    sync: (task) => theWriter().sync(task),
    previewUpload: (task) => theWriter().previewUpload(task),
    readGiftList: (task) => theWriter().readGiftList(task),
    applyUpload: (task, inSlot) => theWriter().applyUpload(task, inSlot),
    isWaiting: (uploadId) => theWriter().isWaiting(uploadId),
    write: (request) => theWriter().write(request),
    due: (timing) => theWriter().due(timing),
    closeContest: (task) => theWriter().closeContest(task),
    closeMonth: (task) => theWriter().closeMonth(task),
    noteKeyUses: (uses) => theWriter().noteKeyUses(uses),
    recordDeliveries: (batch) => theWriter().recordDeliveries(batch),
    recordMails: (attempts) => theWriter().recordMails(attempts),
    takeRoundStep: (now) => theWriter().takeRoundStep(now),
    noteSlack: (state) => theWriter().noteSlack(state),
    noteLook: (look) => theWriter().noteLook(look),
    noteSessionUse: (use) => theWriter().noteSessionUse(use),
    endHolds: () => theWriter().endHolds(),
    shrinkLog: async () => false,
    upkeep: (task) => theWriter().upkeep(task),
    probe: () => theWriter().probe(),
    close: async () => writer?.close(),
  };
}

/** What hashes of passwords cost in tests, which do not wait for them. */
const PASSWORD_COST = { N: 1024, r: 8, p: 1 };

/** Runs the portal with all of its messages, but in the thread of the test: a new one takes a second to start. */
const runPortalHere = ({ workerData }: WorkerOptions): Worker =>
  runHere((port) => runPortal(port, { ...workerData, passwordCost: PASSWORD_COST }));

/** Reads a roster in the same way. */
const readRosterHere = ({ workerData }: WorkerOptions): Worker =>
  runHere((port) => runReader(port, workerData, () => Date.now()));

/** Runs what a thread does with its messages in the thread of the test. */
export function runHere(run: (port: MessagePort) => void): Worker {
  const { port1, port2 } = new MessageChannel();
  run(port2);
  return Object.assign(
    port1.on('close', () => port1.emit('exit', 0)),
    {
      terminate: async () => port1.close(),
    },
  ) as unknown as Worker;
}

/** Ranks as the worker does, but in the thread of the test. */
const rankerOf = (db: Database, onRanked = () => {}): Ranker => ({
  rank: async (companyId, period, now) => {
    const ranking = rankCompany(db, { companyId, period, now });
    onRanked();
    return ranking;
  },
  rankMonth: async (companyId, month) => rankMonth(db, companyId, month),
  rankContest: async (companyId, entry) => rankContest(db, companyId, entry),
  departmentGroups: async (ranking) => departmentGroupsBody(db, ranking),
  search: async (query) => searchPeople(db, query),
  findNear: async (query) => findNearPeople(db, query),
  listOpenMonths: async ({ companyId, now }) => listOpenMonths(db, companyId, now),
  countEligible: async (rule) => countEligible(db, rule),
  listAccounts: async (query) => listAccountPage(db, query),
  listInvitations: async (query) => new InvitationOverview(db).list(query),
  checkHealth: async (file, now) => checkHealth(db, file, now),
  previewGift: async (request) => previewPage(db, request),
  findDecisions: async (query) => findDecisions(db, query),
  countDecisions: async (query) => countDecisions(db, query),
  listRunParts: async (query) => listRunParts(db, query),
  collectPerson: async (order) => collectPerson(db, order),
  auditPart: async (query) => auditPart(db, query),
  leaderboardPart: async (part) => leaderboardPart(db, part),
  standingsPart: async (part) => standingsPart(db, part),
  participationByDepartment: async (request) =>
    db.read(() => db.do(participationByDepartment(request))),
  listGiven: async (request) => listGiven(db, request),
  listGivenByPeriod: async (request) => listGivenByPeriod(db, request),
  medianXp: async (months) => medianXp(db, months),
  listWithout: async (request) => listWithout(db, request),
  participation: async (request) => db.read(() => db.do(participation(request))),
  compareMonth: async (part) => new Comparisons(db).part(part),
});

function request(
  { port, isTls }: { port: number; isTls: boolean },
  method: string,
  path: string,
  sent: Sent = {},
): Promise<TestResponse> {
  const headers: Record<string, string> = {
    ...(sent.key !== undefined && { Authorization: `Bearer ${sent.key}` }),
    ...sent.headers,
  };
  const isChunked = 'Transfer-Encoding' in headers;
  if (sent.body !== undefined && !isChunked) {
    headers['Content-Length'] ??= String(Buffer.byteLength(sent.body));
  }
  return new Promise((resolve, reject) => {
    const options = { port, method, path, headers, agent: false, rejectUnauthorized: false };
    const outgoing = (isTls ? httpsRequest : httpRequest)(options, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        resolve({
          status: incoming.statusCode ?? 0,
          headers: incoming.headers,
          text,
          json: /^[[{]/.test(text) ? JSON.parse(text) : undefined,
        });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(sent.body);
  });
}

/** A TCP connection that records everything it receives. */
export class RawConnection {
  received = '';
  /** Everything received, once the other end has closed the connection. */
  readonly closed: Promise<string>;
  readonly #socket: Socket;
  #waiting: (() => void)[] = [];

  constructor(port: number, from = '127.0.0.1', isTls = false) {
    const options = { port, host: '127.0.0.1', localAddress: from, allowHalfOpen: false };
    this.#socket = isTls ? connectTls({ ...options, rejectUnauthorized: false }) : connect(options);
    this.#socket.setEncoding('latin1');
    this.#socket.on('data', (text) => {
      this.received += text;
      this.#wake();
    });
    // A reset also ends the connection; tests assert on `received`.
    this.#socket.on('error', () => {});
    this.closed = new Promise((resolve) => {
      this.#socket.on('close', () => {
        resolve(this.received);
        this.#wake();
      });
    });
  }

  send(bytes: string | Uint8Array): void {
    this.#socket.write(bytes);
  }

  /** Waits until the received text matches, or fulfils the condition. */
  async until(pattern: RegExp | ((received: string) => boolean)): Promise<string> {
    const isThere = pattern instanceof RegExp ? (text: string) => pattern.test(text) : pattern;
    while (!isThere(this.received)) {
      if (this.#socket.closed) throw new Error(`closed after: ${this.received}`);
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    return this.received;
  }

  /** Stops reading until `resume`. */
  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  /** Half-closes the connection: sends nothing more, and continues to receive. */
  end(): void {
    this.#socket.end();
  }

  /** Destroys the connection. */
  destroy(): void {
    this.#socket.destroy();
  }

  #wake(): void {
    for (const resume of this.#waiting.splice(0)) resume();
  }
}
