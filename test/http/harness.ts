import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { createService } from '../../src/cli/create-service.ts';
import { listenOn } from '../../src/cli/listen.ts';
import type { Scope } from '../../src/domain/api-key.ts';
import { DEFAULT_DEPARTMENT_LIMIT, DEFAULT_SANDBOX_LIMIT } from '../../src/domain/limits.ts';
import { parseTrustedProxies } from '../../src/http/client-address.ts';
import type { ConnectionLimits } from '../../src/http/connections.ts';
import type { Timeouts } from '../../src/http/server.ts';
import { departmentGroupsBody } from '../../src/service/department-groups.ts';
import { createLogger, type Logger } from '../../src/service/log.ts';
import type { Database } from '../../src/store/database.ts';
import { openDataFile } from '../../src/store/files/data-file.ts';
import { placeOf } from '../../src/store/files/data-file-place.ts';
import { rankCompany } from '../../src/worker/rank-company.ts';
import type { Ranker } from '../../src/worker/ranker.ts';
import { type SyncEvent, startWriter } from '../../src/worker/start-writer.ts';
import type { Writer } from '../../src/worker/writer.ts';
import {
  createTestCompany,
  createTestKey,
  NOW,
  type TestCompany,
} from '../service/test-company.ts';

/** What a test may set otherwise than the service does by itself. */
export type TestSettings = {
  ipLimit?: number;
  trustedProxies?: readonly string[];
  cacheSeconds?: number;
  timeouts?: Timeouts;
  metricsToken?: string;
  limits?: ConnectionLimits;
  /** Called when a company was ranked, before anything is answered from that. */
  onRanked?: () => void;
};

/** An answer as it came over the wire. */
export type Answer = {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** The parsed body; undefined where there is none. */
  json: unknown;
};

type Sent = { key?: string; headers?: Record<string, string>; body?: string | Uint8Array };

/** A running service over a data file of its own, with one company ("Acme") and its sandbox. */
export type TestService = TestCompany & {
  url: string;
  port: number;
  /** The service's clock, to be set by the test; it stands still by itself. */
  clock: { now: number };
  /** Keys with every scope and a minute limit that no test reaches. */
  liveKey: string;
  testKey: string;
  issueKey(options?: {
    mode?: 'live' | 'test';
    scopes?: readonly Scope[];
    requestsPerMinute?: number;
    expiresAt?: number;
  }): string;
  /** Sends one request on a connection of its own. */
  request(method: string, path: string, sent?: Sent): Promise<Answer>;
  /** Sends bytes as they are and gives everything that comes back until the service closes. */
  raw(bytes: string | Uint8Array): Promise<string>;
  /** A connection to talk on, byte by byte; from another address of this machine if need be. */
  connect(from?: string): RawConnection;
  /** What the service has logged, one line of JSON each. */
  log: string[];
  /** Ends the service before the test does. */
  close(): Promise<void>;
  /** Ends the service and starts another one over the same data file, at the same moment. */
  restart(): Promise<TestService>;
};

/** Starts a service for one test; it is gone when the test ends. */
export function startTestService(
  t: TestContext,
  settings: TestSettings = {},
): Promise<TestService> {
  return serve(t, createTestCompany(t), settings, NOW);
}

async function serve(
  t: TestContext,
  company: TestCompany,
  settings: TestSettings,
  now: number,
): Promise<TestService> {
  const clock = { now };
  const log: string[] = [];
  const db = openDataFile(company.file, { write: false, snapshotPerTurn: true });
  const logger = createLogger(
    'debug',
    (line) => log.push(line),
    () => clock.now,
  );
  const service = createService({
    db,
    file: company.file,
    settings: {
      ipLimit: settings.ipLimit ?? 0,
      trustedProxies: parseTrustedProxies(settings.trustedProxies ?? []),
      metricsToken: settings.metricsToken,
      leaderboardCacheSeconds: settings.cacheSeconds ?? 30,
    },
    log: logger,
    now: () => clock.now,
    startThreads: (onSync) => ({
      writer: lazyWriter(company.file, logger, onSync),
      ranker: rankerOf(company.db, settings.onRanked),
    }),
  });
  const listening = await listenOn({
    host: '127.0.0.1',
    port: 0,
    api: service.api,
    ...(settings.timeouts && { timeouts: settings.timeouts }),
    ...(settings.limits && { limits: settings.limits }),
  });
  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= (async () => {
      await listening.close();
      service.close();
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
  return {
    ...company,
    url: listening.url,
    port,
    clock,
    log,
    liveKey: issueKey(),
    testKey: issueKey({ mode: 'test' }),
    issueKey,
    request: (method, path, sent) => request(port, method, path, sent),
    raw: (bytes) => {
      const connection = new RawConnection(port);
      connection.send(bytes);
      return connection.closed;
    },
    connect: (from) => new RawConnection(port, from),
    close,
    restart: async () => {
      await close();
      return serve(t, company, settings, clock.now);
    },
  };
}

/** The thread that writes takes its time to start, and most tests need none: it starts when first asked. */
function lazyWriter(file: string, log: Logger, onSync: (end: SyncEvent) => void): Writer {
  let writer: Writer | undefined;
  const theWriter = () => {
    writer ??= startWriter({
      file,
      place: placeOf(file),
      departmentLimit: DEFAULT_DEPARTMENT_LIMIT,
      sandboxLimit: DEFAULT_SANDBOX_LIMIT,
      log,
      onSync,
    });
    return writer;
  };
  return {
    sync: (task) => theWriter().sync(task),
    write: (request) => theWriter().write(request),
    noteKeyUses: (uses) => theWriter().noteKeyUses(uses),
    probe: () => theWriter().probe(),
    close: async () => writer?.close(),
  };
}

/** Ranks as the worker does, in the test's own thread. */
const rankerOf = (db: Database, onRanked = () => {}): Ranker => ({
  rank: async (companyId, period, now) => {
    const ranking = rankCompany(db, { companyId, period, now });
    onRanked();
    return ranking;
  },
  departmentGroups: async (ranking) => departmentGroupsBody(db, ranking),
});

function request(port: number, method: string, path: string, sent: Sent = {}): Promise<Answer> {
  const headers: Record<string, string> = {
    ...(sent.key !== undefined && { Authorization: `Bearer ${sent.key}` }),
    ...sent.headers,
  };
  const isChunked = 'Transfer-Encoding' in headers;
  if (sent.body !== undefined && !isChunked) {
    headers['Content-Length'] ??= String(Buffer.byteLength(sent.body));
  }
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest({ port, method, path, headers, agent: false }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        resolve({
          status: incoming.statusCode ?? 0,
          headers: incoming.headers,
          text,
          json: text === '' ? undefined : JSON.parse(text),
        });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(sent.body);
  });
}

/** A TCP connection that keeps all it has received. */
export class RawConnection {
  received = '';
  /** Everything that was received, once the other end has closed the connection. */
  readonly closed: Promise<string>;
  readonly #socket: Socket;
  #waiting: (() => void)[] = [];

  constructor(port: number, from = '127.0.0.1') {
    this.#socket = connect({ port, host: '127.0.0.1', localAddress: from, allowHalfOpen: false });
    this.#socket.setEncoding('latin1');
    this.#socket.on('data', (text) => {
      this.received += text;
      this.#wake();
    });
    // A reset ends the connection too; what a test expects is in `received`.
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

  /** Waits until the received text matches, or is as it should be. */
  async until(pattern: RegExp | ((received: string) => boolean)): Promise<string> {
    const isThere = pattern instanceof RegExp ? (text: string) => pattern.test(text) : pattern;
    while (!isThere(this.received)) {
      if (this.#socket.closed) throw new Error(`closed after: ${this.received}`);
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    return this.received;
  }

  /** Takes nothing more from the other end, until `resume`. */
  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  /** Sends nothing more, and goes on receiving. */
  end(): void {
    this.#socket.end();
  }

  /** Cuts the connection off. */
  destroy(): void {
    this.#socket.destroy();
  }

  #wake(): void {
    for (const resume of this.#waiting.splice(0)) resume();
  }
}
