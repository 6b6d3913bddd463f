import {
  type IncomingMessage,
  METHODS,
  type Server,
  type ServerOptions,
  STATUS_CODES,
} from 'node:http';
import { Server as NetServer } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Connection } from './connection.ts';
import { type ConnectionLimits, Connections } from './connections.ts';
import type { Exchange } from './exchange.ts';
import type { Api } from './pipeline.ts';
import {
  badRequest,
  CHUNK_EXTENSIONS_TOO_LONG,
  NOT_FOUND,
  type Problem,
  REQUEST_TIMEOUT,
  toErrorBody,
  UNKNOWN_EXPECTATION,
} from './problems.ts';

/**
 * Limits in milliseconds: for a request to arrive, for a response to be read, and for an idle connection. They are
 * enforced at the next check.
 */
export type Timeouts = {
  headers: number;
  request: number;
  answer: number;
  keepAlive: number;
  check: number;
};

export const DEFAULT_TIMEOUTS: Timeouts = {
  headers: 15_000,
  request: 60_000,
  answer: 120_000,
  keepAlive: 65_000,
  check: 1_000,
};

/**
 * Maximum pipelined requests on one connection. A packet of 64 KB can contain thousands, and Node's parser would create
 * all of them at once.
 */
const MAX_PIPELINED = 100;

/**
 * The options of the server. Node must not respond to a missing `Host` by itself, without a body, and the request of a
 * GET needs no stream.
 */
export const serverOptions = (timeouts: Timeouts): ServerOptions => ({
  requireHostHeader: false,
  headersTimeout: timeouts.headers,
  requestTimeout: timeouts.request,
  keepAliveTimeout: timeouts.keepAlive,
  connectionsCheckingInterval: timeouts.check,
  optimizeEmptyRequests: true,
});

/**
 * Attaches the API to a server made with `serverOptions` and replaces listhen's own listeners, which crash the
 * process over a request whose connection has closed.
 * Errors to which Node would respond with an empty body get the API's own one.
 *
 * @returns the connections of the server, for `drain`
 */
export function attachApi(
  server: Server,
  api: Api,
  { timeouts, limits }: { timeouts: Timeouts; limits: ConnectionLimits },
): Connections {
  const { trustedProxies, log, ipLimit: handshakes } = api;
  const connections = new Connections(server, {
    ...{ limits, handshakes, trustedProxies, log },
    ...timeouts,
  });
  // No limit in number: beyond it Node drops headers silently, and the framing ones may be among them.
  server.maxHeadersCount = 0;
  // A client may close its own direction after its last request and still wait for the responses.
  (server as Server & { httpAllowHalfOpen: boolean }).httpAllowHalfOpen = true;

  const receive = (req: IncomingMessage, respond: () => Exchange): void => {
    const connection = connections.of(req.socket);
    if (!connection || connection.isRefusing || connection.latest?.closesConnection) {
      // What follows on a connection that is about to close is not read as a request.
      stopParsing(req.socket);
    } else if (connection.countOpen() >= MAX_PIPELINED) {
      stopParsing(req.socket);
      req.socket.destroy();
    } else {
      connection.add(respond());
    }
  };

  server.removeAllListeners('request');
  server.on('request', (req, res) => receive(req, () => api.receive(req, res)));
  server.on('checkContinue', (req, res) => receive(req, () => api.receive(req, res, true)));
  server.on('checkExpectation', (req, res) =>
    receive(req, () => api.receive(req, res, true, UNKNOWN_EXPECTATION)),
  );
  server.on('connect', (req, stream) => {
    // For a CONNECT with a body newer versions of Node wrap the socket in a stream with its own errors.
    stream.on('error', () => {});
    const connection = connections.of(req.socket);
    if (!connection || connection.isRefusing) {
      stream.resume();
      return;
    }
    connection.isRefusing = true;
    connection.onceAnswered(() => {
      sendFinalError(api, connection, NOT_FOUND);
      stream.resume();
    });
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const connection = connections.of(socket);
    // What failed before it was a connection, such as a TLS handshake.
    if (!connection) socket.destroy();
    // A broken connection closes by itself, and Node's parser repeats an error with every packet.
    if (!connection || connection.isRefusing || socket.destroyed) return;
    connection.isRefusing = true;
    // Responses to earlier requests may be ready and go first.
    api.outbox.flush();
    const { latest } = connection;
    if (!latest || isBetweenRequests(latest)) {
      sendFinalError(api, connection, problemOf(error));
    } else if (latest.status === 0 && !latest.req.complete) {
      const problem = problemOf(error);
      latest.closesConnection = true;
      if (problem === REQUEST_TIMEOUT) latest.refuse(problem);
      else latest.refuseBody(problem);
    } else {
      // The pending response is the last; what followed its request gets none.
      latest.closesConnection = true;
      connection.onceAnswered(() => connection.close());
    }
  });
  return connections;
}

/**
 * Discards the rest of the current packet. Node has no public way to do so and would create a request and a response
 * for everything in it, a tenth of a second per packet. For its parser a 2 means that what follows is not HTTP.
 */
function stopParsing(socket: Duplex): void {
  const { parser } = socket as Duplex & { parser?: { onIncoming: unknown } | null };
  if (parser) parser.onIncoming = () => 2;
}

// Finished, not only ended: a response may wait for those to earlier requests.
const isBetweenRequests = ({ req, res, closesConnection }: Exchange): boolean =>
  req.complete && res.writableFinished && res.shouldKeepAlive && !closesConnection;

/** How often a closing server checks for idle connections, in milliseconds. */
const SWEEP = 50;

/**
 * Stops accepting connections, completes every request in progress, and closes connections as they become idle.
 * Connections that are not finished in time are closed.
 */
export async function drain(
  server: Server,
  connections: Connections,
  api: Api,
  timeout = 10_000,
): Promise<void> {
  api.beginClosing();
  for (const { latest } of connections) {
    if (latest && latest.status === 0) latest.closesConnection = true;
  }
  const closed = new Promise<void>((resolve) => {
    server.once('close', () => resolve());
  });
  // The HTTP server's own `close` would destroy connections that have not sent the end of a response.
  NetServer.prototype.close.call(server);
  connections.closeHandshakes();
  const closeIdle = () => {
    for (const connection of connections) if (connection.isIdle()) connection.close();
  };
  closeIdle();
  const timer = setInterval(closeIdle, SWEEP);
  const cut = setTimeout(() => {
    for (const { socket } of connections) socket.destroy();
  }, timeout);
  await closed;
  clearInterval(timer);
  clearTimeout(cut);
  // Ends the timer with which Node checks connections; there are none left.
  server.close();
}

/** RFC 9112, 3; the method is a token (RFC 9110, 5.6.2). */
const REQUEST_LINE = /^([\w!#$%&'*+.^`|~-]+) \/\S* HTTP\/1\.[01]\r\n/;

function problemOf(error: NodeJS.ErrnoException & { rawPacket?: Buffer }): Problem {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return badRequest(431, 'The headers are too large');
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return CHUNK_EXTENSIONS_TOO_LONG;
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return REQUEST_TIMEOUT;
  }
  // Node's parser knows a list of methods and calls every other word malformed, in several ways.
  const packet = error.rawPacket?.toString('latin1') ?? '';
  const [, method] = REQUEST_LINE.exec(packet) ?? [];
  if (method !== undefined && !METHODS.includes(method)) return NOT_FOUND;
  return badRequest(400, 'The request is not valid HTTP');
}

/** Responds on a connection for which Node created no request, and closes it. */
function sendFinalError(api: Api, connection: Connection, problem: Problem): void {
  // The previous response may have been the last.
  if (!connection.socket.writable) return;
  const requestId = api.newRequestId();
  const body = toErrorBody(problem, requestId);
  connection.socket.write(
    [
      `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${requestId}`,
      'Cache-Control: no-store',
      'X-Content-Type-Options: nosniff',
      `Date: ${new Date().toUTCString()}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
  connection.close();
  api.log.debug('request_refused', { request_id: requestId, status: problem.status });
}
