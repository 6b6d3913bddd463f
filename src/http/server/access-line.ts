import type { Exchange } from './exchange.ts';

/** Takes the line of every request, and never waits or throws. */
export type WriteAccessLine = (line: string) => void;

/**
 * What the access log says of a request: nothing that its client chose but the method, and of that only those that
 * Node knows. A path, which may hold a secret, and a query are never in it.
 *
 * @param milliseconds from its arrival to its response; with the wait for an event
 * @param status null where the client has left before the response
 */
export const accessLineOf = (
  exchange: Exchange,
  milliseconds: number,
  status: number | null = exchange.status,
): string =>
  toLine({
    time: exchange.now,
    method: exchange.req.method ?? null,
    route: exchange.route,
    status,
    ms: Math.round(milliseconds * 10) / 10,
    bytes: exchange.bodyBytes,
    key_id: exchange.keyId,
    request_id: exchange.requestId,
  });

/** The same of what could not be read as a request. @param now in milliseconds UTC */
export const unreadableLineOf = (
  now: number,
  response: { status: number; bytes: number; requestId: string },
): string => {
  const { status, bytes, requestId } = response;
  const unknown = { method: null, route: null, status, ms: 0 };
  return toLine({ time: now, ...unknown, bytes, key_id: null, request_id: requestId });
};

const toLine = ({
  time,
  ...rest
}: {
  time: number;
  method: string | null;
  /** The pattern of the route; null for none. */
  route: string | null;
  status: number | null;
  ms: number;
  /** Of the response's body, as far as it was made. */
  bytes: number;
  key_id: string | null;
  request_id: string;
}): string => `${JSON.stringify({ time: new Date(time).toISOString(), ...rest })}\n`;
