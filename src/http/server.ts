import {
  type IncomingMessage,
  METHODS,
  type Server,
  type ServerOptions,
  STATUS_CODES,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { boundConnections, type ConnectionLimits } from './connections.ts';
import type { Exchange } from './exchange.ts';
import type { Api } from './pipeline.ts';
import {
  BODY_TIMEOUT,
  badRequest,
  LONG_EXTENSIONS,
  NOT_FOUND,
  type Problem,
  toErrorBody,
} from './problems.ts';

/**
 * Times in milliseconds: how long a request may take to arrive and its answer to be taken, and an idle
 * connection may stay. Whoever is over time is found at the next check.
 */
export type Patience = {
  headers: number;
  request: number;
  answer: number;
  keepAlive: number;
  check: number;
};

export const PATIENCE: Patience = {
  headers: 15_000,
  request: 60_000,
  answer: 120_000,
  keepAlive: 65_000,
  check: 1_000,
};

/**
 * How many requests a client may send ahead on one connection without having had their answers. A packet of
 * 64 KB holds thousands of them, and Node's parser would have all of them answered in one go.
 */
const MOST_WAITING = 100;

/** How long a connection stays open after its last words, for the other end to read them. */
const LAST_WORDS = 1_000;

/**
 * What the server has to be created with. Node would answer a missing `Host` by itself, with no body;
 * slow clients are cut at the next check; and the request of a GET needs no stream.
 */
export const serverOptions = (patience: Patience): ServerOptions => ({
  requireHostHeader: false,
  headersTimeout: patience.headers,
  requestTimeout: patience.request,
  keepAliveTimeout: patience.keepAlive,
  connectionsCheckingInterval: patience.check,
  optimizeEmptyRequests: true,
});

/**
 * Puts the API behind a server made with `serverOptions`, in place of whoever listened for requests so
 * far: the hooks that listhen brings along crash the process over a request whose connection has gone.
 * What Node would answer by itself, with an empty body, is answered in the API's own form.
 */
export function attach(
  server: Server,
  api: Api,
  { patience, limits }: { patience: Patience; limits: ConnectionLimits },
): void {
  const { trustedProxies, log } = api;
  boundConnections(server, { limits, trustedProxies, log, ...patience });
  // No limit in number: beyond it Node drops headers silently, and the framing ones may be among them.
  server.maxHeadersCount = 0;
  // The requests of a connection whose answers are on the way; the latest is the last.
  const lines = new WeakMap<Duplex, Exchange[]>();

  const receive = (req: IncomingMessage, answer: () => Exchange): void => {
    const { socket } = req;
    const line = lines.get(socket) ?? [];
    lines.set(socket, line);
    while (line.length > 1 && line[0]?.res.writableFinished) line.shift();
    if (line.at(-1)?.isLast) {
      // Whatever follows on a connection that is to be closed is not a request any more.
      stopParsing(socket);
    } else if (line.length >= MOST_WAITING) {
      stopParsing(socket);
      socket.destroy();
    } else {
      line.push(answer());
    }
  };

  server.removeAllListeners('request');
  server.on('request', (req, res) => receive(req, () => api.receive(req, res)));
  server.on('checkContinue', (req, res) => receive(req, () => api.receive(req, res, true)));
  server.on('checkExpectation', (req, res) =>
    receive(req, () => api.receive(req, res, true, UNKNOWN_EXPECTATION)),
  );
  server.on('connect', (_req, socket) =>
    onceTaken(lines.get(socket)?.at(-1), () => sayLast(api, socket, NOT_FOUND)),
  );
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // What came before the fault may have its answer ready, and that goes first.
    api.outbox.flush();
    const exchange = lines.get(socket)?.at(-1);
    if (!exchange || isBetweenRequests(exchange)) {
      sayLast(api, socket, problemOf(error));
    } else if (exchange.status === 0 && !exchange.req.complete) {
      sayLast(api, socket, problemOf(error), exchange);
    } else {
      // The answer that is given or under way is the last; what came behind its request gets none.
      exchange.isLast = true;
      if (exchange.res.writableEnded) onceTaken(exchange, () => socket.end(() => socket.destroy()));
      else if (exchange.status !== 0) exchange.res.end();
    }
  });
}

/**
 * Has the rest of the packet at hand thrown away. Node has no public way to do so and would make request and
 * response of everything in it, closed connection or not: a packet a tenth of a second. To its parser, a 2
 * means that what follows is no HTTP.
 */
function stopParsing(socket: Duplex): void {
  const { parser } = socket as Duplex & { parser?: { onIncoming: unknown } | null };
  if (parser) parser.onIncoming = () => 2;
}

// Not merely ended: an answer may wait for those to the requests before its own.
const isBetweenRequests = ({ req, res, isLast }: Exchange): boolean =>
  req.complete && res.writableFinished && res.shouldKeepAlive && !isLast;

/** Does something once an answer, and with it all before it on its connection, is with the system. */
function onceTaken(exchange: Exchange | undefined, then: () => void): void {
  if (!exchange || exchange.res.writableFinished) then();
  else exchange.res.once('finish', then);
}

/**
 * Stops taking connections, lets every request under way have its answer, and closes idle connections
 * as they become so. Whoever has not finished in time is cut off.
 */
export async function drain(server: Server, api: Api, patience = 10_000): Promise<void> {
  api.isClosing = true;
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  const cut = setTimeout(() => server.closeAllConnections(), patience);
  await closed;
  clearInterval(sweep);
  clearTimeout(cut);
}

const UNKNOWN_EXPECTATION = badRequest(417, 'The only expectation that is met is 100-continue');

/** RFC 9112, 3; the method is a token (RFC 9110, 5.6.2). */
const REQUEST_LINE = /^([\w!#$%&'*+.^`|~-]+) \/\S* HTTP\/1\.[01]\r\n/;

function problemOf(error: NodeJS.ErrnoException & { rawPacket?: Buffer }): Problem {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return badRequest(431, 'The headers are too large');
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return LONG_EXTENSIONS;
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return BODY_TIMEOUT;
  }
  // Node's parser knows a list of methods and calls every other word malformed, in several ways.
  const packet = error.rawPacket?.toString('latin1') ?? '';
  const [, method] = REQUEST_LINE.exec(packet) ?? [];
  if (method !== undefined && !METHODS.includes(method)) return NOT_FOUND;
  return badRequest(400, 'The request is not valid HTTP');
}

/**
 * Answers on a connection that Node has given up reading requests from, and closes it: at once for new
 * input, a moment later for good, so that the answer is not lost in a reset.
 */
function sayLast(api: Api, socket: Duplex, problem: Problem, exchange?: Exchange): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const requestId = exchange?.requestId ?? api.newRequestId();
  if (exchange) {
    exchange.status = problem.status;
    exchange.isLast = true;
  }
  const body = toErrorBody(problem, requestId);
  socket.on('error', () => socket.destroy());
  socket.end(
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
  socket.resume();
  const cut = setTimeout(() => socket.destroy(), LAST_WORDS);
  socket.once('close', () => clearTimeout(cut));
  api.log.debug('request_refused', { request_id: requestId, status: problem.status });
}
