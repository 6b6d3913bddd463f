import { METHODS, STATUS_CODES } from 'node:http';
import type { Api } from '../pipeline.ts';
import {
  badRequest,
  CHUNK_EXTENSIONS_TOO_LONG,
  NOT_FOUND,
  type Problem,
  REQUEST_TIMEOUT,
  toErrorBody,
} from '../response/problems.ts';
import type { Connection } from './connection.ts';
import type { Exchange } from './exchange.ts';

/**
 * Responds to what Node's parser could not read, or what did not arrive in time, after the responses to the requests
 * before it. Then the connection closes.
 */
export function refuseUnreadable(
  api: Api,
  connection: Connection,
  error: NodeJS.ErrnoException & { rawPacket?: Buffer },
): void {
  connection.isRefusing = true;
  // Responses to earlier requests may be ready and go first.
  api.outbox.flush();
  const { latest } = connection;
  const problem = problemOf(error);
  if (!latest || isBetweenRequests(latest)) {
    sendFinalError(api, connection, problem);
    return;
  }
  latest.closesConnection = true;
  if (latest.status !== 0 || latest.req.complete) {
    // The pending response is the last; what followed its request gets none.
    connection.onceAnswered(() => connection.close());
  } else if (problem === REQUEST_TIMEOUT) latest.refuse(problem);
  else latest.refuseBody(problem);
}

// Finished, not only ended: a response may wait for those to earlier requests.
const isBetweenRequests = ({ req, res, closesConnection }: Exchange): boolean =>
  req.complete && res.writableFinished && res.shouldKeepAlive && !closesConnection;

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
export function sendFinalError(api: Api, connection: Connection, problem: Problem): void {
  // The previous response may have been the last.
  if (!connection.socket.writable) return;
  const requestId = api.newRequestId();
  const body = toErrorBody(problem, requestId);
  const bytes = Buffer.byteLength(body);
  connection.socket.write(
    [
      `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
      'Content-Type: application/json',
      `Content-Length: ${bytes}`,
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
  api.recordUnreadable({ status: problem.status, bytes, requestId });
}
