import type { IncomingMessage, Server, ServerOptions } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Api } from '../pipeline.ts';
import {
  NOT_FOUND,
  type Problem,
  TOO_MANY_PIPELINED,
  UNKNOWN_EXPECTATION,
} from '../response/problems.ts';
import type { Connection } from './connection.ts';
import type { ConnectionLimits } from './connection-admission.ts';
import { Connections } from './connections.ts';
import type { Exchange } from './exchange.ts';
import { refuseUnreadable, sendFinalError } from './unreadable-request.ts';

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
 * Maximum pipelined requests on one connection; the next one is refused, after their responses, and ends the connection. A packet of
 * 64 KB can contain thousands, and Node's parser, which cannot be paused within one, would create all of them at once.
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

  const receive = (req: IncomingMessage, take: (flaw?: Problem) => Exchange): void => {
    const connection = connections.of(req.socket);
    if (!connection || connection.isRefusing || connection.latest?.closesConnection) {
      // What follows on a connection that is about to close is not read as a request.
      stopParsing(req.socket);
    } else {
      const isTooMany = connection.countOpen() >= MAX_PIPELINED;
      const exchange = take(isTooMany ? TOO_MANY_PIPELINED : undefined);
      connection.add(exchange, () => api.begin(exchange));
    }
  };

  server.removeAllListeners('request');
  server.on('request', (req, res) => receive(req, (flaw) => api.receive(req, res, false, flaw)));
  server.on('checkContinue', (req, res) =>
    receive(req, (flaw) => api.receive(req, res, true, flaw)),
  );
  server.on('checkExpectation', (req, res) =>
    receive(req, (flaw) => api.receive(req, res, true, flaw ?? UNKNOWN_EXPECTATION)),
  );
  server.on('connect', (req, stream) => {
    // For a CONNECT with a body newer versions of Node wrap the socket in a stream with its own errors.
    stream.on('error', () => {});
    refuseTunnel(api, connections.of(req.socket), stream);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const connection = connections.of(socket);
    // What failed before it was a connection, such as a TLS handshake.
    if (!connection) socket.destroy();
    // A broken connection closes by itself, and Node's parser repeats an error with every packet.
    else if (!connection.isRefusing && !socket.destroyed) refuseUnreadable(api, connection, error);
  });
  return connections;
}

function refuseTunnel(api: Api, connection: Connection | undefined, stream: Duplex): void {
  if (!connection || connection.isRefusing) {
    stream.resume();
    return;
  }
  connection.isRefusing = true;
  connection.onceAnswered(() => {
    sendFinalError(api, connection, NOT_FOUND);
    stream.resume();
  });
}

/**
 * Discards the rest of the current packet. Node has no public way to do so and would create a request and a response
 * for everything in it, a tenth of a second per packet. For its parser a 2 means that what follows is not HTTP.
 */
function stopParsing(socket: Duplex): void {
  const { parser } = socket as Duplex & { parser?: { onIncoming: unknown } | null };
  if (parser) parser.onIncoming = () => 2;
}
